import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  holdCheckout,
  openCheckout,
  placeOrder,
  placePaidCheckout,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 50;

describe.each(bothDatabases)('the last artwork on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  afterAll(() => shop?.close());

  test('two QRs sell it once; the other shopper is warned or refunded', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const artwork = await shop.makeArtwork({ stockCount: 1 });
      const both = [1 + (round % 29) * 2, 2 + (round % 29) * 2].map((n) => shop.as.customer(n));
      await shop.database.execute(sql`delete from cart`);
      await Promise.all(both.map((person) => putIntoCart(person, artwork.id)));
      const keys = await Promise.all(both.map((person) => openCheckout(person)));
      const hold = (at: number) => holdCheckout(both[at]!, { key: keys[at]!.key, address: ADDRESS });
      const first = await Promise.all([hold(0), hold(1)]);
      expect(first.filter((each) => each.ok)).toHaveLength(1);
      const isRefused = (at: number) => !first[at]!.ok;
      const isLate = round % 2 === 0;
      if (isLate) {
        shop.later(15);
        await Promise.all([sweepHolds(shop.as.shop()), sweepHolds(shop.as.shop())]);
        expect((await hold(first.findIndex((each) => !each.ok))).ok).toBe(true);
      }
      const late = both.map((person) => ({ ...person, now: shop.clock.now }));
      const pays = (at: number) => (isLate || !isRefused(at) ? pay(late[at]!, keys[at]!, round % 3 === 0) : undefined);
      await Promise.all([pays(0), pays(1), sweepHolds(shop.as.shop())]);

      const { rows } = await shop.database.execute<{ status: string; paid: number }>(sql`
        select o.status, (select count(*)::int from payments p where p.order_id = o.id) as paid
        from orders o where o.items @> jsonb_build_array(jsonb_build_object('artwork_id', ${artwork.id}::text))`);
      expect(rows.every((row) => row.paid === 1)).toBe(true);
      expect(rows.map((row) => row.status).toSorted((a, b) => a.localeCompare(b))).toEqual(
        isLate ? ['cancelled', 'processing'] : ['processing'],
      );
      expect(await shop.stockOf(artwork.id)).toBe(0);
      seen.add(rows.length === 2 ? 'owed' : 'told');
    }
    expect([...seen].toSorted((a, b) => a.localeCompare(b))).toEqual(['owed', 'told']);
  });

  async function pay(
    person: ReturnType<TestShop['as']['customer']>,
    { orderNumber }: { orderNumber: string },
    isSilent: boolean,
  ): Promise<void> {
    if (!isSilent)
      return expect(await placeOrder(person, await checkoutOf(person))).toMatchObject({ ok: true }) as void;
    const line = { orderNumber, amount: 115_000 as never, reference: newReference(), paidOn: shop.clock.now };
    const [one, two] = await Promise.all([
      placePaidCheckout(shop.as.shop(), line),
      placePaidCheckout(shop.as.shop(), line),
    ]);
    expect(one).toMatchObject({ ok: true });
    expect(two).toEqual(one);
  }
});
