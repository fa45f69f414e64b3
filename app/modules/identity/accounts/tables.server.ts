import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Address } from '#app/basics/address.ts';
import { ADMIN_ROLES } from '#app/platform/admin-role.ts';
import { moment } from '#app/platform/database/columns.server.ts';

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

export const userProfiles = pgTable(
  'user_profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => authUsers.id),
    name: text('name').notNull(),
    /** Differs from the email of `auth_users` until a claimed address is confirmed. */
    email: text('email').notNull(),
    phone: text('phone'),
    address: jsonb('address').$type<Address>(),
    /** Measurements are stored only with the customer's consent. */
    measurements: text('measurements').notNull().default(''),
    note: text('note').notNull().default(''),
    isAdmin: boolean('is_admin').notNull().default(false),
    adminRole: text('admin_role', { enum: ADMIN_ROLES }).notNull().default('owner'),
    deactivatedAt: moment('deactivated_at'),
    /** When the account will be anonymised. Null without a pending deletion. */
    deletionDueAt: moment('deletion_due_at'),
    anonymisedAt: moment('anonymised_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('user_profiles_newest').on(table.createdAt.desc(), table.id.desc()),
    index('user_profiles_email').on(table.email),
  ],
);

export const formerAddresses = pgTable('former_addresses', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  email: text('email').notNull(),
  leftAt: moment('left_at').notNull(),
});

export const customerSettings = pgTable('customer_settings', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => userProfiles.id),
  emailOrderUpdates: boolean('email_order_updates').notNull().default(true),
  smsDeliveryUpdates: boolean('sms_delivery_updates').notNull().default(true),
  whatsAppOrderUpdates: boolean('whatsapp_order_updates').notNull().default(false),
  marketingEmails: boolean('marketing_emails').notNull().default(false),
  personalizedRecommendations: boolean('personalized_recommendations').notNull().default(true),
  sharePurchaseHistory: boolean('share_purchase_history').notNull().default(false),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
