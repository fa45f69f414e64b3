import { and, arrayContains, arrayOverlaps, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { ARTWORK_NOT_FOUND, type Artwork, type ArtworkSummary, MAX_FEATURED, rowIdOf, summaryOf } from './artwork.ts';
import { type ArtworkFilter, type Facets, filterInMemory } from './filter.ts';
import { type ArtworkSelection, idsOfSelection } from './internal/artwork-list.server.ts';
import { readFacetGroups } from './internal/facet-groups.server.ts';
import { findRows, lastBefore, NEWEST, relatedRows, searchRows } from './internal/find.server.ts';
import { summaryRows } from './internal/summary-rows.server.ts';
import { readWithFallback, refreshFallback } from './internal/fallback.server.ts';
import { readArtworks } from './internal/read-artworks.server.ts';
import { artworkFormerSlugs, artworks, isPublished, isShownTo, seesDrafts } from './tables.server.ts';
import { auditEach } from '#app/platform/audit/audit.server.ts';

export type { ArtworkSelection } from './internal/artwork-list.server.ts';
export type { ArtworksChanged, RelativeChange } from './internal/change-selection.server.ts';
export { listArtworksForAdmin } from './internal/artwork-list.server.ts';
export { deleteArtworks, undoChange } from './internal/change-selection.server.ts';
export { changeArtworks } from './internal/change-artworks.server.ts';
export { type ForSale, listForSale } from './internal/for-sale.server.ts';
export { recommendedFor } from './internal/recommended.server.ts';
export { addArtwork, saveArtwork } from './save.server.ts';
export { readWithFallback } from './internal/fallback.server.ts';
export { foldArtworkCounts } from './internal/facet-groups.server.ts';
export { returnStock, takeStock } from './internal/stock.server.ts';

export type Found = {
  artworks: ArtworkSummary[];
  /** Exact up to MAX_COUNTED; a higher number only means that there are more. */
  total: number;
  facets: Facets;
  next: string | undefined;
  searchedFor?: string;
  /** The database failed, so these artworks are from the cache. Buying is paused. */
  stale: boolean;
  problem?: string;
};

export async function findArtworks(shop: Shop, filter: ArtworkFilter = {}): Promise<Found> {
  return readWithFallback<Found>(
    shop,
    async () => {
      const found = await findRows(shop, filter);
      await refreshFallback(shop);
      return { ...found, stale: false };
    },
    (fallback, problem) => {
      const found = filterInMemory(fallback, filter, lastBefore(filter));
      return { ...found, artworks: found.artworks.map(summaryOf), stale: true, problem };
    },
  );
}

export async function featuredArtworks(
  shop: Shop,
  most = MAX_FEATURED,
): Promise<Pick<Found, 'artworks' | 'stale' | 'problem'>> {
  return readWithFallback<Pick<Found, 'artworks' | 'stale' | 'problem'>>(
    shop,
    async () => {
      const featured = await summaryRows(shop, {
        where: and(eq(artworks.featured, true), isPublished),
        order: NEWEST,
        limit: most,
      });
      await refreshFallback(shop);
      return { artworks: featured, stale: false };
    },
    (fallback, problem) => {
      const featured = fallback.filter((artwork) => artwork.featured);
      const { artworks } = filterInMemory(featured, { sort: 'newest' });
      return { artworks: artworks.slice(0, most).map(summaryOf), stale: true, problem };
    },
  );
}

/** Returns at most five pieces, with matching titles first. Understands synonyms and one typo. */
export async function searchArtworks(shop: Shop, query: string, most = 5): Promise<ArtworkSummary[]> {
  return readWithFallback(
    shop,
    () => searchRows(shop, query, most),
    (fallback) =>
      query.trim() === '' ? [] : filterInMemory(fallback, { q: query }).artworks.slice(0, most).map(summaryOf),
  );
}

export async function relatedArtworks(
  shop: Shop,
  artwork: Pick<Artwork, 'id' | 'category' | 'medium'>,
  most = 4,
): Promise<ArtworkSummary[]> {
  return readWithFallback(
    shop,
    () => relatedRows(shop, artwork, most),
    (fallback) =>
      fallback
        .filter(
          (other) =>
            other.id !== artwork.id && (other.category === artwork.category || other.medium === artwork.medium),
        )
        .slice(0, most)
        .map(summaryOf),
  );
}

/** Returns a piece by slug, former slug or id. Throws not-found. Only admins get drafts. */
export async function getArtwork(shop: Shop, address: string): Promise<Artwork> {
  const rowId = rowIdOf(address);
  const bySlug = sql`(
    select id from ${artworks} where slug = ${address} union all
    select artwork_id from ${artworkFormerSlugs} where slug = ${address})`;
  const artwork = await readWithFallback(
    shop,
    async () => {
      const isMeant = rowId ? eq(artworks.id, rowId) : sql`${artworks.id} in ${bySlug}`;
      return (await readArtworks(shop, isMeant, 1))[0];
    },
    (fallback) => fallback.find((one) => one.id === address || one.id === rowId || one.slug === address),
  );
  if (!artwork || (artwork.status === 'draft' && !seesDrafts(shop))) throw notFound(ARTWORK_NOT_FOUND);
  return artwork;
}

/** Returns the newest `own-idea` piece, which stands for the shopper's own idea, and the first fabric pieces. */
export async function customOrderArtworks(
  shop: Shop,
): Promise<{ ownIdea: ArtworkSummary | undefined; designs: ArtworkSummary[] }> {
  return readWithFallback(
    shop,
    async () => {
      const [[ownIdea], designs] = await Promise.all([
        summaryRows(shop, { where: eq(artworks.status, 'own-idea'), order: NEWEST, limit: 1 }),
        findRows(shop, { within: 'fabric' }),
      ]);
      return { ownIdea, designs: designs.artworks };
    },
    (fallback) => ({
      ownIdea: undefined,
      designs: filterInMemory(fallback, { within: 'fabric' }).artworks.map(summaryOf),
    }),
  );
}

/** Returns summaries of the pieces that exist. Only admins get drafts. */
export async function summariesOf(shop: Shop, selection: ArtworkSelection): Promise<Map<string, ArtworkSummary>> {
  const ids = [...new Set(await idsOfSelection(shop, selection))];
  if (ids.length === 0) return new Map();
  const rows = await summaryRows(shop, {
    where: and(inArray(artworks.id, ids), isShownTo(shop)),
    order: NEWEST,
    limit: ids.length,
  });
  return new Map(rows.map((summary) => [summary.id, summary]));
}

export async function usesOfPictures(
  shop: Shop,
  urls: readonly string[],
): Promise<{ url: string; id: string; title: string }[]> {
  if (urls.length === 0) return [];
  const rows = await shop.database
    .select({ id: artworks.id, title: artworks.title, images: artworks.images })
    .from(artworks)
    .where(arrayOverlaps(artworks.images, [...urls]))
    .orderBy(artworks.title);
  return rows.flatMap(({ images, ...artwork }) =>
    images.filter((url) => urls.includes(url)).map((url) => ({ url, ...artwork })),
  );
}

/** Removes a picture from every piece that also has another picture. */
export async function removePictureFromArtworks(shop: Shop, url: string): Promise<void> {
  adminOnly(shop);
  const at = sql`array_position(${artworks.images}, ${url}) - 1`;
  await shop.database
    .update(artworks)
    .set({
      images: sql`array_remove(${artworks.images}, ${url})`,
      mainImageIndex: sql`case when ${artworks.mainImageIndex} > ${at} then ${artworks.mainImageIndex} - 1
        when ${artworks.mainImageIndex} = ${at} then 0 else ${artworks.mainImageIndex} end`,
      version: sql`${artworks.version} + 1`,
      updatedAt: shop.now,
    })
    .where(and(arrayContains(artworks.images, [url]), sql`cardinality(array_remove(${artworks.images}, ${url})) > 0`));
}

export async function categoryNames(shop: Shop, most = 50): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { category, count } of await readFacetGroups(shop))
    counts.set(category, (counts.get(category) ?? 0) + count);
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([category]) => category);
}

/** Returns the artworks for a sitemap, or only the number of `parts` if one file cannot list all. */
export async function listForSitemap(
  shop: Shop,
  wanted?: { part: number; parts: number },
): Promise<{ parts: number; artworks: { slug: string; updatedAt: Date }[] }> {
  const parts = wanted?.parts ?? (await countSitemapParts(shop));
  if (!wanted && parts > 1) return { parts, artworks: [] };
  const part = wanted?.part ?? 0;
  if (!Number.isInteger(Math.log2(parts)) || parts > MAX_SITEMAP_PARTS || !(part >= 0 && part < parts))
    throw new RangeError(`no part of a sitemap: ${part} of ${parts}`);
  const listed = await shop.database
    .select({ slug: artworks.slug, updatedAt: artworks.updatedAt })
    .from(artworks)
    .where(
      and(
        isPublished,
        gte(artworks.id, uuidAt(part / parts)),
        part + 1 < parts ? lt(artworks.id, uuidAt((part + 1) / parts)) : undefined,
      ),
    )
    .orderBy(artworks.id)
    .limit(MAX_IN_SITEMAP);
  return { parts, artworks: listed };
}

async function countSitemapParts(shop: Shop): Promise<number> {
  const total = (await readFacetGroups(shop)).reduce((sum, { count }) => sum + count, 0);
  return 2 ** Math.max(0, Math.ceil(Math.log2(total / IN_SITEMAP_PART)));
}

const IN_SITEMAP_PART = 250;
const MAX_SITEMAP_PARTS = 32_768;
/** Search engines read at most 50,000 addresses from a file. */
const MAX_IN_SITEMAP = 49_000;

const uuidAt = (share: number): string =>
  `${Math.floor(share * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-0000-0000-000000000000`;

export async function setMissingOrigins(shop: Shop, country: string): Promise<number> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const without = eq(artworks.countryOfOrigin, '');
    // Sales also lock rows in the order of ids, which prevents deadlocks.
    const rows = await shop.database
      .select({ id: artworks.id })
      .from(artworks)
      .where(without)
      .orderBy(asc(artworks.id))
      .for('update');
    await shop.database
      .update(artworks)
      .set({ countryOfOrigin: country, version: sql`${artworks.version} + 1`, updatedAt: shop.now })
      .where(without);
    await auditEach(
      shop,
      rows.map(({ id }) => ({
        action: 'artwork.origin',
        table: 'artworks',
        id,
        before: { countryOfOrigin: '' },
        after: { countryOfOrigin: country },
      })),
    );
    return rows.length;
  });
}
