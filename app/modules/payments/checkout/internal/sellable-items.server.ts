import { asc, inArray } from 'drizzle-orm';
import { type ArtworkSummary, variantOf } from '#app/modules/catalogue/artworks/artwork.ts';
import { artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** A piece, or one of its variants in its place. */
export type SellableItem = ArtworkSummary & { variantId: string | null };

/** Pieces as they are sold one by one: those with variants by them, in the owner's order. */
export async function itemsOfArtworks(shop: Shop, summaries: readonly ArtworkSummary[]): Promise<SellableItem[]> {
  const ids = summaries.filter(({ hasVariants }) => hasVariants).map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await shop.database
          .select()
          .from(artworkVariants)
          .where(inArray(artworkVariants.artworkId, ids))
          .orderBy(asc(artworkVariants.position));
  return summaries.flatMap((summary): SellableItem[] =>
    summary.hasVariants
      ? rows
          .filter(({ artworkId }) => artworkId === summary.id)
          .map((row) => ({ ...variantOf(summary, row), variantId: row.id }))
      : [{ ...summary, variantId: null }],
  );
}
