import { type SQL, sql } from 'drizzle-orm';
import type { ArtworkStatus } from '#app/modules/catalogue/artworks/artwork-status.ts';
import { shownMedium, type StoredMedium } from '#app/modules/catalogue/artworks/medium.ts';
import type { FacetRow } from '#app/modules/catalogue/artworks/filter.ts';
import { artworkCounts, artworks, artworkTerms } from '#app/modules/catalogue/artworks/tables.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';

/** Artworks with the same values in every filter. There are far fewer groups than artworks. */
export type FacetGroup = FacetRow & { facetGroup: string; status: ArtworkStatus; featured: boolean; count: number };

/** Cached until the catalogue changes. */
export const readFacetGroups = (shop: Shop): Promise<readonly FacetGroup[]> =>
  readCached(shop, 'facet groups', async () =>
    (await readAllFacetGroups(shop)).filter(({ status }) => status === 'published'),
  );

export async function readAllFacetGroups(shop: Shop): Promise<FacetGroup[]> {
  const rows = await shop.database
    .select({ facetGroup: artworkCounts.facetGroup, count: sql<number>`sum(${artworkCounts.count})::int` })
    .from(artworkCounts)
    .groupBy(artworkCounts.facetGroup)
    .having(sql`sum(${artworkCounts.count}) > 0`);
  return rows.map(({ facetGroup, count }) => ({ ...readFacetGroup(facetGroup), count }));
}

export function readFacetGroup(facetGroup: string): Omit<FacetGroup, 'count'> {
  const [status, medium, inStock, featured, category = '', size = ''] = facetGroup.split('\x1f');
  const stored = { medium: medium as StoredMedium, category };
  return {
    facetGroup,
    status: status as ArtworkStatus,
    category,
    medium: shownMedium(stored),
    size: size as FacetGroup['size'],
    availability: stored.medium === 'fabric' ? 'to-order' : inStock === 't' ? 'ready' : 'out',
    featured: featured === 't',
  };
}

export type RankedGroup = { facetGroup: string; rank: number };

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Sorts artworks without a price last. The indexes of migration 0063 use the same expression. */
export const PRICE_ASCENDING = sql`coalesce(price, 999999999999999)`;
export const PRICE_DESCENDING = sql`coalesce(price, -1)`;
const ENDS = { created_at: ['-infinity', 'infinity'], price: ['-1', '999999999999999'] } as const;

/**
 * Returns the first artworks of these groups. Merges the beginning of each group's index, so a larger catalogue takes
 * no longer.
 */
export function firstOfGroups(
  groups: readonly RankedGroup[],
  {
    by,
    ascends = false,
    limit,
    after,
    where,
  }: {
    by: 'created_at' | 'price';
    ascends?: boolean;
    limit: number;
    after?: { rank: number; value: string; id: string } | undefined;
    where?: SQL | undefined;
  },
): SQL {
  const [beforeAll, behindAll] = ENDS[by];
  const beginning = ascends ? { value: beforeAll, id: FIRST_ID } : { value: behindAll, id: LAST_ID };
  const starts = groups
    .filter(({ rank }) => rank >= (after?.rank ?? 0))
    .map((group) => ({ ...group, ...(after?.rank === group.rank ? { value: after.value, id: after.id } : beginning) }));
  const column = <Name extends keyof (typeof starts)[number]>(name: Name) =>
    sql.param(starts.map((start) => start[name]));
  const key = by === 'created_at' ? sql.raw(by) : ascends ? PRICE_ASCENDING : PRICE_DESCENDING;
  const type = sql.raw(by === 'price' ? 'bigint' : 'timestamptz');
  const direction = sql.raw(ascends ? 'asc' : 'desc');
  return sql`(select found.id
    from unnest(${column('facetGroup')}::text[], ${column('rank')}::int[], ${column('value')}::${type}[], ${column('id')}::uuid[])
      as start (facet_group, rank, value, id)
    cross join lateral (
      select id, ${key} as value from ${artworks}
      where facet_group = start.facet_group and (${key}, id) ${sql.raw(ascends ? '>' : '<')} (start.value, start.id)
        and ${where ?? sql`true`}
      order by ${key} ${direction}, id ${direction} limit ${limit}
    ) found
    order by start.rank, found.value ${direction}, found.id ${direction} limit ${limit})`;
}

export function newestByRank(
  groups: readonly (RankedGroup & { count: number })[],
  { limit, except }: { limit: number; except: readonly string[] },
): { where: SQL; order: SQL } {
  const inOrder = groups.toSorted((a, b) => a.rank - b.rank);
  let enough = limit + except.length;
  const lastGroup = inOrder.find(({ count }) => (enough -= count) <= 0);
  const looked = inOrder.filter(({ rank }) => !lastGroup || rank <= lastGroup.rank);
  const others = sql`id <> all(${sql.param([...except])}::uuid[])`;
  const rank = sql`(${sql.param(looked.map((group) => group.rank))}::int[])[array_position(${sql.param(looked.map(({ facetGroup }) => facetGroup))}::text[], facet_group)]`;
  return {
    where: sql`${artworks.id} in ${firstOfGroups(looked, { by: 'created_at', limit, where: others })}`,
    order: sql`${rank}, created_at desc, id desc`,
  };
}

export async function foldArtworkCounts(shop: Shop): Promise<void> {
  shopOnly(shop);
  for (const [table, key] of [
    [artworkCounts, artworkCounts.facetGroup],
    [artworkTerms, artworkTerms.term],
  ] as const)
    await shop.database.execute(sql`
      with folded as (delete from ${table} returning ${sql.identifier(key.name)} as key, count)
      insert into ${table} select key, sum(count) from folded group by key having sum(count) <> 0`);
}
