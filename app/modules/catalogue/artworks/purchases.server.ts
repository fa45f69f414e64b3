import { and, eq, sql } from 'drizzle-orm';
import { customerSettings } from '#app/modules/identity/accounts/tables.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { artworkPurchases } from './tables.server.ts';

/** Skips orders without an account. */
export async function recordPurchases(
  shop: Shop,
  order: { orderId: string; userId: string | null; boughtAt: Date; artworkIds: readonly string[] },
): Promise<void> {
  const { artworkIds, userId, ...bought } = order;
  if (userId === null) return;
  if (artworkIds.length === 0)
    await shop.database
      .delete(artworkPurchases)
      .where(and(eq(artworkPurchases.orderId, order.orderId), eq(artworkPurchases.userId, userId)));
  else
    await shop.database
      .insert(artworkPurchases)
      .values(artworkIds.map((artworkId) => ({ ...bought, userId, artworkId })))
      .onConflictDoNothing();
}

export async function importPurchases(
  shop: Shop,
  purchases: readonly (typeof artworkPurchases.$inferInsert)[],
): Promise<void> {
  shopOnly(shop);
  if (purchases.length > 0)
    await shop.database
      .insert(artworkPurchases)
      .values([...purchases])
      .onConflictDoNothing();
}

/** A count of fewer people could identify a customer. */
const LEAST_PEOPLE = 3;

// Not filtered by owner: counts people, and returns 0 below three.
/** Counts this month's purchases in India by customers who agreed to share them; 0 below three people. */
export async function timesBoughtThisMonth(shop: Shop, artworkId: string): Promise<number> {
  const [bought] = await shop.database
    .select({
      times: sql<number>`count(*)::int`,
      people: sql<number>`count(distinct ${artworkPurchases.userId})::int`,
    })
    .from(artworkPurchases)
    .innerJoin(customerSettings, eq(customerSettings.userId, artworkPurchases.userId))
    .where(
      sql`${customerSettings.sharePurchaseHistory} and ${artworkPurchases.artworkId} = ${artworkId}::uuid
        and ${artworkPurchases.boughtAt} >= date_trunc('month', ${shop.now.toISOString()}::timestamptz, 'Asia/Kolkata')`,
    );
  return bought && bought.people >= LEAST_PEOPLE ? bought.times : 0;
}
