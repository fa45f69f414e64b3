import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_CUSTOMER_SETTINGS } from '#app/modules/identity/accounts/account.ts';
import { customerSettings } from '#app/modules/identity/accounts/tables.server.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { comparable } from '#app/modules/catalogue/artworks/filter.ts';
import { artworks, artworkPurchases } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readWithFallback } from './fallback.server.ts';
import { newestByRank, readFacetGroups } from './facet-groups.server.ts';
import { summaryRows } from './summary-rows.server.ts';

/** Returns recommendations based on the visitor's purchases, or none without purchases or consent. */
export async function recommendedFor(shop: Shop, most: number): Promise<ArtworkSummary[]> {
  return readWithFallback(
    shop,
    () => recommendedRows(shop, most),
    () => [],
  );
}

async function recommendedRows(shop: Shop, limit: number): Promise<ArtworkSummary[]> {
  if (!('userId' in shop.actor)) return [];
  const { userId } = shop.actor;
  const bought = await shop.database
    .select({ id: artworkPurchases.artworkId, category: artworks.category, times: sql<number>`count(*)::int` })
    .from(artworkPurchases)
    .leftJoin(artworks, eq(artworks.id, artworkPurchases.artworkId))
    .where(and(eq(artworkPurchases.userId, userId), wantsRecommendations(userId)))
    .groupBy(artworkPurchases.artworkId, artworks.category);
  const times = new Map<string, number>();
  for (const { category, times: added } of bought)
    if (category !== null) times.set(comparable(category), (times.get(comparable(category)) ?? 0) + added);
  if (times.size === 0) return [];
  const liked = [...times.keys()].toSorted((a, b) => times.get(b)! - times.get(a)!);
  const ranked = (await readFacetGroups(shop)).flatMap((group) => {
    const categoryRank = liked.indexOf(comparable(group.category));
    return categoryRank < 0 || group.availability === 'out'
      ? []
      : [{ ...group, rank: categoryRank * 2 + Number(!group.featured) }];
  });
  return summaryRows(shop, { ...newestByRank(ranked, { limit, except: bought.map(({ id }) => id) }), limit });
}

const wantsRecommendations = (userId: string) => sql`coalesce(
  (select ${customerSettings.personalizedRecommendations} from ${customerSettings} where ${customerSettings.userId} = ${userId}::uuid),
  ${DEFAULT_CUSTOMER_SETTINGS.personalizedRecommendations}::boolean)`;
