import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { STOCK_CHANGE_KINDS } from './stock-change.ts';

/** `artwork_id` and `order_id` are of modules that stand above this one; the rows of a deleted piece stay. */
export const stockChanges = pgTable('stock_changes', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The order in which they were written. */
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  artworkId: uuid('artwork_id').notNull(),
  variantId: uuid('variant_id'),
  change: integer('change').notNull(),
  kind: text('kind', { enum: STOCK_CHANGE_KINDS }).notNull(),
  /** Null for a correction, and only for that. */
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
  reason: text('reason').notNull().default(''),
  changedBy: uuid('changed_by').references(() => authUsers.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
