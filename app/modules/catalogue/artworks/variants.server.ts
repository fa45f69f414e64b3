import { inArray } from 'drizzle-orm';
import { type Item, itemKey } from '#app/basics/item.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type ArtworkSummary, variantOf } from './artwork.ts';
import { summariesOf } from './artworks.server.ts';
import { artworkVariants } from './tables.server.ts';

/** Returns summaries of the items that exist. A variant has its own name, price, stock and size. */
export async function summariesOfItems(shop: Shop, items: readonly Item[]): Promise<Map<string, ArtworkSummary>> {
  const summaries = await summariesOf(
    shop,
    items.map(({ artworkId }) => artworkId),
  );
  const variantIds = items.flatMap(({ variantId }) => variantId ?? []).filter(isUuid);
  if (variantIds.length === 0) return summaries;
  const rows = await shop.database.select().from(artworkVariants).where(inArray(artworkVariants.id, variantIds));
  const variants = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    items.flatMap((item): [string, ArtworkSummary][] => {
      const summary = summaries.get(item.artworkId);
      if (!summary) return [];
      if (!item.variantId) return [[itemKey(item), summary]];
      const variant = variants.get(item.variantId);
      return variant?.artworkId === item.artworkId ? [[itemKey(item), variantOf(summary, variant)]] : [];
    }),
  );
}
