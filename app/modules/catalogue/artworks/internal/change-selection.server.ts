import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type Paise, paise } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import {
  type ArtworkChangeType,
  changedCount,
  changedPrice,
  MAX_CHANGED,
  type PriceChange,
  type SetChange,
  type StockChange,
} from '#app/modules/catalogue/artworks/artwork-list.ts';
import { isAboveMrp } from '#app/modules/catalogue/artworks/forms.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { findCorrectedAgain, recordCorrections } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import { netPriceRates, storedPrice, taxedArtwork, typedPrice } from '#app/modules/catalogue/artworks/typed-price.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { auditEach, findAudited } from '#app/platform/audit/audit.server.ts';
import { type Shop, adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { type ArtworkRow, missingToSell } from '#app/modules/catalogue/artworks/save.server.ts';
import { type ArtworkSelection, idsOfSelection } from './artwork-list.server.ts';

const CHANGED: Record<SetChange, Changing> = {
  publish: { status: 'published' },
  draft: { status: 'draft' },
  archive: { status: 'archived' },
  feature: { featured: true },
  unfeature: { featured: false },
  'out-of-stock': { stockCount: 0 },
};

export type ArtworkChange = SetChange | RelativeChange;

/** These changes depend on the current value, so a repeat would apply them twice. */
export type RelativeChange = { price: PriceChange } | { stock: StockChange };

/**
 * `refused` counts pieces that a live shop cannot sell, or whose new price would be zero, too high or above the MRP.
 */
export type ArtworksChanged = { changed: number; refused: number };

/** Throws RangeError for more than MAX_CHANGED artworks. */
export async function changeSelection(
  shop: Shop,
  selection: ArtworkSelection,
  change: ArtworkChange,
): Promise<ArtworksChanged> {
  adminOnly(shop);
  const ids = await idsOfSelection(shop, selection);
  if (typeof change === 'string')
    return changeEach(shop, {
      ids,
      action: actionOf(change),
      after: ({ variantCounts }) => ({
        ...CHANGED[change],
        ...(change === 'out-of-stock' && { variantCounts: mapValues(variantCounts, () => 0) }),
      }),
    });
  if ('price' in change) {
    const rates = netPriceRates(await getSettings(shop));
    return changeEach(shop, {
      ids,
      action: actionOf('price'),
      after({ price, variantPrices }, row) {
        const gst = taxedArtwork(row);
        const changePrice = (before: Paise | null): Paise | null => {
          const changed = changedPrice(before && typedPrice(before, gst, rates), change.price);
          return changed && storedPrice(changed, gst, rates, { price: before, gst });
        };
        return { price: changePrice(price), variantPrices: mapValues(variantPrices, (each) => changePrice(each)!) };
      },
    });
  }
  return changeEach(shop, {
    ids,
    action: actionOf('stock'),
    reason: change.stock.reason,
    after: ({ stockCount, variantCounts }) => ({
      stockCount: changedCount(stockCount, change.stock),
      variantCounts: mapValues(variantCounts, (each) => changedCount(each, change.stock)),
    }),
  });
}

/** Undoes this admin's bulk change for pieces unchanged since then. Stock sold since then is not returned. */
export async function undoChange(shop: Shop, change: ArtworkChangeType, at: Date): Promise<ArtworksChanged> {
  adminOnly(shop);
  const noted = new Map(
    (await findAudited(shop, { action: actionOf(change), at })).map((entry) => [entry.subjectId, entry]),
  );
  const ids = [...noted.keys()];
  const corrected = await findCorrectedAgain(shop, ids, at);
  return changeEach(shop, {
    ids,
    action: 'artwork.undo',
    reason: 'Undone',
    after: (row) => {
      const { before, after } = noted.get(row.id)! as { before: Changing; after: Changing };
      if (change === 'stock' || change === 'out-of-stock')
        return corrected.has(row.id)
          ? {}
          : {
              stockCount: Math.max(0, row.stockCount + (before.stockCount ?? 0) - (after.stockCount ?? 0)),
              variantCounts: mapValues(row.variantCounts, (now, id) => {
                const [was, became] = [before.variantCounts?.[id], after.variantCounts?.[id]];
                return was === undefined || became === undefined ? now : Math.max(0, now + was - became);
              }),
            };
      const isAsLeft = JSON.stringify({ ...row, ...after }) === JSON.stringify(row);
      return isAsLeft ? before : {};
    },
  });
}

type Changed = Pick<ArtworkRow, 'featured' | 'price' | 'status' | 'stockCount'> & {
  variantPrices: Record<string, Paise>;
  variantCounts: Record<string, number>;
};

type Changing = Partial<Changed>;

const mapValues = <Value>(values: Record<string, Value>, map: (value: Value, id: string) => Value) =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, map(value, id)]));

const actionOf = (change: ArtworkChangeType) => `artwork.${change}`;

const HIGHEST_PRICE = 100_000_000_000;

function isAllowed(shop: Shop, row: ArtworkRow, { before, after }: { before: Changed; after: Changed }): boolean {
  const prices = row.hasVariants ? Object.values(after.variantPrices) : [after.price];
  return (
    (row.status === after.status || missingToSell(shop, { ...row, ...after }).length === 0) &&
    (isEqual([before.price, before.variantPrices], [after.price, after.variantPrices]) ||
      prices.every(
        (price) => price === null || (price > 0 && price <= HIGHEST_PRICE && !isAboveMrp({ price, mrp: row.mrp })),
      ))
  );
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sales also lock artworks in the order of ids, which prevents deadlocks. */
const lockArtworks = (shop: Shop, ids: readonly string[]) =>
  shop.database
    .select()
    .from(artworks)
    .where(inArray(artworks.id, [...ids]))
    .orderBy(asc(artworks.id))
    .for('update');

async function changeEach(
  shop: Shop,
  {
    ids,
    action,
    reason = '',
    after,
  }: {
    ids: readonly string[];
    action: string;
    reason?: string;
    after: (values: Changed & { id: string }, row: ArtworkRow) => Changing;
  },
): Promise<ArtworksChanged> {
  adminOnly(shop);
  const validIds = ids.filter(isUuid);
  if (validIds.length === 0) return { changed: 0, refused: 0 };
  if (validIds.length > MAX_CHANGED) throw new RangeError(`not so many pieces at once: ${validIds.length}`);
  return inTransaction(shop, async (shop) => {
    const rows = await lockArtworks(shop, validIds);
    const variants = await shop.database
      .select()
      .from(artworkVariants)
      .where(inArray(artworkVariants.artworkId, validIds))
      .orderBy(asc(artworkVariants.id))
      .for('update');
    const changes = rows
      .map((row) => {
        const { id, featured, price, status, stockCount } = row;
        const ownVariants = variants.filter(({ artworkId }) => artworkId === id);
        const before = {
          id,
          featured,
          price,
          status,
          stockCount,
          variantPrices: Object.fromEntries(ownVariants.map((variant) => [variant.id, variant.price])),
          variantCounts: Object.fromEntries(ownVariants.map((variant) => [variant.id, variant.stockCount])),
        };
        return { row, before, after: withVariants({ ...before, ...after(before, row) }) };
      })
      .filter(({ before, after }) => !isEqual(before, after));
    const allowed = changes.filter(({ row, ...change }) => isAllowed(shop, row, change));
    const result = { changed: allowed.length, refused: changes.length - allowed.length };
    if (allowed.length === 0) return result;
    const ofEach = <Name extends keyof ArtworkRow & (keyof Changed | 'id')>(name: Name) =>
      sql.param(allowed.map(({ after }) => after[name]));
    await shop.database
      .update(artworks)
      .set({
        featured: sql`changed.featured`,
        price: sql`changed.price`,
        status: sql`changed.status`,
        stockCount: sql`changed.stock_count`,
        version: sql`${artworks.version} + 1`,
        updatedAt: shop.now,
      })
      .from(
        sql`unnest(${ofEach('id')}::uuid[], ${ofEach('featured')}::boolean[], ${ofEach('price')}::bigint[], ${ofEach('status')}::text[], ${ofEach('stockCount')}::int[]) as changed (id, featured, price, status, stock_count)`,
      )
      .where(eq(artworks.id, sql`changed.id`));
    const changedVariants = allowed.flatMap(({ before, after }) =>
      Object.entries(after.variantCounts).map(([variantId, stockCount]) => ({
        artworkId: after.id,
        variantId,
        price: after.variantPrices[variantId]!,
        stockCount,
        change: stockCount - before.variantCounts[variantId]!,
        reason,
      })),
    );
    if (changedVariants.length > 0) {
      const ofVariants = (name: 'variantId' | 'price' | 'stockCount') =>
        sql.param(changedVariants.map((variant) => variant[name]));
      await shop.database
        .update(artworkVariants)
        .set({ price: sql`changed.price`, stockCount: sql`changed.stock_count` })
        .from(
          sql`unnest(${ofVariants('variantId')}::uuid[], ${ofVariants('price')}::bigint[], ${ofVariants('stockCount')}::int[]) as changed (id, price, stock_count)`,
        )
        .where(eq(artworkVariants.id, sql`changed.id`));
    }
    await recordCorrections(shop, [
      ...allowed
        .filter(({ row }) => !row.hasVariants)
        .map(({ before, after }) => ({ artworkId: after.id, change: after.stockCount - before.stockCount, reason })),
      ...changedVariants,
    ]);
    await auditEach(
      shop,
      allowed.map(({ before, after }) => ({ action, table: 'artworks', id: after.id, before, after })),
    );
    return result;
  });
}

function withVariants<Row extends Changed>(row: Row): Row {
  const counts = Object.values(row.variantCounts);
  if (counts.length === 0) return row;
  return {
    ...row,
    price: paise(Math.min(...Object.values(row.variantPrices))),
    stockCount: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** Deletes pieces, also from carts and wishlists. Orders keep their copies. Returns how many pieces were deleted. */
export async function deleteArtworks(shop: Shop, selection: ArtworkSelection): Promise<number> {
  adminOnly(shop);
  const selectedIds = await idsOfSelection(shop, selection);
  if (selectedIds.length === 0) return 0;
  return inTransaction(shop, async (shop) => {
    const rows = await lockArtworks(shop, selectedIds);
    await auditEach(
      shop,
      rows.map(({ searchText: _searchText, facetGroup: _facetGroup, ...before }) => ({
        action: 'artwork.delete',
        table: 'artworks',
        id: before.id,
        before,
      })),
    );
    await shop.database.delete(artworks).where(inArray(artworks.id, selectedIds));
    return rows.length;
  });
}
