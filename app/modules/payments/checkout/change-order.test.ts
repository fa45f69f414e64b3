import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { type Paise, paise, rupees } from '#app/basics/money.ts';
import { artworkPurchases, stockChanges } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon, setCouponActive } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import {
  cancelOrder,
  correctAddress,
  findOrderHistory,
  getOrder,
  setOrderStatus,
} from '#app/modules/orders/orders/orders.server.ts';
import { askReturn, getReturnable } from '#app/modules/orders/returns/returns.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { changeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import {
  cancelGatewayPayment,
  startGatewayPayment,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import { paymentsAndRefunds, refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { changeAndConfirm, changeOf } from '#tests/support/change-order.ts';
import { ADDRESS, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { placeOlderOrder } from '#tests/support/older-order.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(async () => {
  await shop.empty();
  shop.suppliers.payment = {};
});
afterAll(() => shop.close());

const ONLINE = { paymentReferenceId: '', online: 'yes' } as const;
type Artwork = Awaited<ReturnType<TestShop['makeArtwork']>>;

/** Two lamps at ₹1,500 and one bowl at ₹800: ₹3,800, free shipping above ₹2,000. */
async function ordered(changes: Parameters<typeof orderCart>[1] = {}, by: Shop = shop.as.customer()) {
  const lamp = await shop.makeArtwork({ title: 'Lamp', price: rupees(1_500), stockCount: 3 });
  const bowl = await shop.makeArtwork({ title: 'Bowl', price: rupees(800), stockCount: 3 });
  await putIntoCart(by, lamp.id, 2);
  await putIntoCart(by, bowl.id, 1);
  return { lamp, bowl, order: await orderCart(by, changes) };
}

const balanceOf = (order: Pick<Order, 'id'>) => balanceOfOrder(shop.as.shop(), order.id);
const change = (order: Pick<Order, 'id'>, wanted: Parameters<typeof changeAndConfirm>[2]) =>
  changeAndConfirm(shop.as.customer(), order.id, wanted);
const refusalOf = async (answer: ReturnType<typeof changeAndConfirm>) => {
  const { ok, ...rest } = await answer;
  return ok ? 'changed' : (rest as { reason: string }).reason;
};
const match = (order: Pick<Order, 'id'>) =>
  verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
const stocks = (...artworks: Artwork[]) => Promise.all(artworks.map(({ id }) => shop.stockOf(id)));
const coupon = async (code = 'TEN') => {
  await saveCoupon(shop.as.admin(), { code, discountPercentage: 10, usageLimit: 1, validFrom: null, validUntil: null });
  return { couponCode: code, discountPercentage: 10 };
};
const usesOf = async (code: string) =>
  (await shop.database.select().from(coupons).where(eq(coupons.code, code)))[0]!.usedCount;
const documentsOf = async ({ id }: Pick<Order, 'id'>) =>
  (await shop.database.select().from(papers).where(eq(papers.orderId, id)).orderBy(papers.sequence)).map(
    ({ kind, total }) => `${kind} ${total / 100}`,
  );

const zone = (name: string, pinPrefixes: string[], cost: Paise) => ({
  ...DEFAULT_SETTINGS.shippingZones[0]!,
  name,
  pinPrefixes,
  cost,
  freeAbove: null,
  takesCash: false,
  unserved: false,
});

describe('what changes', () => {
  test('fewer artworks return stock and make a refund due once paid', async () => {
    const { lamp, bowl, order } = await ordered();
    await match(order);
    const changed = await change(order, { quantities: { [lamp.id]: 1, [bowl.id]: 0 } });
    expect(changed).toMatchObject({ ok: true, value: { subtotal: rupees(1_500), shippingCost: rupees(150) } });
    expect(await stocks(lamp, bowl)).toEqual([2, 3]);
    expect(await balanceOf(order)).toEqual({ due: rupees(1_650), received: rupees(3_800) });
    expect(await shop.announced('ledger.refund-owed')).toMatchObject([{ amount: rupees(2_150) }]);
    expect(await documentsOf(order)).toEqual(['invoice 3800', 'credit-note 3800', 'invoice 1650']);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
    const bought = await shop.database.select().from(artworkPurchases);
    expect(bought.map(({ artworkId }) => artworkId)).toEqual([lamp.id]);
    const moves = await shop.database.select().from(stockChanges).orderBy(stockChanges.sequence);
    expect(moves.map(({ kind, change: by }) => `${kind} ${by}`).toSorted()).toEqual([
      'cancellation 1',
      'cancellation 1',
      'sale -1',
      'sale -2',
    ]);
  });

  test('delivery details and a note change neither total nor invoice', async () => {
    const { order } = await ordered();
    const { total } = order;
    const changed = await change(order, {
      name: 'Ravi Rawat',
      phone: '9876500000',
      street: '2 Thana Bazar',
      note: 'Ring',
    });
    expect(changed).toMatchObject({ ok: true, value: { total, customerName: 'Ravi Rawat', customerNote: 'Ring' } });
    expect(await documentsOf(order)).toEqual(['invoice 3800']);
    expect((await findOrderHistory(shop.as.admin(), order.id)).at(-1)).toMatchObject({
      reason: 'Changed by the customer: name, phone, street, note',
      fromStatus: 'processing',
      toStatus: 'processing',
    });
    expect(await shop.announced('orders.changed')).toHaveLength(1);
  });

  test('another PIN code changes the shipping charge, and a payment is due', async () => {
    await updateSettings(shop.as.admin(), {
      shippingMode: 'zones',
      shippingZones: [zone('Far', ['7'], rupees(400)), zone('Rest', [], rupees(100))],
    });
    const { order } = await ordered();
    await match(order);
    expect(await change(order, { zipCode: '781001', state: 'Assam' })).toMatchObject({
      ok: true,
      value: { shippingCost: rupees(400), total: rupees(4_200) },
    });
    const balance = await balanceOf(order);
    expect(orderPayment(await getOrder(shop.as.admin(), order.id), balance)).toMatchObject({
      state: 'part-paid',
      missing: rupees(300),
    });
    expect(await documentsOf(order)).toEqual(['invoice 3900', 'credit-note 3900', 'invoice 4200']);
  });

  test('keeps the prices, the shipping charge and the added GST of an older order', async () => {
    const seller = {
      status: 'regular',
      gstin: '05ABCDE1234F1Z6',
      pricesExcludeGst: false,
      ownStateOnly: false,
    } as const;
    await updateSettings(shop.as.admin(), { seller });
    const lamp = await shop.makeArtwork();
    const bought = { id: lamp.id, price: rupees(500), quantity: 3, gstRate: 18 };
    const order = await placeOlderOrder(shop.as.customer(), [bought]);
    expect(order.total).toBe(rupees((1_500 + 150) * 1.18));
    await updateSettings(shop.as.admin(), { flatShipping: { cost: rupees(300), freeAbove: null } });
    await shop.database.execute(`update artworks set price = 90000, gst_rate = 5`);
    expect(await change(order, { quantities: { [lamp.id]: 2 } })).toMatchObject({
      ok: true,
      value: { subtotal: rupees(1_000), shippingCost: rupees(150), gstAmount: rupees(207), total: rupees(1_357) },
    });
    expect((await documentsOf(order)).at(-1)).toBe('tax-invoice 1357');
  });

  test('another state replaces a tax invoice with IGST', async () => {
    const seller = {
      status: 'regular',
      gstin: '05ABCDE1234F1Z6',
      pricesExcludeGst: false,
      ownStateOnly: false,
    } as const;
    await updateSettings(shop.as.admin(), { seller });
    const { order } = await ordered();
    await change(order, { state: 'Kerala', zipCode: '682001' });
    const documents = (await findDocuments(shop.as.admin(), [order.id])).get(order.id)!;
    expect(documents.map(({ kind }) => kind).toSorted()).toEqual(['credit-note', 'tax-invoice', 'tax-invoice']);
  });

  test('an unpaid order and one with cash on delivery are due at the new total', async () => {
    await updateSettings(shop.as.admin(), { paymentMethods: ['manual', 'cod'] });
    const waiting = await ordered(ONLINE);
    expect(await refusalOf(change(waiting.order, { quantities: { [waiting.lamp.id]: 0 } }))).toBe('changed');
    expect(await balanceOf(waiting.order)).toEqual({ due: rupees(950), received: 0 });
    expect(await documentsOf(waiting.order)).toEqual([]);
    const cash = await ordered({ paymentMethod: 'cod', paymentReferenceId: '' }, shop.as.customer(2));
    const answer = await changeAndConfirm(shop.as.customer(2), cash.order.id, { quantities: { [cash.lamp.id]: 1 } });
    const { total } = (answer as { value: Order }).value;
    expect(orderPayment(await getOrder(shop.as.admin(), cash.order.id), await balanceOf(cash.order)).cash).toBe(total);
  });
});

describe('the coupon', () => {
  test('still applies to fewer artworks, and its own use does not end it', async () => {
    const { lamp, order } = await ordered(await coupon());
    expect(await change(order, { quantities: { [lamp.id]: 1 } })).toMatchObject({
      ok: true,
      value: { couponCode: 'TEN', discountAmount: rupees(230), total: rupees(2_070) },
    });
    expect(await usesOf('TEN')).toBe(1);
  });

  test('is dropped when it no longer applies, after the customer saw it', async () => {
    const { lamp, order } = await ordered(await coupon());
    const [saved] = await shop.database.select().from(coupons);
    await setCouponActive(shop.as.admin(), saved!.id, false);
    const wanted = await changeOf(shop.as.customer(), order.id, { quantities: { [lamp.id]: 1 } });
    const asked = await changeOrder(shop.as.customer(), wanted);
    expect(asked).toMatchObject({
      reason: 'total-changed',
      data: { droppedCoupon: 'TEN', before: { discountAmount: rupees(380) }, totals: { total: rupees(2_300) } },
    });
    expect(await shop.orderRow(order.id)).toMatchObject({ couponCode: 'TEN', total: order.total });
    expect(await refusalOf(change(order, { quantities: { [lamp.id]: 1 } }))).toBe('changed');
    expect(await shop.orderRow(order.id)).toMatchObject({ couponCode: null, discountAmount: 0, total: rupees(2_300) });
    expect(await usesOf('TEN')).toBe(0);
    await cancelOrder(shop.as.customer(), order.id);
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing', reason: 'A mistake' });
    expect(await usesOf('TEN')).toBe(0);
    expect((await balanceOf(order)).due).toBe(rupees(2_300));
  });

  test('stays when only delivery details change', async () => {
    const { order } = await ordered(await coupon());
    const [saved] = await shop.database.select().from(coupons);
    await setCouponActive(shop.as.admin(), saved!.id, false);
    expect(await change(order, { phone: '9876500000' })).toMatchObject({ ok: true, value: { total: order.total } });
  });

  test('a dropped discount is shown even when the total stays the same', async () => {
    const by = shop.as.customer();
    const [big, small] = [
      await shop.makeArtwork({ price: rupees(9_000), stockCount: 1 }),
      await shop.makeArtwork({ price: rupees(1_000), stockCount: 1 }),
    ];
    for (const { id } of [big, small]) await putIntoCart(by, id);
    const order = await orderCart(by, await coupon());
    const [saved] = await shop.database.select().from(coupons);
    await setCouponActive(shop.as.admin(), saved!.id, false);
    const answer = await changeOrder(by, await changeOf(by, order.id, { quantities: { [small.id]: 0 } }));
    expect(answer).toMatchObject({ reason: 'total-changed', data: { totals: { total: order.total } } });
  });
});

describe('what is refused', () => {
  test('another total than the customer saw', async () => {
    const { lamp, order } = await ordered();
    const wanted = await changeOf(shop.as.customer(), order.id, { quantities: { [lamp.id]: 1 } });
    expect(await changeOrder(shop.as.customer(), { ...wanted, seenTotal: paise(1) })).toMatchObject({
      reason: 'total-changed',
      data: { before: { total: order.total }, totals: { total: rupees(2_300) }, droppedCoupon: null },
    });
    expect(await shop.stockOf(lamp.id)).toBe(1);
  });

  test('a larger quantity, another piece, or none left', async () => {
    const { lamp, bowl, order } = await ordered();
    const other = await shop.makeArtwork();
    for (const quantities of [{ [lamp.id]: 3 }, { [other.id]: 1 }, { [lamp.id]: -1 }, { [lamp.id]: Number.NaN }])
      expect(await refusalOf(change(order, { quantities }))).toBe('quantity');
    expect(await refusalOf(change(order, { quantities: { [lamp.id]: 0, [bowl.id]: 0 } }))).toBe('nothing-left');
  });

  test('an order that changed since it was shown', async () => {
    const { order } = await ordered();
    const wanted = await changeOf(shop.as.customer(), order.id, { phone: '9876500000' });
    await correctAddress(shop.as.admin(), { orderId: order.id, address: { ...ADDRESS, street: '2 Thana Bazar' } });
    expect(await changeOrder(shop.as.customer(), wanted)).toMatchObject({ reason: 'stale' });
  });

  test('after the hours in which it can be cancelled, or once it ships or is cancelled', async () => {
    const { order } = await ordered();
    shop.later(121);
    expect(await refusalOf(change(order, { note: 'Late' }))).toBe('too-late');
    const shipped = await ordered({}, shop.as.customer(2));
    for (const [status, reason] of [
      ['shipped', 'already-shipped'],
      ['delivered', 'already-shipped'],
      ['cancelled', 'already-shipped'],
    ] as const) {
      const said = { orderId: shipped.order.id, status, reason: 'by hand', shipUnverified: true };
      await setOrderStatus(shop.as.admin(), said);
      expect(await refusalOf(changeAndConfirm(shop.as.customer(2), shipped.order.id, { note: 'Late' }))).toBe(reason);
    }
  });

  test('an order with an advance', async () => {
    const { id: artworkId } = await shop.makeArtwork();
    const terms = { artworkId, total: rupees(3_000), advance: rupees(1_000) };
    const order = await agreeOnOrder(shop.as.shop(), shop.as.customer(), terms);
    expect(await refusalOf(change(order, { note: 'Blue' }))).toBe('from-request');
  });

  test('an order with a refund, until it is made', async () => {
    const { lamp, bowl, order } = await ordered();
    await match(order);
    await change(order, { quantities: { [lamp.id]: 1 } });
    expect(await refusalOf(change(order, { quantities: { [bowl.id]: 0 } }))).toBe('refund-open');
    const [payment] = (await paymentsAndRefunds(shop.as.admin(), order.id)).payments;
    const refund = { orderId: order.id, paymentId: payment!.id, reason: 'Changed', key: crypto.randomUUID() };
    await refundOrder(shop.as.admin(), { ...refund, amount: rupees(1_500) });
    expect(await refusalOf(change(order, { note: 'Thanks' }))).toBe('changed');
    await refundOrder(shop.as.admin(), { ...refund, amount: rupees(100), key: crypto.randomUUID() });
    expect(await refusalOf(change(order, { quantities: { [bowl.id]: 0 } }))).toBe('refund-open');
  });

  test('an order with an open return', async () => {
    const { lamp, order } = await ordered();
    const setStatus = (status: Order['status']) =>
      setOrderStatus(shop.as.admin(), { orderId: order.id, status, reason: 'by hand', shipUnverified: true });
    await setStatus('delivered');
    const returnable = await getReturnable(shop.as.customer(), order.id);
    if (!returnable.ok) throw new Error(returnable.reason);
    const asked = await askReturn(shop.as.customer(), {
      orderId: order.id,
      key: returnable.value.key,
      kind: 'return',
      reason: 'changed-mind',
      details: '',
      exchangeFor: '',
      lines: [{ artworkId: lamp.id, quantity: 1 }],
    });
    expect(asked.ok).toBe(true);
    await setStatus('processing');
    expect(await refusalOf(change(order, { note: 'Wait' }))).toBe('return-open');
  });

  test('while a payment at a gateway is open', async () => {
    shop.suppliers.payment = { razorpay: fakeGateway({ name: 'razorpay' }) };
    await updateSettings(shop.as.admin(), { paymentMethods: ['manual', 'razorpay'] });
    const { lamp, order } = await ordered({ ...ONLINE, paymentMethod: 'razorpay' });
    await startGatewayPayment(shop.as.customer(), { orderId: order.id, method: 'razorpay' });
    expect(await refusalOf(change(order, { quantities: { [lamp.id]: 1 } }))).toBe('payment-open');
    await cancelGatewayPayment(shop.as.customer(), order.id);
    expect(await refusalOf(change(order, { quantities: { [lamp.id]: 1 } }))).toBe('changed');
  });

  test('a PIN code without delivery, and one without cash on delivery', async () => {
    await updateSettings(shop.as.admin(), {
      paymentMethods: ['manual', 'cod'],
      unservedPinPrefixes: ['19'],
      cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, pinPrefixes: ['26'] },
    });
    const { order } = await ordered({ paymentMethod: 'cod', paymentReferenceId: '' });
    expect(await refusalOf(change(order, { zipCode: '190001' }))).toBe('not-served');
    expect(await refusalOf(change(order, { zipCode: '682001', state: 'Kerala' }))).toBe('cash-not-there');
    expect(await refusalOf(change(order, { zipCode: '263001' }))).toBe('changed');
  });

  test('the order of somebody else, also for admins and guests', async () => {
    const { order } = await ordered();
    const wanted = await changeOf(shop.as.customer(), order.id, { note: 'Mine' });
    for (const other of [shop.as.customer(2), shop.as.admin()])
      await expect(changeOrder(other, wanted)).rejects.toThrow('Not found');
    await expect(changeOrder(shop.as.guest(), wanted)).rejects.toBeDefined();
  });
});

test('the same change sent twice is one change', async () => {
  const { lamp, bowl, order } = await ordered();
  const wanted = await changeOf(shop.as.customer(), order.id, { quantities: { [lamp.id]: 1, [bowl.id]: 0 } });
  const confirmed = { ...wanted, seenTotal: rupees(1_650) };
  expect(await changeOrder(shop.as.customer(), confirmed)).toMatchObject({ ok: true });
  expect(await changeOrder(shop.as.customer(), confirmed)).toMatchObject({ ok: true });
  expect(await shop.announced('orders.changed')).toHaveLength(1);
  expect(await stocks(lamp, bowl)).toEqual([2, 3]);
});

const STEP = fc.record({
  quantities: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }),
  zipCode: fc.constantFrom('263601', '781001'),
  endsCoupon: fc.boolean(),
  refunds: fc.boolean(),
});
const CASE = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 400_000 }).map(paise), { minLength: 3, maxLength: 3 }),
  bought: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }),
  hasCoupon: fc.boolean(),
  isPaid: fc.boolean(),
  isTaxed: fc.boolean(),
  steps: fc.array(STEP, { minLength: 1, maxLength: 3 }),
});

test('after any changes stock, ledger, coupon and documents agree', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(CASE, async ({ prices, bought, hasCoupon, isPaid, isTaxed, steps }) => {
      await shop.empty();
      const [by, owner] = [shop.as.customer(), shop.as.admin()];
      await updateSettings(owner, {
        seller: isTaxed
          ? { status: 'regular', gstin: '05ABCDE1234F1Z6', pricesExcludeGst: false, ownStateOnly: false }
          : DEFAULT_SETTINGS.seller,
      });
      const artworks = await Promise.all(prices.map((price) => shop.makeArtwork({ price, stockCount: 3 })));
      for (const [at, { id }] of artworks.entries()) await putIntoCart(by, id, bought[at]!);
      const order = await orderCart(by, hasCoupon ? await coupon() : {});
      if (isPaid) await match(order);
      for (const { quantities, zipCode, endsCoupon, refunds } of steps) {
        const [saved] = await shop.database.select().from(coupons);
        if (endsCoupon && saved) await setCouponActive(owner, saved.id, false);
        const wanted = Object.fromEntries(artworks.map(({ id }, at) => [id, quantities[at]!]));
        await change(order, { quantities: wanted, zipCode });
        await checkBooks(order, artworks, { isPaid });
        if (refunds) await refundAll(order);
      }
    }),
    { numRuns: Number(process.env.CHANGE_CASES ?? 15) },
  );
});

async function refundAll(order: Order) {
  const { received, due } = await balanceOf(order);
  const amount: Paise = paise(Math.max(0, received - due));
  const [payment] = (await paymentsAndRefunds(shop.as.admin(), order.id)).payments;
  const refund = { orderId: order.id, paymentId: payment!.id, amount, reason: 'Changed', key: crypto.randomUUID() };
  if (amount > 0) await refundOrder(shop.as.admin(), refund);
}

async function checkBooks(order: Order, artworks: Artwork[], { isPaid }: { isPaid: boolean }) {
  const now = await shop.orderRow(order.id);
  const { due, received } = await balanceOf(order);
  expect(now.total).toBeGreaterThanOrEqual(0);
  expect(now.items.length).toBeGreaterThan(0);
  expect(now.total).toBe(now.subtotal - now.discountAmount + now.shippingCost + now.codCharge + now.gstAmount);
  expect(due).toBe(now.total);
  if (!isPaid) expect(received).toBe(0);
  const documents = await shop.database.select().from(papers).where(eq(papers.orderId, order.id));
  const sum = documents.reduce((all, { kind, total }) => all + (kind === 'credit-note' ? -1 : 1) * total, 0);
  expect(sum).toBe(due);
  for (const { id } of artworks) {
    const inOrder = now.items.find((item) => item.artwork_id === id)?.quantity ?? 0;
    expect((await shop.stockOf(id)) + inOrder).toBe(3);
  }
  const [saved] = await shop.database.select().from(coupons);
  if (saved) expect(saved.usedCount).toBe(now.couponCode === null ? 0 : 1);
  expect(await checkLedger(shop.as.admin())).toEqual([]);
}
