import { isDeepStrictEqual } from 'node:util';
import { eq, lt } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { artworkChanges } from '#app/modules/catalogue/artworks/tables.server.ts';
import { adminOnly, inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { type ArtworkSelection } from './artwork-list.server.ts';
import {
  type ArtworkChange,
  type ArtworksChanged,
  changeSelection,
  type RelativeChange,
} from './change-selection.server.ts';
import { foldArtworkCounts } from './facet-groups.server.ts';

type ChangedOnce = Result<ArtworksChanged & { at: Date }, Refused<'sent-otherwise', undefined>>;

/**
 * Does one thing to several pieces at once. Under a key it is done once: the same again answers what came of it, and when; refused where
 * something else was done under it. Admins only. Throws RangeError for more than MAX_CHANGED.
 */
export function changeArtworks(
  shop: Shop,
  selection: ArtworkSelection,
  change: ArtworkChange,
): Promise<ArtworksChanged>;
export function changeArtworks(
  shop: Shop,
  selection: ArtworkSelection,
  change: RelativeChange & { key: string },
): Promise<ChangedOnce>;
export function changeArtworks(
  shop: Shop,
  selection: ArtworkSelection,
  change: ArtworkChange | (RelativeChange & { key: string }),
): Promise<ArtworksChanged | ChangedOnce> {
  if (typeof change === 'string' || !('key' in change)) return changeSelection(shop, selection, change);
  const { key, ...only } = change;
  return changeOnce(shop, key, selection, only);
}

async function changeOnce(
  shop: Shop,
  key: string,
  selection: ArtworkSelection,
  change: RelativeChange,
): Promise<ChangedOnce> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    // Who sends it again meanwhile waits here.
    const isFirst = await shop.database
      .insert(artworkChanges)
      .values({ key, change, changed: 0, refused: 0, createdAt: shop.now })
      .onConflictDoNothing()
      .returning({ key: artworkChanges.key });
    if (isFirst.length === 0) {
      const [earlier] = await shop.database.select().from(artworkChanges).where(eq(artworkChanges.key, key));
      const { changed, refused: stayed, createdAt: at } = earlier!;
      return isDeepStrictEqual(earlier!.change, change)
        ? done({ changed, refused: stayed, at })
        : refused('sent-otherwise');
    }
    const result = await changeSelection(shop, selection, change);
    await shop.database.update(artworkChanges).set(result).where(eq(artworkChanges.key, key));
    return done({ ...result, at: shop.now });
  });
}

const KEY_HOURS = 24;

/**
 * What the catalogue does by itself now and then: adds up its counts, and forgets the keys of changes after a day, when their forms
 * aren't sent again any more. The shop itself.
 */
export async function sweepCatalogue(shop: Shop): Promise<void> {
  shopOnly(shop);
  await foldArtworkCounts(shop);
  const before = new Date(shop.now.getTime() - KEY_HOURS * 3_600_000);
  await shop.database.delete(artworkChanges).where(lt(artworkChanges.createdAt, before));
}
