import { and, eq, sql } from 'drizzle-orm';
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
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { GatewayRedirect, WebhookAnswer } from './provider.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';

const provider = () => text('provider', { enum: GATEWAYS }).notNull();

/** The shop stores each webhook as received, before handling it. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: provider(),
    eventId: text('event_id').notNull(),
    /** Signature, answer and body are deleted after 90 days. */
    rawBody: text('raw_body'),
    signature: text('signature'),
    answer: jsonb('answer').$type<WebhookAnswer>(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    handledAt: moment('handled_at'),
    lastError: text('last_error'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const gatewayChecks = pgTable(
  'gateway_checks',
  {
    provider: provider(),
    day: date('day').notNull(),
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
    /** The gateway's id, or else its order id or the shop's key. */
    providerId: text('provider_id').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    ours: paiseColumn('ours'),
    theirs: paiseColumn('theirs'),
    completed: boolean('completed').notNull().default(false),
  },
  (table) => [
    unique().on(table.provider, table.day, table.about, table.providerId),
    foreignKey({ columns: [table.provider, table.day], foreignColumns: [gatewayChecks.provider, gatewayChecks.day] }),
  ],
);

export const gatewaySettlements = pgTable(
  'gateway_settlements',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    provider: provider(),
    providerSettlementId: text('provider_settlement_id').notNull(),
    reference: text('reference'),
    settledAt: moment('settled_at').notNull(),
    importedAt: moment('imported_at').notNull(),
  },
  (table) => [unique().on(table.provider, table.providerSettlementId)],
);

export const gatewaySettlementLines = pgTable(
  'gateway_settlement_lines',
  {
    settlementId: uuid('settlement_id')
      .notNull()
      .references(() => gatewaySettlements.id),
    kind: text('kind', { enum: ['payment', 'refund', 'other'] }).notNull(),
    providerId: text('provider_id').notNull(),
    /** Null while the shop has not recorded the payment. */
    paymentId: uuid('payment_id').references(() => payments.id),
    gross: paiseColumn('gross').notNull(),
    fee: paiseColumn('fee').notNull(),
    tax: paiseColumn('tax').notNull(),
    net: paiseColumn('net').notNull(),
  },
  (table) => [primaryKey({ columns: [table.settlementId, table.kind, table.providerId] })],
);

/** A gateway's payments. Only `completePayment` writes their results. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').notNull(),
    provider: text('provider', { enum: GATEWAYS }).notNull(),
    providerOrderId: text('provider_order_id').notNull(),
    amount: paiseColumn('amount').notNull(),
    currency: text('currency').notNull().default('INR'),
    status: text('status', { enum: ['created', 'completed', 'failed'] })
      .notNull()
      .default('created'),
    paymentId: text('payment_id'),
    redirect: jsonb('redirect').$type<GatewayRedirect>(),
    completedAt: moment('completed_at'),
    failure: text('failure', { enum: ['declined', 'cancelled', 'wrong-amount', 'id-used'] }),
    failureReason: text('failure_reason'),
    notDebited: boolean('not_debited').notNull().default(false),
    failedAt: moment('failed_at'),
    polledAt: moment('polled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.provider, table.providerOrderId), unique().on(table.provider, table.paymentId)],
);

/** Selects the claimed amount. The SQL names its tables, because drizzle omits the names for a single table. */
export const claimedAmount = sql`coalesce((select payments.amount from ${payments}
  where payments.reference_id = orders.payment_reference_id and payments.order_id = orders.id
    and (orders.advance is not null or payments.verification <> 'matched')), orders.total)`;

export const claimMadeAt = sql`case when orders.advance is null then orders.created_at else coalesce(
  (select payments.created_at from ${payments} where payments.reference_id = orders.payment_reference_id
    and payments.order_id = orders.id), orders.created_at) end`.mapWith(payments.createdAt);

export const isCapturedPayment = () =>
  and(eq(paymentOrders.orderId, payments.orderId), eq(sql`upper(${paymentOrders.paymentId})`, payments.referenceId))!;

/** The shop makes a refund with its key, or the owner makes it in the gateway's dashboard. */
export const gatewayRefunds = pgTable(
  'gateway_refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentOrderId: uuid('payment_order_id')
      .notNull()
      .references(() => paymentOrders.id),
    key: text('key'),
    providerRefundId: text('provider_refund_id'),
    amount: paiseColumn('amount'),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    reason: text('reason'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.paymentOrderId, table.key), unique().on(table.paymentOrderId, table.providerRefundId)],
);

export const refundDestinations = pgTable('refund_destinations', {
  orderId: uuid('order_id').primaryKey(),
  upiId: text('upi_id'),
  accountHolder: text('account_holder'),
  accountNumber: text('account_number'),
  ifsc: text('ifsc'),
  givenAt: moment('given_at').notNull().defaultNow(),
  /** When this destination replaced another destination, whose masked form is stored. */
  changedAt: moment('changed_at'),
  previous: text('previous'),
});
