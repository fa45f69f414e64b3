import { count, sum } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponRedemptions, coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { cancelOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { sweepHeldOrders } from '#app/modules/payments/payments/payments.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);
const tally = (reasons: string[]) =>
  Object.fromEntries(
    [...new Set(reasons)].map((reason) => [reason, reasons.filter((other) => other === reason).length]),
  );

describe.each(bothDatabases)('on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
  });
  beforeEach(async () => {
    await shop.empty();
    shop.suppliers.payment = { razorpay: fakeGateway({ name: 'razorpay' }) };
  });
  afterAll(() => shop?.close());

  const rows = async (
    table: typeof orders | typeof payments | typeof cart | typeof orderHistory | typeof couponRedemptions,
  ) => (await shop.database.select({ count: count() }).from(table))[0]!.count;

  const outcomeOf = (answer: Awaited<ReturnType<typeof placeOrder>>) =>
    !answer.ok ? answer.reason : answer.value.status === 'cancelled' ? 'too late' : 'placed';

  test('fifty shoppers for stock 5: 5 orders, 45 references, nothing else', async () => {
    const artwork = await shop.makeArtwork({ stockCount: 5, title: 'Brass Lota' });
    const checkouts = await Promise.all(
      upTo(50).map(async (n) => {
        await putIntoCart(shop.as.customer(n), artwork.id);
        return checkoutOf(shop.as.customer(n));
      }),
    );
    const answers = await Promise.all(checkouts.map((checkout, at) => placeOrder(shop.as.customer(at + 1), checkout)));
    expect(tally(answers.map(outcomeOf))).toEqual({ placed: 5, 'too late': 45 });
    expect(await shop.stockOf(artwork.id)).toBe(0);
    expect([await rows(orders), await rows(payments), await rows(orderHistory), await rows(cart)]).toEqual([
      50, 50, 50, 45,
    ]);
    expect(await shop.announced('orders.confirmed')).toHaveLength(5);
    expect(await shop.announced('orders.paid-too-late')).toHaveLength(45);
  });

  test('fifty shoppers with two items, in either order: no deadlock or oversale', async () => {
    const first = await shop.makeArtwork({ stockCount: 20 });
    const second = await shop.makeArtwork({ stockCount: 10 });
    const checkouts = await Promise.all(
      upTo(50).map(async (n) => {
        for (const artwork of n % 2 ? [first, second] : [second, first])
          await putIntoCart(shop.as.customer(n), artwork.id);
        return checkoutOf(shop.as.customer(n));
      }),
    );
    const answers = await Promise.all(checkouts.map((checkout, at) => placeOrder(shop.as.customer(at + 1), checkout)));
    expect(tally(answers.map(outcomeOf))).toEqual({ placed: 10, 'too late': 40 });
    expect([await shop.stockOf(first.id), await shop.stockOf(second.id)]).toEqual([10, 0]);
  });

  test('thirty shoppers with a 3-use coupon: 3 discounts, others informed first', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'THREE',
      discountPercentage: 20,
      usageLimit: 3,
      validFrom: null,
      validUntil: null,
    });
    const artwork = await shop.makeArtwork({ stockCount: 100 });
    const checkouts = await Promise.all(
      upTo(30).map(async (n) => {
        await putIntoCart(shop.as.customer(n), artwork.id);
        return checkoutOf(shop.as.customer(n), { couponCode: 'THREE', discountPercentage: 20 });
      }),
    );
    const answers = await Promise.all(checkouts.map((checkout, at) => placeOrder(shop.as.customer(at + 1), checkout)));
    expect(
      tally(
        answers.map((answer) =>
          answer.ok ? 'placed' : `${answer.reason}: ${answer.reason === 'coupon' ? answer.data.refusal.reason : ''}`,
        ),
      ),
    ).toEqual({ placed: 3, 'coupon: used-up': 27 });
    expect((await shop.database.select().from(coupons))[0]).toMatchObject({ usedCount: 3 });
    expect([await rows(couponRedemptions), await rows(orders), await rows(payments), await rows(cart)]).toEqual([
      3, 3, 3, 27,
    ]);
    expect(await shop.database.select({ discount: sum(orders.discountAmount) }).from(orders)).toEqual([
      { discount: '60000' },
    ]);
    expect(await shop.stockOf(artwork.id)).toBe(97);
  });

  test('one order posted 10 times with one key: one order, equal answers', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'ONCE',
      discountPercentage: 10,
      usageLimit: 1,
      validFrom: null,
      validUntil: null,
    });
    const artwork = await shop.makeArtwork({ stockCount: 100 });
    await putIntoCart(shop.as.customer(), artwork.id, 2);
    const checkout = await checkoutOf(shop.as.customer(), { couponCode: 'ONCE', discountPercentage: 10 });
    const answers = await Promise.all(upTo(10).map(() => placeOrder(shop.as.customer(), checkout)));
    expect(answers.map((answer) => answer.ok)).toEqual(upTo(10).map(() => true));
    expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1);
    expect([await rows(orders), await rows(payments), await shop.stockOf(artwork.id)]).toEqual([1, 1, 98]);
  });

  test('ten shoppers with one payment reference: one takes stock, nine are contested', async () => {
    const artwork = await shop.makeArtwork({ stockCount: 100 });
    const checkouts = await Promise.all(
      upTo(10).map(async (n) => {
        await putIntoCart(shop.as.customer(n), artwork.id);
        return checkoutOf(shop.as.customer(n), { paymentReferenceId: '432187650912' });
      }),
    );
    const answers = await Promise.all(checkouts.map((checkout, at) => placeOrder(shop.as.customer(at + 1), checkout)));
    const outcome = (answer: (typeof answers)[number]) =>
      !answer.ok ? answer.reason : answer.value.stockWaitsForPayment ? 'contested' : 'placed';
    expect(tally(answers.map(outcome))).toEqual({ placed: 1, contested: 9 });
    expect(await shop.stockOf(artwork.id)).toBe(99);
  });

  test('a checkout opened in ten tabs at once is one checkout', async () => {
    const opened = await Promise.all(upTo(10).map(() => openCheckout(shop.as.customer())));
    expect(new Set(opened.map(({ key }) => key)).size).toBe(1);
  });

  test('ten simultaneous cancellations return stock and coupon once', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'TEN',
      discountPercentage: 10,
      usageLimit: 5,
      validFrom: null,
      validUntil: null,
    });
    const artwork = await shop.makeArtwork({ stockCount: 5 });
    await putIntoCart(shop.as.customer(), artwork.id, 2);
    const placed = await placeOrder(
      shop.as.customer(),
      await checkoutOf(shop.as.customer(), { couponCode: 'TEN', discountPercentage: 10 }),
    );
    const orderId = placed.ok ? placed.value.id : '';
    await Promise.all(
      upTo(10).map((n) =>
        n % 2
          ? cancelOrder(shop.as.customer(), orderId)
          : setOrderStatus(shop.as.admin(), { orderId, status: 'cancelled', reason: 'asked to' }),
      ),
    );
    expect(await shop.stockOf(artwork.id)).toBe(5);
    expect((await shop.database.select().from(coupons))[0]).toMatchObject({ usedCount: 0 });
    expect(await rows(orderHistory)).toBe(2);
  });

  test('any number of processes expire a hold once', async () => {
    const artwork = await shop.makeArtwork({ stockCount: 5 });
    for (const n of upTo(3)) {
      await putIntoCart(shop.as.customer(n), artwork.id);
      await placeOrder(shop.as.customer(n), await checkoutOf(shop.as.customer(n), { paymentMethod: 'razorpay' }));
    }
    shop.clock.now = new Date(shop.clock.now.getTime() + 16 * 60_000);
    const swept = await Promise.all(upTo(5).map(() => sweepHeldOrders(shop.as.shop())));
    expect(swept.reduce((all, each) => all + each, 0)).toBe(3);
    expect(await shop.stockOf(artwork.id)).toBe(5);
  });
});
