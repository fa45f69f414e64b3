import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Refused, Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import { lockPictures, picturesByUrl, takeOutPicture } from '#app/modules/media/media.server.ts';
import { PLACEHOLDER } from '#app/modules/media/picture.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/trouble.server.ts';
import type { Artwork, ArtworkSummary } from './artwork.ts';
import { isUuid, MOST_FEATURED, rowIdOf, shownMedium, storedAs, summaryOf } from './artwork.ts';
import type { ArtworkFilter, Facets } from './filter.ts';
import { filterInMemory } from './filter.ts';
import type { ArtworkInput } from './forms.ts';
import type { SaveArtworkRefusal } from './messages.ts';
import { ARTWORK_NOT_FOUND } from './messages.ts';
import { findRows, ORDER, relatedRows, searchRows, summaryRows } from './parts/find.server.ts';
import { keepNow, readOrRecall } from './parts/kept.server.ts';
import { artworks } from './tables.server.ts';

export { returnStock, takeStock } from './parts/stock.server.ts';

export type Found = {
  artworks: ArtworkSummary[];
  /** How many match in all: 'N artworks found' (D15). */
  total: number;
  facets: Facets;
  /** The spelling that was searched for instead, when the typed one found nothing. */
  searchedFor?: string;
  /** Artworks couldn't be read and these are the last that were; `trouble` is why. Buying pauses (D30). */
  stale: boolean;
  trouble?: string;
};

/** The pieces that fit a filter, a page of twelve or more, with the count of all and the panel's facets (S1 §2, D15). */
export async function findArtworks(shop: Shop, filter: ArtworkFilter = {}): Promise<Found> {
  return readOrRecall<Found>(
    shop,
    async () => {
      const found = await findRows(shop, filter);
      await keepNow(shop, () => readArtworks(shop, sql`true`, 500));
      return { ...found, stale: false };
    },
    (kept, trouble) => {
      const found = filterInMemory(kept, filter);
      return { ...found, artworks: found.artworks.map(summaryOf), stale: true, trouble };
    },
  );
}

/** The home page's pieces: at most six, newest first (S1 §2). */
export async function featuredArtworks(shop: Shop, most = MOST_FEATURED): Promise<ArtworkSummary[]> {
  return readOrRecall(
    shop,
    () => summaryRows(shop, { where: eq(artworks.featured, true), order: ORDER.newest, limit: most }),
    (kept) =>
      filterInMemory(kept, { sort: 'newest' })
        .artworks.filter((artwork) => artwork.featured)
        .slice(0, most)
        .map(summaryOf),
  );
}

/**
 * At most five pieces for the search box, titles first (S1 §5): in any case, by the trade's other words too, and one slip
 * of the finger is forgiven. Only the first 100 characters of the query count; a query without a word finds nothing.
 */
export async function searchArtworks(shop: Shop, query: string, most = 5): Promise<ArtworkSummary[]> {
  return readOrRecall(
    shop,
    () => searchRows(shop, query, most),
    (kept) => (query.trim() === '' ? [] : filterInMemory(kept, { q: query }).artworks.slice(0, most).map(summaryOf)),
  );
}

/** At most four others of the same category or medium; the category's first, what can be had before what can't (S1 §2). */
export async function relatedArtworks(
  shop: Shop,
  artwork: Pick<Artwork, 'id' | 'category' | 'medium'>,
  most = 4,
): Promise<ArtworkSummary[]> {
  return readOrRecall(
    shop,
    () => relatedRows(shop, artwork, most),
    (kept) =>
      kept
        .filter(
          (other) =>
            other.id !== artwork.id && (other.category === artwork.category || other.medium === artwork.medium),
        )
        .slice(0, most)
        .map(summaryOf),
  );
}

/** One piece with all its pictures; '1' to '14' lead to the sample's rows (D40). Throws not-found for anything else. */
export async function getArtwork(shop: Shop, id: string): Promise<Artwork> {
  const rowId = rowIdOf(id);
  const artwork = await readOrRecall(
    shop,
    async () => (rowId === undefined ? undefined : (await readArtworks(shop, eq(artworks.id, rowId), 1))[0]),
    (kept) => kept.find((one) => one.id === id || one.id === rowId),
  );
  if (!artwork) throw notFound(ARTWORK_NOT_FOUND);
  return artwork;
}

/** The pieces with these ids, for carts, wishlists and orders; what isn't there, or isn't a UUID, is not in the map. */
export async function summariesOf(shop: Shop, ids: readonly string[]): Promise<Map<string, ArtworkSummary>> {
  const known = [...new Set(ids.filter(isUuid))];
  if (known.length === 0) return new Map();
  const rows = await summaryRows(shop, {
    where: inArray(artworks.id, known),
    order: ORDER.newest,
    limit: known.length,
  });
  return new Map(rows.map((summary) => [summary.id, summary]));
}

/**
 * Changes the piece with this id, or adds one when the id is missing or no UUID (S2 §5, D40). Admins only. Refused when
 * there is no such piece, when it was changed or sold since `version`, or when an image isn't in the media library.
 */
export async function saveArtwork(shop: Shop, input: ArtworkInput): Promise<Result<Artwork, SaveArtworkRefusal>> {
  adminOnly(shop);
  const { id, version } = input;
  if (id === undefined || !isUuid(id)) return addArtwork(shop, input);
  return inTransaction(shop, async (shop) => {
    const strange = await imageNotStored(shop, input);
    if (strange !== undefined) return refused('unknown-image', { url: strange });
    const [changed] = await shop.database
      .update(artworks)
      .set({ ...columnsOf(input), version: sql`${artworks.version} + 1`, updatedAt: shop.now })
      .where(and(eq(artworks.id, id), version === undefined ? undefined : eq(artworks.version, version)))
      .returning({ id: artworks.id });
    if (changed) return done(await justSaved(shop, changed.id));
    const [there] = await shop.database.select({ id: artworks.id }).from(artworks).where(eq(artworks.id, id));
    return there ? refused('changed-meanwhile') : refused('not-found');
  });
}

/**
 * Adds a piece, under the id given: for the sample and for imports, which keep theirs; a screen calls `saveArtwork`.
 * Admins and the shop itself only. Refused when an image isn't in the media library; throws when the id is taken.
 */
export async function addArtwork(
  shop: Shop,
  input: ArtworkInput,
  id: string = randomUUID(),
): Promise<Result<Artwork, SaveArtworkRefusal>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const strange = await imageNotStored(shop, input);
    if (strange !== undefined) return refused('unknown-image', { url: strange });
    await shop.database.insert(artworks).values({ ...columnsOf(input), id, createdAt: shop.now, updatedAt: shop.now });
    return done(await justSaved(shop, id));
  });
}

/** Takes a piece out of the shop, and out of carts and wishlists; orders keep their own copy. Admins only; else not-found. */
export async function deleteArtwork(shop: Shop, id: string): Promise<void> {
  adminOnly(shop);
  const rowId = rowIdOf(id);
  const gone =
    rowId === undefined
      ? []
      : await shop.database.delete(artworks).where(eq(artworks.id, rowId)).returning({ id: artworks.id });
  if (gone.length === 0) throw notFound(ARTWORK_NOT_FOUND);
}

/**
 * Deletes a picture from the media library and its files. Admins only; throws not-found. Refused while artworks show it,
 * saying which (D33).
 */
export async function deletePicture(
  shop: Shop,
  id: string,
): Promise<Result<undefined, Refused<'in-use', { titles: string[] }>>> {
  if (!isUuid(id)) throw notFound();
  let titles: string[] = [];
  const removeFiles = await inTransaction(shop, (shop) =>
    takeOutPicture(shop, id, async (url) => {
      const uses = await shop.database
        .select({ title: artworks.title })
        .from(artworks)
        .where(sql`${url} = any(${artworks.images})`)
        .orderBy(artworks.title);
      titles = uses.map(({ title }) => title);
      return titles.length === 0;
    }),
  );
  if (titles.length > 0) return refused('in-use', { titles });
  if (!removeFiles) throw notFound();
  await removeFiles();
  return done();
}

function columnsOf(input: ArtworkInput) {
  const {
    title,
    description,
    price,
    style,
    dimensions,
    images,
    mainImageIndex,
    stockCount,
    featured,
    tags,
    dateCreated,
  } = input;
  return {
    title,
    description,
    price,
    ...storedAs(input),
    style,
    dimensions,
    images,
    mainImageIndex,
    stockCount,
    featured,
    tags,
    dateCreated,
  };
}

/** Locks the pictures so that none is deleted before the piece that shows them is there. */
async function imageNotStored(shop: Shop, input: ArtworkInput): Promise<string | undefined> {
  const stored = await lockPictures(shop, input.images);
  return input.images.find((url) => !stored.has(url));
}

async function justSaved(shop: Shop, id: string): Promise<Artwork> {
  const [artwork] = await readArtworks(shop, eq(artworks.id, id), 1);
  return artwork!;
}

async function readArtworks(shop: Shop, where: SQL, most: number): Promise<Artwork[]> {
  const rows = await shop.database
    .select()
    .from(artworks)
    .where(where)
    .orderBy(sql`${artworks.createdAt} desc, ${artworks.id} desc`)
    .limit(most);
  const pictures = await picturesByUrl(
    shop,
    rows.flatMap((row) => row.images),
  );
  return rows.map(({ updatedAt: _updatedAt, searchedWords: _words, images, ...row }) => ({
    ...row,
    medium: shownMedium(row),
    pictures: images.map((url) => pictures.get(url) ?? { ...PLACEHOLDER, alt: row.title }),
  }));
}

/** Every piece's id and when it changed, newest first, for the sitemap; no more than one sitemap may hold. */
export async function artworkAddresses(shop: Shop): Promise<{ id: string; updatedAt: Date }[]> {
  return shop.database
    .select({ id: artworks.id, updatedAt: artworks.updatedAt })
    .from(artworks)
    .orderBy(desc(artworks.createdAt), desc(artworks.id))
    .limit(MOST_IN_SITEMAP);
}

const MOST_IN_SITEMAP = 49_000;
