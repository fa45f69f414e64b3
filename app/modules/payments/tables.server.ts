import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { and, eq, sql } from 'drizzle-orm';
import { boolean, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { payments } from '#app/modules/ledger/tables.server.ts';
import type { GatewayRedirect } from '#app/modules/payments/provider.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';

/** The gateway's bookkeeping, written only by the completion path. */
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
    /** Where the shopper pays, when the gateway opened a page for this payment alone. */
    redirect: jsonb('redirect').$type<GatewayRedirect>(),
    completedAt: moment('completed_at'),
    failure: text('failure', { enum: ['declined', 'cancelled', 'wrong-amount', 'id-used'] }),
    failureReason: text('failure_reason'),
    notDebited: boolean('not_debited').notNull().default(false),
    failedAt: moment('failed_at'),
    /** When the gateway was last asked. */
    polledAt: moment('polled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.provider, table.providerOrderId), unique().on(table.provider, table.paymentId)],
);

/** In SQL: what the customer of an order claims to have paid under its newest reference; written with the tables' names, for a select from orders alone. */
export const claimedAmount = sql`coalesce((select payments.amount from ${payments}
  where payments.reference_id = orders.payment_reference_id and payments.order_id = orders.id
    and (orders.advance is not null or payments.verification <> 'matched')), orders.total)`;

/** In SQL, likewise: when it was claimed. */
export const claimMadeAt = sql`case when orders.advance is null then orders.created_at else coalesce(
  (select payments.created_at from ${payments} where payments.reference_id = orders.payment_reference_id
    and payments.order_id = orders.id), orders.created_at) end`.mapWith(payments.createdAt);

/** In SQL: a gateway's bookkeeping of a payment that it captured. */
export const isCapturedPayment = () =>
  and(eq(paymentOrders.orderId, payments.orderId), eq(sql`upper(${paymentOrders.paymentId})`, payments.referenceId))!;

/** What a gateway gives back of its payments: asked for by the shop, with its key, or made in the gateway's dashboard. */
export const gatewayRefunds = pgTable(
  'gateway_refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentOrderId: uuid('payment_order_id')
      .notNull()
      .references(() => paymentOrders.id),
    key: text('key'),
    providerRefundId: text('provider_refund_id'),
    /** Null when the gateway didn't tell it. */
    amount: paiseColumn('amount'),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    reason: text('reason'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.paymentOrderId, table.key), unique().on(table.paymentOrderId, table.providerRefundId)],
);
