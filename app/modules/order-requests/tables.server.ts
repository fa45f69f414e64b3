import { sql } from 'drizzle-orm';
import { boolean, date, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ShippingAddress } from '#app/basics/address.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { readableCode } from '#app/platform/readable-code.server.ts';
import { REQUEST_STATUSES } from './request.ts';

/** Requests for pieces out of stock and for custom orders alike; `kind` tells which. */
export const orderRequests = pgTable('order_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique(),
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
  /** As they were typed: bust 92 cm, length 140 cm. */
  measurements: text('measurements').notNull().default(''),
  /** The day by which it is needed. */
  neededBy: date('needed_by'),
  quote: paiseColumn('quote'),
  /** The studio's own, never shown to who asked. */
  notes: text('notes').notNull().default(''),
  repliedAt: moment('replied_at'),
  /** When the studio last wrote to who asked, or took it up again. */
  lastReplyAt: moment('last_reply_at'),
  status: text('status', { enum: REQUEST_STATUSES }).notNull().default('pending'),
  orderId: uuid('order_id')
    .references(() => orders.id)
    .unique(),
  /** What its sender reads of why the studio rejected it, or cancelled what it became. */
  rejectionReason: text('rejection_reason'),
  answeredAt: moment('answered_at'),
  answeredBy: uuid('answered_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * The email address at which the sender of a request is reached, as a column: the one on the request, or the present one of the account
 * that has changed that address since.
 */
export const contactEmail = sql<string>`lower(coalesce((
  select auth_users.email from former_addresses join auth_users on auth_users.id = former_addresses.user_id
  where former_addresses.email = lower(order_requests.email) and former_addresses.left_at >= order_requests.created_at
    and coalesce(order_requests.user_id, former_addresses.user_id) = former_addresses.user_id
  order by former_addresses.left_at limit 1), order_requests.email))`;
