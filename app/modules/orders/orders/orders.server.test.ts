import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { checkCoupon, saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { checkoutOf, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { ORDER_STATUSES, type Order } from './order.ts';
import {
  archiveOrder,
  cancelOrder,
  getOrder,
  findOrderHistory,
  listOrders,
  findMyOrders,
  setOrderStatus,
} from './orders.server.ts';
import {
  completePayment,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
  listPayments,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import { takeGatewayWebhook } from '#app/modules/payments/payments/gateways.server.ts';
import { openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { overview, revenueByMonth } from '#app/modules/orders/reports/reports.server.ts';
import { orderHistory, orders } from './tables.server.ts';

let shop: TestShop;
const razorpay = fakeGateway({ name: 'razorpay' });
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  shop.suppliers.payment = { razorpay };
});
afterAll(() => shop.close());

const usesOf = async (code: string) =>
  (await shop.database.select().from(coupons).where(eq(coupons.code, code)))[0]!.usedCount;

async function anOrder(changes: Parameters<typeof checkoutOf>[1] = {}) {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(), artwork.id, 2);
  return { artwork, order: await orderCart(shop.as.customer(), changes) };
}

async function everything() {
  return {
    orders: await shop.database.select().from(orders),
    payments: await shop.database.select().from(payments),
    history: await shop.database.select().from(orderHistory),
    cart: await shop.database.select().from(cart).orderBy(cart.id),
    stock: await shop.database
      .select({ id: artworks.id, stock: artworks.stockCount })
      .from(artworks)
      .orderBy(artworks.id),
    coupons: await shop.database.select({ used: coupons.usedCount }).from(coupons),
    outbox: await shop.database.select().from(outbox),
  };
}

describe('opening a checkout', () => {
  test('keeps key and number across reloads until the order is placed', async () => {
    const first = await openCheckout(shop.as.customer());
    expect(first.orderNumber).toMatch(/^BV-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    expect(await openCheckout(shop.as.customer())).toEqual(first);
    const { order } = await anOrder();
    expect(order.orderNumber).toBe(first.orderNumber);
    expect((await openCheckout(shop.as.customer())).key).not.toBe(first.key);
  });

  test('belongs to one person, and is not for guests', async () => {
    expect(await openCheckout(shop.as.customer(1))).not.toEqual(await openCheckout(shop.as.customer(2)));
    await expect(openCheckout(shop.as.guest())).rejects.toThrow(SignInNeeded);
  });
});

describe('placing an order', () => {
  test('writes order, payment, history and event, lowers stock and empties the cart', async () => {
    const artwork = await shop.makeArtwork({ price: rupees(1000), stockCount: 3 });
    await putIntoCart(shop.as.customer(), artwork.id, 2);
    const order = await orderCart(shop.as.customer(), { paymentReferenceId: ' 4321 8765 0912 ' });
    expect(order).toMatchObject({
      status: 'processing',
      paymentStatus: 'confirmed',
      verification: 'unverified',
      subtotal: rupees(2000),
      shippingCost: rupees(150),
      gstAmount: 0,
      total: rupees(2150),
      paymentReferenceId: '432187650912',
      customerName: 'Asha Rawat',
      customerEmail: 'asha@example.in',
      items: [
        { artwork_id: artwork.id, title: artwork.title, price: rupees(1000), quantity: 2, image: artwork.images[0] },
      ],
    });
    expect(await shop.database.select().from(payments)).toMatchObject([
      {
        orderId: order.id,
        amount: rupees(2150),
        referenceId: '432187650912',
        status: 'success',
        verification: 'unverified',
        looksLikeUtr: true,
      },
    ]);
    expect(await findOrderHistory(shop.as.customer(), order.id)).toMatchObject([
      { fromStatus: null, toStatus: 'processing' },
    ]);
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId: order.id }]);
    expect(await shop.stockOf(artwork.id)).toBe(1);
    expect(await shop.database.select().from(cart)).toEqual([]);
  });

  test('applies the coupon and uses it once', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'DEEPAWALI15',
      discountPercentage: 15,
      usageLimit: 1,
      validFrom: null,
      validUntil: null,
    });
    const { order } = await anOrder({ couponCode: ' deepawali15 ', discountPercentage: 15 });
    expect(order).toMatchObject({ couponCode: 'DEEPAWALI15', discountAmount: rupees(300), total: rupees(1850) });
    expect(await usesOf('DEEPAWALI15')).toBe(1);
  });

  test('answers repeated content with the same order', async () => {
    const artwork = await shop.makeArtwork();
    await putIntoCart(shop.as.customer(), artwork.id);
    const checkout = await checkoutOf(shop.as.customer());
    const first = await placeOrder(shop.as.customer(), checkout);
    const again = await placeOrder(shop.as.customer(), {
      ...checkout,
      paymentReferenceId: ` ${checkout.paymentReferenceId} `,
    });
    expect(again).toEqual(first);
    expect(await shop.stockOf(artwork.id)).toBe(2);
    expect(await shop.database.select().from(orders)).toHaveLength(1);
  });

  test('answers a repeat with a coupon that this very order used up', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'ONCE',
      discountPercentage: 10,
      usageLimit: 1,
      validFrom: null,
      validUntil: null,
    });
    const artwork = await shop.makeArtwork();
    await putIntoCart(shop.as.customer(), artwork.id);
    const checkout = await checkoutOf(shop.as.customer(), { couponCode: 'ONCE', discountPercentage: 10 });
    const first = await placeOrder(shop.as.customer(), checkout);
    expect(first.ok).toBe(true);
    expect(await placeOrder(shop.as.customer(), checkout)).toEqual(first);
  });

  const refusals: [string, string, (context: Shop) => Promise<Parameters<typeof placeOrder>[1]>, object?][] = [
    [
      'another content under the key of a placed order',
      'already-placed',
      async (context) => {
        const artwork = await shop.makeArtwork();
        await putIntoCart(context, artwork.id);
        const checkout = await checkoutOf(context);
        await placeOrder(context, checkout);
        await putIntoCart(context, artwork.id);
        return { ...checkout, shippingAddress: { ...checkout.shippingAddress, city: 'Delhi' } };
      },
    ],
    [
      'the key of another person',
      'unknown-checkout',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return { ...(await checkoutOf(context)), key: (await openCheckout(shop.as.customer(2))).key };
      },
    ],
    [
      'a key nobody was given',
      'unknown-checkout',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return { ...(await checkoutOf(context)), key: crypto.randomUUID() };
      },
    ],
    [
      'a reference under 6 characters',
      'reference-too-short',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return checkoutOf(context, { paymentReferenceId: '1 2 3 4 5' });
      },
    ],
    [
      'a total that is not the server’s',
      'total-changed',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return checkoutOf(context, { seenTotal: paise(1) });
      },
      {
        seenTotal: 1,
        totals: { subtotal: 100_000, discountAmount: 0, shippingCost: 15_000, gstAmount: 0, total: 115_000 },
      },
    ],
    [
      'a price that is not the server’s',
      'cart-changed',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        const checkout = await checkoutOf(context);
        return { ...checkout, seenLines: checkout.seenLines.map((line) => ({ ...line, price: paise(1) })) };
      },
    ],
    [
      'a quantity that is not the cart’s',
      'cart-changed',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        const checkout = await checkoutOf(context);
        return { ...checkout, seenLines: checkout.seenLines.map((line) => ({ ...line, quantity: 2 })) };
      },
    ],
    [
      'lines that are not in the cart',
      'cart-changed',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        const checkout = await checkoutOf(context);
        return {
          ...checkout,
          seenLines: [
            ...checkout.seenLines,
            { artworkId: (await shop.makeArtwork()).id, quantity: 1, price: rupees(1000) },
          ],
        };
      },
    ],
    [
      'the same line seen twice',
      'cart-changed',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        await putIntoCart(context, (await shop.makeArtwork()).id);
        const checkout = await checkoutOf(context);
        return { ...checkout, seenLines: [checkout.seenLines[0]!, checkout.seenLines[0]!] };
      },
    ],
    [
      'fabric in the cart',
      'fabric',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork({ medium: 'fabric', title: 'Aipan Dupatta' })).id);
        return checkoutOf(context);
      },
      { title: 'Aipan Dupatta' },
    ],
    [
      'more than is in stock, when it is paid for afterwards',
      'out-of-stock',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        await putIntoCart(context, (await shop.makeArtwork({ title: 'Brass Lota', stockCount: 1 })).id, 2);
        return checkoutOf(context, { online: 'yes', paymentReferenceId: '' });
      },
      { title: 'Brass Lota', available: 1 },
    ],
    [
      'an empty cart',
      'cart-empty',
      async (context) => {
        const artwork = await shop.makeArtwork();
        return {
          ...(await checkoutOf(context)),
          seenLines: [{ artworkId: artwork.id, quantity: 1, price: artwork.price! }],
        };
      },
    ],
    [
      'a coupon that does not exist',
      'coupon',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return checkoutOf(context, { couponCode: 'NOPE' });
      },
    ],
    [
      'a method the owner doesn’t offer',
      'invalid-method',
      async (context) => {
        await updateSettings(shop.as.admin(), { paymentMethods: ['manual'] });
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return checkoutOf(context, { paymentMethod: 'upi' });
      },
    ],
    [
      'a gateway without credentials',
      'invalid-method',
      async (context) => {
        await putIntoCart(context, (await shop.makeArtwork()).id);
        return checkoutOf(context, { paymentMethod: 'phonepe' });
      },
    ],
  ];
  test.each(refusals)('refuses %s: %s, and changes nothing', async (_what, reason, checkout, data) => {
    const context = shop.as.customer();
    const sent = await checkout(context);
    const before = await everything();
    const answer = await placeOrder(context, sent);
    expect(answer).toMatchObject({ ok: false, reason, ...(data ? { data } : {}) });
    expect(await everything()).toEqual(before);
  });

  test('refuses guests', async () => {
    await putIntoCart(shop.as.customer(), (await shop.makeArtwork()).id);
    expect(await placeOrder(shop.as.guest(), await checkoutOf(shop.as.customer()))).toMatchObject({
      ok: false,
      reason: 'not-signed-in',
    });
  });

  test('charges by zone when the owner has set it so', async () => {
    await updateSettings(shop.as.admin(), { shippingMode: 'zones' });
    const context = shop.as.customer();
    await putIntoCart(context, (await shop.makeArtwork()).id);
    const checkout = await checkoutOf(context);
    const refusal = await placeOrder(context, {
      ...checkout,
      shippingAddress: { ...checkout.shippingAddress, zipCode: '795001' },
    });
    expect(refusal).toMatchObject({
      ok: false,
      reason: 'total-changed',
      data: { totals: { shippingCost: rupees(200), total: rupees(1200) } },
    });
  });
});

describe('an order’s status', () => {
  test('ships only after the payment is matched, or with a reason', async () => {
    const { order } = await anOrder();
    const ship = { orderId: order.id, status: 'shipped' } as const;
    expect(await setOrderStatus(shop.as.admin(), ship)).toMatchObject({ ok: false, reason: 'unverified' });
    expect(await setOrderStatus(shop.as.admin(), { ...ship, shipUnverified: true })).toMatchObject({
      ok: false,
      reason: 'reason-needed',
    });
    expect(await setOrderStatus(shop.as.admin(), { ...ship, reason: 'asked by phone' })).toMatchObject({
      ok: false,
      reason: 'unverified',
    });
    expect(
      await setOrderStatus(shop.as.admin(), { ...ship, shipUnverified: true, reason: 'asked by phone' }),
    ).toMatchObject({ ok: true, value: { status: 'shipped' } });
    expect((await findOrderHistory(shop.as.admin(), order.id)).at(-1)).toMatchObject({
      fromStatus: 'processing',
      toStatus: 'shipped',
      reason: 'asked by phone',
      changedBy: '00000000-0000-4000-8000-000000000000',
    });
  });

  test('goes back only with a reason, and announces each change once', async () => {
    const { order } = await anOrder();
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    for (const status of ['shipped', 'shipped', 'delivered'] as const)
      expect((await setOrderStatus(shop.as.admin(), { orderId: order.id, status })).ok).toBe(true);
    const back = { orderId: order.id, status: 'processing' } as const;
    expect(await setOrderStatus(shop.as.admin(), { ...back, reason: '  ' })).toMatchObject({
      ok: false,
      reason: 'reason-needed',
    });
    expect(await setOrderStatus(shop.as.admin(), { ...back, reason: 'came back unopened' })).toMatchObject({
      ok: true,
    });
    expect((await shop.announced('orders.status-changed')).map((event) => event['to'])).toEqual([
      'shipped',
      'delivered',
      'processing',
    ]);
  });

  test('is set by admins only; others get not found', async () => {
    const { order } = await anOrder();
    await expect(setOrderStatus(shop.as.customer(), { orderId: order.id, status: 'delivered' })).rejects.toThrow(
      NotFound,
    );
    await expect(
      setOrderStatus(shop.as.admin(), { orderId: crypto.randomUUID(), status: 'delivered' }),
    ).rejects.toThrow(NotFound);
    await expect(setOrderStatus(shop.as.admin(), { orderId: 'x', status: 'delivered' })).rejects.toThrow(NotFound);
  });

  test('restoring takes the stock again, or refuses when sold', async () => {
    const { order, artwork } = await anOrder();
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'cancelled' });
    expect(await shop.stockOf(artwork.id)).toBe(3);
    expect((await shop.orderRow(order.id)).releasedAt).not.toBeNull();
    expect(
      await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing', reason: 'a mistake' }),
    ).toMatchObject({ ok: true });
    expect(await shop.stockOf(artwork.id)).toBe(1);
    expect((await shop.orderRow(order.id)).releasedAt).toBeNull();
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'cancelled' });
    await shop.database.update(artworks).set({ stockCount: 1 });
    expect(
      await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing', reason: 'again' }),
    ).toMatchObject({ ok: false, reason: 'out-of-stock', data: { available: 1 } });
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'cancelled' });
  });

  test('restoring takes its coupon again, and reports exceeding the limit', async () => {
    await saveCoupon(shop.as.admin(), { code: 'ONCE', discountPercentage: 10, usageLimit: 1 });
    const { order } = await anOrder({ couponCode: 'ONCE', discountPercentage: 10 });
    const restore = { orderId: order.id, status: 'processing', reason: 'a mistake' } as const;
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'cancelled' });
    await setOrderStatus(shop.as.admin(), restore);
    expect(await usesOf('ONCE')).toBe(1);
    expect(await shop.announced('orders.needs-attention')).toEqual([]);

    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'cancelled' });
    await anOrder({ couponCode: 'ONCE', discountPercentage: 10 });
    expect(await setOrderStatus(shop.as.admin(), restore)).toMatchObject({ ok: true, value: { total: order.total } });
    expect(await usesOf('ONCE')).toBe(2);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: order.id, why: 'coupon-over-limit' }]);
  });

  test('a reference that another order has in another spelling is contested', async () => {
    await anOrder({ paymentReferenceId: 'UTR123456789' });
    const again = await anOrder({ paymentReferenceId: 'utr-123 456.789' });
    expect(again.order.stockWaitsForPayment).toBe(true);
    // Older references may contain hyphens.
    const before = { referenceId: 'OLD-123456' };
    await shop.database.update(payments).set(before);
    await shop.database.update(orders).set({ paymentReferenceId: before.referenceId });
    const later = await anOrder({ paymentReferenceId: 'OLD123456' });
    expect(later.order.stockWaitsForPayment).toBe(true);
  });

  test('any sequence keeps stock, order and coupon consistent', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'TEN',
      discountPercentage: 10,
      usageLimit: 100,
      validFrom: null,
      validUntil: null,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ORDER_STATUSES, 'customer' as const), { maxLength: 12 }),
        async (changes) => {
          const { order, artwork } = await anOrder({ couponCode: 'TEN', discountPercentage: 10 });
          const usesBefore = await usesOf('TEN');
          for (const change of changes) {
            if (change === 'customer') await cancelOrder(shop.as.customer(), order.id);
            else
              expect(
                (
                  await setOrderStatus(shop.as.admin(), {
                    orderId: order.id,
                    status: change,
                    reason: 'because',
                    shipUnverified: true,
                  })
                ).ok,
              ).toBe(true);
            const { status } = await shop.orderRow(order.id);
            expect(await shop.stockOf(artwork.id)).toBe(status === 'cancelled' ? 3 : 1);
            expect(await usesOf('TEN')).toBe(status === 'cancelled' ? usesBefore - 1 : usesBefore);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('cancelling', () => {
  test('a customer’s cancellation returns stock and coupon once', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'TEN',
      discountPercentage: 10,
      usageLimit: 1,
      validFrom: null,
      validUntil: null,
    });
    const { order, artwork } = await anOrder({ couponCode: 'TEN', discountPercentage: 10 });
    shop.later(119);
    for (let times = 0; times < 3; times += 1)
      expect(await cancelOrder(shop.as.customer(), order.id)).toMatchObject({
        ok: true,
        value: { status: 'cancelled' },
      });
    expect(await shop.stockOf(artwork.id)).toBe(3);
    expect(await usesOf('TEN')).toBe(0);
    expect((await checkCoupon(shop.as.customer(), 'TEN')).ok).toBe(true);
    expect(await shop.announced('orders.status-changed')).toHaveLength(1);
  });

  test('is refused after 2 hours and after shipping', async () => {
    const { order } = await anOrder();
    shop.later(120);
    expect(await cancelOrder(shop.as.customer(), order.id)).toMatchObject({ ok: false, reason: 'too-late' });
    await setOrderStatus(shop.as.admin(), {
      orderId: order.id,
      status: 'shipped',
      shipUnverified: true,
      reason: 'in a hurry',
    });
    expect(await cancelOrder(shop.as.customer(), order.id)).toMatchObject({ ok: false, reason: 'already-shipped' });
  });

  test('refuses an order from a request, which has its own terms', async () => {
    const { id: artworkId } = await shop.makeArtwork({ stockCount: 0 });
    const terms = { artworkId, total: rupees(5000), advance: rupees(2500) };
    const { id } = await agreeOnOrder(shop.as.shop(), shop.as.customer(), terms);
    expect(await cancelOrder(shop.as.customer(), id)).toMatchObject({ ok: false, reason: 'from-request' });
    expect((await shop.orderRow(id)).status).toBe('pending');
  });

  test('is allowed for the hours that the owner sets', async () => {
    await updateSettings(shop.as.admin(), { promises: { ...DEFAULT_SETTINGS.promises, cancelWithinHours: 5 } });
    const [{ order }, { order: late }] = [await anOrder(), await anOrder()];
    shop.later(299);
    expect(await cancelOrder(shop.as.customer(), order.id)).toMatchObject({ ok: true });
    shop.later(1);
    expect(await cancelOrder(shop.as.customer(), late.id)).toMatchObject({
      reason: 'too-late',
      data: { withinHours: 5 },
    });
  });

  test('finds no other customer’s order, even for an admin', async () => {
    const { order } = await anOrder();
    await expect(cancelOrder(shop.as.customer(2), order.id)).rejects.toThrow(NotFound);
    await expect(cancelOrder(shop.as.admin(), order.id)).rejects.toThrow(NotFound);
    await expect(cancelOrder(shop.as.guest(), order.id)).rejects.toThrow(SignInNeeded);
  });

  test('restocks no made-to-order artworks', async () => {
    const { order, artwork } = await anOrder();
    await shop.database
      .update(orders)
      .set({ items: order.items.map((item) => ({ ...item, made_to_order: true as const })) });
    await cancelOrder(shop.as.customer(), order.id);
    expect(await shop.stockOf(artwork.id)).toBe(1);
  });
});

describe('judging a payment', () => {
  test('records who judged order and payment and why, reversibly', async () => {
    const { order } = await anOrder();
    expect(await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'rejected' })).toMatchObject({
      ok: false,
      reason: 'reason-needed',
    });
    await verifyPayment(shop.as.admin(), {
      orderId: order.id,
      verification: 'rejected',
      reason: 'not in the statement',
    });
    expect(await shop.database.select().from(payments)).toMatchObject([{ verification: 'rejected' }]);
    expect((await findOrderHistory(shop.as.admin(), order.id)).slice(-2)).toMatchObject([
      { reason: 'Payment rejected: not in the statement' },
      { reason: 'Payment not found: not in the statement', toStatus: 'cancelled' },
    ]);
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing', reason: 'found after all' });
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    expect(await shop.orderRow(order.id)).toMatchObject({ verification: 'matched', status: 'processing' });
    expect(await shop.announced('orders.payment-checked')).toHaveLength(2);
    await expect(verifyPayment(shop.as.customer(), { orderId: order.id, verification: 'matched' })).rejects.toThrow(
      NotFound,
    );
  });
});

describe('reading orders', () => {
  test('lists a customer’s own orders only, newest first', async () => {
    const { order } = await anOrder();
    shop.later(1);
    const { order: second } = await anOrder();
    expect((await findMyOrders(shop.as.customer())).orders.map((each) => each.id)).toEqual([second.id, order.id]);
    expect((await findMyOrders(shop.as.customer(2))).orders).toEqual([]);
    expect((await getOrder(shop.as.customer(), order.id)).id).toBe(order.id);
    expect((await getOrder(shop.as.admin(), order.id)).id).toBe(order.id);
    const errors = await Promise.all(
      [
        [shop.as.customer(2), order.id],
        [shop.as.customer(2), crypto.randomUUID()],
        [shop.as.customer(2), 'nonsense'],
        [shop.as.guest(), order.id],
      ].map(([context, id]) =>
        getOrder(context as Shop, id as string).catch((error: Error) => `${error.name}: ${error.message}`),
      ),
    );
    expect(new Set(errors)).toEqual(new Set(['NotFound: Not found']));
  });

  test('gives an admin stable pages, a search and counts', async () => {
    const artwork = await shop.makeArtwork({ stockCount: 100 });
    const made: Order[] = [];
    for (let at = 0; at < 28; at += 1) {
      // Three orders each have the same time, so that their ids decide the order.
      if (at % 3 === 0) shop.later(1);
      await putIntoCart(shop.as.customer(1 + (at % 2)), artwork.id);
      made.push(await orderCart(shop.as.customer(1 + (at % 2))));
    }
    const first = await listOrders(shop.as.admin());
    shop.later(1);
    await putIntoCart(shop.as.customer(3), artwork.id);
    await orderCart(shop.as.customer(3));
    const second = await listOrders(shop.as.admin(), { cursor: first.nextCursor });
    expect(first.orders).toHaveLength(25);
    expect(second.nextCursor).toBeUndefined();
    expect(new Set([...first.orders, ...second.orders].map((order) => order.id))).toEqual(
      new Set(made.map((order) => order.id)),
    );

    const wanted = made[5]!;
    for (const search of [
      wanted.orderNumber.toLowerCase(),
      `#${wanted.id.slice(-6).toUpperCase()}`,
      wanted.paymentReferenceId!,
      wanted.paymentReferenceId!.replace(/(\d{4})(?=\d)/g, '$1 '),
    ]) {
      expect((await listOrders(shop.as.admin(), { search })).orders.map((order) => order.id)).toEqual([wanted.id]);
    }
    expect((await listOrders(shop.as.admin(), { search: '%' })).orders).toEqual([]);
    const { phone } = wanted.shippingAddress;
    for (const search of [phone, phone.replace(/^(\d{5})/, '$1 '), `+91 ${phone}`])
      expect((await listOrders(shop.as.admin(), { search })).counts.all).toBeGreaterThan(0);
    expect((await listOrders(shop.as.admin(), { search: '98989 00000' })).orders).toEqual([]);
    await setOrderStatus(shop.as.admin(), { orderId: wanted.id, status: 'cancelled' });
    const cancelled = await listOrders(shop.as.admin(), { status: 'cancelled' });
    expect(cancelled.orders.map((order) => order.id)).toEqual([wanted.id]);
    expect(cancelled.counts).toMatchObject({ all: 29, processing: 28, cancelled: 1 });
    await expect(listOrders(shop.as.customer())).rejects.toThrow(NotFound);
  });

  test('archiving hides an order from the owner only and deletes nothing', async () => {
    const { order } = await anOrder();
    await archiveOrder(shop.as.admin(), order.id);
    await archiveOrder(shop.as.admin(), order.id);
    expect((await listOrders(shop.as.admin())).orders).toEqual([]);
    expect((await findMyOrders(shop.as.customer())).orders).toHaveLength(1);
    expect(await shop.database.select().from(payments)).toHaveLength(1);
    expect(await listPayments(shop.as.admin())).toMatchObject({ payments: [], counts: { all: 0, unverified: 0 } });
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    expect((await listPayments(shop.as.admin())).payments).toHaveLength(1);
    await expect(archiveOrder(shop.as.customer(), order.id)).rejects.toThrow(NotFound);
  });

  test('Overview sums revenue without unpaid orders, and received as matched', async () => {
    const { order } = await anOrder();
    const { order: matched } = await anOrder();
    const { order: returned } = await anOrder();
    await anOrder({ paymentMethod: 'razorpay' });
    for (const { id } of [matched, returned])
      await verifyPayment(shop.as.admin(), { orderId: id, verification: 'matched' });
    await setOrderStatus(shop.as.admin(), { orderId: returned.id, status: 'cancelled' });
    expect(await overview(shop.as.admin())).toMatchObject({
      users: 61,
      artworks: 4,
      orders: 4,
      money: { revenue: 3 * order.total, received: matched.total, toConfirm: 1 },
      toPack: 1,
    });
    const toPack = await listOrders(shop.as.admin(), { waitsFor: 'packing' });
    expect(toPack.orders.map(({ id }) => id)).toEqual([matched.id]);
    expect(toPack.counts.toPack).toBe(1);
    expect(await overview(shop.as.helper())).toMatchObject({ orders: 4, money: undefined });
    await expect(overview(shop.as.customer())).rejects.toThrow(NotFound);
  });

  test('revenue by month follows India and includes empty months; owners only', async () => {
    const { order: lastOfOctober } = await anOrder();
    const { order: firstOfNovember } = await anOrder();
    const { order: tooOld } = await anOrder();
    const placedAt = (id: string, moment: string) =>
      shop.database
        .update(orders)
        .set({ createdAt: new Date(moment) })
        .where(eq(orders.id, id));
    await placedAt(lastOfOctober.id, '2026-10-31T18:29:59Z');
    await placedAt(firstOfNovember.id, '2026-10-31T18:30:00Z');
    await placedAt(tooOld.id, '2025-11-30T18:29:59Z');
    await verifyPayment(shop.as.admin(), { orderId: lastOfOctober.id, verification: 'matched' });
    const months = await revenueByMonth(shop.as.admin());
    expect(months.map(({ month }) => month)).toEqual([
      '2025-12',
      ...Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`),
    ]);
    expect(months.slice(-3)).toEqual([
      { month: '2026-09', ordered: 0, received: 0, toCome: 0, orders: 0 },
      { month: '2026-10', ordered: lastOfOctober.total, received: lastOfOctober.total, toCome: 0, orders: 1 },
      { month: '2026-11', ordered: firstOfNovember.total, received: 0, toCome: firstOfNovember.total, orders: 1 },
    ]);
    expect(months[0]).toMatchObject({ ordered: 0 });
    await expect(revenueByMonth(shop.as.helper())).rejects.toThrow(NotFound);
  });

  test('a cancelled order counts only in total revenue, where it is named', async () => {
    const { order: paid } = await anOrder();
    const { order: open } = await anOrder();
    const { order: cancelled } = await anOrder();
    await verifyPayment(shop.as.admin(), { orderId: paid.id, verification: 'matched' });
    await setOrderStatus(shop.as.admin(), { orderId: cancelled.id, status: 'cancelled' });
    const month = (await revenueByMonth(shop.as.admin())).at(-1)!;
    expect(month).toMatchObject({ ordered: paid.total + open.total, received: paid.total, orders: 2 });
    expect(month.toCome).toBe(month.ordered - month.received);
    const { revenue, received, cancelled: ofCancelled } = (await overview(shop.as.admin())).money!;
    expect(ofCancelled).toBe(cancelled.total);
    expect(revenue - received - ofCancelled).toBe(month.toCome);
  });
});

describe('a gateway’s payment', () => {
  const pending = () => anOrder({ paymentMethod: 'razorpay', paymentReferenceId: '' });
  async function started(order: Order) {
    const start = await startGatewayPayment(shop.as.customer(), { orderId: order.id, method: 'razorpay' });
    if (!start.ok) throw new Error(start.reason);
    return start.value.providerOrderId;
  }

  test('leaves the order pending and unannounced, holding its artworks for 15 minutes', async () => {
    const { order, artwork } = await pending();
    expect(order).toMatchObject({
      status: 'pending',
      paymentStatus: 'pending',
      paymentReferenceId: null,
      heldUntil: new Date('2026-11-21T10:15:00Z'),
    });
    expect(await shop.stockOf(artwork.id)).toBe(1);
    expect(await shop.announced('orders.confirmed')).toEqual([]);
    expect(await shop.database.select().from(payments)).toEqual([]);
  });

  test('a verified payment advances the order once', async () => {
    const { order } = await pending();
    const providerOrderId = await started(order);
    const callback = await razorpay.simulate(providerOrderId, 'pay');
    const { rawBody, headers } = razorpay.webhookOf(providerOrderId);
    for (let times = 0; times < 2; times += 1) {
      expect(await takeGatewayCallback(shop.as.customer(), { ...callback!, orderId: order.id })).toMatchObject({
        ok: true,
        value: {
          status: 'processing',
          paymentStatus: 'confirmed',
          verification: 'matched',
          heldUntil: null,
          paymentReferenceId: callback!.paymentId.toUpperCase(),
        },
      });
      expect(await takeGatewayWebhook(shop.as.shop(), 'razorpay', rawBody, headers)).toMatchObject({ ok: true });
    }
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'shipped' });
    await completePayment(shop.as.shop(), { provider: 'razorpay', answer: { outcome: 'failed', providerOrderId } });
    await completePayment(shop.as.shop(), { provider: 'razorpay', answer: await razorpay.lookUp(providerOrderId) });
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'shipped', paymentStatus: 'confirmed' });
    expect(await shop.database.select().from(payments)).toHaveLength(1);
    expect(await shop.database.select().from(paymentOrders)).toMatchObject([
      { status: 'completed', paymentId: callback!.paymentId },
    ]);
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId: order.id }]);
  });

  test('accepts payment for an order already advanced, and emails once', async () => {
    const { order } = await pending();
    const providerOrderId = await started(order);
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing' });
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId: order.id }]);
    await razorpay.simulate(providerOrderId, 'pay');
    await completePayment(shop.as.shop(), { provider: 'razorpay', answer: await razorpay.lookUp(providerOrderId) });
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    expect(await shop.announced('orders.confirmed')).toHaveLength(1);
    expect(await shop.announced('orders.payment-checked')).toEqual([{ orderId: order.id, verification: 'matched' }]);
    expect(await shop.announced('orders.needs-attention')).toEqual([]);
  });

  test('that was declined leaves the order waiting, and may be tried again', async () => {
    const { order } = await pending();
    const declined = await started(order);
    expect(await razorpay.simulate(declined, 'decline')).toBeUndefined();
    await completePayment(shop.as.shop(), { provider: 'razorpay', answer: await razorpay.lookUp(declined) });
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    const callback = await razorpay.simulate(await started(order), 'pay');
    expect(await takeGatewayCallback(shop.as.customer(), { ...callback!, orderId: order.id })).toMatchObject({
      ok: true,
      value: { status: 'processing' },
    });
  });

  test('refuses forged signatures, other orders, amounts or people', async () => {
    const { order } = await pending();
    const { order: other } = await pending();
    const providerOrderId = await started(order);
    const callback = (await razorpay.simulate(providerOrderId, 'pay'))!;
    const mine = shop.as.customer();
    expect(
      await takeGatewayCallback(mine, { ...callback, orderId: order.id, signature: '0'.repeat(64) }),
    ).toMatchObject({ ok: false, reason: 'forged' });
    expect(await takeGatewayCallback(mine, { ...callback, orderId: order.id, paymentId: 'pay_2' })).toMatchObject({
      ok: false,
      reason: 'forged',
    });
    expect(await takeGatewayCallback(mine, { ...callback, orderId: other.id })).toMatchObject({
      ok: false,
      reason: 'unknown-payment',
    });
    await expect(takeGatewayCallback(shop.as.customer(2), { ...callback, orderId: order.id })).rejects.toThrow(
      NotFound,
    );
    const { rawBody, headers } = razorpay.webhookOf(providerOrderId);
    expect(
      await takeGatewayWebhook(shop.as.shop(), 'razorpay', rawBody.replace('paid', 'PAID'), headers),
    ).toMatchObject({ ok: false, reason: 'forged' });
    const cheap = {
      outcome: 'paid',
      providerOrderId,
      paymentId: 'pay_1',
      amount: paise(100),
      currency: 'INR',
    } as const;
    expect(await completePayment(shop.as.shop(), { provider: 'razorpay', answer: cheap })).toMatchObject({
      ok: false,
      reason: 'wrong-amount',
    });
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: order.id, why: 'wrong-amount' }]);
  });

  test('books a payment after cancellation and asks the owner', async () => {
    const { order, artwork } = await pending();
    const providerOrderId = await started(order);
    await cancelOrder(shop.as.customer(), order.id);
    await razorpay.simulate(providerOrderId, 'pay');
    await completePayment(shop.as.shop(), { provider: 'razorpay', answer: await razorpay.lookUp(providerOrderId) });
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'confirmed' });
    expect(await shop.database.select().from(payments)).toHaveLength(1);
    expect(await shop.announced('orders.needs-attention')).toEqual([
      { orderId: order.id, why: 'paid-after-cancelling' },
    ]);
    expect(await shop.stockOf(artwork.id)).toBe(3);
  });

  test('that never arrives releases the artworks after 15 minutes, once', async () => {
    const { order, artwork } = await pending();
    const { order: claimed } = await anOrder();
    shop.later(14);
    expect(await sweepHeldOrders(shop.as.shop())).toBe(0);
    shop.later(1);
    expect(await startGatewayPayment(shop.as.customer(), { orderId: order.id, method: 'razorpay' })).toMatchObject({
      ok: false,
      reason: 'not-payable',
    });
    expect(await sweepHeldOrders(shop.as.shop())).toBe(1);
    expect(await sweepHeldOrders(shop.as.shop())).toBe(0);
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'cancelled', paymentStatus: 'pending' });
    expect(await shop.stockOf(artwork.id)).toBe(3);
    expect(await shop.orderRow(claimed.id)).toMatchObject({ status: 'processing' });
    expect((await findOrderHistory(shop.as.admin(), order.id)).at(-1)).toMatchObject({
      changedBy: null,
      reason: 'Not paid within 15 minutes',
    });
    await expect(sweepHeldOrders(shop.as.customer())).rejects.toThrow(NotFound);
  });

  test('is held for at most three orders of a person', async () => {
    for (let times = 0; times < 3; times += 1) await pending();
    await putIntoCart(shop.as.customer(), (await shop.makeArtwork()).id);
    expect(
      await placeOrder(
        shop.as.customer(),
        await checkoutOf(shop.as.customer(), { paymentMethod: 'razorpay', paymentReferenceId: newReference() }),
      ),
    ).toMatchObject({ ok: false, reason: 'too-many-held' });
  });
});
