import { eq, sql } from 'drizzle-orm';
import { customerSettings } from '#app/modules/accounts/tables.server.ts';
import { DEFAULT_CUSTOMER_SETTINGS } from '#app/modules/accounts/account.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artwork.ts';
import { summariesOf } from '#app/modules/catalogue/catalogue.server.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Fewer people than this could be told apart. */
const LEAST_PEOPLE = 3;

/**
 * How often a piece was bought this calendar month in India, counting only the orders of people who share their purchase
 * history; 0 while they are fewer than three, so that nobody can be told apart. Cancelled and unpaid orders don't
 * count.
 */
export async function timesBoughtThisMonth(shop: Shop, artworkId: string): Promise<number> {
  const [bought] = await shop.database
    .select({
      times: sql<number>`count(*)::int`,
      people: sql<number>`count(distinct ${orders.userId})::int`,
    })
    .from(orders)
    .innerJoin(customerSettings, eq(customerSettings.userId, orders.userId))
    .where(
      sql`${customerSettings.sharePurchaseHistory} and ${stands}
        and ${orders.createdAt} >= date_trunc('month', ${shop.now.toISOString()}::timestamptz, 'Asia/Kolkata')
        and ${orders.items} @> ${JSON.stringify([{ artwork_id: artworkId }])}::jsonb`,
    );
  return bought && bought.people >= LEAST_PEOPLE ? bought.times : 0;
}

/**
 * Pieces like those the visitor has bought and doesn't have, those of the categories they bought most of first; none for
 * guests, for who bought nothing, and for who wants no personalized recommendations.
 */
export async function recommendedFor(shop: Shop, most: number): Promise<ArtworkSummary[]> {
  if (!('userId' in shop.actor)) return [];
  const { rows } = await shop.database.execute<{ id: string }>(sql`
    with bought as (
      select (item->>'artwork_id')::uuid as id, count(*) as times
      from ${orders}, jsonb_array_elements(${orders.items}) item
      where ${orders.userId} = ${shop.actor.userId}::uuid and ${stands} and ${wantsRecommendations(shop.actor.userId)}
      group by 1),
    liked as (
      select lower(${artworks.category}) as category, sum(bought.times) as times
      from ${artworks} join bought on bought.id = ${artworks.id} group by 1)
    select ${artworks.id} as id
    from ${artworks} join liked on liked.category = lower(${artworks.category})
    where ${artworks.id} not in (select id from bought) and (${artworks.inStock} or ${artworks.medium} = 'fabric')
    order by liked.times desc, ${artworks.featured} desc, ${artworks.createdAt} desc, ${artworks.id}
    limit ${most}`);
  const ids = rows.map((row) => row.id);
  const summaries = await summariesOf(shop, ids);
  return ids.flatMap((id) => summaries.get(id) ?? []);
}

const stands = sql`${orders.status} <> 'cancelled' and ${orders.paymentStatus} <> 'pending'`;

const wantsRecommendations = (userId: string) => sql`coalesce(
  (select ${customerSettings.personalizedRecommendations} from ${customerSettings} where ${customerSettings.userId} = ${userId}::uuid),
  ${DEFAULT_CUSTOMER_SETTINGS.personalizedRecommendations}::boolean)`;
