import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { ShippingAddress } from '#app/basics/address.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import { type QuoteLine, REQUEST_STATUSES, STAGES } from './request.ts';
import { privatePictureTable } from '#app/modules/catalogue/media/tables.server.ts';

export const orderRequests = pgTable('order_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  number: text('request_number')
    .notNull()
    .unique()
    .$defaultFn(() => `R-${readableCode(6)}`),
  artworkId: uuid('artwork_id').references(() => artworks.id),
  userId: uuid('user_id').references(() => authUsers.id),
  kind: text('kind', { enum: ['out-of-stock', 'price-on-request', 'custom'] }).notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  message: text('message').notNull().default(''),
  shippingAddress: jsonb('shipping_address').$type<ShippingAddress>(),
  fabricSource: text('fabric_source', { enum: ['client_provided', 'purchase_for_me'] }),
  fabricNotes: text('fabric_notes'),
  designStyle: text('design_style'),
  wantStitching: boolean('want_stitching'),
  measurements: text('measurements').notNull().default(''),
  neededBy: date('needed_by'),
  quote: paiseColumn('quote'),
  notes: text('notes').notNull().default(''),
  repliedAt: moment('replied_at'),
  /** When the studio last wrote in the request or reopened it. */
  lastReplyAt: moment('last_reply_at'),
  status: text('status', { enum: REQUEST_STATUSES }).notNull().default('pending'),
  orderId: uuid('order_id')
    .references(() => orders.id)
    .unique(),
  rejectionReason: text('rejection_reason'),
  answeredAt: moment('answered_at'),
  answeredBy: uuid('answered_by').references(() => authUsers.id),
  stage: text('stage', { enum: STAGES }),
  workHours: integer('work_hours'),
  /** Replaces the day that the accepted quote promises. */
  readyDay: date('ready_day'),
  fabricExpectedCm: integer('fabric_expected_cm'),
  fabricReceivedCm: integer('fabric_received_cm'),
  fabricMarks: text('fabric_marks').notNull().default(''),
  fabricReceivedAt: moment('fabric_received_at'),
  fabricConfirmedAt: moment('fabric_confirmed_at'),
  fabricLeftCm: integer('fabric_left_cm'),
  photoConsentAt: moment('photo_consent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** The sender's email in the request, or the account's current email if the customer has changed it. */
export const contactEmail = sql<string>`lower(coalesce((
  select auth_users.email from former_addresses join auth_users on auth_users.id = former_addresses.user_id
  where former_addresses.email = lower(order_requests.email) and former_addresses.left_at >= order_requests.created_at
    and coalesce(order_requests.user_id, former_addresses.user_id) = former_addresses.user_id
  order by former_addresses.left_at limit 1), order_requests.email))`;

export const quotes = pgTable(
  'quotes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => orderRequests.id),
    version: integer('version').notNull(),
    lines: jsonb('lines').$type<QuoteLine[]>().notNull(),
    included: text('included').notNull().default(''),
    freeChanges: integer('free_changes').notNull(),
    earliestFinish: date('earliest_finish').notNull(),
    validUntil: moment('valid_until').notNull(),
    total: paiseColumn('total').notNull(),
    advance: paiseColumn('advance').notNull(),
    asksApproval: boolean('asks_approval').notNull().default(false),
    isService: boolean('is_service').notNull().default(false),
    feeBeforePainting: integer('fee_before_painting').notNull(),
    feeOncePainting: integer('fee_once_painting').notNull(),
    workHours: integer('work_hours').notNull(),
    createdBy: uuid('created_by').references(() => authUsers.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    changeAsked: text('change_asked'),
    changeAskedAt: moment('change_asked_at'),
    acceptedAt: moment('accepted_at'),
    acceptedByName: text('accepted_by_name'),
    acceptedVia: text('accepted_via', { enum: ['account', 'link', 'email-link', 'shared-link'] }),
  },
  (table) => [unique().on(table.requestId, table.version)],
);

export type FabricBefore = { centimetres: number; marks: string; receivedAt: string; confirmedAt: string | null };

/** `key` is also the upload key of its photos. */
export const stageUpdates = pgTable('stage_updates', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique(),
  requestId: uuid('request_id')
    .notNull()
    .references(() => orderRequests.id),
  stage: text('stage', { enum: STAGES }).notNull(),
  note: text('note').notNull().default(''),
  asksApproval: boolean('asks_approval').notNull().default(false),
  approvedAt: moment('approved_at'),
  changeWanted: text('change_wanted'),
  fabricBefore: jsonb('fabric_before').$type<FabricBefore>(),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A request without a row here still has its first link. */
export const requestLinks = pgTable('request_links', {
  requestId: uuid('request_id')
    .primaryKey()
    .references(() => orderRequests.id),
  /** Part of the link's secret, so a new number creates a new link. */
  serial: integer('serial').notNull().default(1),
  revokedAt: moment('revoked_at'),
});

/** `key` is also the upload key of its pictures. */
export const requestMessages = pgTable('request_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique(),
  requestId: uuid('request_id')
    .notNull()
    .references(() => orderRequests.id),
  sender: text('sender', { enum: ['customer', 'studio'] }).notNull(),
  sentBy: uuid('sent_by').references(() => authUsers.id),
  body: text('body').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  seenAt: moment('seen_at'),
  mailedAt: moment('mailed_at'),
});

export const conversationPictures = privatePictureTable('conversation_pictures', () => orderRequests.id);

export const orderRequestImages = privatePictureTable('order_request_images', () => orderRequests.id);
