import { and, eq } from 'drizzle-orm';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import { handleWebhook } from './internal/webhook-events.server.ts';
import { webhookEvents } from './tables.server.ts';
import { owedOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { refundThroughGateway } from './internal/refund-order.server.ts';
import './events.server.ts';

/** The outbox retries failures and shows the newest error to the owner. */
const handleStoredWebhook: ListenerOn<'gateways.webhook-stored'> = {
  name: 'gateways.handle-webhook',
  on: 'gateways.webhook-stored',
  async handle(shop, event) {
    await handleWebhook(shop, event);
  },
  async onDead(shop, { provider, eventId }, lastError) {
    await shop.database
      .update(webhookEvents)
      .set({ lastError })
      .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)));
  },
};

export const gatewayListeners = [handleStoredWebhook] as const;

// Not filtered by owner: a background job refunds a payment for sold pieces.
const refundAtOnce: ListenerOn<'orders.refund-at-once'> = {
  name: 'refunds.refund-at-once',
  on: 'orders.refund-at-once',
  async handle(shop, { orderId, reference }) {
    const [payment] = await shop.database
      .select({ id: payments.id, amount: payments.amount })
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.referenceId, reference), eq(payments.source, 'gateway')));
    const owed = await owedOfOrder(shop, orderId);
    if (!payment || owed < payment.amount) return;
    const { id: paymentId, amount } = payment;
    const refund = { orderId, paymentId, amount, key: paymentId, reason: 'Sold before the payment arrived' };
    await refundThroughGateway(shop, refund);
  },
};

export const refundListeners = [refundAtOnce] as const;
