import { date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { gatewaySettlements } from '#app/modules/payments/payments/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';

export const codRemittances = pgTable('cod_remittances', {
  id: uuid('id').primaryKey().defaultRandom(),
  courier: text('courier').notNull(),
  reference: text('reference').notNull(),
  day: date('day').notNull(),
  amount: paiseColumn('amount').notNull(),
  fee: paiseColumn('fee').notNull(),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const bankStatementLines = pgTable('bank_statement_lines', {
  id: uuid('id').primaryKey().defaultRandom(),
  fingerprint: text('fingerprint').notNull().unique(),
  day: date('day').notNull(),
  amount: paiseColumn('amount').notNull(),
  reference: text('reference'),
  references: text('named_references').array().notNull().default([]),
  description: text('description').notNull(),
  payer: text('payer'),
  dismissedAt: timestamp('dismissed_at', { withTimezone: true }),
  importedBy: uuid('imported_by').references(() => authUsers.id),
  importedAt: timestamp('imported_at', { withTimezone: true }).notNull().defaultNow(),
});

/** An allocation counts only while its payment is confirmed. */
export const bankLineAllocations = pgTable('bank_line_allocations', {
  id: uuid('id').primaryKey().defaultRandom(),
  lineId: uuid('line_id')
    .notNull()
    .references(() => bankStatementLines.id),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  paymentId: uuid('payment_id')
    .notNull()
    .unique()
    .references(() => payments.id),
  amount: paiseColumn('amount').notNull(),
  /** All matches of a batch are undone together. */
  batch: uuid('batch').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const bankLinePayouts = pgTable('bank_line_payouts', {
  id: uuid('id').primaryKey().defaultRandom(),
  lineId: uuid('line_id')
    .notNull()
    .references(() => bankStatementLines.id),
  settlementId: uuid('settlement_id').references(() => gatewaySettlements.id),
  remittanceId: uuid('remittance_id').references(() => codRemittances.id),
  amount: paiseColumn('amount').notNull(),
  /** The shop does not make an undone match again automatically. */
  undoneAt: timestamp('undone_at', { withTimezone: true }),
  matchedBy: uuid('matched_by').references(() => authUsers.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
