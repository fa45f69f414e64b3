import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { returnStock, takeStock } from '#app/modules/catalogue/catalogue.server.ts';
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

  test('two pieces taken and given back in every order at once: nothing is invented, nothing is lost, nothing goes below zero', async () => {
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
});
