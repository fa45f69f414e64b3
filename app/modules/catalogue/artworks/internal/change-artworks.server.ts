import { done, type Result } from '#app/basics/result.ts';
import { type KeyUsed, once } from '#app/platform/once.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { type ArtworkSelection } from './artwork-list.server.ts';
import {
  type ArtworkChange,
  type ArtworksChanged,
  changeSelection,
  type RelativeChange,
} from './change-selection.server.ts';

type ChangedOnce = Result<ArtworksChanged & { at: Date }, KeyUsed<unknown>>;

/** Applies a bulk change once per idempotency key. Throws RangeError for more than MAX_CHANGED artworks. */
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
  const changed = await once<ArtworksChanged & { at: string }>(
    shop,
    { scope: 'artwork-change', key, content: change },
    async (shop) => done({ ...(await changeSelection(shop, selection, change)), at: shop.now.toISOString() }),
  );
  return changed.ok ? done({ ...changed.value, at: new Date(changed.value.at) }) : changed;
}
