import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import {
  requestBackInStock,
  sweepBackInStockRequests,
  takeBackInStockRequest,
} from '#app/modules/orders/holds/holds.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const PEOPLE = 20;
const times = <Answer>(count: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => void (shop = await openTestShop(open)));
  afterAll(() => shop?.close());

  test('restocks and sweeps at the same time email each waiting person once', async () => {
    const { id: artworkId } = await shop.makeArtwork({ stockCount: 0 });
    const restock = () => shop.database.update(artworks).set({ stockCount: 2 }).where(eq(artworks.id, artworkId));
    const sweep = () => sweepBackInStockRequests(shop.as.shop());
    await times(PEOPLE * 2, (at) => requestBackInStock(shop.as.customer(1 + (at % PEOPLE)), { artworkId, email: '' }));
    const [, ...announced] = await Promise.all([restock(), sweep(), sweep(), sweep(), sweep()]);
    announced.push(...(await times(3, sweep)));
    expect(announced.reduce((sum, count) => sum + count, 0)).toBe(PEOPLE);

    const events = (await shop.announced('holds.back-in-stock')) as { requestId: string }[];
    const delivered = [...events, ...events, ...events.toReversed()];
    const taken = await times(delivered.length, (at) =>
      takeBackInStockRequest(shop.as.shop(), delivered[at]!.requestId),
    );
    const emails = taken.flatMap((request) => request?.email ?? []);
    expect(emails.toSorted()).toEqual(
      Array.from({ length: PEOPLE }, (_, at) => `customer${at + 1}@bisvar.example`).toSorted(),
    );
  });
});
