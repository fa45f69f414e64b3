import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import type { ArtworkStatus } from '#app/modules/catalogue/artworks/artwork-status.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { type Medium, MEDIUMS, shownMedium, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artworks/medium.ts';
import { type ArtworkSort, MAX_CHANGED } from '#app/modules/catalogue/artworks/artwork-list.ts';
import { termsOf } from '#app/modules/catalogue/artworks/search-terms.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { type Keyset, keyset, pageOf, type SortKey } from '#app/platform/database/keyset.server.ts';
import { type Shop, adminOnly } from '#app/platform/shop.server.ts';
import { PRICE_ASCENDING, PRICE_DESCENDING, readAllFacetGroups } from './facet-groups.server.ts';
import { isOneOf, matchesAllTerms, matchesOf } from './find.server.ts';
import { CARD, MAIN_PICTURE, shownPicture } from './summary-rows.server.ts';

export type ListedArtwork = ArtworkSummary & { createdAt: Date };

export type ArtworkPage = {
  artworks: ListedArtwork[];
  /** Undefined above MAX_COUNTED. */
  counts: Record<'all' | Medium, number | undefined>;
  nextCursor: string | undefined;
};

const PER_PAGE = 36;

// Titles are compared in the "C" collation. A cursor in another collation would repeat rows.
const TITLE: SortKey = { by: sql`(lower(${artworks.title}) collate "C")`, type: 'text' };
const SORTED_BY: Record<ArtworkSort, SortKey> = {
  title: TITLE,
  '-title': { ...TITLE, descending: true },
  price: { by: PRICE_ASCENDING, type: 'bigint' },
  '-price': { by: PRICE_DESCENDING, type: 'bigint', descending: true },
  stock: { by: artworks.stockCount, type: 'integer' },
  '-stock': { by: artworks.stockCount, type: 'integer', descending: true },
  added: { by: artworks.createdAt, type: 'timestamptz' },
  '-added': { by: artworks.createdAt, type: 'timestamptz', descending: true },
};
const sortedBy = (sort: ArtworkSort): Keyset =>
  keyset(SORTED_BY[sort], { by: artworks.id, type: 'uuid', descending: SORTED_BY[sort].descending });

export async function listArtworksForAdmin(
  shop: Shop,
  {
    search,
    medium,
    status,
    sort,
    cursor,
  }: { search?: string; medium?: Medium; status?: ArtworkStatus; sort?: ArtworkSort; cursor?: string } = {},
): Promise<ArtworkPage> {
  adminOnly(shop);
  const terms = termsOf(search ?? '');
  const order = sortedBy(sort ?? '-added');
  const matches = terms.length > 0 ? await matchesOf(shop, matchesAllTerms(terms)) : undefined;
  const found = matches?.areAll ? isOneOf(matches) : matchesAllTerms(terms, { inOrder: true });
  const groups = (matches ? matches.groups : await readAllFacetGroups(shop)).filter(
    (group) => !status || group.status === status,
  );
  const countOf = (these: readonly { count: number }[]) =>
    matches?.areAll === false ? undefined : these.reduce((sum, { count }) => sum + count, 0);
  const rows = await shop.database
    .select({
      ...CARD,
      stockCount: artworks.stockCount,
      createdAt: artworks.createdAt,
      picture: MAIN_PICTURE,
      position: order.position,
    })
    .from(artworks)
    .where(and(found, medium && hasMedium(medium), status && eq(artworks.status, status), order.after(cursor)))
    .orderBy(...order.orderBy)
    .limit(PER_PAGE + 1);
  const page = pageOf(rows, PER_PAGE);
  return {
    artworks: page.rows.map(({ position: _position, picture, ...row }) => ({
      ...row,
      medium: shownMedium(row),
      picture: shownPicture(shop, { picture, title: row.title }),
    })),
    counts: {
      all: countOf(groups),
      ...(Object.fromEntries(
        MEDIUMS.map((each) => [each, countOf(groups.filter((group) => group.medium === each))]),
      ) as Record<Medium, number | undefined>),
    },
    nextCursor: page.next,
  };
}

export type ArtworkListFilter = {
  search?: string | undefined;
  medium?: Medium | undefined;
  status?: ArtworkStatus | undefined;
};

export type ArtworkSelection = readonly string[] | ArtworkListFilter;

export async function idsOfSelection(shop: Shop, selection: ArtworkSelection): Promise<string[]> {
  if (!('length' in selection)) {
    adminOnly(shop);
    const { search, medium, status } = selection;
    const rows = await shop.database
      .select({ id: artworks.id })
      .from(artworks)
      .where(
        and(matchesAllTerms(termsOf(search ?? '')), medium && hasMedium(medium), status && eq(artworks.status, status)),
      )
      .orderBy(desc(artworks.createdAt), desc(artworks.id))
      .limit(MAX_CHANGED);
    return rows.map(({ id }) => id);
  }
  return selection.filter(isUuid);
}

const isSkinCare = sql`lower(${artworks.category}) = ${SKIN_CARE_CATEGORY.toLowerCase()}`;
const hasMedium = (medium: Medium): SQL =>
  medium === 'skin-care'
    ? and(eq(artworks.medium, 'handcraft'), isSkinCare)!
    : and(eq(artworks.medium, medium), medium === 'handcraft' ? not(isSkinCare) : undefined)!;
