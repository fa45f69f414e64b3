import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Artwork, ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import {
  type ArtworkFilter,
  type Facets,
  type Sort,
  comparable,
  facetsOf,
  isTicked,
  isWithin,
  MAX_COUNTED,
  priceRange,
  shownOf,
} from '#app/modules/catalogue/artworks/filter.ts';
import {
  isTelling,
  MAX_QUERY,
  nearestWord,
  spellingsOf,
  splitTerms,
  SYNONYM_TERMS,
  termsOf,
} from '#app/modules/catalogue/artworks/search-terms.ts';
import { artworks, artworkTerms, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import { keyset, type Keyset, pageOf, type SortKey } from '#app/platform/database/keyset.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import {
  type FacetGroup,
  firstOfGroups,
  newestByRank,
  PRICE_ASCENDING,
  PRICE_DESCENDING,
  readFacetGroup,
  readFacetGroups,
} from './facet-groups.server.ts';
import { CARD, MAIN_PICTURE, cardOf, summaryRows } from './summary-rows.server.ts';

const FEATURED: SortKey = { by: artworks.featured, type: 'boolean', descending: true };
const ascending = (by: SortKey['by'], type: SortKey['type']): [SortKey, SortKey] => [
  { by, type },
  { by: artworks.id, type: 'uuid' },
];
const descending = (by: SortKey['by'], type: SortKey['type']) =>
  ascending(by, type).map((key) => ({ ...key, descending: true }));
const SORTED_BY: Record<Sort, Keyset> = {
  featured: keyset(FEATURED, ...descending(artworks.createdAt, 'timestamptz')),
  newest: keyset(...descending(artworks.createdAt, 'timestamptz')),
  oldest: keyset(...ascending(artworks.createdAt, 'timestamptz')),
  'price-low': keyset(...ascending(PRICE_ASCENDING, 'bigint')),
  'price-high': keyset(...descending(PRICE_DESCENDING, 'bigint')),
};
export const lastBefore = ({ sort = 'featured', after }: ArtworkFilter): string | undefined =>
  SORTED_BY[sort].read(after)?.at(-1);
export const NEWEST = sql`created_at desc, id desc`;

type FoundRows = { artworks: ArtworkSummary[]; total: number; facets: Facets; next: string | undefined };

/** Returns a page of artworks. Corrects a query without results to the nearest known terms. */
export async function findRows(shop: Shop, filter: ArtworkFilter): Promise<FoundRows & { searchedFor?: string }> {
  const found = await findByTerms(shop, filter, termsOf(filter.q ?? ''));
  if (found.total > 0 || !filter.q) return found;
  const corrected = await correctedQuery(shop, filter.q);
  if (corrected === undefined) return found;
  return { ...(await findByTerms(shop, filter, termsOf(corrected))), searchedFor: corrected };
}

async function findByTerms(shop: Shop, filter: ArtworkFilter, terms: string[][]): Promise<FoundRows> {
  const groups = await readFacetGroups(shop);
  const inView = groups.filter((group) => isWithin(group, filter));
  const ticked = inView.filter((group) => isTicked(group, filter));
  const priced = inPriceRange(filter);
  if (!priced && terms.length === 0)
    return {
      // The index over the whole shop serves only the first page of an unfiltered list.
      ...(await pageOfGroups(shop, filter, ticked.length < groups.length || filter.after ? ticked : undefined)),
      total: totalOf(ticked),
      facets: facetsOf(inView, filter),
    };

  const matching = (these: readonly FacetGroup[]) =>
    and(these.length === groups.length ? isPublished : inGroups(these), priced, matchesAllTerms(terms));
  const isNarrowed = ticked.length < inView.length;
  const [seen, wanted] = await Promise.all([
    matchesOf(shop, matching(inView)),
    isNarrowed ? matchesOf(shop, matching(ticked)) : undefined,
  ]);
  const matches = wanted ?? seen;
  // With so many matches, scanning the index in list order soon fills a page.
  const where = matches.areAll
    ? isOneOf(matches)
    : and(inGroups(ticked), priced, matchesAllTerms(terms, { inOrder: true }));
  return {
    ...(await readPage(shop, filter, { where, isShort: matches.areAll })),
    total: matches.total,
    facets: seen.areAll ? facetsOf(seen.groups, filter) : facetsOf(inView, filter, { isCounted: false }),
  };
}

const totalOf = (groups: readonly FacetGroup[]) => groups.reduce((sum, { count }) => sum + count, 0);

const inGroups = (groups: readonly FacetGroup[]): SQL =>
  sql`${artworks.facetGroup} = any(${sql.param(groups.map(({ facetGroup }) => facetGroup))}::text[])`;

/** The expressions equal those of migration 0063, so that PostgreSQL can use its indexes. */
function inPriceRange(filter: ArtworkFilter): SQL | undefined {
  const { from, upTo } = priceRange(filter);
  return and(
    from === undefined ? undefined : sql`${PRICE_ASCENDING} >= ${from}::bigint`,
    upTo === undefined ? undefined : sql`${PRICE_DESCENDING} <= ${upTo}::bigint`,
  );
}

/** Lists at most MAX_COUNTED + 1 matches. If there are that many, `areAll` is false. */
export type Matches = { groups: (FacetGroup & { ids: string[] })[]; total: number; areAll: boolean };

export async function matchesOf(shop: Shop, where: SQL | undefined): Promise<Matches> {
  const some = shop.database
    .select({ id: artworks.id, facetGroup: artworks.facetGroup })
    .from(artworks)
    .where(where)
    .limit(MAX_COUNTED + 1)
    .as('some');
  const rows = await shop.database
    .select({ facetGroup: some.facetGroup, ids: sql<string[]>`array_agg(${some.id}::text)` })
    .from(some)
    .groupBy(some.facetGroup);
  const groups = rows.map(({ facetGroup, ids }) => ({ ...readFacetGroup(facetGroup), ids, count: ids.length }));
  const total = totalOf(groups);
  return { groups, total, areAll: total <= MAX_COUNTED };
}

export const isOneOf = ({ groups }: Matches): SQL =>
  sql`${artworks.id} = any(${sql.param(groups.flatMap(({ ids }) => ids))}::uuid[])`;

function pageOfGroups(shop: Shop, filter: ArtworkFilter, groups: readonly FacetGroup[] | undefined) {
  const { sort = 'featured', after } = filter;
  if (!groups) return readPage(shop, filter, { where: isPublished });
  const rankOf = (featured: boolean) => (sort === 'featured' && !featured ? 1 : 0);
  const position = SORTED_BY[sort].read(after);
  const first = firstOfGroups(
    groups.map(({ facetGroup, featured }) => ({ facetGroup, rank: rankOf(featured) })),
    {
      by: sort === 'price-low' || sort === 'price-high' ? 'price' : 'created_at',
      ascends: sort === 'price-low' || sort === 'oldest',
      limit: shownOf(filter.limit) + 1,
      after: position && {
        rank: rankOf(position[0] === 'true'),
        value: position.at(-2)!,
        id: position.at(-1)!,
      },
    },
  );
  return readPage(shop, filter, { where: sql`${artworks.id} in ${first}`, isBehind: true });
}

/**
 * `isBehind`: `where` already starts after the cursor. `isShort`: there are few rows, which are read before sorting
 * because the planner would otherwise scan an index.
 */
async function readPage(
  shop: Shop,
  { sort = 'featured', limit, after }: ArtworkFilter,
  { where, isBehind = false, isShort = false }: { where?: SQL | undefined; isBehind?: boolean; isShort?: boolean },
): Promise<Pick<FoundRows, 'artworks' | 'next'>> {
  const order = SORTED_BY[sort];
  const size = shownOf(limit);
  const behind = isBehind ? undefined : order.after(after);
  const firstOfFew = sql`(
    select id from (select * from ${artworks} where ${where} offset 0) artworks
    where ${behind ?? sql`true`} order by ${sql.join(order.orderBy, sql`, `)} limit ${size + 1})`;
  const rows = await shop.database
    .select({ ...CARD, picture: MAIN_PICTURE, position: order.position })
    .from(artworks)
    .where(isShort ? sql`${artworks.id} in ${firstOfFew}` : and(where, behind))
    .orderBy(...order.orderBy)
    .limit(size + 1);
  const page = pageOf(rows, size);
  return { artworks: page.rows.map(({ position: _position, ...row }) => cardOf(shop, row)), next: page.next };
}

const escape = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns the condition for all terms. `inOrder` avoids the trigram index, for common terms. */
export function matchesAllTerms(terms: string[][], { inOrder = false } = {}): SQL | undefined {
  return and(
    ...terms.map((spellings) => (inOrder ? contains : containsIndexed)(sql`${artworks.searchText}`, spellings)),
  );
}

const contains = (text: SQL, spellings: readonly string[]): SQL =>
  or(...spellings.map((spelling) => sql`${text} like ${`%${escape(spelling)}%`}`))!;

/** The trigram index needs a condition for each spelling, not an array. */
const containsIndexed = (text: SQL, spellings: readonly string[]): SQL =>
  contains(sql`trigram_text(${text})`, spellings.map(trigramText));

const trigramText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replace(/[^\0-\x7f]/gu, (letter) => [...Buffer.from(letter)].map((byte) => `\\${byte.toString(8)}`).join(''));

const MAX_RANKED = 250;

/** Ranks titles that begin with the query first, then other titles, then category and tags, then the description. */
export async function searchRows(shop: Shop, query: string, limit: number): Promise<ArtworkSummary[]> {
  const search = (text: string) => {
    const terms = termsOf(text);
    if (terms.length === 0) return Promise.resolve([]);
    const all = (text: SQL) => and(...terms.map((spellings) => contains(text, spellings)))!;
    const title = sql`lower(title)`;
    const rank = sql`case
      when ${title} like ${`${escape(text.slice(0, MAX_QUERY).trim().toLowerCase())}%`} then 0
      when ${all(title)} then 1
      when ${all(sql`lower(category || E'\n' || array_to_string(tags, E'\n') || E'\n' || title)`)} then 2
      else 3 end`;
    const some = (where: SQL | undefined) =>
      sql`(select id from artworks where ${and(isPublished, where)} limit ${MAX_RANKED})`;
    return summaryRows(shop, {
      where: sql`${artworks.id} in (${some(and(...terms.map((spellings) => containsIndexed(title, spellings))))} union all ${some(matchesAllTerms(terms))})`,
      order: sql`${rank}, featured desc, created_at desc, id desc`,
      limit,
    });
  };
  const found = await search(query);
  if (found.length > 0) return found;
  const corrected = await correctedQuery(shop, query);
  return corrected === undefined ? [] : search(corrected);
}

export async function relatedRows(
  shop: Shop,
  artwork: Pick<Artwork, 'id' | 'category' | 'medium'>,
  limit: number,
): Promise<ArtworkSummary[]> {
  const isSameCategory = (group: FacetGroup) => comparable(group.category) === comparable(artwork.category);
  const related = (await readFacetGroups(shop)).filter(
    (group) => isSameCategory(group) || group.medium === artwork.medium,
  );
  const ranked = related.map((group) => ({
    ...group,
    rank: Number(!isSameCategory(group)) * 4 + Number(group.availability === 'out') * 2 + Number(!group.featured),
  }));
  return summaryRows(shop, { ...newestByRank(ranked, { limit, except: [artwork.id] }), limit });
}

async function correctedQuery(shop: Shop, query: string): Promise<string | undefined> {
  const typedTerms = splitTerms(query);
  const vocabulary = await knownTerms(shop);
  const isKnown = (word: string) =>
    spellingsOf(word).some((spelling) => vocabulary.some((known) => known.includes(spelling)));
  const corrected = typedTerms.map((word) =>
    !isTelling(word) || isKnown(word) ? word : nearestWord(word, vocabulary),
  );
  return corrected.includes(undefined) || corrected.every((word, index) => word === typedTerms[index])
    ? undefined
    : corrected.join(' ');
}

const knownTerms = (shop: Shop): Promise<readonly string[]> => readCached(shop, 'search terms', () => readTerms(shop));

async function readTerms(shop: Shop): Promise<readonly string[]> {
  const rows = await shop.database
    .select({ term: artworkTerms.term })
    .from(artworkTerms)
    .groupBy(artworkTerms.term)
    .having(sql`sum(${artworkTerms.count}) > 0`)
    .orderBy(sql`sum(${artworkTerms.count}) desc`)
    .limit(MAX_KNOWN_TERMS);
  return [...new Set([...rows.map(({ term }) => term.normalize('NFC')), ...SYNONYM_TERMS])];
}
const MAX_KNOWN_TERMS = 50_000;
