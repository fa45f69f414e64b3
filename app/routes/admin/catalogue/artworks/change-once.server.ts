import { data, href } from 'react-router';
import type { ArtworkChangeType } from '#app/modules/catalogue/artworks/artwork-list.ts';
import {
  type ArtworksChanged,
  type ArtworkSelection,
  changeArtworks,
  type RelativeChange,
} from '#app/modules/catalogue/artworks/artworks.server.ts';
import { CHANGED_OTHERWISE } from '#app/modules/catalogue/artworks/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { seeOther } from '#app/routes/admin/shared/see-other.ts';

/** Back to the list, which says what came of it and offers to take it back. */
export const toList = (url: URL, done: ArtworkChangeType, { changed, refused, at }: ArtworksChanged & { at: Date }) =>
  seeOther(href('/admin/artworks'), url, {
    done,
    count: String(changed),
    ...(refused > 0 && { lacking: String(refused) }),
    at: at.toISOString(),
  });

/** The same for a change that a form's key makes once; where something else was done by that key, the form is shown again with another one. */
export async function changeOnce(
  shop: Shop,
  url: URL,
  selection: ArtworkSelection,
  { key, typed, ...change }: { key: string; typed: Record<string, string> } & RelativeChange,
) {
  const changed = await changeArtworks(shop, selection, { ...change, key });
  if (changed.ok) return toList(url, 'price' in change ? 'price' : 'stock', changed.value);
  return data({ formError: CHANGED_OTHERWISE, typed: { ...typed, key: crypto.randomUUID() } }, { status: 409 });
}
