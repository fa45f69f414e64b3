// Not filtered by owner: a background job acts after an event.
import { and, eq, inArray, ne } from 'drizzle-orm';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { lockOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { Listener, ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';
import { publishRequest } from './internal/state.server.ts';
import { deletePhotosFromShop, deletePhotosOfRemoved } from './shop-photos.server.ts';
import { orderRequests } from './tables.server.ts';

const publishOn = <Name extends 'orders.confirmed' | 'orders.status-changed' | 'orders.payment-checked'>(
  on: Name,
): ListenerOn<Name> => ({
  name: 'commissions.publish',
  on,
  handle: (shop, { orderId }) => publishRequestOf(shop, orderId),
});

async function publishRequestOf(shop: Shop, orderId: string): Promise<void> {
  const [request] = await shop.database
    .select({ id: orderRequests.id })
    .from(orderRequests)
    .where(eq(orderRequests.orderId, orderId));
  if (request) await publishRequest(shop, request.id);
}

/**
 * Records what the customer paid before the studio accepted. Runs when the studio can no longer undo the acceptance.
 */
const recordPaidBefore: ListenerOn<'order-requests.accepted'> = {
  name: 'order-requests.paid-before',
  on: 'order-requests.accepted',
  handle: (shop, { orderId, paidBy }) =>
    inTransaction(shop, async (shop) => {
      const order = await lockOrder(shop, orderId);
      const amount = outstanding(await balanceOfOrder(shop, orderId));
      if (!paidBy || order.status === 'cancelled' || amount === 0) return;
      const reference = `${paidBy === 'cash' ? 'CASH' : 'UPI'}-${order.orderNumber}`;
      const source = paidBy === 'cash' ? ('cash' as const) : ('reference' as const);
      const payment = {
        orderId,
        customerId: order.userId,
        amount,
        reference,
        source,
        verification: 'matched' as const,
      };
      const recorded = await recordPayment(shop, payment);
      if (!recorded.ok) throw new Error(`the payment of ${order.orderNumber} is recorded already`);
      await transition(shop, order, { type: 'pay', method: 'manual', reference });
      await publishRequestOf(shop, orderId);
    }),
};

const deleteWhenWithdrawn: ListenerOn<'commissions.photo-consent-withdrawn'> = {
  name: 'commissions.delete-photos',
  on: 'commissions.photo-consent-withdrawn',
  handle: (shop, { requestId }) => deletePhotosFromShop(shop, requestId),
};

const deleteWhenRemoved: ListenerOn<'commissions.removed'> = {
  name: 'commissions.delete-photos-of-removed',
  on: 'commissions.removed',
  handle: (shop, { number }) => deletePhotosOfRemoved(shop, number),
};

const dropReasonWhenRestored: ListenerOn<'orders.status-changed'> = {
  name: 'commissions.drop-reason',
  on: 'orders.status-changed',
  async handle(shop, { orderId, from }) {
    if (from !== 'cancelled') return;
    // After another cancellation, the reason belongs to that one.
    const restored = shop.database
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), ne(orders.status, 'cancelled')));
    await shop.database
      .update(orderRequests)
      .set({ rejectionReason: null })
      .where(inArray(orderRequests.orderId, restored));
  },
};

export const requestListeners = [
  {
    name: 'order-requests.publish',
    on: 'order-requests.sent',
    handle: (shop, { requestId }) => publish(shop, [topics.admin], { kind: 'request', id: requestId }),
  },
  {
    name: 'order-requests.publish',
    on: 'order-requests.rejected',
    handle: (shop, { requestId }) => publishRequest(shop, requestId),
  },
  recordPaidBefore,
  publishOn('orders.confirmed'),
  publishOn('orders.status-changed'),
  publishOn('orders.payment-checked'),
  deleteWhenWithdrawn,
  deleteWhenRemoved,
  dropReasonWhenRestored,
  {
    name: 'custom-orders.publish',
    on: 'custom-orders.sent',
    handle: (shop, { requestId }) => publish(shop, [topics.admin], { kind: 'request', id: requestId }),
  },
] as const satisfies readonly Listener[];
