import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { cancelOrder } from '#app/modules/orders/orders/orders.server.ts';
import { sweepHeldOrders } from '#app/modules/payments/payments/payments.server.ts';
import { ADDRESS, checkoutOf, newReference } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { holdCheckout, keepLateReference, openCheckout, placeOrder, placePaidCheckout } from './checkout.server.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 10);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const IN_STOCK = 2;
const PEOPLE = [1, 2, 3];

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const who = fc.constantFrom(...PEOPLE);
const at = fc.integer({ min: 0, max: 2 });
const couponCode = fc.option(fc.constant('TEN'), { nil: undefined });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('hold' as const),
      who,
      couponCode,
      pin: fc.constantFrom('263601', '110001'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('choose' as const),
      who,
      at,
      quantity: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('place' as const), who, couponCode, online: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 8, 15, 40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('sweep' as const, 'pay-silently' as const, 'come-late' as const, 'cancel' as const),
      who,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

async function countArtworks(): Promise<{ id: string; left: number; everything: number }[]> {
  const { rows } = await shop.database.execute<{ id: string; left: number; everything: number }>(sql`
    select a.id, a.stock_count as left, (a.stock_count
      + coalesce((select sum(h.quantity) from stock_holds h where h.artwork_id = a.id and h.ended_at is null), 0)
      + coalesce((select sum((i ->> 'quantity')::int) from orders o, jsonb_array_elements(o.items) i
          where o.status <> 'cancelled' and i ->> 'artwork_id' = a.id::text), 0))::int as everything
    from artworks a`);
  return rows;
}

async function take(ids: string[], each: Step): Promise<unknown> {
  const context = () => shop.as.customer('who' in each ? each.who : 1);
  switch (each.does) {
    case 'hold': {
      const { key } = await openCheckout(context());
      return holdCheckout(context(), { key, couponCode: each.couponCode, zipCode: each.pin, address: ADDRESS });
    }
    case 'choose':
      await shop.database.execute(
        sql`delete from cart where user_id = ${userOf(each.who)}::uuid and artwork_id = ${ids[each.at]}::uuid`,
      );
      if (each.quantity === 0) return undefined;
      return shop.database.execute(
        sql`insert into cart (user_id, artwork_id, quantity) values (${userOf(each.who)}::uuid, ${ids[each.at]}::uuid, ${each.quantity}) on conflict do nothing`,
      );
    case 'place': {
      const { couponCode: code, online } = each;
      const changes = online ? ({ online: 'yes', paymentReferenceId: '' } as const) : {};
      const discountPercentage = code ? 10 : 0;
      return placeOrder(context(), await checkoutOf(context(), { couponCode: code, discountPercentage, ...changes }));
    }
    case 'wait':
      return shop.later(each.minutes);
    case 'sweep':
      return Promise.all([sweepHolds(shop.as.shop()), sweepHeldOrders(shop.as.shop())]);
    case 'pay-silently': {
      const { orderNumber } = await openCheckout(context());
      const line = { orderNumber, amount: 1_000_00 as never, reference: newReference(), paidOn: '2026-11-21' };
      return Promise.all([placePaidCheckout(shop.as.shop(), line), placePaidCheckout(shop.as.shop(), line)]);
    }
    case 'come-late': {
      const { key } = await openCheckout(context());
      return keepLateReference(context(), { key, paymentReferenceId: newReference(), address: {} });
    }
    case 'cancel': {
      const { rows } = await shop.database.execute<{ id: string }>(
        sql`select id from orders where user_id = ${userOf(each.who)}::uuid order by created_at desc limit 1`,
      );
      return rows[0] && cancelOrder(context(), rows[0].id);
    }
  }
}

const userOf = (n: number) => (shop.as.customer(n).actor as { userId: string }).userId;

test(
  'concurrent checkouts never lose or double stock, or lose a reference',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 14 }), async (moments) => {
        await shop.empty();
        await saveCoupon(shop.as.admin(), {
          code: 'TEN',
          discountPercentage: 10,
          usageLimit: 2,
          validFrom: null,
          validUntil: null,
        });
        const made = await Promise.all([0, 1, 2].map(() => shop.makeArtwork({ stockCount: IN_STOCK })));
        const ids = made.map(({ id }) => id);
        for (const together of moments) {
          await Promise.all(together.map((each) => take(ids, each)));
          for (const { left, everything } of await countArtworks()) {
            expect(left).toBeGreaterThanOrEqual(0);
            expect(everything).toBe(IN_STOCK);
          }
        }
        const { rows: unpaid } = await shop.database.execute(sql`
          select o.id from orders o where o.payment_reference_id is not null and o.total > 0
            and not exists (select from payments p where p.order_id = o.id)`);
        expect(unpaid).toEqual([]);
        shop.later(60);
        await sweepHolds(shop.as.shop());
        const { rows: open } = await shop.database.execute(sql`select id from stock_holds where ended_at is null`);
        expect(open).toEqual([]);
        expect((await countArtworks()).every(({ everything }) => everything === IN_STOCK)).toBe(true);
      }),
      { numRuns: RUNS, seed },
    );
  },
  60 * 60_000,
);
