import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { getArtwork, returnStock, takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { saveVariants } from '#app/modules/catalogue/artworks/options.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each(bothDatabases)('stock on the %s database', (_kind, open) => {
  let shop: TestShop;
  let artworks: string[];
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(async () => {
    await shop.empty();
    artworks = await Promise.all([1, 2, 3].map(async () => (await shop.makeArtwork({ stockCount: 5 })).id));
  });
  afterAll(() => shop?.close());

  const left = async () => {
    const { rows } = await shop.database.execute<{ left: number }>(
      sql`select sum(stock_count)::int as left from artworks`,
    );
    return rows[0]!.left;
  };

  test('simultaneous takes and returns of two artworks conserve stock', async () => {
    for (let round = 0; round < 4; round++) {
      await shop.database.execute(sql`update artworks set stock_count = 5`);
      let sold = 0;
      await Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          const lines = [
            { artworkId: artworks[at % 3]!, quantity: 1 + (at % 2) },
            { artworkId: artworks[(at + 1) % 3]!, quantity: 1 },
          ];
          const taken = await inTransaction(shop.as.shop(), (context) => takeStock(context, lines));
          if (!taken.ok) return;
          if (at % 4 === 0) sold += 2 + (at % 2);
          else await inTransaction(shop.as.shop(), (context) => returnStock(context, lines));
        }),
      );
      expect((await left()) + sold).toBe(15);
    }
  });

  test('simultaneous takes, returns and counts of variants conserve stock', async () => {
    const admin = shop.as.admin();
    const [artworkId] = artworks as [string];
    const variant = (size: string, stockCount: number) =>
      ({ size, cloth: '', price: rupees(1000), stockCount, dimensions: { width: 0, height: 0, unit: 'cm' } }) as const;
    const { version } = await getArtwork(admin, artworkId);
    const saved = await saveVariants(admin, {
      artworkId,
      version,
      variants: [variant('Small', 6), variant('Large', 9)],
    });
    if (!saved.ok) throw new Error(saved.reason);
    const before = saved.value.variants;
    const sold = [0, 0];
    let added = 0;
    await Promise.all(
      Array.from({ length: 80 }, async (_, at) => {
        if (at % 8 === 7) {
          const { variants, version } = await getArtwork(admin, artworkId);
          const counted = variants.map((each, place) => ({ ...each, stockCount: each.stockCount + place }));
          if ((await saveVariants(admin, { artworkId, version, variants: counted })).ok) added += 1;
          return;
        }
        const lines = [{ artworkId, variantId: before[at % 2]!.id, quantity: 1 }];
        const taken = await inTransaction(shop.as.shop(), (context) => takeStock(context, lines));
        if (!taken.ok) return;
        if (at % 3 === 0) await inTransaction(shop.as.shop(), (context) => returnStock(context, lines));
        else sold[at % 2]! += 1;
      }),
    );
    const { stockCount, variants } = await getArtwork(admin, artworkId);
    expect(variants.map((each) => each.stockCount)).toEqual([6 - sold[0]!, 9 + added - sold[1]!]);
    expect(stockCount).toBe(15 + added - sold[0]! - sold[1]!);
    expect(variants.every((each) => each.stockCount >= 0)).toBe(true);
  });
});
