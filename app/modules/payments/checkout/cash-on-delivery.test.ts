import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTHING, type Paise, rupees } from '#app/basics/money.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { balanceOfOrder, findEntries } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { emailListeners } from '#app/module-lists.server.ts';
import { messages } from '#app/modules/messaging/messages/tables.server.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';
import { cancelOrder, listOrders, findMyOrders, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { getDocument, issueReceipts } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { toSheet } from '#app/modules/payments/invoice-documents/document-sheet.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import {
  findWaitingOrder,
  ordersToSettle,
  settleByBank,
  sweepHeldOrders,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import {
  paymentsAndRefunds,
  refundOrder,
  refundsOwed,
  takeBackRefund,
} from '#app/modules/payments/payments/refunds.server.ts';
import { markInHand, unsettledCash } from '#app/modules/payments/bank/remittances.server.ts';
import { overview } from '#app/modules/orders/reports/reports.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { trackOrder } from '#app/modules/orders/orders/tracking.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { placeDraft, placeOrder } from './checkout.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const PRICE = rupees(3000);
const CHARGE = rupees(50);
const limit = (limits: Partial<typeof DEFAULT_SETTINGS.cashOnDelivery> = {}) =>
  updateSettings(shop.as.admin(), {
    paymentMethods: ['manual', 'cod'],
    cashOnDelivery: { ...DEFAULT_SETTINGS.cashOnDelivery, charge: CHARGE, ...limits },
  });
beforeEach(async () => {
  await shop.empty();
  await limit();
});

const mine = () => shop.as.customer();
const owner = () => shop.as.admin();
const cash = { paymentMethod: 'cod', paymentReferenceId: '', seenTotal: rupees(3050) } as const;
async function place(changes: Partial<Parameters<typeof orderCart>[1]> = {}, customer = mine()) {
  const { id: artworkId } = await shop.makeArtwork({ price: PRICE, stockCount: 1 });
  await putIntoCart(customer, artworkId);
  return { order: await orderCart(customer, { ...cash, ...changes }), artworkId };
}
async function refusalOf(changes: Partial<Parameters<typeof checkoutOf>[1]> = {}) {
  const { id: artworkId } = await shop.makeArtwork({ price: PRICE, stockCount: 1 });
  await putIntoCart(mine(), artworkId);
  const answer = await placeOrder(mine(), await checkoutOf(mine(), { ...cash, ...changes }));
  expect(await shop.stockOf(artworkId)).toBe(1);
  return answer;
}
const back = (orderId: string) => setOrderStatus(owner(), { orderId, status: 'cancelled', isReturnedToSender: true });

test('is confirmed at once, with its fee and nothing paid', async () => {
  const { order } = await place();
  expect(order).toMatchObject({
    status: 'processing',
    paymentStatus: 'pending',
    verification: 'unverified',
    paymentReferenceId: null,
    codCharge: CHARGE,
    total: rupees(3050),
  });
  expect(await shop.database.select().from(payments)).toEqual([]);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: rupees(3050), received: NOTHING });
  expect((await findDocuments(owner(), [order.id])).get(order.id)).toMatchObject([
    { kind: 'invoice', total: order.total },
  ]);
  expect(
    toSheet(await getDocument(mine(), order.id)).totals.map(({ label, amount }) => `${label} ${amount}`),
  ).toContain('Cash on delivery charge ₹50');
  expect(await findWaitingOrder(mine())).toBeUndefined();

  await setOrderStatus(owner(), { orderId: order.id, status: 'shipped' });
  const delivered = await setOrderStatus(owner(), { orderId: order.id, status: 'delivered' });
  expect(delivered).toMatchObject({ value: { paymentStatus: 'confirmed', verification: 'matched' } });
  expect((await findEntries(owner(), order.id)).map(({ type }) => type)).toEqual(['charged', 'collected']);
  expect(await checkLedger(owner())).toEqual([]);
});

test('a restored, refunded order is paid again on delivery', async () => {
  const { order } = await place();
  const move = (status: OrderStatus) =>
    setOrderStatus(owner(), { orderId: order.id, status, reason: 'Wanted after all' }).then(({ ok }) =>
      expect(ok, status).toBe(true),
    );
  for (const status of ['shipped', 'delivered', 'cancelled'] as const) await move(status);
  const [owed] = await refundsOwed(owner());
  expect(owed).toMatchObject({ id: order.id, amount: order.total });
  const [payment] = owed!.payments;
  const refund = {
    orderId: order.id,
    paymentId: payment!.id,
    amount: order.total,
    key: crypto.randomUUID(),
    reason: 'Came back',
  };
  expect(await refundOrder(owner(), { ...refund, reference: newReference() })).toMatchObject({ ok: true });
  for (const status of ['processing', 'processing', 'shipped', 'delivered'] as const) await move(status);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: order.total });
  expect((await shop.database.select().from(payments)).map(({ referenceId }) => referenceId).toSorted()).toEqual([
    `COD-${order.orderNumber}`,
    `COD-${order.orderNumber}-2`,
  ]);
  expect(await checkLedger(owner())).toEqual([]);

  // The refund failed, and no cash counts before delivery.
  const { refunds } = await paymentsAndRefunds(owner(), order.id);
  const back = { orderId: order.id, refundId: refunds[0]!.id, isMistake: false, reason: 'It never arrived' };
  expect(await takeBackRefund(owner(), back)).toMatchObject({ ok: true });
  for (const status of ['shipped', 'delivered'] as const) await move(status);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: order.total });
  expect(await checkLedger(owner())).toEqual([]);
});

describe('set back from “Delivered”, an order', () => {
  const move = (orderId: string, status: OrderStatus) =>
    setOrderStatus(owner(), { orderId, status, reason: 'Wrong order' }).then(({ ok }) => expect(ok, status).toBe(true));
  async function deliver() {
    const { order } = await place();
    for (const status of ['shipped', 'delivered'] as const) await move(order.id, status);
    return order;
  }

  test('awaits its cash again, and owes no refund when returned to sender', async () => {
    const order = await deliver();
    await move(order.id, 'shipped');
    expect(await shop.orderRow(order.id)).toMatchObject({ paymentStatus: 'pending', verification: 'unverified' });
    expect(await unsettledCash(owner())).toEqual([]);
    expect(await trackOrder(mine(), { orderNumber: order.orderNumber })).toMatchObject({
      value: { parcel: { paid: null } },
    });
    expect(await checkLedger(owner())).toEqual([]);
    expect(await back(order.id)).toMatchObject({ ok: true });
    expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: NOTHING, received: NOTHING });
    expect(await shop.announced('ledger.refund-owed')).toEqual([]);
    expect(await checkLedger(owner())).toEqual([]);
  });

  test('is paid once on final delivery, with one receipt', async () => {
    const order = await deliver();
    await issueReceipts(shop.as.shop(), order.id);
    await move(order.id, 'processing');
    shop.later(60);
    for (const status of ['shipped', 'delivered'] as const) await move(order.id, status);
    await issueReceipts(shop.as.shop(), order.id);
    expect(await cashOf(order.id)).toEqual([order.total]);
    expect(await unsettledCash(owner())).toMatchObject([{ amount: order.total, collectedAt: shop.clock.now }]);
    expect((await findEntries(owner(), order.id)).map(({ type }) => type)).toEqual([
      'charged',
      'collected',
      'unmatched',
      'rejected',
      'collected',
    ]);
    const papers = (await findDocuments(owner(), [order.id])).get(order.id)!;
    expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'receipt']);
    expect(await checkLedger(owner())).toEqual([]);
  });

  test.each([
    ['the owner has it in hand', (paymentId: string) => markInHand(owner(), [paymentId])],
    [
      'some of it went back',
      (paymentId: string, orderId: string) =>
        refundOrder(owner(), {
          orderId,
          paymentId,
          amount: rupees(100),
          key: crypto.randomUUID(),
          reason: 'A scratch',
          reference: newReference(),
        }),
    ],
  ])('keeps its cash where %s', async (_, happens) => {
    const order = await deliver();
    const [cash] = await unsettledCash(owner());
    await happens(cash!.id, order.id);
    const before = await balanceOfOrder(owner(), order.id);
    await move(order.id, 'shipped');
    expect(await balanceOfOrder(owner(), order.id)).toEqual(before);
    expect(await shop.orderRow(order.id)).toMatchObject({ paymentStatus: 'confirmed', verification: 'matched' });
    expect(await checkLedger(owner())).toEqual([]);
  });
});

test('refuses a total without the fee', async () => {
  expect(await refusalOf({ seenTotal: PRICE })).toMatchObject({
    reason: 'total-changed',
    data: { totals: { codCharge: CHARGE, total: rupees(3050) } },
  });
});

test.each([
  ['the total', { maxTotal: rupees(2999) }, { reason: 'cash-above', data: { maxTotal: rupees(2999) } }],
  ['the PIN code', { pinPrefixes: ['11'] }, { reason: 'cash-not-there', data: { zipCode: ADDRESS.zipCode } }],
])('is refused beyond the limit of %s, with nothing written', async (_, limits, refusal) => {
  await limit(limits);
  expect(await refusalOf()).toMatchObject(refusal);
});

test('applies the limit to the total without the fee', async () => {
  await limit({ maxTotal: PRICE });
  expect((await place()).order.total).toBe(rupees(3050));
});

test('is unavailable while off, and not in the payment window', async () => {
  expect(await refusalOf({ online: 'yes' })).toMatchObject({ reason: 'invalid-method' });
  await updateSettings(owner(), { paymentMethods: ['manual'] });
  expect(await placeOrder(mine(), await checkoutOf(mine(), cash))).toMatchObject({ reason: 'cash-off' });
});

test('a refused parcel cancels the order and emails its customer once', async () => {
  await saveCoupon(owner(), {
    code: 'LIFE10',
    discountPercentage: 10,
    usageLimit: null,
    validFrom: null,
    validUntil: null,
  });
  const { order, artworkId } = await place({
    couponCode: 'LIFE10',
    discountPercentage: 10,
    seenTotal: rupees(2750),
  });
  expect(await back(order.id)).toMatchObject({ reason: 'not-on-its-way' });
  await setOrderStatus(owner(), { orderId: order.id, status: 'shipped' });
  for (let times = 0; times < 2; times += 1)
    expect(await back(order.id)).toMatchObject({ value: { status: 'cancelled', returnedToSenderAt: shop.clock.now } });
  expect(await shop.stockOf(artworkId)).toBe(1);
  expect((await shop.database.select().from(coupons).where(eq(coupons.code, 'LIFE10')))[0]!.usedCount).toBe(0);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: NOTHING, received: NOTHING });
  expect(await shop.announced('ledger.refund-owed')).toEqual([]);
  expect(await trackOrder(shop.as.guest(), { orderNumber: order.orderNumber })).toMatchObject({
    value: { status: 'cancelled', isReturnedToSender: true },
  });

  const listener = emailListeners.find(({ name }) => name === 'notifications.order-status')!;
  const event = { orderId: order.id, from: 'shipped', to: 'cancelled' } as const;
  await listener.handle(shop.as.shop(), event as never, { id: crypto.randomUUID(), attempt: 1 } as never);
  expect(await shop.database.select({ template: messages.template, text: messages.bodyText }).from(messages)).toEqual([
    { template: 'order-returned', text: expect.stringContaining('You owe nothing.') as string },
  ]);

  const again = await setOrderStatus(owner(), {
    orderId: order.id,
    status: 'shipped',
    reason: 'It was another parcel',
  });
  expect(again).toMatchObject({ value: { status: 'shipped', returnedToSenderAt: null } });
  expect(await shop.stockOf(artworkId)).toBe(0);
  expect(await checkLedger(owner())).toEqual([]);
});

test('counts open and recently returned orders, not cancelled or delivered ones', async () => {
  const [first, second] = [await place(), await place()];
  expect(await refusalOf()).toMatchObject({ reason: 'cash-too-many', data: { maxOpen: 2 } });
  await expect(place({}, shop.as.customer(2))).rejects.toThrow('cash-too-many');
  const shippingAddress = { ...ADDRESS, phone: '9000000002', email: 'deepa@example.com' };
  expect((await orderCart(shop.as.customer(2), { ...cash, shippingAddress })).status).toBe('processing');
  await cancelOrder(mine(), first.order.id);
  await setOrderStatus(owner(), { orderId: second.order.id, status: 'shipped' });
  await back(second.order.id);
  const third = (await orderCart(mine(), cash)).id;
  expect(await refusalOf()).toMatchObject({ reason: 'cash-too-many' });
  await setOrderStatus(owner(), { orderId: third, status: 'delivered' });
  expect(await orderCart(mine(), cash)).toMatchObject({ status: 'processing' });
  expect(await refusalOf()).toMatchObject({ reason: 'cash-too-many' });
  shop.later(90 * 24 * 60 + 1);
  expect(await orderCart(mine(), cash)).toMatchObject({ status: 'processing' });
});

test('waits for the owner’s call, then continues after confirmation', async () => {
  await limit({ confirmByPhone: true });
  const { order, artworkId } = await place();
  expect(order).toMatchObject({ status: 'pending', paymentStatus: 'pending', heldUntil: null, confirmedAt: null });
  shop.later(60 * 24 * 30);
  expect(await sweepHeldOrders(shop.as.shop())).toBe(0);
  expect(await shop.stockOf(artworkId)).toBe(0);
  expect(await findWaitingOrder(mine())).toBeUndefined();
  expect((await findDocuments(owner(), [order.id])).get(order.id) ?? []).toEqual([]);
  expect(await overview(owner())).toMatchObject({ toCall: 1, toPack: 0, money: { revenue: 0 } });
  expect((await listOrders(owner(), { waitsFor: 'call' })).orders.map(({ id }) => id)).toEqual([order.id]);
  expect(await trackOrder(mine(), { orderNumber: order.orderNumber })).toMatchObject({
    value: { awaitsCall: true, unpaid: false },
  });

  await setOrderStatus(owner(), { orderId: order.id, status: 'processing' });
  expect(await shop.announced('orders.confirmed')).toEqual([{ orderId: order.id }]);
  expect(await overview(owner())).toMatchObject({ toCall: 0, toPack: 1, money: { revenue: rupees(3050) } });
  expect((await findDocuments(owner(), [order.id])).get(order.id)).toMatchObject([{ kind: 'invoice' }]);
  expect((await findMyOrders(mine())).orders[0]).toMatchObject({ status: 'processing', codCharge: CHARGE });
});

const banked = (orderId: string, amount: Paise, reference = newReference()) =>
  inTransaction(owner(), (owner) => settleByBank(owner, { orderId, amount, reference, reason: 'Found in the bank' }));
const cashOf = async (orderId: string) =>
  (await shop.database.select().from(payments).where(eq(payments.orderId, orderId)))
    .filter(({ source }) => source === 'cash')
    .map(({ amount }) => amount);
async function mailOf(orderId: string, listener: string, event: object = {}): Promise<string> {
  await shop.database.delete(messages);
  const { handle } = emailListeners.find(({ name }) => name === `notifications.${listener}`)!;
  await handle(shop.as.shop(), { orderId, ...event } as never, { id: crypto.randomUUID(), attempt: 1 } as never);
  const rows = await shop.database.select().from(messages).where(eq(messages.orderId, orderId));
  return rows.find(({ template }) => !template.startsWith('owner-'))!.bodyText;
}

test('an order paid by bank is prepaid, without call or cash', async () => {
  await limit({ confirmByPhone: true, maxOpen: 1 });
  const { order } = await place();
  const reference = newReference();
  await banked(order.id, order.total, reference);
  expect(await shop.orderRow(order.id)).toMatchObject({
    status: 'processing',
    paymentMethod: 'manual',
    paymentStatus: 'confirmed',
    paymentReferenceId: reference,
    verification: 'matched',
  });
  expect(await overview(owner())).toMatchObject({ toCall: 0, toPack: 1 });
  expect(await mailOf(order.id, 'order-placed')).not.toContain('in cash');
  expect(await trackOrder(mine(), { orderNumber: order.orderNumber })).toMatchObject({ value: { awaitsCall: false } });
  expect((await place()).order.status).toBe('pending');

  for (const status of ['shipped', 'delivered'] as const) await setOrderStatus(owner(), { orderId: order.id, status });
  expect(await cashOf(order.id)).toEqual([]);
  expect(await unsettledCash(owner())).toEqual([]);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: order.total });
  expect(await shop.announced('ledger.refund-owed')).toEqual([]);
  expect(await checkLedger(owner())).toEqual([]);
});

test('a partial bank payment reduces the cash to collect', async () => {
  await limit({ confirmByPhone: true });
  const { order } = await place();
  await banked(order.id, rupees(1000));
  expect(await shop.orderRow(order.id)).toMatchObject({ status: 'pending', paymentMethod: 'cod' });
  expect(await trackOrder(mine(), { orderNumber: order.orderNumber })).toMatchObject({
    value: { awaitsCall: true, parcel: { paid: { received: rupees(1000), payable: rupees(2050), isAdvance: false } } },
  });
  await setOrderStatus(owner(), { orderId: order.id, status: 'processing' });
  expect(await mailOf(order.id, 'order-placed')).toContain('have ₹2,050 in cash ready');
  for (const status of ['shipped', 'delivered'] as const) await setOrderStatus(owner(), { orderId: order.id, status });
  expect(await cashOf(order.id)).toEqual([rupees(2050)]);
  expect(await unsettledCash(owner())).toMatchObject([{ orderId: order.id, amount: rupees(2050) }]);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: order.total });
  expect(await shop.announced('ledger.refund-owed')).toEqual([]);
  expect(await checkLedger(owner())).toEqual([]);
});

test('the last bank line prepays it, even in transit; excess is refundable', async () => {
  const { order } = await place();
  await banked(order.id, rupees(1000));
  await setOrderStatus(owner(), { orderId: order.id, status: 'shipped' });
  expect(await ordersToSettle(owner())).toMatchObject([{ id: order.id, outstanding: rupees(2050) }]);
  await banked(order.id, rupees(2100));
  expect(await shop.orderRow(order.id)).toMatchObject({ status: 'shipped', paymentMethod: 'manual' });
  expect(await mailOf(order.id, 'payment-checked', { verification: 'matched' })).toContain('We found ₹2,100 with');
  await setOrderStatus(owner(), { orderId: order.id, status: 'delivered' });
  expect(await cashOf(order.id)).toEqual([]);
  expect(await shop.announced('ledger.refund-owed')).toEqual([{ orderId: order.id, amount: rupees(50) }]);
  expect(await checkLedger(owner())).toEqual([]);
});

test('rematching an undone line prepays it', async () => {
  const { order } = await place();
  await banked(order.id, rupees(1000));
  await verifyPayment(owner(), { orderId: order.id, verification: 'unverified' });
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: NOTHING });
  await banked(order.id, order.total);
  expect(await shop.orderRow(order.id)).toMatchObject({ paymentMethod: 'manual', verification: 'matched' });
  await setOrderStatus(owner(), { orderId: order.id, status: 'delivered' });
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: order.total });
  expect(await cashOf(order.id)).toEqual([]);
  expect(await checkLedger(owner())).toEqual([]);
});

test('a payment after cancellation is refundable, or pays the restored order', async () => {
  const { order } = await place();
  await setOrderStatus(owner(), { orderId: order.id, status: 'cancelled' });
  await banked(order.id, order.total);
  expect(await shop.announced('ledger.refund-owed')).toEqual([{ orderId: order.id, amount: order.total }]);
  expect(await shop.orderRow(order.id)).toMatchObject({ status: 'cancelled', paymentMethod: 'cod' });
  await setOrderStatus(owner(), { orderId: order.id, status: 'delivered', reason: 'Wanted after all' });
  expect(await shop.orderRow(order.id)).toMatchObject({ status: 'delivered', paymentStatus: 'confirmed' });
  expect(await cashOf(order.id)).toEqual([]);
  expect(await balanceOfOrder(owner(), order.id)).toEqual({ due: order.total, received: order.total });
  expect(await checkLedger(owner())).toEqual([]);
});

test('a manual order has the fee once its total is agreed', async () => {
  const { id: artworkId } = await shop.makeArtwork({ price: PRICE });
  const { country: _, ...address } = ADDRESS;
  const draft = {
    ...address,
    country: 'India',
    key: crypto.randomUUID(),
    account: '',
    method: 'cod',
    reference: '',
    note: '',
    lines: [{ artworkId, quantity: 1 }],
    discount: NOTHING,
  } as const;
  expect(await placeDraft(owner(), { ...draft, seenTotal: PRICE })).toMatchObject({
    reason: 'total-changed',
    data: { total: rupees(3050) },
  });
  expect(await placeDraft(owner(), { ...draft, seenTotal: rupees(3050) })).toMatchObject({
    value: { status: 'processing', codCharge: CHARGE, total: rupees(3050), paymentStatus: 'pending' },
  });
});
