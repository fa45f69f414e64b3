import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import type { WebhookAnswer } from '#app/modules/payments/provider.ts';
import { payments } from '#app/modules/ledger/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';

const provider = () => text('provider', { enum: GATEWAYS }).notNull();

/** Each webhook as it came and what was read from it, stored before it is acted on. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: provider(),
    eventId: text('event_id').notNull(),
    /** Forgotten after 90 days, with the signature and the answer. */
    rawBody: text('raw_body'),
    signature: text('signature'),
    answer: jsonb('answer').$type<WebhookAnswer>(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    handledAt: moment('handled_at'),
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

/** A day of a gateway that was held against the shop's books. */
export const gatewayChecks = pgTable(
  'gateway_checks',
  {
    provider: provider(),
    day: date('day').notNull(),
    /** How many the gateway has. */
    payments: integer('payments').notNull(),
    refunds: integer('refunds').notNull(),
    checkedAt: moment('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.day] })],
);

export const gatewayDifferences = pgTable(
  'gateway_differences',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    provider: provider(),
    day: date('day').notNull(),
    about: text('about', { enum: ['payment', 'refund'] }).notNull(),
    kind: text('kind', { enum: ['missing-here', 'missing-there', 'other-amount'] }).notNull(),
    /** The gateway's id of the payment or refund; of one it doesn't know, its id of the order or our key. */
    providerId: text('provider_id').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    ours: paiseColumn('ours'),
    theirs: paiseColumn('theirs'),
    /** The shop had missed it and has taken it into its books since. */
    completed: boolean('completed').notNull().default(false),
  },
  (table) => [
    unique().on(table.provider, table.day, table.about, table.providerId),
    foreignKey({ columns: [table.provider, table.day], foreignColumns: [gatewayChecks.provider, gatewayChecks.day] }),
  ],
);

/** What a gateway paid into the bank at once. */
export const gatewaySettlements = pgTable(
  'gateway_settlements',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    provider: provider(),
    providerSettlementId: text('provider_settlement_id').notNull(),
    /** The bank's: its UTR. */
    reference: text('reference'),
    settledAt: moment('settled_at').notNull(),
    importedAt: moment('imported_at').notNull(),
  },
  (table) => [unique().on(table.provider, table.providerSettlementId)],
);

/** What came of one payment: net is gross less fee and tax; of a refund, gross and net are below zero. */
export const gatewaySettlementLines = pgTable(
  'gateway_settlement_lines',
  {
    settlementId: uuid('settlement_id')
      .notNull()
      .references(() => gatewaySettlements.id),
    kind: text('kind', { enum: ['payment', 'refund', 'other'] }).notNull(),
    providerId: text('provider_id').notNull(),
    /** Null while the payment isn't in our books. */
    paymentId: uuid('payment_id').references(() => payments.id),
    gross: paiseColumn('gross').notNull(),
    fee: paiseColumn('fee').notNull(),
    tax: paiseColumn('tax').notNull(),
    net: paiseColumn('net').notNull(),
  },
  (table) => [primaryKey({ columns: [table.settlementId, table.kind, table.providerId] })],
);
