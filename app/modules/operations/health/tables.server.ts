import { integer, jsonb, boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { paiseColumn, moment } from '#app/platform/database/columns.server.ts';
import type { LedgerDifference } from './ledger-check.server.ts';
import type { IncidentKind } from './incident.ts';
import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';

export const incidents = pgTable('incidents', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').$type<IncidentKind>().notNull(),
  beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true }),
});

/** A change without `endedAt` is still pending. */
export const payeeChanges = pgTable('payee_changes', {
  id: uuid('id').primaryKey().defaultRandom(),
  address: text('address'),
  name: text('name'),
  isMerchant: boolean('is_merchant').notNull(),
  askedBy: uuid('asked_by').references(() => authUsers.id),
  askedAt: moment('asked_at').notNull(),
  endedAt: moment('ended_at'),
});

export const gatewayFingerprints = pgTable('gateway_fingerprints', {
  gateway: text('gateway', { enum: GATEWAYS }).primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  seenAt: moment('seen_at').notNull(),
});

export const openingChecks = pgTable(
  'opening_checks',
  {
    item: text('item', { enum: ['payment', 'mail', 'policies', 'backup'] }).notNull(),
    subject: text('subject').notNull(),
    note: text('note').notNull().default(''),
    checkedBy: uuid('checked_by').references(() => authUsers.id),
    checkedAt: moment('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.item, table.subject] })],
);

/** The table has at most one row. */
export const certificateChecks = pgTable('certificate_checks', {
  id: boolean('id').primaryKey().default(true),
  address: text('address').notNull(),
  validFrom: moment('valid_from'),
  validUntil: moment('valid_until'),
  problem: text('problem', { enum: ['unreadable', 'invalid'] }),
  detail: text('detail').notNull().default(''),
  failingSince: moment('failing_since'),
  checkedAt: moment('checked_at').notNull(),
});

export const ledgerChecks = pgTable('ledger_checks', {
  id: uuid('id').primaryKey().defaultRandom(),
  checkedAt: moment('checked_at').notNull().defaultNow(),
  differences: jsonb('differences').$type<LedgerDifference[]>().notNull().default([]),
  /** Null for older checks. */
  orders: integer('orders'),
  received: paiseColumn('received'),
});
