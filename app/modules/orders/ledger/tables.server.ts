import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { LEDGER_TYPES, PAYMENT_SOURCES } from './ledger.ts';

// The order module depends on this module, so `order_id` has no foreign key.

export const payments = pgTable('payments', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull(),
  customerId: uuid('customer_id').references(() => authUsers.id),
  amount: paiseColumn('amount').notNull(),
  /** Two orders may claim the same reference. References from other sources are unique. */
  referenceId: text('reference_id').notNull(),
  looksLikeUtr: boolean('looks_like_utr')
    .generatedAlwaysAs(sql`reference_id ~ '^[0-9]{12}$'`)
    .notNull(),
  status: text('status', { enum: ['pending', 'success', 'failed'] }).notNull(),
  verification: text('verification', { enum: ['unverified', 'matched', 'rejected'] })
    .notNull()
    .default('unverified'),
  source: text('source', { enum: PAYMENT_SOURCES }).notNull(),
  matchAskedAt: moment('match_asked_at'),
  notFoundOn: date('not_found_on'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique().defaultRandom(),
  paymentId: uuid('payment_id')
    .notNull()
    .references(() => payments.id),
  amount: paiseColumn('amount').notNull(),
  reason: text('reason').notNull(),
  /** A manual refund counts as succeeded unless it is undone. */
  status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
    .notNull()
    .default('succeeded'),
  /** Null for a manual refund. */
  provider: text('provider', { enum: GATEWAYS }),
  referenceId: text('reference_id'),
  /** Partly hidden. */
  sentTo: text('sent_to'),
  failureReason: text('failure_reason'),
  settledAt: moment('settled_at'),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const codSettlements = pgTable('cod_settlements', {
  paymentId: uuid('payment_id')
    .primaryKey()
    .references(() => payments.id),
  remittanceId: uuid('remittance_id'),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** A trigger rejects changes, so rows can only be added. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey().defaultRandom(),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  type: text('type', { enum: LEDGER_TYPES }).notNull(),
  amount: paiseColumn('amount').notNull(),
  paymentId: uuid('payment_id').references(() => payments.id),
  refundId: uuid('refund_id').references(() => refunds.id),
  reason: text('reason'),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const orderBalances = pgTable('order_balances', {
  orderId: uuid('order_id').primaryKey(),
  due: paiseColumn('due').notNull(),
  received: paiseColumn('received').notNull(),
  /** Since when the shop has received more than is due, and the type of the entry that caused this. */
  overpaidSince: moment('overpaid_since'),
  overpaidBy: text('overpaid_by', { enum: LEDGER_TYPES }),
});
