import { eq } from 'drizzle-orm';
import { publish, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { orders } from './tables.server.ts';

/** Reaches who may know of the order. */
async function publishOrder(shop: Shop, { orderId }: { orderId: string }): Promise<void> {
  const [order] = await shop.database.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const owner = order.userId === null ? [] : [topics.person(order.userId)];
  await publish(shop, [topics.admin, ...owner, topics.order(orderId)], { kind: 'order', id: orderId });
}

const publishOn = <
  Name extends 'orders.confirmed' | 'orders.status-changed' | 'orders.payment-checked' | 'orders.shipment-recorded',
>(
  on: Name,
): ListenerOn<Name> => ({ name: 'orders.publish', on, handle: (shop, payload) => publishOrder(shop, payload) });

/** What changed of an order reaches the pages that show it, while they are open. */
export const orderListeners = [
  publishOn('orders.confirmed'),
  publishOn('orders.status-changed'),
  publishOn('orders.payment-checked'),
  publishOn('orders.shipment-recorded'),
] as const;
