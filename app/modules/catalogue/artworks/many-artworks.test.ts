import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { readConfig } from '#app/platform/config.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  findArtworks,
  foldArtworkCounts,
  listArtworksForAdmin,
  listForSitemap,
  relatedArtworks,
  searchArtworks,
} from './artworks.server.ts';
import { type ArtworkFilter, SORTS } from './filter.ts';
import { artworks, artworkTerms } from './tables.server.ts';

let shop: TestShop;
let context: Shop;
beforeAll(async () => {
  shop = await openTestShop();
  context = { ...shop.as.shop(), config: readConfig({}) };
});
afterAll(() => shop.close());

const addMany = (count: number) =>
  shop.database.execute(sql`
    insert into artworks (title, description, price, medium, category, stock_count, images, featured, created_at)
    select case when n = 7 then 'Peacock ' else 'Lotus ' end || n, 'Of silk', 10000 + n * 100,
      case when n % 2 = 0 then 'oil' else 'handcraft' end, case when n % 2 = 0 then 'Oil Painting' else 'Vase' end, n % 3, '{/media/one.webp}',
      n % 10 = 0, '2026-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${count}::int) n`);

async function readToTheEnd(filter: ArtworkFilter): Promise<string[]> {
  const { artworks: page, next } = await findArtworks(context, { ...filter, limit: 600 });
  const ids = page.map(({ id }) => id);
  return next === undefined ? ids : [...ids, ...(await readToTheEnd({ ...filter, after: next }))];
}

describe('more than a thousand artworks', () => {
  const MANY = 1_300;
  beforeAll(() => addMany(MANY));

  test('stops counting at the limit, and counts each kind exactly', async () => {
    const all = await findArtworks(context);
    expect(all.total).toBeGreaterThan(1_000);
    expect(all.facets.categories).toEqual([
      { name: 'Oil Painting', count: MANY / 2 },
      { name: 'Vase', count: MANY / 2 },
    ]);
    for (const filter of [{ q: 'silk' }, { priceFrom: rupees(101) }])
      expect(await findArtworks(context, filter)).toMatchObject({
        total: 1_001,
        facets: { categories: [{ name: 'Oil Painting' }, { name: 'Vase' }] },
      });
    expect(await findArtworks(context, { q: 'silk', categories: ['Vase'] })).toMatchObject({ total: MANY / 2 });
    expect(await findArtworks(context, { q: 'peacock' })).toMatchObject({
      total: 1,
      facets: { categories: [{ name: 'Vase', count: 1 }] },
    });
  });

  test.each(SORTS)('pages through all of them once: %s', async (sort) => {
    const order = {
      featured: 'featured desc, created_at desc, id desc',
      newest: 'created_at desc, id desc',
      oldest: 'created_at, id',
      'price-low': 'price, id',
      'price-high': 'price desc, id desc',
    }[sort];
    const inOrder = async (where: string) =>
      (
        await shop.database.execute<{ id: string }>(
          sql`select id from artworks where ${sql.raw(where)} order by ${sql.raw(order)}`,
        )
      ).rows.map(({ id }) => id);
    expect(await readToTheEnd({ sort })).toEqual(await inOrder('true'));
    expect(await readToTheEnd({ sort, q: 'silk' })).toEqual(await inOrder('true'));
    expect(await readToTheEnd({ sort, within: 'oil' })).toEqual(await inOrder(`medium = 'oil'`));
    expect(await readToTheEnd({ sort, priceFrom: rupees(120) })).toEqual(await inOrder('price >= 12000'));
  });

  test('are searched by the owner as by a shopper', async () => {
    const admin = shop.as.admin();
    expect((await listArtworksForAdmin(admin, { search: 'silk' })).counts).toEqual({});
    expect((await listArtworksForAdmin(admin, { search: 'peacock' })).counts).toMatchObject({
      all: 1,
      handcraft: 1,
      oil: 0,
    });
    expect((await listArtworksForAdmin(admin)).counts).toMatchObject({ all: MANY, oil: MANY / 2 });
    expect((await searchArtworks(context, 'peacok')).map(({ title }) => title)).toEqual(['Peacock 7']);
  });

  test('relates available, featured and new artworks of the category', async () => {
    const [first] = (await findArtworks(context, { within: 'oil', sort: 'newest' })).artworks;
    const related = await relatedArtworks(context, first!);
    expect(related).toHaveLength(4);
    const best = await shop.database.execute<{ id: string }>(
      sql`select id from artworks where category = 'Oil Painting' and in_stock and featured and id <> ${first!.id}::uuid order by created_at desc limit 4`,
    );
    expect(related.map(({ id }) => id)).toEqual(best.rows.map(({ id }) => id));
  });

  test('are all in the sitemap, each in one part', async () => {
    const { parts, artworks: whole } = await listForSitemap(context);
    expect([parts, whole]).toEqual([8, []]);
    const listed = await Promise.all(
      Array.from({ length: parts }, (_, part) => listForSitemap(context, { part, parts })),
    );
    const slugs = listed.flatMap((each) => each.artworks.map(({ slug }) => slug));
    expect(slugs).toHaveLength(MANY);
    expect(new Set(slugs).size).toBe(MANY);
    await expect(listForSitemap(context, { part: 2, parts: 2 })).rejects.toThrow(RangeError);
    await expect(listForSitemap(context, { part: 0, parts: 3 })).rejects.toThrow(RangeError);
  });
});

test('stored counts match the artworks after any change', async () => {
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      category: fc.constantFrom('Vase', 'Diya'),
      title: fc.constantFrom('Lotus Pond', 'Brass Lota 5'),
      stockCount: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({
      kind: fc.constant('set' as const),
      values: fc.constantFrom<Partial<typeof artworks.$inferInsert>[]>(
        { stockCount: 0 },
        { stockCount: 5 },
        { featured: true },
        { title: 'Lotus Leaf' },
        { category: 'Toy', medium: 'oil' },
        { tags: ['gift', 'lotus'] },
      ),
    }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'fold' as const, 'empty' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
      await shop.empty();
      for (const each of changes) {
        const some = sql`id in (select id from artworks order by id limit 2)`;
        if (each.kind === 'add') {
          const { kind: _kind, ...values } = each;
          await shop.database
            .insert(artworks)
            .values({ ...values, price: rupees(100), medium: 'handcraft', images: ['/media/one.webp'] });
        } else if (each.kind === 'set') await shop.database.update(artworks).set(each.values).where(some);
        else if (each.kind === 'delete') await shop.database.delete(artworks).where(some);
        else if (each.kind === 'fold') await foldArtworkCounts(context);
        else await shop.database.execute('truncate artworks cascade');
      }
      const counted = await shop.database.execute(
        sql`select facet_group, sum(count)::int as count from artwork_counts group by 1 having sum(count) <> 0 order by 1`,
      );
      const there = await shop.database.execute(
        sql`select facet_group, count(*)::int as count from artworks group by 1 order by 1`,
      );
      expect(counted.rows).toEqual(there.rows);
      const terms = await shop.database
        .select({ term: artworkTerms.term, count: sql<number>`sum(${artworkTerms.count})::int` })
        .from(artworkTerms)
        .groupBy(artworkTerms.term)
        .having(sql`sum(${artworkTerms.count}) <> 0`)
        .orderBy(artworkTerms.term);
      const used = await shop.database.execute(
        sql`select term, count(*)::int as count from artworks, terms_of(title, category, tags) as term group by 1 order by 1`,
      );
      expect(terms).toEqual(used.rows);
    }),
    { numRuns: 20 },
  );
});
