import { count, eq, min, sql } from 'drizzle-orm';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

/** How many requests wait for an answer, how many of them for `hours` or longer, and since when the oldest does; admins. */
export async function waitingRequests(
  shop: Shop,
  hours: number,
): Promise<{ waiting: number; late: number; oldest: Date | null }> {
  adminOnly(shop);
  const before = new Date(shop.now.getTime() - hours * 3_600_000).toISOString();
  const [found] = await shop.database
    .select({
      waiting: count(),
      late: sql<number>`(count(*) filter (where ${orderRequests.createdAt} <= ${before}::timestamptz))::int`,
      oldest: min(orderRequests.createdAt),
    })
    .from(orderRequests)
    .where(eq(orderRequests.status, 'pending'));
  return found!;
}
