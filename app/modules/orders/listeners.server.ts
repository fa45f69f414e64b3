import { eq } from 'drizzle-orm';
import { publish, topicsOfOrder } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';
import { orders } from './tables.server.ts';

// Not by owner: the shop itself, after what happened.
const publishOn = <
  Name extends 'orders.confirmed' | 'orders.status-changed' | 'orders.payment-checked' | 'orders.shipment-recorded',
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

/** What changed of an order reaches the pages that show it, while they are open. */
export const orderListeners = [
  publishOn('orders.confirmed'),
  publishOn('orders.status-changed'),
  publishOn('orders.payment-checked'),
  publishOn('orders.shipment-recorded'),
] as const;
