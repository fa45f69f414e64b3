import { returnStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { recordPurchases } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { recordOrderStock } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { itemKey } from '#app/basics/item.ts';
import { releaseCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { changeCharge } from '#app/modules/orders/ledger/ledger.server.ts';
import { type OrderItem, toStockItems } from '#app/modules/orders/orders/order.ts';
import { isBought } from '#app/modules/orders/orders/order-life.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { OrderRow } from './order-row.server.ts';

// Not filtered by owner: the caller has locked the order and checked access.
/** Returns removed pieces to stock, releases a removed coupon, and records what is now due. */
export async function applyChange(
  shop: Shop,
  order: OrderRow,
  change: { items: OrderItem[]; totals: Totals; dropsCoupon: boolean; reason: string },
): Promise<void> {
  const orderId = order.id;
  const removed = order.stockWaitsForPayment ? [] : removedStock(order.items, change.items);
  if (removed.length > 0)
    await recordOrderStock(shop, { kind: 'cancellation', order, lines: await returnStock(shop, removed) });
  if (change.dropsCoupon) await releaseCoupon(shop, orderId);
  await changeCharge(shop, { orderId, from: order.total, to: change.totals.total, reason: change.reason });
  if (isBought(order) && change.items.length < order.items.length) {
    const purchases = { orderId, userId: order.userId, boughtAt: order.createdAt };
    await recordPurchases(shop, { ...purchases, artworkIds: [] });
    await recordPurchases(shop, { ...purchases, artworkIds: change.items.map((item) => item.artwork_id) });
  }
  await announce(shop, 'orders.changed', { orderId, what: change.reason });
}

function removedStock(before: OrderItem[], after: OrderItem[]) {
  const remaining = new Map(toStockItems(after).map((item) => [itemKey(item), item.quantity]));
  return toStockItems(before)
    .map((item) => ({ ...item, quantity: item.quantity - (remaining.get(itemKey(item)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}
