import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Paise } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import type { DrawnQuote, TypedAddress } from './checkout-hold.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';

export const checkoutAttempts = pgTable('checkout_attempts', {
  key: uuid('key').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  orderNumber: text('order_number').notNull().unique(),
  contentHash: text('content_hash'),
  orderId: uuid('order_id')
    .references(() => orders.id)
    .unique(),
  /** The content of the newest QR code; null after the order is placed. */
  drawnQuote: jsonb('drawn_quote').$type<DrawnQuote>(),
  drawnUntil: timestamp('drawn_until', { withTimezone: true }),
  /** Amounts in paise of all QR codes that were shown. */
  drawnAmounts: bigint('drawn_amounts', { mode: 'number' }).array().$type<Paise[]>().notNull().default([]),
  /** Null after the order is placed. */
  typedAddress: jsonb('typed_address').$type<TypedAddress>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
