import { and, count, eq } from 'drizzle-orm';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * The key of an order's nth return request, first counted as 0. It is known before the request is: photos wait under it,
 * a reload finds them again, and a form that is sent twice is one request. It opens nothing by itself.
 */
export const keyOf = (orderId: string, nth: number): string => uuidFrom(`return ${orderId} ${nth}`);

/** How many returns of an order its customer asked for so far. */
export async function countOf(shop: Shop, { id, userId }: Pick<Order, 'id' | 'userId'>): Promise<number> {
  if (userId === null) return 0;
  const [asked] = await shop.database
    .select({ count: count() })
    .from(returnRequests)
    .where(and(eq(returnRequests.orderId, id), eq(returnRequests.userId, userId)));
  return asked!.count;
}
