import { createHash } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { returnRequests } from '#app/modules/returns/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * The key of an order's nth return request, first counted as 0. It is known before the request is: photos wait under it,
 * a reload finds them again, and a form that is sent twice is one request. It opens nothing by itself.
 */
export function keyOf(orderId: string, nth: number): string {
  const hex = createHash('sha256').update(`return ${orderId} ${nth}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** How many returns of an order were asked for so far. */
export async function countOf(shop: Shop, orderId: string): Promise<number> {
  const [asked] = await shop.database
    .select({ count: count() })
    .from(returnRequests)
    .where(eq(returnRequests.orderId, orderId));
  return asked!.count;
}
