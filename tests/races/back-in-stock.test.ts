import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailListeners } from '#app/module-lists.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import { requestBackInStock, sweepBackInStockRequests } from '#app/modules/orders/holds/holds.server.ts';
import { backInStockRequests } from '#app/modules/orders/holds/tables.server.ts';
import { startOutboxWorker } from '#app/platform/outbox/worker.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const PEOPLE = 20;

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => void (shop = await openTestShop(open)));
  afterAll(() => shop?.close());

  test('restocks and sweeps at the same time email each waiting person once', async () => {
    const problems: unknown[] = [];
    const note = (fields: unknown) => void problems.push(fields);
    const workers = await Promise.all(
      Array.from({ length: 3 }, () =>
        startOutboxWorker({
          shopFor: () => shop.as.shop(),
          listeners: emailListeners.filter(({ name }) => name === 'notifications.back-in-stock'),
          log: { warn: note, error: note },
          listen: shop.listen,
          pollSeconds: 1,
        }),
      ),
    );
    const { id: artworkId } = await shop.makeArtwork({ stockCount: 0 });
    const people = Array.from({ length: PEOPLE }, (_, n) => shop.as.customer(1 + n));
    await Promise.all(
      people.flatMap((each) => [each, each]).map((each) => requestBackInStock(each, { artworkId, email: '' })),
    );
    const restock = () => shop.database.update(artworks).set({ stockCount: 2 }).where(eq(artworks.id, artworkId));
    const sweep = () => sweepBackInStockRequests(shop.as.shop());
    await Promise.all([sweep(), restock(), sweep(), sweep(), restock(), sweep()]);
    await Promise.all([sweep(), sweep(), sweep()]);
    await expect.poll(() => shop.database.$count(backInStockRequests), { timeout: 30_000, interval: 100 }).toBe(0);
    const sent = await shop.database
      .select({ recipient: messages.recipient })
      .from(messages)
      .where(eq(messages.template, 'back-in-stock'));
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
      people.map((_, n) => `customer${n + 1}@bisvar.example`).toSorted(),
    );
    expect(problems).toEqual([]);
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});
