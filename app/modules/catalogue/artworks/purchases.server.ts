import { and, eq, sql } from 'drizzle-orm';
import { customerSettings } from '#app/modules/identity/accounts/tables.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { artworkPurchases } from './tables.server.ts';

/** Writes down what an order bought, in the caller's transaction; none when it was taken back. Nobody without an account is remembered. */
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

/** Writes down what many orders bought that another shop sold, in the caller's transaction; nobody without an account is remembered. */
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

/** Fewer people than this could be told apart. */
const LEAST_PEOPLE = 3;

// Not by owner: counts people, and answers nothing below three.
/**
 * How often an artwork was bought this calendar month in India, counting only the orders of people who share their purchase
 * history; 0 while they are fewer than three, so that nobody can be told apart.
 */
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
