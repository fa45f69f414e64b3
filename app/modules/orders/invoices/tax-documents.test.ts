import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Firm } from '#app/basics/address.ts';
import { NOTHING, type Paise, paise, rupees, sum } from '#app/basics/money.ts';
import { balanceOfOrder, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import {
  createOrder,
  issueFirstInvoice,
  lockOrder,
  type OrderRow,
  setOrderStatus,
  transition,
} from '#app/modules/orders/orders/orders.server.ts';
import { answerReturn, askReturn, getReturnable, withdrawReturn } from '#app/modules/orders/returns/returns.server.ts';
import { getDocument, issueReceipts } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { paymentsAndRefunds, refundOrder, takeBackRefund } from '#app/modules/payments/payments/refunds.server.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { inTransaction, signedIn } from '#app/platform/shop.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { receiveAll } from '#tests/support/returns.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { findDocuments } from './invoice-list.server.ts';
import { creditNoteDeadline, type DocumentLine, lineGross } from './paper.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const UNREGISTERED = { status: 'unregistered', gstin: null, pricesExcludeGst: false, ownStateOnly: false } as const;
const REGULAR = { ...UNREGISTERED, status: 'regular', gstin: '05ABCDE1234F1Z6' } as const;
const COMPOSITION = { ...REGULAR, status: 'composition' } as const;
const MUMBAI = '27AAPFU0939F1ZV';
const become = (seller: Settings['seller']) => updateSettings(shop.as.admin(), { seller });

type Sold = { price: Paise; quantity?: number; gst_rate?: number; hsn?: string; service?: true };
type Terms = { state?: string; firm?: Firm; shippingCost?: Paise; advance?: Paise };

async function sell(sold: readonly Sold[], terms: Terms = {}): Promise<OrderRow> {
  const { state = 'Uttarakhand', firm = null, shippingCost = NOTHING, advance } = terms;
  const items: OrderRow['items'] = [];
  for (const { quantity = 1, ...item } of sold) {
    const { id } = await shop.makeArtwork({ stockCount: 99 });
    items.push({ artwork_id: id, title: `Piece ${items.length}`, image: '/media/s.webp', quantity, ...item });
  }
  const subtotal = sum(items.map(({ price, quantity }) => paise(price * quantity)));
  const total = paise(subtotal + shippingCost);
  return inTransaction(shop.as.shop(), async (inside) => {
    const created = await createOrder(inside, {
      userId: signedIn(shop.as.customer()).userId,
      items,
      totals: { subtotal, discountAmount: NOTHING, shippingCost, codCharge: NOTHING, gstAmount: NOTHING, total },
      ...(advance !== undefined && { advance, heldUntil: null }),
      shippingAddress: { ...ADDRESS, state },
      firm,
      payment: { method: 'manual', reference: advance === undefined ? newReference() : null, isClaimed: true },
    });
    if (advance === undefined) await issueFirstInvoice(inside, created!, await getSettings(inside));
    return created!;
  });
}

async function documentsOf({ id }: Pick<OrderRow, 'id'>) {
  const entries = (await findDocuments(shop.as.admin(), [id])).get(id) ?? [];
  return Promise.all(entries.map((entry) => getDocument(shop.as.admin(), id, entry.id)));
}
const totalsOf = async (order: OrderRow) => (await documentsOf(order)).map(({ kind, total }) => [kind, total] as const);
const dueOf = async ({ id }: OrderRow) => (await balanceOfOrder(shop.as.admin(), id)).due;
const setStatus = ({ id: orderId }: OrderRow, status: OrderRow['status']) =>
  setOrderStatus(shop.as.admin(), { orderId, status, shipUnverified: true, reason: 'By hand' });

async function pay(order: OrderRow, amount: Paise): Promise<void> {
  const reference = newReference();
  await inTransaction(shop.as.admin(), async (inside) => {
    const row = await lockOrder(inside, order.id);
    const paid = { orderId: order.id, customerId: order.userId, amount, reference };
    await recordPayment(inside, { ...paid, source: 'gateway', verification: 'matched' });
    await transition(inside, row, { type: 'pay', method: 'manual', reference });
  });
  await issueReceipts(shop.as.admin(), order.id);
}

async function refund({ id: orderId }: OrderRow, amount: Paise, reference = newReference()): Promise<void> {
  const payment = (await paymentsAndRefunds(shop.as.admin(), orderId)).payments.find(({ left }) => left >= amount)!;
  const asked = { orderId, paymentId: payment.id, amount, reason: 'A crack', key: crypto.randomUUID(), reference };
  expect(await refundOrder(shop.as.admin(), asked)).toMatchObject({ ok: true });
}

async function undoRefund({ id: orderId }: OrderRow): Promise<void> {
  const { refunds } = await paymentsAndRefunds(shop.as.admin(), orderId);
  const undone = { orderId, refundId: refunds.at(-1)!.id, isMistake: true, reason: 'Another order’s' };
  expect(await takeBackRefund(shop.as.admin(), undone)).toMatchObject({ ok: true });
}

async function askToReturn(order: OrderRow, quantity: number): Promise<string> {
  const returnable = await getReturnable(shop.as.customer(), order.id);
  if (!returnable.ok) throw new Error(returnable.reason);
  const asked = { orderId: order.id, key: returnable.value.key, kind: 'return', reason: 'changed-mind' } as const;
  const lines = [{ artworkId: order.items[0]!.artwork_id, quantity }];
  const answer = await askReturn(shop.as.customer(), { ...asked, details: '', exchangeFor: '', lines });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value.requestId;
}

async function returnItems(order: OrderRow, quantity: number): Promise<void> {
  const id = await askToReturn(order, quantity);
  await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' });
  await receiveAll(shop.as.admin(), { id, fitForSale: true });
}

const cancelWithFee = ({ id }: OrderRow, cancellationFee: Paise) =>
  inTransaction(shop.as.admin(), async (inside) =>
    transition(inside, await lockOrder(inside, id), { type: 'cancel', reason: 'By the terms', cancellationFee }),
  );

test('documents name the legal name and registered address, else shop and contact', async () => {
  const [before] = await documentsOf(await sell([{ price: rupees(100) }]));
  expect(before!.seller).toMatchObject({ legalName: before!.seller.name, registeredAddress: before!.seller.address });
  const { legal } = await getSettings(shop.as.admin());
  const named = { ...legal, sellerName: 'Meera Bisht', sellerAddress: '14 Lala Bazaar, Almora' };
  await updateSettings(shop.as.admin(), { legal: named });
  const [document] = await documentsOf(await sell([{ price: rupees(100) }]));
  expect(document!.seller).toMatchObject({ legalName: 'Meera Bisht', registeredAddress: '14 Lala Bazaar, Almora' });
});

test('a mixed order gets one document, or two for a buyer with a GSTIN', async () => {
  await become(REGULAR);
  const mixed = [
    { price: rupees(1_050), gst_rate: 5 },
    { price: rupees(420), gst_rate: 0 },
  ];
  const shippingCost = rupees(147);
  expect(await totalsOf(await sell(mixed, { shippingCost }))).toEqual([['invoice-cum-bill-of-supply', rupees(1_617)]]);
  expect(await totalsOf(await sell([mixed[1]!]))).toEqual([['bill-of-supply', rupees(420)]]);
  const firm = { name: 'Rawat Textiles', gstin: '05AAPFU0939F1ZZ' };
  const order = await sell(mixed, { shippingCost, firm });
  expect(await totalsOf(order)).toEqual([
    ['tax-invoice', rupees(1_155)],
    ['bill-of-supply', rupees(462)],
  ]);
  await setStatus(order, 'cancelled');
  await setStatus(order, 'processing');
  expect((await totalsOf(order)).slice(2)).toEqual([
    ['credit-note', rupees(1_155)],
    ['credit-note', rupees(462)],
    ['tax-invoice', rupees(1_155)],
    ['bill-of-supply', rupees(462)],
  ]);
});

test('a kept fee too small for both documents of a firm can still change', async () => {
  await become(REGULAR);
  const firm = { name: 'Rawat Textiles', gstin: '05AAPFU0939F1ZZ' };
  const order = await sell(
    [
      { price: paise(60), gst_rate: 5 },
      { price: rupees(5_000), gst_rate: 0 },
    ],
    { firm },
  );
  await pay(order, order.total);
  await cancelWithFee(order, paise(20));
  await refund(order, paise(order.total - 5));
  expect((await totalsOf(order)).slice(-2)).toEqual([
    ['debit-note', 20],
    ['credit-note', 15],
  ]);
});

test('restoring a firm’s order invoices what is left of both documents', async () => {
  await become(REGULAR);
  const firm = { name: 'Rawat Textiles', gstin: '05AAPFU0939F1ZZ' };
  const order = await sell(
    [
      { price: rupees(420), gst_rate: 0 },
      { price: rupees(1_050), gst_rate: 5 },
    ],
    { firm },
  );
  await setStatus(order, 'delivered');
  await returnItems(order, 1);
  await setStatus(order, 'cancelled');
  shop.later(1);
  await setStatus(order, 'delivered');
  expect((await totalsOf(order)).slice(2)).toEqual([
    ['credit-note', rupees(420)],
    ['credit-note', rupees(1_050)],
    ['tax-invoice', rupees(1_050)],
  ]);
  expect(await dueOf(order)).toBe(rupees(1_050));
});

test('rounds IGST as a whole, and says interstate at 0% too', async () => {
  await become(REGULAR);
  const [far, exempt] = await Promise.all([
    sell([{ price: paise(137_025), gst_rate: 5 }], { state: 'Kerala' }).then(documentsOf),
    sell([{ price: rupees(100), gst_rate: 0 }], { state: 'Kerala' }).then(documentsOf),
  ]);
  expect(far[0]!.lines).toMatchObject([{ taxable: 130_500, igst: 6_525, cgst: 0, sgst: 0 }]);
  expect(exempt[0]).toMatchObject({ kind: 'bill-of-supply', isInterstate: true, placeOfSupply: 'Kerala (32)' });
});

test('a parcel on a firm’s order is supplied in the firm’s state', async () => {
  await become(REGULAR);
  const firm = { name: 'Rawat Textiles', gstin: MUMBAI };
  const sold = [{ price: rupees(1_050), gst_rate: 5 }];
  const [own] = await documentsOf(await sell(sold, { firm }));
  expect(own).toMatchObject({ isInterstate: false, placeOfSupply: 'Uttarakhand (05)' });
  const [theirs] = await documentsOf(await sell(sold, { firm: { ...firm, suppliesFirmState: true } }));
  expect(theirs).toMatchObject({
    isInterstate: true,
    placeOfSupply: 'Maharashtra (27)',
    lines: [{ igst: rupees(50) }],
  });
});

test('charges and services have a SAC, composition goods their HSN', async () => {
  await become(REGULAR);
  const cloth = { price: rupees(1_050), gst_rate: 5, hsn: '9988', service: true } as const;
  const [document] = await documentsOf(await sell([cloth], { shippingCost: rupees(150) }));
  expect(document!.lines).toMatchObject([
    { isService: true, hsn: '9988', unit: 'OTH' },
    { title: 'Shipping', hsn: '9968', unit: 'OTH' },
  ]);
  await become(COMPOSITION);
  const [bill] = await documentsOf(await sell([{ price: rupees(100), gst_rate: 5, hsn: '9701' }]));
  expect(bill).toMatchObject({ kind: 'bill-of-supply', lines: [{ hsn: '9701', unit: 'NOS', gstRate: 0 }] });
});

test('a kept fee of an invoiced order gets a debit note at the goods’ rates', async () => {
  await become(REGULAR);
  const order = await sell([
    { price: rupees(1_050), gst_rate: 5 },
    { price: rupees(1_180), gst_rate: 18 },
  ]);
  await pay(order, order.total);
  await cancelWithFee(order, rupees(223));
  const [invoice, , credit, debit] = await documentsOf(order);
  expect(credit).toMatchObject({ kind: 'credit-note', total: order.total, money: { refundDue: rupees(2_007) } });
  expect(debit).toMatchObject({
    kind: 'debit-note',
    corrects: { number: invoice!.number },
    lines: [
      { isFee: true, gstRate: 5, taxable: rupees(100), cgst: rupees(2.5) },
      { isFee: true, gstRate: 18, taxable: rupees(100), cgst: rupees(9) },
    ],
  });
  await setStatus(order, 'processing');
  expect((await totalsOf(order)).slice(4)).toEqual([
    ['tax-invoice', order.total],
    ['credit-note', rupees(223)],
  ]);
});

test('a fee kept of an advance gets an invoice, the rest a refund voucher', async () => {
  await become(REGULAR);
  const order = await sell([{ price: rupees(2_100), gst_rate: 5 }], { advance: rupees(1_000) });
  await pay(order, rupees(1_000));
  await cancelWithFee(order, rupees(500));
  await refund(order, rupees(500), 'NEFT-7781');
  const [voucher, invoice, refunded] = await documentsOf(order);
  expect(invoice).toMatchObject({ kind: 'tax-invoice', total: rupees(500), lines: [{ isFee: true, gstRate: 5 }] });
  expect(refunded).toMatchObject({
    kind: 'refund-voucher',
    total: rupees(500),
    paymentReference: 'NEFT-7781',
    corrects: { number: voucher!.number },
  });
  await refund(order, rupees(200));
  expect((await totalsOf(order)).slice(3)).toEqual([
    ['credit-note', rupees(200)],
    ['refund-voucher', rupees(200)],
  ]);
});

test('refund vouchers of one receipt voucher add up to it in every column', async () => {
  await become(REGULAR);
  const order = await sell([{ price: rupees(2_100), gst_rate: 5 }], { advance: rupees(1_001) });
  await pay(order, rupees(1_001));
  await refund(order, rupees(501));
  await refund(order, rupees(500));
  const [voucher, ...refunded] = await documentsOf(order);
  for (const column of ['taxable', 'cgst', 'sgst'] as const)
    expect(sum(refunded.map(({ lines }) => lines[0]![column]))).toBe(voucher!.lines[0]![column]);
});

test('a refund without a return gets a credit note; its undo a debit note', async () => {
  await become(REGULAR);
  const order = await sell([{ price: rupees(1_050), quantity: 2, gst_rate: 5 }]);
  await pay(order, order.total);
  await setStatus(order, 'delivered');
  await refund(order, rupees(210));
  const [, , note] = await documentsOf(order);
  expect(note).toMatchObject({ kind: 'credit-note', total: rupees(210), reason: 'A crack', money: { refundDue: 0 } });
  expect(note!.lines).toMatchObject([{ quantity: 0, taxable: rupees(200), cgst: rupees(5), sgst: rupees(5) }]);
  await undoRefund(order);
  expect((await totalsOf(order)).at(-1)).toEqual(['debit-note', rupees(210)]);
  await refund(order, rupees(210));
  await returnItems(order, 1);
  expect((await totalsOf(order)).at(-1)).toEqual(['credit-note', rupees(945)]);
  expect(await dueOf(order)).toBe(rupees(945));
  await returnItems(order, 1);
  expect(await dueOf(order)).toBe(NOTHING);
  const documents = await documentsOf(order);
  const signs = { 'tax-invoice': 1, 'debit-note': 1, 'credit-note': -1 } as Record<string, number>;
  const net = (of: (line: (typeof documents)[number]['lines'][number]) => number) =>
    documents.reduce(
      (all, { kind, lines }) => all + (signs[kind] ?? 0) * lines.reduce((part, line) => part + of(line), 0),
      0,
    );
  expect([net(lineGross), net(({ taxable }) => taxable), net(({ cgst }) => cgst)]).toEqual([0, 0, 0]);
});

test.each(['declined', 'withdrawn', 'received'] as const)(
  'a refund before its return has a note once the return is %s',
  async (end) => {
    const order = await sell([{ price: rupees(1_050), quantity: 2 }]);
    await pay(order, order.total);
    await setStatus(order, 'delivered');
    const id = await askToReturn(order, 1);
    await refund(order, rupees(1_050));
    const notes = async () => (await totalsOf(order)).filter(([kind]) => kind === 'credit-note');
    expect(await notes()).toEqual([]);
    if (end === 'declined') await answerReturn(shop.as.admin(), { id, answer: 'declined', message: 'No' });
    if (end === 'withdrawn') await withdrawReturn(shop.as.customer(), { orderId: order.id, requestId: id });
    if (end === 'received') {
      await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' });
      await receiveAll(shop.as.admin(), { id, fitForSale: true });
    }
    expect(await notes()).toEqual([['credit-note', rupees(1_050)]]);
    expect(await dueOf(order)).toBe(rupees(1_050));
  },
);

test('returned pieces stay credited when their refund is undone', async () => {
  const order = await sell([{ price: rupees(1_050), quantity: 2 }]);
  await pay(order, order.total);
  await setStatus(order, 'delivered');
  const id = await askToReturn(order, 1);
  await refund(order, rupees(1_050));
  await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' });
  await receiveAll(shop.as.admin(), { id, fitForSale: true });
  await undoRefund(order);
  expect(await dueOf(order)).toBe(rupees(1_050));
  expect((await totalsOf(order)).map(([kind]) => kind)).not.toContain('debit-note');
});

test('undoing the full refund of a cancelled order bills nothing', async () => {
  const order = await sell([{ price: rupees(1_050) }]);
  await pay(order, order.total);
  await setStatus(order, 'delivered');
  await refund(order, order.total);
  shop.later(1);
  await setStatus(order, 'cancelled');
  await undoRefund(order);
  expect(await dueOf(order)).toBe(0);
  expect((await totalsOf(order)).map(([kind]) => kind)).not.toContain('debit-note');
});

test('an advance that was partly refunded is invoiced without the refund', async () => {
  const order = await sell([{ price: rupees(2_100) }], { advance: rupees(1_000) });
  await pay(order, rupees(1_000));
  await refund(order, rupees(200));
  shop.later(1);
  await pay(order, paise((await dueOf(order)) - rupees(800)));
  const invoice = (await documentsOf(order)).find(({ kind }) => kind === 'invoice')!;
  expect(invoice).toMatchObject({ total: rupees(1_900), money: { received: rupees(1_900), due: 0, refundDue: 0 } });
  expect(invoice.money!.payments.map(({ amount }) => amount)).toEqual([rupees(800), rupees(1_100)]);
  expect(invoice.discount).toEqual({ amount: rupees(200), label: 'Discount' });
});

test('refunds before and after an invoice are credited once, and undone once', async () => {
  const order = await sell([{ price: rupees(2_100) }], { advance: rupees(1_000) });
  await pay(order, rupees(1_000));
  await refund(order, rupees(900));
  shop.later(1);
  await pay(order, paise((await dueOf(order)) - rupees(100)));
  const net = async () =>
    (await totalsOf(order))
      .filter(([kind]) => ['invoice', 'credit-note', 'debit-note'].includes(kind))
      .reduce((all, [kind, total]) => all + (kind === 'credit-note' ? 0 - total : total), 0);
  expect(await net()).toBe(rupees(1_200));
  await undoRefund(order);
  expect(await net()).toBe(rupees(2_100));
  await refund(order, rupees(50));
  expect(await net()).toBe(rupees(2_050));
});

test('a refund before the invoice does not count for pieces that come back later', async () => {
  const order = await sell([{ price: rupees(1_050), quantity: 2 }], { advance: rupees(1_000) });
  await pay(order, rupees(1_000));
  await refund(order, rupees(210));
  shop.later(1);
  await pay(order, paise((await dueOf(order)) - rupees(790)));
  await setStatus(order, 'delivered');
  await returnItems(order, 1);
  expect((await totalsOf(order)).at(-1)).toEqual(['credit-note', rupees(945)]);
  expect(await dueOf(order)).toBe(rupees(945));
});

test('taxes a restored order again after many lower prices', async () => {
  await become(REGULAR);
  const order = await sell([{ price: paise(3_258_199), gst_rate: 3 }]);
  await pay(order, order.total);
  for (let times = 0; times < 12; times += 1) await refund(order, paise(101));
  await setStatus(order, 'cancelled');
  await setStatus(order, 'processing');
  const [{ taxable, cgst, sgst }] = (await documentsOf(order)).at(-1)!.lines as [DocumentLine];
  expect(taxable + cgst + sgst).toBe(order.total - 12 * 101);
  expect(Math.abs(cgst - (taxable * 1.5) / 100)).toBeLessThanOrEqual(1);
});

test('a credit note after 30 November is marked as too late', async () => {
  expect(creditNoteDeadline('2026-27')).toBe('2027-11-30');
  await become(REGULAR);
  const [timely, late] = [
    await sell([{ price: rupees(100), gst_rate: 5 }]),
    await sell([{ price: rupees(100), gst_rate: 5 }]),
  ];
  shop.clock.now = new Date('2027-11-30T18:29:59Z');
  await setStatus(timely, 'cancelled');
  shop.later(1);
  await setStatus(late, 'cancelled');
  expect((await documentsOf(timely)).at(-1)).not.toHaveProperty('isTooLate');
  expect((await documentsOf(late)).at(-1)).toMatchObject({ isTooLate: true, number: 'CN/2027-28/0002' });
});

test('a changed GSTIN starts new series; its invoices keep their own', async () => {
  await become(REGULAR);
  const order = await sell([{ price: rupees(100), gst_rate: 5 }]);
  await become({ ...REGULAR, gstin: MUMBAI });
  const later = await sell([{ price: rupees(100), gst_rate: 5 }]);
  await setStatus(order, 'cancelled');
  await setStatus(later, 'cancelled');
  const numbers = [...(await documentsOf(order)), ...(await documentsOf(later))].map(
    ({ number, seller }) => `${number} ${seller.gstin}`,
  );
  expect(numbers).toEqual([
    'TI/2026-27/0001 05ABCDE1234F1Z6',
    'CN/2026-27/0001 05ABCDE1234F1Z6',
    `TI/2026-27/0001 ${MUMBAI}`,
    `CN/2026-27/0001 ${MUMBAI}`,
  ]);
});
