import { eq } from 'drizzle-orm';
import { ring, topics } from '#app/platform/live/live.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import './events.server.ts';
import { orders } from './tables.server.ts';

/** Rings who may know of the order; they look again. */
async function ringOrder(shop: Shop, { orderId }: { orderId: string }): Promise<void> {
  const [order] = await shop.database.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const owner = order.userId === null ? [] : [topics.person(order.userId)];
  await ring(shop, [topics.desk, ...owner, topics.order(orderId)], { kind: 'order', id: orderId });
}

const rings = <
  Name extends 'orders.confirmed' | 'orders.status-changed' | 'orders.payment-checked' | 'orders.shipment-recorded',
>(
  on: Name,
): ListenerOn<Name> => ({ name: 'orders.ring', on, handle: (shop, payload) => ringOrder(shop, payload) });

/** An order's news reaches the pages that show it, while they are open. */
export const orderListeners = [
  rings('orders.confirmed'),
  rings('orders.status-changed'),
  rings('orders.payment-checked'),
  rings('orders.shipment-recorded'),
] as const;
