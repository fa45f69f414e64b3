import { inArray, sql } from 'drizzle-orm';
import { type Paise, paise } from '#app/basics/money.ts';
import { refused } from '#app/basics/result.ts';
import { isAboveMrp } from './forms.ts';
import { type Medium, shownMedium, storedAs } from './medium.ts';
import type { VariantsRefusal } from './messages.ts';
import { artworkVariants } from './tables.server.ts';
import { recordCorrections } from './stock-history.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type VariantRow = typeof artworkVariants.$inferSelect;

export type VariantsWrite = {
  artworkId: string;
  before: readonly VariantRow[];
  after: readonly VariantRow[];
  stockBefore: number;
  stockAfter: number;
};

export const totalsOf = (variants: readonly Pick<VariantRow, 'price' | 'stockCount'>[]) => ({
  price: paise(Math.min(...variants.map(({ price }) => price))),
  stockCount: variants.reduce((sum, { stockCount }) => sum + stockCount, 0),
});

/** Refuses variants above the MRP, and all variants of skin care, whose sizes need separate labels. */
export function refuseVariants(
  artwork: { medium: Medium; category: string; mrp: Paise | null },
  variants: readonly Pick<VariantRow, 'price'>[],
): VariantsRefusal | undefined {
  if (variants.length > 0 && shownMedium(storedAs(artwork)) === 'skin-care') return refused('skin-care');
  const at = variants.findIndex(({ price }) => isAboveMrp({ price, mrp: artwork.mrp }));
  return at >= 0 ? refused('above-mrp', { at }) : undefined;
}

/** Writes the variants of locked pieces, with stock history. Deletes variants that are no longer listed, and removes them from carts. */
export async function writeVariants(shop: Shop, writes: readonly VariantsWrite[]): Promise<void> {
  const after = writes.flatMap((write) => write.after);
  const remainingIds = new Set(after.map(({ id }) => id));
  const removedVariants = writes.flatMap(({ before }) => before.filter(({ id }) => !remainingIds.has(id)));
  if (removedVariants.length > 0)
    await shop.database.delete(artworkVariants).where(
      inArray(
        artworkVariants.id,
        removedVariants.map(({ id }) => id),
      ),
    );
  const staying = writes.flatMap(({ before }) => before.filter(({ id }) => remainingIds.has(id)));
  if (staying.length > 0)
    // Two variants may swap names, so all names are cleared first.
    await shop.database
      .update(artworkVariants)
      .set({ size: sql`${artworkVariants.id}::text` })
      .where(
        inArray(
          artworkVariants.id,
          staying.map(({ id }) => id),
        ),
      );
  if (after.length > 0)
    await shop.database
      .insert(artworkVariants)
      .values(after)
      .onConflictDoUpdate({
        target: artworkVariants.id,
        set: {
          position: sql`excluded.position`,
          size: sql`excluded.size`,
          cloth: sql`excluded.cloth`,
          price: sql`excluded.price`,
          stockCount: sql`excluded.stock_count`,
          dimensions: sql`excluded.dimensions`,
        },
      });
  await recordCorrections(shop, writes.flatMap(correctionsOf));
}

function correctionsOf({ artworkId, before, after, stockBefore, stockAfter }: VariantsWrite) {
  const variantsById = new Map(before.map((variant) => [variant.id, variant]));
  const ids = new Set(after.map(({ id }) => id));
  return [
    ...(before.length === 0 && after.length > 0
      ? [{ artworkId, change: -stockBefore, reason: 'Counted by variant from now on' }]
      : []),
    ...after.map(({ id, stockCount }) => ({
      artworkId,
      variantId: id,
      change: stockCount - (variantsById.get(id)?.stockCount ?? 0),
      reason: variantsById.has(id) ? '' : 'First count',
    })),
    ...before
      .filter(({ id }) => !ids.has(id))
      .map(({ id, stockCount }) => ({
        artworkId,
        variantId: id,
        change: -stockCount,
        reason: after.length === 0 ? 'No longer counted by variant' : 'Variant removed',
      })),
    ...(before.length > 0 && after.length === 0
      ? [{ artworkId, change: stockAfter, reason: 'No longer counted by variant' }]
      : []),
  ];
}
