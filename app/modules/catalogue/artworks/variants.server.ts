import { asc, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { type Item, itemKey } from '#app/basics/item.ts';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale } from '#app/basics/stale-form.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { type Artwork, type ArtworkSummary, variantOf } from './artwork.ts';
import { summariesOf } from './artworks.server.ts';
import type { SaveVariantsRefusal } from './save-messages.ts';
import { readArtworks } from './internal/read-artworks.server.ts';
import { refuseVariants, totalsOf, writeVariants } from './write-variants.server.ts';
import { artworks, artworkVariants } from './tables.server.ts';
import type { VariantInput } from './variant-forms.ts';

/**
 * Makes these the variants of a piece, in this order: those without an id are new, those that aren't named go, out of carts too. The piece's
 * price and stock count follow them; without any it keeps what it had. Admins only. Refused when the piece is gone, was changed or sold
 * since `version` (the answer carries it as it is now), when a variant costs more than the MRP, and of skin care, of which the law wants each size labelled by itself.
 */
export async function saveVariants(
  shop: Shop,
  { artworkId, version, variants }: { artworkId: string; version: number; variants: readonly VariantInput[] },
): Promise<Result<Artwork, SaveVariantsRefusal>> {
  adminOnly(shop);
  if (!isUuid(artworkId)) return refused('not-found');
  return inTransaction(shop, async (shop): Promise<Result<Artwork, SaveVariantsRefusal>> => {
    const [artwork] = await shop.database.select().from(artworks).where(eq(artworks.id, artworkId)).for('update');
    if (!artwork) return refused('not-found');
    const read = async () => (await readArtworks(shop, eq(artworks.id, artworkId), 1))[0]!;
    if (isStale(version, artwork.version)) return refused('changed-meanwhile', await read());
    const refusal = refuseVariants(artwork, variants);
    if (refusal) return refusal;

    const before = await shop.database
      .select()
      .from(artworkVariants)
      .where(eq(artworkVariants.artworkId, artworkId))
      .orderBy(asc(artworkVariants.position));
    const known = new Set(before.map((variant) => variant.id));
    const after = variants.map(({ id, ...variant }, position) => ({
      ...variant,
      id: id !== undefined && known.has(id) ? id : randomUUID(),
      artworkId,
      position,
    }));
    const totals = after.length > 0 ? totalsOf(after) : { stockCount: artwork.stockCount };
    await writeVariants(shop, [
      { artworkId, before, after, stockBefore: artwork.stockCount, stockAfter: totals.stockCount },
    ]);
    await shop.database
      .update(artworks)
      .set({
        hasVariants: after.length > 0,
        ...totals,
        version: sql`${artworks.version} + 1`,
        updatedAt: shop.now,
      })
      .where(eq(artworks.id, artworkId));
    await audit(shop, {
      action: 'artwork.variants',
      table: 'artworks',
      id: artworkId,
      before: { variants: before },
      after: { variants: after },
    });
    return done(await read());
  });
}

/**
 * What stands for these items in carts and orders, by `itemKey`: a variant as a piece with its name in the title and its own price, stock count and
 * size. What isn't there is not in the map.
 */
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
