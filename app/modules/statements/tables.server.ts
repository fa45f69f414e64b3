import { date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { paiseColumn } from '#app/platform/database/columns.server.ts';

/** What came into the shop's account; `orderId` is the order that was matched with it. */
export const bankStatementLines = pgTable('bank_statement_lines', {
  id: uuid('id').primaryKey().defaultRandom(),
  fingerprint: text('fingerprint').notNull().unique(),
  day: date('day').notNull(),
  amount: paiseColumn('amount').notNull(),
  reference: text('reference'),
  references: text('named_references').array().notNull().default([]),
  description: text('description').notNull(),
  payer: text('payer'),
  orderId: uuid('order_id')
    .references(() => orders.id)
    .unique(),
  /** Lines that were matched in one go, for Undo. */
  matchBatch: uuid('match_batch'),
  matchedAt: timestamp('matched_at', { withTimezone: true }),
  /** When the owner said that it is no order's payment. */
  dismissedAt: timestamp('dismissed_at', { withTimezone: true }),
  importedBy: uuid('imported_by').references(() => authUsers.id),
  importedAt: timestamp('imported_at', { withTimezone: true }).notNull().defaultNow(),
});
