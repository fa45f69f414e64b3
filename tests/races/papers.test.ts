import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { issueMissingInvoices } from '#app/modules/order-documents/order-documents.server.ts';
import { placeOrder } from '#app/modules/checkout/checkout.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders.server.ts';
import { paperCounters, papers } from '#app/modules/papers/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each(bothDatabases)('invoices on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => void (shop = await openTestShop(open)));
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const CUSTOMERS = 50;
  const everyCustomer = Array.from({ length: CUSTOMERS }, (_, at) => at + 1);
  const numbers = async () =>
    (await shop.database.select({ number: papers.number }).from(papers).orderBy(papers.number)).map(
      ({ number }) => number,
    );
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
  const readyToOrder = (artworks: string[]) =>
    Promise.all(
      everyCustomer.map(async (n) => {
        const context = shop.as.customer(n);
        await putIntoCart(context, artworks[n % artworks.length]!);
        return { shop: context, checkout: await checkoutOf(context) };
      }),
    );
  const place = async (context: Shop, checkout: Parameters<typeof placeOrder>[1]) => {
    const answer = await placeOrder(context, checkout);
    if (!answer.ok) throw new Error(answer.reason);
    return answer.value;
  };

  test('a hundred issued at once are numbered 1 to 100, each once', async () => {
    const artworks = await Promise.all(upTo(3).map(async () => (await shop.makeArtwork({ stockCount: 500 })).id));
    for (let round = 0; round < 2; round++) {
      const ready = await readyToOrder(artworks);
      await Promise.all(ready.map(({ shop: context, checkout }) => place(context, checkout)));
    }
    expect(await numbers()).toEqual(upTo(100));
    expect(await shop.database.select().from(paperCounters)).toMatchObject([{ lastNumbers: { invoice: 100 } }]);
  });

  test('orders that are rolled back in between leave no gap', async () => {
    const artwork = (await shop.makeArtwork({ stockCount: 500, price: rupees(3_000) })).id;
    const ready = await readyToOrder([artwork]);
    const settled = await Promise.allSettled(
      ready.map(({ shop: context, checkout }) =>
        inTransaction(context, async (inside) => {
          await place(inside, checkout);
          if (Math.random() < 0.5) throw new Error('rolled back');
        }),
      ),
    );
    const stood = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(await numbers()).toEqual(upTo(stood));
    for (const each of settled)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ message: 'rolled back' });
  });

  test('late invoices, issued by many at once while orders change status, come once each', async () => {
    const artwork = (await shop.makeArtwork({ stockCount: 500 })).id;
    const ready = await readyToOrder([artwork]);
    const placed = await Promise.all(ready.map(({ shop: context, checkout }) => place(context, checkout)));
    await shop.database.execute('truncate papers, paper_counters');
    await Promise.all([
      ...upTo(5).map(() => issueMissingInvoices(shop.as.shop())),
      ...placed.map(({ id: orderId }) =>
        setOrderStatus(shop.as.admin(), { orderId, status: 'delivered', shipUnverified: true, reason: 'test' }),
      ),
    ]);
    expect(await numbers()).toEqual(upTo(CUSTOMERS));
    expect(await shop.database.select().from(orders).where(eq(orders.status, 'delivered'))).toHaveLength(CUSTOMERS);
  });
});
