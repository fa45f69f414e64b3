import { isUuid } from '#app/basics/uuid.ts';
import { getOrders } from '#app/modules/orders/orders/orders.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Returns the order that the address marks as just changed, because the list may no longer show it. */
export async function findChanged(shop: Shop, { searchParams }: URL) {
  const id = searchParams.get('of') ?? searchParams.get('shipped') ?? '';
  if (!isUuid(id)) return undefined;
  const [order] = await getOrders(shop, [id]);
  return order && { id: order.id, orderNumber: order.orderNumber };
}
