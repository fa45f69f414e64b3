import { eq } from 'drizzle-orm';
import { returnStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { type Item, itemKey } from '#app/basics/item.ts';
import { stockItemsOf } from '#app/modules/orders/orders/order.ts';
import { ORDER_LIFE } from '#app/modules/orders/orders/order-life.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { recordOrderStock } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { lockOrder } from './order-row.server.ts';

/**
 * Puts some items of an order back into stock, in the caller's transaction, which makes sure that it happens once;
 * admins. Never more than the order still holds: what was made to order, was put back before or went back with a
 * cancellation stays out. Answers what was restocked. Throws not-found.
 */
export async function restockItems(
  shop: Shop,
  { orderId, lines }: { orderId: string; lines: readonly (Item & { quantity: number })[] },
): Promise<(Item & { quantity: number })[]> {
  adminOnly(shop);
  const order = await lockOrder(shop, orderId);
  if (!ORDER_LIFE[order.status].holdsStock || order.stockWaitsForPayment) return [];
  const held = new Map(stockItemsOf(order.items, order.restocked).map((item) => [itemKey(item), item.quantity]));
  const back = lines
    .map((line) => ({ ...line, quantity: Math.min(line.quantity, held.get(itemKey(line)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (back.length === 0) return [];
  await recordOrderStock(shop, { kind: 'return', order, lines: await returnStock(shop, back) });
  const restocked = { ...order.restocked };
  for (const line of back) restocked[itemKey(line)] = (restocked[itemKey(line)] ?? 0) + line.quantity;
  await shop.database.update(orders).set({ restocked, updatedAt: shop.now }).where(eq(orders.id, order.id));
  return back;
}
