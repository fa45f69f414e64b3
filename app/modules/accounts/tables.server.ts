import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Address } from '#app/basics/address.ts';
import { ADMIN_ROLES } from '#app/platform/shop.server.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const authUsers = pgTable('auth_users', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const authSessions = pgTable('auth_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  token: text('token').notNull().unique(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** When it was last used, to five minutes. */
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const authAccounts = pgTable('auth_accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const authVerifications = pgTable('auth_verifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const authTwoFactors = pgTable('auth_two_factors', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(true),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: moment('locked_until'),
});

/** Browsers a person has signed in with; the cookie itself is nowhere, only its hash. */
export const authDevices = pgTable(
  'auth_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id),
    device: text('device').notNull(),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);

export const authRateLimits = pgTable('auth_rate_limits', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
});

export const userProfiles = pgTable(
  'user_profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => authUsers.id),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    phone: text('phone'),
    address: jsonb('address').$type<Address>(),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Counts for admins only. */
    adminRole: text('admin_role', { enum: ADMIN_ROLES }).notNull().default('owner'),
    deactivatedAt: moment('deactivated_at'),
    /** When the account will be anonymised, while that can still be undone. */
    deletionDueAt: moment('deletion_due_at'),
    anonymisedAt: moment('anonymised_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('user_profiles_newest').on(table.createdAt.desc(), table.id.desc())],
);

export const customerAddresses = pgTable('customer_addresses', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => userProfiles.id),
  label: text('label'),
  address: jsonb('address').$type<Address>().notNull(),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const customerSettings = pgTable('customer_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => userProfiles.id),
  emailOrderUpdates: boolean('email_order_updates').notNull().default(true),
  smsDeliveryUpdates: boolean('sms_delivery_updates').notNull().default(true),
  marketingEmails: boolean('marketing_emails').notNull().default(false),
  personalizedRecommendations: boolean('personalized_recommendations').notNull().default(true),
  sharePurchaseHistory: boolean('share_purchase_history').notNull().default(false),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Open until it is accepted, one to an address; `tokenHash` is missing until its mail was written. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull(),
  name: text('name').notNull().default(''),
  /** Null: the account will be a customer's. */
  role: text('role', { enum: ADMIN_ROLES }),
  tokenHash: text('token_hash').unique(),
  invitedBy: uuid('invited_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
});
