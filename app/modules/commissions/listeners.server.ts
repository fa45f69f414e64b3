// Not by owner: the shop itself, after what happened.
import { and, eq, ne } from 'drizzle-orm';
import { publishRequest } from '#app/modules/conversations/conversations.server.ts';
import { deletePhotosFromShop, deletePhotosOfRemoved } from '#app/modules/commissions/internal/shop-photos.server.ts';
import { settleRequest } from '#app/modules/order-requests/order-requests.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';

const publishOn = <Name extends 'orders.confirmed' | 'orders.status-changed' | 'orders.payment-checked'>(
  on: Name,
): ListenerOn<Name> => ({
  name: 'commissions.publish',
  on,
  async handle(shop, { orderId }) {
    const [request] = await shop.database
      .select({ id: orderRequests.id })
      .from(orderRequests)
      .where(eq(orderRequests.orderId, orderId));
    if (request) await publishRequest(shop, request.id);
  },
});

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
    const [request] = await shop.database
      .select({ id: orderRequests.id })
      .from(orderRequests)
      .innerJoin(orders, eq(orders.id, orderRequests.orderId))
      // Cancelled again before we got here: the reason is of that.
      .where(and(eq(orderRequests.orderId, orderId), ne(orders.status, 'cancelled')));
    if (request) await settleRequest(shop, request.id, { cancellationReason: null });
  },
};

/** What changed of a commission's order reaches its page, also for who came by the link; photos that may not be shown any more leave the shop. */
export const commissionListeners = [
  publishOn('orders.confirmed'),
  publishOn('orders.status-changed'),
  publishOn('orders.payment-checked'),
  deleteWhenWithdrawn,
  deleteWhenRemoved,
  dropReasonWhenRestored,
] as const;
