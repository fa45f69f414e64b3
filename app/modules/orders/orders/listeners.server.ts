import { and, eq, isNull } from 'drizzle-orm';
import { recordPurchases } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { publish, topicsOfOrder } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { isBought } from './order-life.ts';
import { orders } from './tables.server.ts';

// Not filtered by owner: a background job acts after an event.
const publishOn = <
  Name extends
    | 'orders.confirmed'
    | 'orders.status-changed'
    | 'orders.changed'
    | 'orders.payment-checked'
    | 'orders.shipment-recorded',
>(
  on: Name,
): ListenerOn<Name> => ({
  name: 'orders.publish',
  on,
  async handle(shop, { orderId: id }) {
    const [order] = await shop.database
      .select({ id: orders.id, userId: orders.userId })
      .from(orders)
      .where(eq(orders.id, id));
    if (order) await publish(shop, topicsOfOrder(order), { kind: 'order', id });
  },
});

// Not filtered by owner: the announcing module has checked whose order it is.
const joinAccount: ListenerOn<'orders.account-found'> = {
  name: 'orders.join-account',
  on: 'orders.account-found',
  handle: (shop, { orderId, userId }) =>
    inTransaction(shop, async (shop) => {
      const [order] = await shop.database
        .update(orders)
        .set({ userId })
        .where(and(eq(orders.id, orderId), isNull(orders.userId)))
        .returning();
      if (!order) return;
      const artworkIds = order.items.map((item) => item.artwork_id);
      if (isBought(order)) await recordPurchases(shop, { orderId, userId, boughtAt: order.createdAt, artworkIds });
      await publish(shop, topicsOfOrder(order), { kind: 'order', id: orderId });
    }),
};

export const orderListeners = [
  publishOn('orders.confirmed'),
  publishOn('orders.status-changed'),
  publishOn('orders.changed'),
  publishOn('orders.payment-checked'),
  publishOn('orders.shipment-recorded'),
  joinAccount,
] as const;
