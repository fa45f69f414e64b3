import { z } from 'zod';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { ARTWORK_STATUSES } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { MEDIUMS } from '#app/modules/catalogue/artworks/medium.ts';
import { ARTWORK_SORTS, MAX_CHANGED } from '#app/modules/catalogue/artworks/artwork-list.ts';
import {
  type ArtworkSelection,
  listArtworksForAdmin,
  summariesOf,
} from '#app/modules/catalogue/artworks/artworks.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { listQuery, oneOf } from '#app/routes/admin/shared/list-search.ts';
import type { Chosen } from './chosen.tsx';

export const artworkListQuery = (url: URL) => ({
  ...listQuery(url),
  sort: oneOf(ARTWORK_SORTS, url.searchParams.get('sort')) ?? ('-added' as const),
  medium: oneOf(MEDIUMS, url.searchParams.get('medium')),
  status: oneOf(ARTWORK_STATUSES, url.searchParams.get('status')),
});

export const chosenFields = { id: z.array(uuidSchema), all: z.literal('on').optional() };
export type ChosenFields = z.output<z.ZodObject<typeof chosenFields>>;

/** With `all`, selects all pieces of the filtered list. */
export const selectionOf = ({ id, all }: ChosenFields, url: URL): ArtworkSelection =>
  all ? artworkListQuery(url) : id;

export async function chosenArtworks(shop: Shop, url: URL): Promise<Chosen> {
  adminOnly(shop);
  const areAll = url.searchParams.has('all');
  const found = areAll
    ? await listArtworksForAdmin(shop, artworkListQuery(url))
    : { artworks: [...(await summariesOf(shop, url.searchParams.getAll('id').slice(0, MAX_CHANGED))).values()] };
  if (found.artworks.length === 0) throw notFound();
  const artworks = found.artworks.map(({ id, title, price, medium, gstRate, hasVariants }) => ({
    id,
    title,
    price,
    medium,
    gstRate,
    hasVariants,
  }));
  const all = 'counts' in found ? found.counts[artworkListQuery(url).medium ?? 'all'] : artworks.length;
  return { areAll, count: Math.min(MAX_CHANGED, all ?? MAX_CHANGED), artworks };
}
