import { and, eq } from 'drizzle-orm';
import { owedOfOrder } from '#app/modules/ledger/ledger.server.ts';
import { payments } from '#app/modules/ledger/tables.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import { refundThroughGateway } from './internal/refund-order.server.ts';

// Not by owner: the shop itself, about an order whose pieces were gone when its payment was captured.
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
    // The payment's id as the key: however often the event is delivered, it is one refund.
    const refund = { orderId, paymentId, amount, key: paymentId, reason: 'Sold before the payment arrived' };
    await refundThroughGateway(shop, refund);
  },
};

export const refundListeners = [refundAtOnce] as const;
