import type { SQL, SQLWrapper } from 'drizzle-orm';
import { and, eq, getTableColumns, gte, lte, ne, or, sql } from 'drizzle-orm';
import type { Artwork, ArtworkSummary, Medium } from '#app/modules/catalogue/artwork.ts';
import { SKIN_CARE_CATEGORY, shownMedium, storedAs } from '#app/modules/catalogue/artwork.ts';
import type { ArtworkFilter, FacetRow, Facets, Sort } from '#app/modules/catalogue/filter.ts';
import { comparable, facetsOf, isTicked, priceRange, shownOf } from '#app/modules/catalogue/filter.ts';
import {
  MAX_QUERY,
  SYNONYM_TERMS,
  nearestWord,
  spellingsOf,
  termsOf,
  splitTerms,
} from '#app/modules/catalogue/search-terms.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { serve } from '#app/modules/media/media.server.ts';
import type { Picture } from '#app/modules/media/picture.ts';
import { PLACEHOLDER } from '#app/modules/media/picture.ts';
import { mediaGallery } from '#app/modules/media/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** The medium as a shopper knows it: see `shownMedium`. */
export const SHOWN_MEDIUM = sql<Medium>`case when ${artworks.medium} = 'handcraft' and lower(${artworks.category}) = ${SKIN_CARE_CATEGORY.toLowerCase()} then 'skin-care' else ${artworks.medium} end`;

const AVAILABILITY = sql<
  FacetRow['availability']
>`case when ${artworks.medium} = 'fabric' then 'to-order' when ${artworks.stockCount} > 0 then 'ready' else 'out' end`;

export const ORDER: Record<Sort, SQL> = {
  featured: sql`featured desc, created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  'price-low': sql`price, id`,
  'price-high': sql`price desc, id`,
};

const { id, title, price, medium, category, style, dimensions, stockCount, featured, gstRate, hsn } =
  getTableColumns(artworks);
export const CARD = { id, title, price, medium, category, style, dimensions, stockCount, featured, gstRate, hsn };
/** Looked up for the rows that are shown, after sorting and limiting. */
export const MAIN_PICTURE = sql<Picture | null>`(
  select jsonb_build_object('url', public_url, 'width', width, 'height', height, 'widths', widths, 'averageColour', average_colour, 'alt', alt_text, 'focalX', focal_x, 'focalY', focal_y)
  from ${mediaGallery} where public_url = ${artworks.images}[${artworks.mainImageIndex} + 1])`;

/** What `MAIN_PICTURE` found, or the placeholder in its stead. */
export const shownPicture = (shop: Shop, { picture, title }: { picture: Picture | null; title: string }): Picture =>
  picture ? serve(shop, picture) : { ...PLACEHOLDER, alt: title };

/** Cards of the pieces that `where` means, with their main pictures, in one query. */
export async function summaryRows(
  shop: Shop,
  { where, order, limit }: { where: SQL | undefined; order: SQL; limit: number },
): Promise<ArtworkSummary[]> {
  const rows = await shop.database
    .select({ ...CARD, picture: MAIN_PICTURE })
    .from(artworks)
    .where(where)
    .orderBy(order)
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    medium: shownMedium(row),
    picture: shownPicture(shop, row),
  }));
}

/** A page of pieces, the count of all and the facets; a misspelt query that finds nothing is read as the nearest known words. */
export async function findRows(
  shop: Shop,
  filter: ArtworkFilter,
): Promise<{ artworks: ArtworkSummary[]; total: number; facets: Facets; searchedFor?: string }> {
  const found = await findByTerms(shop, filter, termsOf(filter.q ?? ''));
  if (found.total > 0 || !filter.q) return found;
  const corrected = await correctedQuery(shop, filter.q);
  if (corrected === undefined) return found;
  return { ...(await findByTerms(shop, filter, termsOf(corrected))), searchedFor: corrected };
}

async function findByTerms(shop: Shop, filter: ArtworkFilter, terms: string[][]) {
  const { from, upTo } = priceRange(filter);
  const inView = and(
    inAny(filter.within === undefined ? undefined : [filter.within]),
    from === undefined ? undefined : gte(artworks.price, from),
    upTo === undefined ? undefined : lte(artworks.price, upTo),
    matchesAllTerms(terms),
  );
  const ticked = and(
    inAny(filter.categories),
    inAny(filter.mediums),
    isAny(artworks.style, filter.styles),
    isAny(AVAILABILITY, filter.availability),
  );
  const [page, counts] = await Promise.all([
    summaryRows(shop, {
      where: and(inView, ticked),
      order: ORDER[filter.sort ?? 'featured'],
      limit: shownOf(filter.limit),
    }),
    shop.database
      .select({
        category: artworks.category,
        medium: SHOWN_MEDIUM.as('shown_medium'),
        style: artworks.style,
        availability: AVAILABILITY.as('availability'),
        count: sql<number>`count(*)::int`,
      })
      .from(artworks)
      .where(inView)
      .groupBy(artworks.category, artworks.style, sql`shown_medium`, sql`availability`),
  ]);
  const total = counts.reduce((sum, row) => sum + (isTicked(row, filter) ? row.count : 0), 0);
  return { artworks: page, total, facets: facetsOf(counts, filter) };
}

const comparableText = (text: SQLWrapper) => sql`replace(lower(btrim(${text})), '-', ' ')`;

/** Pieces of which something is one of the names, in any case. */
function isAny(own: SQLWrapper, names: readonly string[] | undefined): SQL | undefined {
  if (!names?.length) return undefined;
  return sql`${comparableText(own)} = any(${sql.param(names.map(comparable))}::text[])`;
}

/** Pieces whose category or shown medium is one of the names, in any case. */
function inAny(names: readonly string[] | undefined): SQL | undefined {
  return or(isAny(artworks.category, names), isAny(SHOWN_MEDIUM, names));
}

const escape = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
const containing = (spellings: readonly string[]) =>
  sql`any(${sql.param(spellings.map((one) => `%${escape(one)}%`))}::text[])`;

/** The pieces that say every term, in one of its spellings. */
export function matchesAllTerms(terms: string[][]): SQL | undefined {
  return and(...terms.map((spellings) => sql`${artworks.searchText} like ${containing(spellings)}`));
}

/** The search box's pieces: the title that is or starts with the query, then titles, category and tags, description. */
export async function searchRows(shop: Shop, query: string, most: number): Promise<ArtworkSummary[]> {
  const search = (text: string) => {
    const terms = termsOf(text);
    if (terms.length === 0) return Promise.resolve([]);
    const phrase = escape(text.slice(0, MAX_QUERY).trim());
    const all = (where: SQL) => and(...terms.map((spellings) => sql`${where} ilike ${containing(spellings)}`))!;
    const rank = sql`case
      when title ilike ${`${phrase}%`} then 0
      when ${all(sql`title`)} then 1
      when ${all(sql`(category || E'\n' || array_to_string(tags, E'\n') || E'\n' || title)`)} then 2
      else 3 end`;
    return summaryRows(shop, {
      where: matchesAllTerms(terms),
      order: sql`${rank}, featured desc, created_at desc, id desc`,
      limit: most,
    });
  };
  const found = await search(query);
  if (found.length > 0) return found;
  const corrected = await correctedQuery(shop, query);
  return corrected === undefined ? [] : search(corrected);
}

/** Others of the same category or medium. */
export async function relatedRows(
  shop: Shop,
  artwork: Pick<Artwork, 'id' | 'category' | 'medium'>,
  most: number,
): Promise<ArtworkSummary[]> {
  const { medium, category } = storedAs(artwork);
  const sameCategory = sql`lower(category) = lower(${category})`;
  const sameMedium = sql`replace(${SHOWN_MEDIUM}, '-', ' ') = ${comparable(artwork.medium)}`;
  return summaryRows(shop, {
    where: and(ne(artworks.id, artwork.id), or(sameCategory, and(eq(artworks.medium, medium), sameMedium))),
    order: sql`${sameCategory} desc, (in_stock or medium = 'fabric') desc, featured desc, created_at desc, id desc`,
    limit: most,
  });
}

/** The query with every unknown word replaced by the nearest one that titles, categories or tags use; undefined when none is near. */
async function correctedQuery(shop: Shop, query: string): Promise<string | undefined> {
  const typedTerms = splitTerms(query);
  const vocabulary = await knownTerms(shop);
  const isKnown = (word: string) =>
    spellingsOf(word).some((spelling) => vocabulary.some((known) => known.includes(spelling)));
  const corrected = typedTerms.map((word) => (isKnown(word) ? word : nearestWord(word, vocabulary)));
  return corrected.includes(undefined) || corrected.every((word, index) => word === typedTerms[index])
    ? undefined
    : corrected.join(' ');
}

/** Every word of titles, categories and tags; kept for a minute, since a new word seldom comes and a typo seldom waits. */
async function knownTerms(shop: Shop): Promise<string[]> {
  const vocabulary = VOCABULARIES.get(shop.config);
  if (vocabulary && Math.abs(shop.now.getTime() - vocabulary.readAt) < 60_000) return vocabulary.terms;
  const rows = await shop.database.execute<{ word: string }>(sql`
    select distinct word from artworks,
      regexp_split_to_table(lower(title || ' ' || category || ' ' || array_to_string(tags, ' ')), '[[:space:][:punct:]]+') as word
    where length(word) >= 3 limit 50000`);
  const terms = [...new Set([...rows.rows.map((row) => row.word.normalize('NFC')), ...SYNONYM_TERMS])];
  VOCABULARIES.set(shop.config, { terms, readAt: shop.now.getTime() });
  return terms;
}
const VOCABULARIES = new WeakMap<object, { terms: string[]; readAt: number }>();
