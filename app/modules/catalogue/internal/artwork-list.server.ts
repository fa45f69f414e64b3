import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import type { ArtworkSummary, Medium } from '#app/modules/catalogue/artwork.ts';
import { MEDIUMS, shownMedium, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artwork.ts';
import type { ArtworkChange, ArtworkSort } from '#app/modules/catalogue/artwork-list.ts';
import { termsOf } from '#app/modules/catalogue/search-terms.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { auditEach, findAudited } from '#app/platform/audit/audit.server.ts';
import { type Keyset, keyset, pageOf, type SortKey } from '#app/platform/database/keyset.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import type { ArtworkRow } from './save.server.ts';
import { readFacetGroups } from './facet-groups.server.ts';
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
  price: { by: artworks.price, type: 'bigint' },
  '-price': { by: artworks.price, type: 'bigint', descending: true },
  stock: { by: artworks.stockCount, type: 'integer' },
  '-stock': { by: artworks.stockCount, type: 'integer', descending: true },
  added: { by: artworks.createdAt, type: 'timestamptz' },
  '-added': { by: artworks.createdAt, type: 'timestamptz', descending: true },
};
const sortedBy = (sort: ArtworkSort): Keyset =>
  keyset(SORTED_BY[sort], { by: artworks.id, type: 'uuid', descending: SORTED_BY[sort].descending });

/**
 * The owner's list of pieces, page by page: searched in title, description, category and tags, by medium as a shopper
 * knows it. Admins only.
 */
export async function listArtworksForAdmin(
  shop: Shop,
  { search, medium, sort, cursor }: { search?: string; medium?: Medium; sort?: ArtworkSort; cursor?: string } = {},
): Promise<ArtworkPage> {
  adminOnly(shop);
  const terms = termsOf(search ?? '');
  const order = sortedBy(sort ?? '-added');
  const matches = terms.length > 0 ? await matchesOf(shop, matchesAllTerms(terms)) : undefined;
  const found = matches?.areAll ? isOneOf(matches.rows) : matchesAllTerms(terms, { inOrder: true });
  const groups = matches ? matches.rows : await readFacetGroups(shop);
  const countOf = (these: readonly { count: number }[]) =>
    matches?.areAll === false ? undefined : these.reduce((sum, { count }) => sum + count, 0);
  const rows = await shop.database
    .select({ ...CARD, createdAt: artworks.createdAt, picture: MAIN_PICTURE, position: order.position })
    .from(artworks)
    .where(and(found, medium && hasMedium(medium), order.after(cursor)))
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
  feature: { featured: true },
  unfeature: { featured: false },
  'out-of-stock': { stockCount: 0 },
};

/** Does one thing to several pieces at once, all or none. Admins only. Answers how many it changed. */
export async function changeArtworks(shop: Shop, ids: readonly string[], change: ArtworkChange): Promise<number> {
  return changeEach(shop, { ids, action: actionOf(change), after: () => CHANGED[change] });
}

/**
 * Takes back what this admin did at this moment: each piece gets what it had before, unless it was changed since. Answers how many.
 */
export async function undoChange(shop: Shop, change: ArtworkChange, at: Date): Promise<number> {
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

type Changing = Partial<Pick<ArtworkRow, 'featured' | 'stockCount'>>;
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
): Promise<number> {
  adminOnly(shop);
  const known = ids.filter(isUuid);
  if (known.length === 0) return 0;
  return inTransaction(shop, async (shop) => {
    const rows = await shop.database
      .select({ id: artworks.id, featured: artworks.featured, stockCount: artworks.stockCount })
      .from(artworks)
      .where(inArray(artworks.id, known))
      .orderBy(asc(artworks.id))
      .for('update');
    const changes = rows
      .map((row) => ({ before: row, after: { ...row, ...after(row) } }))
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
    if (changes.length === 0) return 0;
    const ofEach = <Name extends keyof Changing | 'id'>(name: Name) =>
      sql.param(changes.map(({ after }) => after[name]));
    await shop.database
      .update(artworks)
      .set({
        featured: sql`changed.featured`,
        stockCount: sql`changed.stock_count`,
        version: sql`${artworks.version} + 1`,
        updatedAt: shop.now,
      })
      .from(
        sql`unnest(${ofEach('id')}::uuid[], ${ofEach('featured')}::boolean[], ${ofEach('stockCount')}::int[]) as changed (id, featured, stock_count)`,
      )
      .where(eq(artworks.id, sql`changed.id`));
    await auditEach(
      shop,
      changes.map(({ before, after }) => ({ action, table: 'artworks', id: after.id, before, after })),
    );
    return changes.length;
  });
}
