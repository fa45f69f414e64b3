import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOTHING, paise, rupees } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { type DraftOrder, draftOrderSchema } from '#app/modules/payments/checkout/draft-order.ts';
import {
  addNote,
  archiveOrder,
  correctAddress,
  deleteNote,
  getOrder,
  findOrderHistory,
  listOrders,
  findOrderNotes,
  findMyOrders,
  recordShipment,
  removeShipment,
  setOrderStatus,
  findShipments,
  readVersion,
} from './orders.server.ts';
import { quoteDraft, placeDraft, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import {
  listPayments,
  noteReference,
  paymentTotals,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import { paymentsAndRefunds, refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { trackOrder } from './tracking.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const place = async (price = rupees(2500), customer = 1) => {
  const painting = await shop.makeArtwork({ price, stockCount: 5 });
  await putIntoCart(shop.as.customer(customer), painting.id);
  const placed = await placeOrder(shop.as.customer(customer), await checkoutOf(shop.as.customer(customer)));
  if (!placed.ok) throw new Error(placed.reason);
  return placed.value;
};
const actions = async () => (await shop.database.select().from(auditLog)).map(({ action }) => action);

describe('a refund', () => {
  test('never exceeds the payment, counts once, and can be complete', async () => {
    const order = await place();
    const owner = shop.as.admin();
    const {
      payments: [paid],
    } = await paymentsAndRefunds(owner, order.id);
    const refund = { orderId: order.id, paymentId: paid!.id, reason: 'One piece came back', key: crypto.randomUUID() };
    const part = { ...refund, amount: rupees(1000) };
    expect(await refundOrder(owner, part)).toMatchObject({ reason: 'not-paid' });
    await verifyPayment(owner, { orderId: order.id, verification: 'matched' });
    expect(await refundOrder(owner, part)).toMatchObject({ value: { isWhole: false } });
    expect(await refundOrder(owner, part)).toMatchObject({ ok: true });
    expect(await refundOrder(owner, { ...part, amount: rupees(1) })).toMatchObject({ reason: 'key-used' });
    const rest = { ...refund, key: crypto.randomUUID() };
    expect(await refundOrder(owner, { ...rest, amount: paise(150_001) })).toMatchObject({
      reason: 'too-much',
      data: { left: 150_000 },
    });
    expect((await getOrder(owner, order.id)).paymentStatus).toBe('confirmed');
    expect(await refundOrder(owner, { ...rest, amount: rupees(1500) })).toMatchObject({ value: { isWhole: true } });
    expect((await getOrder(owner, order.id)).paymentStatus).toBe('refunded');
    expect((await paymentsAndRefunds(owner, order.id)).payments[0]!.left).toBe(0);
    expect(await actions()).toEqual(['order.verification', 'order.refund', 'order.refund']);
  });

  test('is for owners only, and of the order’s own payment', async () => {
    const [order, other] = [await place(), await place(rupees(2500), 2)];
    const {
      payments: [paid],
    } = await paymentsAndRefunds(shop.as.admin(), other.id);
    const refund = { orderId: order.id, paymentId: paid!.id, amount: rupees(1), reason: 'x', key: crypto.randomUUID() };
    await expect(refundOrder(shop.as.admin(), refund)).rejects.toThrow('Not found');
    for (const context of [shop.as.helper(), shop.as.customer(2)]) {
      await expect(refundOrder(context, { ...refund, orderId: other.id })).rejects.toThrow('Not found');
      await expect(paymentsAndRefunds(context, other.id)).rejects.toThrow('Not found');
      await expect(listPayments(context)).rejects.toThrow('Not found');
      await expect(paymentTotals(context)).rejects.toThrow('Not found');
      await expect(verifyPayment(context, { orderId: other.id, verification: 'matched' })).rejects.toThrow('Not found');
    }
  });
});

describe('a helper', () => {
  test('helpers cannot ship an order with an unconfirmed payment; owners can', async () => {
    const order = await place();
    const ship = { orderId: order.id, status: 'shipped' as const, shipUnverified: true, reason: 'They called' };
    expect(await setOrderStatus(shop.as.helper(), ship)).toMatchObject({ reason: 'unverified' });
    expect(await setOrderStatus(shop.as.admin(), ship)).toMatchObject({ ok: true });
  });
});

describe('an address', () => {
  test('is editable until shipping; the history names changed fields, not values', async () => {
    const order = await place();
    const address = { ...ADDRESS, street: '15 Mall Road', zipCode: '263645' };
    expect(await correctAddress(shop.as.helper(), { orderId: order.id, address })).toMatchObject({
      value: { shippingAddress: { street: '15 Mall Road' } },
    });
    expect((await findOrderHistory(shop.as.admin(), order.id)).at(-1)!.reason).toBe(
      'Shipping address corrected: street, PIN code',
    );
    expect((await shop.database.select().from(auditLog)).at(-1)).toMatchObject({
      action: 'order.address',
      before: { street: ADDRESS.street, zipCode: ADDRESS.zipCode },
      after: { street: '15 Mall Road', zipCode: '263645' },
    });
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'shipped' });
    expect(await correctAddress(shop.as.admin(), { orderId: order.id, address: ADDRESS })).toMatchObject({
      reason: 'already-shipped',
    });
    await expect(correctAddress(shop.as.customer(), { orderId: order.id, address })).rejects.toThrow('Not found');
  });

  test('refuses a stale form', async () => {
    const order = await place();
    const seen = digestSeen(order.shippingAddress);
    const address = { ...ADDRESS, zipCode: '263645', city: 'Ranikhet' };
    const theirs = { orderId: order.id, address, seen };
    expect(await correctAddress(shop.as.helper(), theirs)).toMatchObject({ ok: true });
    expect(await correctAddress(shop.as.helper(), theirs)).toMatchObject({ ok: true });
    const late = { orderId: order.id, address: { ...ADDRESS, phone: '9123456780' } };
    expect(await correctAddress(shop.as.admin(), { ...late, seen })).toMatchObject({
      reason: 'stale',
      data: { city: 'Ranikhet' },
    });
    expect((await getOrder(shop.as.admin(), order.id)).shippingAddress).toEqual(address);
    expect(
      await correctAddress(shop.as.admin(), {
        ...late,
        seen: digestSeen((await getOrder(shop.as.admin(), order.id)).shippingAddress),
      }),
    ).toMatchObject({
      ok: true,
    });
  });
});

describe('notes, parcel and version', () => {
  test('a note is saved once, visible to the studio, and removable', async () => {
    const order = await place();
    const note = { orderId: order.id, key: crypto.randomUUID(), body: 'Wrap it as a gift' };
    const seen = await readVersion(shop.as.admin(), order.id);
    await addNote(shop.as.helper(), note);
    await addNote(shop.as.helper(), note);
    expect(await readVersion(shop.as.admin(), order.id)).not.toBe(seen);
    const [written, ...others] = await findOrderNotes(shop.as.admin(), order.id);
    expect([written!.body, others]).toEqual(['Wrap it as a gift', []]);
    await expect(findOrderNotes(shop.as.customer(), order.id)).rejects.toThrow('Not found');
    await deleteNote(shop.as.admin(), { orderId: order.id, noteId: written!.id });
    await deleteNote(shop.as.admin(), { orderId: order.id, noteId: written!.id });
    expect(await readVersion(shop.as.admin(), order.id)).toBe(seen);
    expect(await actions()).toEqual(['order.note', 'order.note-delete']);
  });

  test('saves courier and tracking number, and logs each change', async () => {
    const order = await place();
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'shipped' });
    await recordShipment(shop.as.admin(), {
      orderId: order.id,
      step: 'shipped',
      description: 'Handed to India Post',
      carrier: 'India Post',
      trackingNumber: 'EK123456789IN',
    });
    expect(await findShipments(shop.as.customer(), order.id)).toMatchObject([
      { carrier: 'India Post', trackingNumber: 'EK123456789IN' },
    ]);
    await archiveOrder(shop.as.admin(), order.id);
    const noted = await shop.database.select().from(auditLog);
    expect(noted.map(({ action, before }) => [action, before])).toEqual([
      ['order.verification', { verification: 'unverified' }],
      ['order.status', { status: 'processing' }],
      ['order.shipment', null],
      ['order.archive', { archived: false }],
    ]);
  });

  test('ships in two parcels; a mistyped number is removable until delivery', async () => {
    const order = await place();
    const owner = shop.as.admin();
    const send = (trackingNumber: string) =>
      recordShipment(owner, {
        orderId: order.id,
        step: 'shipped',
        description: `Number ${trackingNumber}.`,
        carrier: 'India Post',
        trackingNumber,
      });
    const shippedTexts = async () => {
      const tracked = await trackOrder(shop.as.customer(), { orderNumber: order.orderNumber });
      return tracked.ok ? tracked.value.steps[2]!.description : tracked.reason;
    };
    await verifyPayment(owner, { orderId: order.id, verification: 'matched' });
    await setOrderStatus(owner, { orderId: order.id, status: 'shipped' });
    for (const number of ['EK1', 'TYPO', 'EK2']) {
      shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
      await send(number);
    }
    const typo = (await findShipments(owner, order.id)).find((event) => event.trackingNumber === 'TYPO')!;
    const remove = { orderId: order.id, eventId: typo.id };
    const seen = await readVersion(owner, order.id);
    await expect(removeShipment(shop.as.customer(), remove)).rejects.toThrow('Not found');
    expect(await removeShipment(shop.as.helper(), remove)).toMatchObject({ ok: true });
    expect(await removeShipment(owner, remove)).toMatchObject({ ok: true });
    expect(await shippedTexts()).toBe('Number EK1. Number EK2.');
    await send('EK3');
    expect(await readVersion(owner, order.id)).not.toBe(seen);
    expect((await shop.database.select().from(auditLog)).at(-2)).toMatchObject({
      action: 'order.shipment-remove',
      before: { trackingNumber: 'TYPO' },
    });
    await setOrderStatus(owner, { orderId: order.id, status: 'delivered' });
    const [first] = await findShipments(owner, order.id);
    expect(await removeShipment(owner, { orderId: order.id, eventId: first!.id })).toMatchObject({
      reason: 'not-on-its-way',
    });
  });
});

describe('an order created by the owner', () => {
  const { country, ...address } = ADDRESS;
  const form = (changes: Partial<DraftOrder> = {}): DraftOrder => ({
    key: crypto.randomUUID(),
    account: '',
    ...address,
    country,
    email: '',
    method: 'cash',
    reference: '',
    note: 'Almora fair',
    seenTotal: NOTHING,
    ...changes,
  });
  const lineOf = async (stockCount = 3) => {
    const painting = await shop.makeArtwork({ price: rupees(1000), stockCount });
    return [{ artworkId: painting.id, quantity: 2 }];
  };

  test('is created once, takes stock, and needs no account', async () => {
    const lines = await lineOf();
    const { totals } = await quoteDraft(shop.as.admin(), lines, { discount: rupees(100), handedOver: false });
    expect(totals).toMatchObject({ subtotal: 200_000, discountAmount: 10_000, total: 205_000 });
    const order = { ...form({ seenTotal: totals.total }), lines, discount: rupees(100) };
    const [made, again] = [await placeDraft(shop.as.admin(), order), await placeDraft(shop.as.admin(), order)];
    expect(again).toEqual(made);
    expect(made).toMatchObject({
      value: { userId: null, status: 'processing', verification: 'matched', paymentMethod: 'manual', couponCode: null },
    });
    expect(await shop.stockOf(lines[0]!.artworkId)).toBe(1);
    expect(await shop.database.select().from(payments)).toMatchObject([
      { customerId: null, amount: 205_000, verification: 'matched' },
    ]);
    expect((await shop.database.select().from(outbox)).map(({ name }) => name)).toEqual(['orders.confirmed']);
    const id = made.ok ? made.value.id : '';
    await expect(getOrder(shop.as.customer(), id)).rejects.toThrow('Not found');
    expect(await setOrderStatus(shop.as.admin(), { orderId: id, status: 'cancelled' })).toMatchObject({ ok: true });
    expect(await shop.stockOf(lines[0]!.artworkId)).toBe(3);
  });

  test('can be a company’s, for somebody in another state', async () => {
    const firm = { firmName: 'Rawat Textiles', firmGstin: '27AAPFU0939F1ZV' };
    const placed = async (changes: Partial<DraftOrder>) => {
      const order = form({ seenTotal: rupees(2150), ...firm, ...changes });
      const made = await placeDraft(shop.as.admin(), { ...order, lines: await lineOf(), discount: NOTHING });
      return made.ok ? made.value.firm : made.reason;
    };
    const saved = { name: 'Rawat Textiles', gstin: '27AAPFU0939F1ZV' };
    expect(await placed({ parcelFor: 'other' })).toEqual({ ...saved, suppliesFirmState: true });
    expect(await placed({ parcelFor: 'firm' })).toEqual(saved);
    const unanswered = draftOrderSchema.safeParse({ ...form(firm), seenTotal: '0', parcelFor: '' });
    expect(unanswered.error?.issues).toMatchObject([{ path: ['parcelFor'] }]);
  });

  test('joins only the account that confirmed the email', async () => {
    const lines = await lineOf();
    const order = {
      ...form({ account: 'customer2@bisvar.example', seenTotal: rupees(2150) }),
      lines,
      discount: NOTHING,
    };
    await shop.database.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.email, order.account));
    expect(await placeDraft(shop.as.admin(), order)).toMatchObject({ reason: 'no-account' });
    await shop.database.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, order.account));
    expect(await placeDraft(shop.as.admin(), order)).toMatchObject({ ok: true });
    expect((await findMyOrders(shop.as.customer(2))).orders).toHaveLength(1);
  });

  test('warns a composition seller about other states, then continues', async () => {
    const seller = { ...DEFAULT_SETTINGS.seller, status: 'composition', gstin: '05ABCDE1234F1Z6' } as const;
    await updateSettings(shop.as.admin(), { seller });
    const lines = await lineOf();
    const order = { ...form({ state: 'Kerala', seenTotal: rupees(2150) }), lines, discount: NOTHING };
    for (const warnedState of ['', 'Goa'])
      expect(await placeDraft(shop.as.admin(), { ...order, warnedState })).toMatchObject({ reason: 'barred-state' });
    expect(await shop.stockOf(lines[0]!.artworkId)).toBe(3);
    expect(await placeDraft(shop.as.admin(), { ...order, warnedState: 'Kerala' })).toMatchObject({ ok: true });
    const own = { ...form({ state: 'Uttarakhand', seenTotal: rupees(1150) }), discount: NOTHING };
    const one = [{ ...lines[0]!, quantity: 1 }];
    expect(await placeDraft(shop.as.admin(), { ...own, lines: one })).toMatchObject({ ok: true });
    await updateSettings(shop.as.admin(), { seller: DEFAULT_SETTINGS.seller });
  });

  test('handed over is delivered without shipping; helper cash waits for the owner', async () => {
    const lines = await lineOf();
    const order = { ...form({ handedOver: 'on', seenTotal: rupees(2000) }), lines, discount: NOTHING };
    expect(await placeDraft(shop.as.helper(), order)).toMatchObject({
      value: { status: 'delivered', shippingCost: 0, verification: 'unverified' },
    });
    expect((await listOrders(shop.as.admin())).counts.toConfirm).toBe(1);
  });

  test('refuses wrong stock, total, discount or reference, and saves nothing', async () => {
    const lines = await lineOf(1);
    const order = { ...form({ seenTotal: rupees(2150) }), lines, discount: NOTHING };
    expect(await placeDraft(shop.as.admin(), order)).toMatchObject({ reason: 'out-of-stock', data: { available: 1 } });
    const one = { ...order, lines: [{ artworkId: lines[0]!.artworkId, quantity: 1 }] };
    expect(await placeDraft(shop.as.admin(), one)).toMatchObject({
      reason: 'total-changed',
      data: { total: 115_000 },
    });
    expect(await placeDraft(shop.as.admin(), { ...one, discount: rupees(1001) })).toMatchObject({
      reason: 'discount-too-large',
    });
    expect(await placeDraft(shop.as.admin(), { ...one, lines: [] })).toMatchObject({ reason: 'no-lines' });
    const upi = { ...one, method: 'upi' as const, seenTotal: rupees(1150) };
    expect(await placeDraft(shop.as.admin(), { ...upi, reference: '123' })).toMatchObject({
      reason: 'reference-too-short',
    });
    const taken = await place(rupees(2500), 3);
    expect(await placeDraft(shop.as.admin(), { ...upi, reference: taken.paymentReferenceId! })).toMatchObject({
      reason: 'reference-used',
    });
    expect(await shop.stockOf(lines[0]!.artworkId)).toBe(1);
    expect((await listOrders(shop.as.admin())).counts.all).toBe(1);
    await expect(placeDraft(shop.as.customer(), one)).rejects.toThrow('Not found');
  });

  test('its reference is added later once, and awaits matching', async () => {
    const lines = await lineOf();
    const made = await placeDraft(shop.as.admin(), {
      ...form({ method: 'cod', seenTotal: rupees(2150) }),
      lines,
      discount: NOTHING,
    });
    const id = made.ok ? made.value.id : '';
    expect(await noteReference(shop.as.admin(), { orderId: id, reference: newReference() })).toMatchObject({
      reason: 'has-payment',
    });
  });
});

describe('a wrong reference', () => {
  test('a rejected one allows a new reference, only from the owner', async () => {
    const [order, other] = [await place(), await place(rupees(2500), 2)];
    const wrong = order.paymentReferenceId!;
    const right = newReference();
    const correct = { orderId: order.id, reference: right };
    expect(await noteReference(shop.as.admin(), correct)).toMatchObject({ reason: 'has-payment' });
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'rejected', reason: 'Not there' });
    await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing', reason: 'A typing mistake' });
    await expect(noteReference(shop.as.helper(), correct)).rejects.toThrow('Not found');
    expect(await noteReference(shop.as.admin(), { ...correct, reference: other.paymentReferenceId! })).toMatchObject({
      reason: 'reference-used',
    });
    expect(await noteReference(shop.as.admin(), correct)).toMatchObject({
      value: { paymentReferenceId: right, verification: 'unverified' },
    });
    expect(await shop.database.select().from(payments).where(eq(payments.orderId, order.id))).toMatchObject([
      { referenceId: right, verification: 'unverified' },
    ]);
    expect((await findOrderHistory(shop.as.admin(), order.id)).at(-1)!.reason).toBe(
      `Payment reference ${right} noted instead of ${wrong}`,
    );
    expect((await shop.database.select().from(auditLog)).at(-1)).toMatchObject({
      before: { reference: wrong, verification: 'rejected' },
      after: { reference: right, verification: 'unverified' },
    });
  });
});

describe('the lists', () => {
  test('sorts and pages by address, and searches what the owner sees', async () => {
    for (const [at, price] of [1200, 3000, 2500].entries()) {
      shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
      await place(rupees(price), at + 1);
    }
    const totals = async (sort?: string) =>
      (await listOrders(shop.as.admin(), { sort })).orders.map((order) => order.total / 100);
    expect(await totals()).toEqual([2500, 3000, 1350]);
    expect(await totals('total')).toEqual([1350, 2500, 3000]);
    expect(await totals('-total')).toEqual([3000, 2500, 1350]);
    expect(await totals('password')).toEqual([2500, 3000, 1350]);
    const { payments: found, counts } = await listPayments(shop.as.admin(), { sort: '-amount' });
    expect(found.map((payment) => payment.amount / 100)).toEqual([3000, 2500, 1350]);
    expect(counts).toEqual({ all: 3, unverified: 3, matched: 0, rejected: 0 });
    expect((await listPayments(shop.as.admin(), { search: found[0]!.referenceId })).payments).toHaveLength(1);
    await verifyPayment(shop.as.admin(), { orderId: found[0]!.orderId, verification: 'matched' });
    expect(await paymentTotals(shop.as.admin())).toMatchObject({
      received: 300_000,
      toConfirm: 385_000,
      toConfirmCount: 2,
      rejectedCount: 0,
    });
    await setOrderStatus(shop.as.admin(), { orderId: found[1]!.orderId, status: 'cancelled' });
    expect(await paymentTotals(shop.as.admin())).toMatchObject({ toConfirm: 135_000, toConfirmCount: 1 });
  });
});
