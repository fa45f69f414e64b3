import { and, count, eq } from 'drizzle-orm';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { returnRequests } from '#app/modules/returns/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

/**
 * The key of an order's nth return request, first counted as 0. It is known before the request is: photos wait under it,
 * a reload finds them again, and a form that is sent twice is one request. It opens nothing by itself.
 */
export const keyOf = (orderId: string, nth: number): string => uuidFrom(`return ${orderId} ${nth}`);

/** How many returns of the visitor's own order were asked for so far. */
export async function countOf(shop: Shop, orderId: string): Promise<number> {
  const [asked] = await shop.database
    .select({ count: count() })
    .from(returnRequests)
    .where(and(eq(returnRequests.orderId, orderId), eq(returnRequests.userId, signedIn(shop).userId)));
  return asked!.count;
}
