import { and, eq, isNull } from 'drizzle-orm';
import { recordPurchases } from '#app/modules/purchases/purchases.server.ts';
import { isBought } from '#app/modules/orders/order-life.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { publish, topicsOfOrder } from '#app/platform/live/live.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

// Not by owner: an order that has none yet; the caller has made sure whose it becomes.
/** Gives an order without an account to one, in the caller's transaction. One that has an account stays as it is. */
export async function joinOrder(
  shop: Shop,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  const [order] = await shop.database
    .update(orders)
    .set({ userId })
    .where(and(eq(orders.id, orderId), isNull(orders.userId)))
    .returning();
  if (!order) return;
  const artworkIds = order.items.map((item) => item.artwork_id);
  if (isBought(order)) await recordPurchases(shop, { orderId, userId, boughtAt: order.createdAt, artworkIds });
  await publish(shop, topicsOfOrder(order), { kind: 'order', id: orderId });
}
