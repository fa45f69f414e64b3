import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import type { ArtworkStatus, ArtworkSummary, Medium } from '#app/modules/catalogue/artwork.ts';
import { MEDIUMS, shownMedium, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artwork.ts';
import type { ArtworkChange, ArtworkSort } from '#app/modules/catalogue/artwork-list.ts';
import { termsOf } from '#app/modules/catalogue/search-terms.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { auditEach, findAudited } from '#app/platform/audit/audit.server.ts';
import { type Keyset, keyset, pageOf, type SortKey } from '#app/platform/database/keyset.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { type ArtworkRow, missingToSell } from './save.server.ts';
import { PRICE_ASCENDING, PRICE_DESCENDING, readAllFacetGroups } from './facet-groups.server.ts';
import { CARD, isOneOf, MAIN_PICTURE, matchesAllTerms, matchesOf, shownPicture } from './find.server.ts';

/** A piece as the owner's list shows it. */
export type ListedArtwork = ArtworkSummary & { createdAt: Date };

export type ArtworkPage = {
  artworks: ListedArtwork[];
  /** How many fit the search, in all and of each medium; missing where a search finds more than MAX_COUNTED. */
  counts: Record<'all' | Medium, number | undefined>;
  nextCursor: string | undefined;
};

const PER_PAGE = 36;

// The title as text: what came before in another collation would come twice.
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

/**
 * The owner's list of pieces, page by page: searched in title, description, category and tags, by medium as a shopper
 * knows it, and by status. Admins only.
 */
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
  const found = matches?.areAll ? isOneOf(matches.rows) : matchesAllTerms(terms, { inOrder: true });
  const groups = (matches ? matches.rows : await readAllFacetGroups(shop)).filter(
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

const isSkinCare = sql`lower(${artworks.category}) = ${SKIN_CARE_CATEGORY.toLowerCase()}`;
const hasMedium = (medium: Medium): SQL =>
  medium === 'skin-care'
    ? and(eq(artworks.medium, 'handcraft'), isSkinCare)!
    : and(eq(artworks.medium, medium), medium === 'handcraft' ? not(isSkinCare) : undefined)!;

const CHANGED: Record<ArtworkChange, Changing> = {
  publish: { status: 'published' },
  draft: { status: 'draft' },
  archive: { status: 'archived' },
  feature: { featured: true },
  unfeature: { featured: false },
  'out-of-stock': { stockCount: 0 },
};

/** How many pieces were changed, and how many a live shop may not sell as they stand: these stay unpublished. */
export type ArtworksChanged = { changed: number; lacking: number };

/** Does one thing to several pieces at once. Admins only. */
export async function changeArtworks(
  shop: Shop,
  ids: readonly string[],
  change: ArtworkChange,
): Promise<ArtworksChanged> {
  return changeEach(shop, { ids, action: actionOf(change), after: () => CHANGED[change] });
}

/** Takes back what this admin did at this moment: each piece gets what it had before, unless it was changed since. */
export async function undoChange(shop: Shop, change: ArtworkChange, at: Date): Promise<ArtworksChanged> {
  const noted = new Map(
    (await findAudited(shop, { action: actionOf(change), at })).map((entry) => [entry.subjectId, entry]),
  );
  return changeEach(shop, {
    ids: [...noted.keys()],
    action: 'artwork.undo',
    after: (row) => {
      const { before, after } = noted.get(row.id)!;
      const isAsLeft = JSON.stringify({ ...row, ...after }) === JSON.stringify(row);
      return isAsLeft ? (before as Changing) : {};
    },
  });
}

type Changing = Partial<Pick<ArtworkRow, 'featured' | 'stockCount' | 'status'>>;
const actionOf = (change: ArtworkChange) => `artwork.${change}`;

async function changeEach(
  shop: Shop,
  {
    ids,
    action,
    after,
  }: {
    ids: readonly string[];
    action: string;
    after: (row: Required<Changing> & { id: string }) => Changing;
  },
): Promise<ArtworksChanged> {
  adminOnly(shop);
  const known = ids.filter(isUuid);
  if (known.length === 0) return { changed: 0, lacking: 0 };
  return inTransaction(shop, async (shop) => {
    const rows = await shop.database
      .select()
      .from(artworks)
      .where(inArray(artworks.id, known))
      .orderBy(asc(artworks.id))
      .for('update');
    const changes = rows
      .map((row) => {
        const { id, featured, status, stockCount } = row;
        const before = { id, featured, status, stockCount };
        return { row, before, after: { ...before, ...after(before) } };
      })
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
    const sellable = changes.filter(
      ({ row, after }) => row.status === after.status || missingToSell(shop, { ...row, ...after }).length === 0,
    );
    const result = { changed: sellable.length, lacking: changes.length - sellable.length };
    if (sellable.length === 0) return result;
    const ofEach = <Name extends keyof Changing | 'id'>(name: Name) =>
      sql.param(sellable.map(({ after }) => after[name]));
    await shop.database
      .update(artworks)
      .set({
        featured: sql`changed.featured`,
        status: sql`changed.status`,
        stockCount: sql`changed.stock_count`,
        version: sql`${artworks.version} + 1`,
        updatedAt: shop.now,
      })
      .from(
        sql`unnest(${ofEach('id')}::uuid[], ${ofEach('featured')}::boolean[], ${ofEach('status')}::text[], ${ofEach('stockCount')}::int[]) as changed (id, featured, status, stock_count)`,
      )
      .where(eq(artworks.id, sql`changed.id`));
    await auditEach(
      shop,
      sellable.map(({ before, after }) => ({ action, table: 'artworks', id: after.id, before, after })),
    );
    return result;
  });
}
