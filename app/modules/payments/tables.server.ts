import { GATEWAYS } from '#app/basics/payment-methods.ts';
import { boolean, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
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
    completedAt: moment('completed_at'),
    failure: text('failure', { enum: ['declined', 'cancelled', 'wrong-amount'] }),
    failureReason: text('failure_reason'),
    notDebited: boolean('not_debited').notNull().default(false),
    failedAt: moment('failed_at'),
    /** When the gateway was last asked. */
    polledAt: moment('polled_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.provider, table.providerOrderId), unique().on(table.provider, table.paymentId)],
);

export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider', { enum: GATEWAYS }).notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);
