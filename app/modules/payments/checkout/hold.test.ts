import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Paise, rupees } from '#app/basics/money.ts';
import { isReferenceMethod } from '#app/basics/payment-methods.ts';
import { getCart } from '#app/modules/orders/cart/cart.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import {
  findBeingBought,
  findOpenCheckouts,
  holdCheckout,
  keepLateReference,
  keepTypedAddress,
  findLastShippingAddress,
  openCheckout,
  openCheckoutWithHold,
  placeOrder,
  placePaidCheckout,
  quoteCart,
} from './checkout.server.ts';
import { offeredMethods, sweepHeldOrders } from '#app/modules/payments/payments/payments.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { checkoutAttempts } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const hold = async (context: Shop, changes: { couponCode?: string; address?: Partial<typeof ADDRESS> } = {}) =>
  holdCheckout(context, { ...(await openCheckout(context)), zipCode: '263601', address: ADDRESS, ...changes });

const usesOf = async (code: string) =>
  (await shop.database.select({ used: coupons.usedCount }).from(coupons).where(eq(coupons.code, code)))[0]!.used;

async function stateOf(context: Shop, couponCode?: string) {
  const settings = await getSettings(context);
  const inCart = await context.database
    .select({ artworkId: artworks.id, quantity: cart.quantity, price: artworks.price, gstRate: artworks.gstRate })
    .from(cart)
    .innerJoin(artworks, eq(artworks.id, cart.artworkId))
    .where(eq(cart.userId, (context.actor as { userId: string }).userId));
  const lines = inCart.map((line) => ({
    ...line,
    price: line.price!,
    gst: { medium: 'oil' as const, gstRate: line.gstRate, hsn: '' },
  }));
  const { totals } = await quoteCart(context, { lines, settings, coupon: couponCode });
  return (await openCheckoutWithHold(context, { lines, totals })).hold;
}

const rowOfAttempt = async (context: Shop) => {
  const { key } = await openCheckout(context);
  return (await shop.database.select().from(checkoutAttempts).where(eq(checkoutAttempts.key, key)))[0]!;
};

async function inCart(context: Shop, wanted: Parameters<TestShop['makeArtwork']>[0] = { stockCount: 1 }, quantity = 1) {
  const artwork = await shop.makeArtwork(wanted);
  await putIntoCart(context, artwork.id, quantity);
  return artwork;
}

describe('a hold', () => {
  test('offers no QR without a payee', async () => {
    await inCart(shop.as.customer());
    await updateSettings(shop.as.shop(), { upi: { address: null, name: null, isMerchant: false } });
    const offered = offeredMethods(shop.as.customer(), await getSettings(shop.as.customer()));
    expect(offered.filter(isReferenceMethod)).toEqual([]);
    expect(await hold(shop.as.customer())).toEqual({ ok: false, reason: 'upi-off', data: undefined });
  });

  test('offers no QR where the shop does not deliver', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 1 });
    await putIntoCart(shop.as.customer(), id);
    const seller = {
      status: 'composition',
      gstin: '05ABCDE1234F1Z6',
      pricesExcludeGst: false,
      ownStateOnly: true,
    } as const;
    await updateSettings(shop.as.admin(), { seller });
    const far = { address: { ...ADDRESS, state: 'Kerala' as const } };
    expect(await hold(shop.as.customer(), far)).toMatchObject({ reason: 'state-not-served' });
    await updateSettings(shop.as.admin(), { unservedPinPrefixes: ['263'] });
    expect(await hold(shop.as.customer())).toMatchObject({ reason: 'not-served', data: { zipCode: '263601' } });
    expect(await shop.stockOf(id)).toBe(1);
    await updateSettings(shop.as.admin(), { unservedPinPrefixes: [] });
    expect(await hold(shop.as.customer())).toMatchObject({ ok: true });
  });

  test('holds stock for 15 minutes, repeatably, and returns it once', async () => {
    const artwork = await inCart(shop.as.customer(), { stockCount: 3 }, 2);
    expect(await stateOf(shop.as.customer())).toMatchObject({ stage: 'none', drawn: null });
    const first = await hold(shop.as.customer());
    expect(first).toMatchObject({ ok: true, value: { until: new Date(shop.clock.now.getTime() + 15 * 60_000) } });
    expect(await shop.stockOf(artwork.id)).toBe(1);
    shop.later(5);
    expect(await hold(shop.as.customer())).toEqual(first);
    expect(await shop.stockOf(artwork.id)).toBe(1);
    expect(await stateOf(shop.as.customer())).toMatchObject({ stage: 'held', secondsLeft: 600, drawn: rupees(2150) });
    await sweepHolds(shop.as.shop());
    expect(await shop.stockOf(artwork.id)).toBe(1);
    shop.later(10);
    await Promise.all([sweepHolds(shop.as.shop()), sweepHolds(shop.as.shop())]);
    await sweepHolds(shop.as.shop());
    expect(await shop.stockOf(artwork.id)).toBe(3);
    expect(await stateOf(shop.as.customer())).toMatchObject({ stage: 'ended', mayHoldAgain: true });
  });

  test('releases holds and orders when a fast clock is corrected', async () => {
    const artwork = await inCart(shop.as.customer(1), { stockCount: 3 });
    await putIntoCart(shop.as.customer(2), artwork.id);
    shop.later(5 * 60);
    await hold(shop.as.customer(1));
    const waiting = await orderCart(shop.as.customer(2), {
      paymentMethod: 'manual',
      online: 'yes',
      paymentReferenceId: '',
    });
    expect(await shop.stockOf(artwork.id)).toBe(1);
    shop.later(-5 * 60);
    for (let sweep = 0; sweep < 2; sweep += 1)
      await Promise.all([sweepHolds(shop.as.shop()), sweepHeldOrders(shop.as.shop())]);
    expect(await shop.stockOf(artwork.id)).toBe(3);
    expect((await shop.orderRow(waiting.id)).status).toBe('cancelled');
  });

  test('keeps the artwork in its holder’s cart only', async () => {
    const artwork = await inCart(shop.as.customer(1));
    await putIntoCart(shop.as.customer(2), artwork.id);
    await hold(shop.as.customer(1));
    expect((await getCart(shop.as.customer(1), NO_GUEST_CART)).lines).toMatchObject([{ available: true, most: 1 }]);
    expect((await getCart(shop.as.customer(2), NO_GUEST_CART)).lines).toMatchObject([{ available: false }]);
    expect(await hold(shop.as.customer(2))).toMatchObject({ ok: false, reason: 'being-bought' });
    const others = { others: [artwork.id], held: [], ordered: [], endsInSeconds: 15 * 60 };
    expect(await findBeingBought(shop.as.guest(), [artwork.id])).toEqual(others);
    expect(await findBeingBought(shop.as.customer(2), [artwork.id])).toEqual(others);
    const own = { others: [], held: [artwork.id], ordered: [], endsInSeconds: 15 * 60 };
    expect(await findBeingBought(shop.as.customer(1), [artwork.id])).toEqual(own);
    shop.later(15);
    expect(await findBeingBought(shop.as.guest(), [artwork.id])).toEqual({ ...others, endsInSeconds: 0 });
    await sweepHolds(shop.as.shop());
    expect(await findBeingBought(shop.as.guest(), [artwork.id])).toEqual({ others: [], held: [], ordered: [] });
    expect(await hold(shop.as.customer(2))).toMatchObject({ ok: true });
  });

  test('restarts twice an hour per artwork, with any other items', async () => {
    await inCart(shop.as.customer());
    for (let time = 0; time < 3; time += 1) {
      expect(await hold(shop.as.customer())).toMatchObject({ ok: true });
      shop.later(15);
    }
    expect(await stateOf(shop.as.customer())).toMatchObject({ stage: 'ended', mayHoldAgain: false });
    await inCart(shop.as.customer());
    expect(await hold(shop.as.customer())).toMatchObject({ ok: false, reason: 'held-too-often' });
    shop.later(16);
    expect(await hold(shop.as.customer())).toMatchObject({ ok: true });
  });

  test('follows cart and coupon without restarting, and remembers every amount', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'TEN',
      discountPercentage: 10,
      usageLimit: 1,
      validFrom: null,
      validUntil: null,
    });
    const first = await inCart(shop.as.customer());
    const begin = await hold(shop.as.customer());
    const until = begin.ok ? begin.value.until : undefined;
    expect(await stateOf(shop.as.customer(), 'TEN')).toMatchObject({ stage: 'changed' });
    shop.later(3);
    expect(await hold(shop.as.customer(), { couponCode: 'TEN' })).toMatchObject({ ok: true, value: { until } });
    const second = await inCart(shop.as.customer());
    expect(await hold(shop.as.customer(), { couponCode: 'TEN' })).toMatchObject({ ok: true, value: { until } });
    expect([await shop.stockOf(first.id), await shop.stockOf(second.id)]).toEqual([0, 0]);
    expect(await rowOfAttempt(shop.as.customer())).toMatchObject({
      drawnAmounts: [rupees(1150), rupees(1050), rupees(1950)],
      drawnQuote: { couponCode: 'TEN', items: [{ artwork_id: first.id }, { artwork_id: second.id }] },
    });
    await shop.database.delete(cart).where(eq(cart.artworkId, first.id));
    expect(await hold(shop.as.customer())).toMatchObject({ ok: true, value: { until } });
    expect([await shop.stockOf(first.id), await shop.stockOf(second.id)]).toEqual([1, 0]);
    expect(await usesOf('TEN')).toBe(0);
  });

  test('keeps what it has when a changed cart cannot be held', async () => {
    const first = await inCart(shop.as.customer());
    await hold(shop.as.customer());
    const gone = await inCart(shop.as.customer(), { stockCount: 0, title: 'Brass Lota' });
    expect(await hold(shop.as.customer())).toMatchObject({
      ok: false,
      reason: 'out-of-stock',
      data: { title: 'Brass Lota' },
    });
    expect([await shop.stockOf(first.id), await shop.stockOf(gone.id)]).toEqual([0, 0]);
    shop.later(15);
    await sweepHolds(shop.as.shop());
    expect(await shop.stockOf(first.id)).toBe(1);
  });

  test('refuses a fourth open order, a held artwork and another’s checkout', async () => {
    const wait = async () => {
      const artwork = await inCart(shop.as.customer(), { stockCount: 5 });
      await orderCart(shop.as.customer(), { online: 'yes', paymentReferenceId: '' });
      return artwork;
    };
    const artwork = await wait();
    await putIntoCart(shop.as.customer(), artwork.id);
    expect(await hold(shop.as.customer())).toMatchObject({ ok: false, reason: 'held-by-order' });
    await shop.database.update(artworks).set({ stockCount: 0 }).where(eq(artworks.id, artwork.id));
    const waiting = { others: [], held: [], ordered: [artwork.id] };
    expect(await findBeingBought(shop.as.customer(), [artwork.id])).toMatchObject(waiting);
    await shop.database.update(artworks).set({ stockCount: 4 }).where(eq(artworks.id, artwork.id));
    await shop.database.delete(cart);
    await wait();
    await wait();
    await inCart(shop.as.customer());
    expect(await hold(shop.as.customer())).toMatchObject({ ok: false, reason: 'too-many-held' });
    const { key } = await openCheckout(shop.as.customer(2));
    expect(await holdCheckout(shop.as.customer(), { key, address: {} })).toMatchObject({ reason: 'unknown-checkout' });
  });

  test('becomes the order without taking its artworks twice', async () => {
    const artwork = await inCart(shop.as.customer(), { stockCount: 3 }, 2);
    await hold(shop.as.customer());
    const order = await orderCart(shop.as.customer());
    expect([order.status, await shop.stockOf(artwork.id)]).toEqual(['processing', 1]);
    shop.later(20);
    await sweepHolds(shop.as.shop());
    expect(await shop.stockOf(artwork.id)).toBe(1);
    const [attempt] = await shop.database.select().from(checkoutAttempts);
    expect(attempt).toMatchObject({
      orderId: order.id,
      drawnQuote: null,
      typedAddress: null,
      drawnAmounts: [rupees(2150)],
    });
  });
});

describe('a reference for a QR created before the address was typed', () => {
  const COMPOSITION = {
    status: 'composition',
    gstin: '05ABCDE1234F1Z6',
    pricesExcludeGst: false,
    ownStateOnly: true,
  } as const;
  const elsewhere = { shippingAddress: { ...ADDRESS, state: 'Kerala' as const } };
  const refusesKerala = () => updateSettings(shop.as.admin(), { seller: COMPOSITION });
  const refusesPin = () => updateSettings(shop.as.admin(), { unservedPinPrefixes: ['263'] });
  const drawQr = async () => {
    const { key } = await openCheckout(shop.as.customer());
    expect(await holdCheckout(shop.as.customer(), { key, address: {} })).toMatchObject({ ok: true });
  };

  test.each([
    ['another state', refusesKerala, elsewhere],
    ['a PIN code that is left out', refusesPin, {}],
  ])('is accepted for %s, announced to the owner, never without QR', async (_, limit, changes) => {
    await limit();
    await inCart(shop.as.customer(2), { stockCount: 1 });
    const unpaid = await checkoutOf(shop.as.customer(2), changes);
    expect(await placeOrder(shop.as.customer(2), unpaid)).toMatchObject({ ok: false });

    await inCart(shop.as.customer());
    await drawQr();
    const online = await checkoutOf(shop.as.customer(), { ...changes, online: 'yes', paymentReferenceId: '' });
    expect(await placeOrder(shop.as.customer(), online)).toMatchObject({ ok: false });
    const sent = await checkoutOf(shop.as.customer(), changes);
    const placed = await placeOrder(shop.as.customer(), sent);
    expect(placed).toMatchObject({
      ok: true,
      value: { status: 'processing', paymentReferenceId: sent.paymentReferenceId },
    });
    const orderId = placed.ok ? placed.value.id : '';
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId, why: 'not-served' }]);
  });

  test('reports money found in the bank without a reference', async () => {
    await refusesKerala();
    await inCart(shop.as.customer());
    await drawQr();
    const { key, orderNumber, drawnTotal } = await openCheckout(shop.as.customer());
    const { name, email, phone, street, city, zipCode } = ADDRESS;
    await keepTypedAddress(shop.as.customer(), {
      key,
      address: { name, email, phone, street, city, state: 'Kerala', zipCode },
    });
    const found = { orderNumber, amount: drawnTotal!, reference: newReference(), paidOn: '2026-11-21' };
    expect(await placePaidCheckout(shop.as.shop(), found)).toMatchObject({ ok: true, value: { status: 'processing' } });
    expect(await shop.announced('orders.needs-attention')).toMatchObject([{ why: 'not-served' }]);
  });
});

describe('the address of a checkout paid by QR without a reference', () => {
  const PROFILE = {
    street: '7 Kumaon Street',
    city: 'Almora',
    state: 'Uttarakhand',
    zipCode: '263601',
    country: 'India',
  };
  const payDrawn = async () => {
    await inCart(shop.as.customer());
    const { key } = await openCheckout(shop.as.customer());
    expect(await holdCheckout(shop.as.customer(), { key, address: {} })).toMatchObject({ ok: true });
    const { orderNumber, drawnTotal } = await openCheckout(shop.as.customer());
    const found = { orderNumber, amount: drawnTotal!, reference: newReference(), paidOn: '2026-11-21' };
    const placed = await placePaidCheckout(shop.as.shop(), found);
    return placed.ok ? placed.value.shippingAddress : undefined;
  };
  const setProfile = async (address: typeof PROFILE | null) => {
    const { userId } = signedIn(shop.as.customer());
    await shop.database.update(userProfiles).set({ phone: '9876543210', address }).where(eq(userProfiles.id, userId));
  };
  const orderOnce = async () => {
    await inCart(shop.as.customer());
    const order = await orderCart(shop.as.customer());
    shop.later(1);
    return order;
  };

  test('is the profile’s, before the last order’s', async () => {
    await orderOnce();
    await setProfile(PROFILE);
    expect(await payDrawn()).toMatchObject({ street: PROFILE.street, phone: '9876543210' });
  });

  test('uses the last checkout’s address, never one from a quote', async () => {
    await setProfile(null);
    await orderOnce();
    const { id } = await orderOnce();
    const shippingAddress = { ...ADDRESS, street: '666 Evil Street' };
    await shop.database
      .update(orders)
      .set({ advance: rupees(10), shippingAddress })
      .where(eq(orders.id, id));
    expect(await payDrawn()).toMatchObject({ street: ADDRESS.street });
    expect(await findLastShippingAddress(shop.as.customer())).toMatchObject({ street: ADDRESS.street });
  });

  test('is only name and email if only a quote has an address', async () => {
    await setProfile(null);
    const { id } = await orderOnce();
    await shop.database
      .update(orders)
      .set({ advance: rupees(10) })
      .where(eq(orders.id, id));
    expect(await payDrawn()).toMatchObject({ street: '', email: 'customer1@bisvar.example' });
  });
});

describe('a reference that arrives too late', () => {
  test('is accepted as usual while the artworks are available', async () => {
    const artwork = await inCart(shop.as.customer());
    await hold(shop.as.customer());
    shop.later(40);
    await sweepHolds(shop.as.shop());
    expect(await orderCart(shop.as.customer())).toMatchObject({ status: 'processing' });
    expect(await shop.stockOf(artwork.id)).toBe(0);
  });

  test('books the payment of an order cancelled without stock, and emails both', async () => {
    await saveCoupon(shop.as.admin(), {
      code: 'TEN',
      discountPercentage: 10,
      usageLimit: 5,
      validFrom: null,
      validUntil: null,
    });
    const other = await inCart(shop.as.customer(), { stockCount: 3 });
    const artwork = await inCart(shop.as.customer());
    await hold(shop.as.customer());
    shop.later(15);
    await sweepHolds(shop.as.shop());
    const sent = await checkoutOf(shop.as.customer(), { couponCode: 'TEN', discountPercentage: 10 });
    await shop.database.update(artworks).set({ stockCount: 0 }).where(eq(artworks.id, artwork.id));

    const [first, again] = [await placeOrder(shop.as.customer(), sent), await placeOrder(shop.as.customer(), sent)];
    expect(again).toEqual(first);
    const order = (first as { value: { id: string } }).value;
    expect(first).toMatchObject({
      ok: true,
      value: { status: 'cancelled', confirmedAt: null, paymentReferenceId: sent.paymentReferenceId },
    });
    expect([await shop.stockOf(other.id), await shop.stockOf(artwork.id)]).toEqual([3, 0]);
    expect(await shop.database.select().from(payments)).toMatchObject([
      { orderId: order.id, amount: sent.seenTotal, verification: 'unverified', referenceId: sent.paymentReferenceId },
    ]);
    expect(await shop.database.select().from(papers)).toEqual([]);
    expect(await usesOf('TEN')).toBe(0);
    expect(await shop.announced('orders.paid-too-late')).toEqual([{ orderId: order.id }]);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: order.id, why: 'paid-too-late' }]);
    expect(await shop.announced('orders.confirmed')).toEqual([]);
    expect(await shop.database.select().from(orderHistory)).toMatchObject([
      { toStatus: 'cancelled', reason: 'Paid after its pieces had sold' },
    ]);
  });

  test('takes its coupon when restored, from form or QR', async () => {
    await saveCoupon(shop.as.admin(), { code: 'TEN', discountPercentage: 10, usageLimit: 5 });
    const artwork = await inCart(shop.as.customer());
    await putIntoCart(shop.as.customer(2), artwork.id);
    for (const context of [shop.as.customer(), shop.as.customer(2)]) {
      await hold(context, { couponCode: 'TEN' });
      shop.later(15);
      await sweepHolds(shop.as.shop());
    }
    const sent = await checkoutOf(shop.as.customer(), { couponCode: 'TEN', discountPercentage: 10 });
    const { key } = await openCheckout(shop.as.customer(2));
    await shop.database.update(artworks).set({ stockCount: 0 });
    const late = [
      await placeOrder(shop.as.customer(), sent),
      await keepLateReference(shop.as.customer(2), { key, paymentReferenceId: newReference(), address: {} }),
    ];
    await shop.database.update(artworks).set({ stockCount: 5 });
    for (const [at, order] of late.entries()) {
      const { id: orderId } = (order as { value: { id: string } }).value;
      const restored = await setOrderStatus(shop.as.admin(), { orderId, status: 'processing', reason: 'one more' });
      expect(restored).toMatchObject({ ok: true, value: { couponCode: 'TEN' } });
      expect(await usesOf('TEN')).toBe(at + 1);
    }
  });

  test('keeps the QR’s items when the page has none left', async () => {
    const artwork = await inCart(shop.as.customer());
    await hold(shop.as.customer());
    shop.later(15);
    await sweepHolds(shop.as.shop());
    const { key } = await openCheckout(shop.as.customer());
    await shop.database.update(artworks).set({ stockCount: 0 });
    const late = { key, paymentReferenceId: newReference(), address: {} };
    expect(await keepLateReference(shop.as.customer(2), late)).toMatchObject({ reason: 'unknown-checkout' });
    expect(await keepLateReference(shop.as.customer(), { ...late, paymentReferenceId: '12' })).toMatchObject({
      reason: 'reference-too-short',
    });
    const first = await keepLateReference(shop.as.customer(), late);
    expect(first).toMatchObject({ ok: true, value: { status: 'cancelled', items: [{ artwork_id: artwork.id }] } });
    expect(await keepLateReference(shop.as.customer(), late)).toEqual(first);
    expect(await shop.database.select().from(orders)).toHaveLength(1);
  });
});

describe('a QR that was paid without a reference', () => {
  const paid = (orderNumber: string, amount: Paise = rupees(1150)) => ({
    orderNumber,
    amount,
    reference: newReference(),
    paidOn: '2026-11-21',
  });

  test('becomes its order once, with the typed address', async () => {
    const artwork = await inCart(shop.as.customer());
    await hold(shop.as.customer());
    const { orderNumber } = await openCheckout(shop.as.customer());
    const written = `UPI/${orderNumber.replaceAll('-', '').toLowerCase()}/bisvar`;
    expect(await findOpenCheckouts(shop.as.admin(), [written, 'BV-2222-2222', 'rent'])).toEqual([
      { orderNumber, total: rupees(1150), drawnAmounts: [rupees(1150)] },
    ]);
    const line = paid(orderNumber);
    const [first, again] = await Promise.all([
      placePaidCheckout(shop.as.shop(), line),
      placePaidCheckout(shop.as.admin(), line),
    ]);
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      ok: true,
      value: {
        status: 'processing',
        verification: 'matched',
        orderNumber,
        shippingAddress: ADDRESS,
        total: rupees(1150),
      },
    });
    expect(await shop.stockOf(artwork.id)).toBe(0);
    expect(await findOpenCheckouts(shop.as.admin(), [written])).toEqual([]);
    expect((await getCart(shop.as.customer(), NO_GUEST_CART)).lines).toEqual([]);
    expect(await shop.database.select().from(payments)).toMatchObject([
      { amount: rupees(1150), verification: 'matched' },
    ]);
    expect(await shop.announced('orders.needs-attention')).toEqual([]);
  });

  test('keeps a used-up coupon’s price, over its limit, and reports it', async () => {
    await saveCoupon(shop.as.admin(), { code: 'ONCE', discountPercentage: 10, usageLimit: 1 });
    await inCart(shop.as.customer());
    await hold(shop.as.customer(), { couponCode: 'ONCE' });
    const { orderNumber, drawnTotal } = await openCheckout(shop.as.customer());
    await inCart(shop.as.customer(2));
    await orderCart(shop.as.customer(2), { couponCode: 'ONCE', discountPercentage: 10 });
    const placed = await placePaidCheckout(shop.as.shop(), paid(orderNumber, drawnTotal!));
    expect(placed).toMatchObject({ ok: true, value: { status: 'processing', couponCode: 'ONCE', total: drawnTotal } });
    expect(await usesOf('ONCE')).toBe(2);
    expect(await shop.announced('orders.needs-attention')).toMatchObject([{ why: 'coupon-over-limit' }]);
    const { id: orderId } = (placed as { value: { id: string } }).value;
    await setOrderStatus(shop.as.admin(), { orderId, status: 'cancelled' });
    expect(await usesOf('ONCE')).toBe(1);
  });

  test('goes to the last typed address, while there is a QR', async () => {
    await inCart(shop.as.customer());
    const { key, orderNumber } = await openCheckout(shop.as.customer());
    await keepTypedAddress(shop.as.customer(), { key, address: ADDRESS });
    expect(await rowOfAttempt(shop.as.customer())).toMatchObject({ typedAddress: null });
    await hold(shop.as.customer(), { address: {} });
    await keepTypedAddress(shop.as.customer(2), { key, address: {} });
    await keepTypedAddress(shop.as.customer(), { key, address: { ...ADDRESS, street: '7 Hill Lane' } });
    expect(await placePaidCheckout(shop.as.shop(), paid(orderNumber))).toMatchObject({
      value: { shippingAddress: { street: '7 Hill Lane' } },
    });
  });

  test('uses the last address or asks the owner; reports another amount', async () => {
    await inCart(shop.as.customer());
    await hold(shop.as.customer(), { address: { name: 'Asha' } });
    const { orderNumber } = await openCheckout(shop.as.customer());
    const short = await placePaidCheckout(shop.as.shop(), paid(orderNumber, rupees(1000)));
    expect(short).toMatchObject({
      value: { verification: 'unverified', total: rupees(1150), shippingAddress: { name: 'Asha Rawat 1', street: '' } },
    });
    expect(
      (await shop.announced('orders.needs-attention'))
        .map((each) => String(each['why']))
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['address-missing', 'other-amount']);
    expect(await shop.database.select().from(payments)).toMatchObject([
      { amount: rupees(1000), verification: 'matched' },
    ]);
    await inCart(shop.as.customer(2));
    await orderCart(shop.as.customer(2));
    await inCart(shop.as.customer(2));
    await hold(shop.as.customer(2), { address: {} });
    const next = await openCheckout(shop.as.customer(2));
    expect(await placePaidCheckout(shop.as.shop(), paid(next.orderNumber))).toMatchObject({
      value: { shippingAddress: ADDRESS, verification: 'matched' },
    });
  });

  test('is refundable when sold, unless no QR or another reader exists', async () => {
    await inCart(shop.as.customer());
    const { orderNumber } = await openCheckout(shop.as.customer());
    expect(await placePaidCheckout(shop.as.shop(), paid(orderNumber))).toMatchObject({ reason: 'unknown-checkout' });
    await hold(shop.as.customer());
    shop.later(15);
    await sweepHolds(shop.as.shop());
    await shop.database.execute(sql`update artworks set stock_count = 0`);
    await expect(placePaidCheckout(shop.as.helper(), paid(orderNumber))).rejects.toThrow();
    expect(await placePaidCheckout(shop.as.shop(), paid(orderNumber))).toMatchObject({
      ok: true,
      value: { status: 'cancelled', verification: 'matched' },
    });
    expect(await shop.announced('orders.needs-attention')).toMatchObject([{ why: 'paid-too-late' }]);
  });
});
