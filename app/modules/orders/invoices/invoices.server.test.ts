import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOTHING, type Paise, paise, rupees, sum } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import {
  getDocument,
  getDocumentPdf,
  issueReceipts,
} from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { toSheet } from '#app/modules/payments/invoice-documents/document-sheet.ts';

import type { Order } from '#app/modules/orders/orders/order.ts';
import { correctAddress, lockOrder, setOrderStatus, transition } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { paymentsAndRefunds, refundOrder, takeBackRefund } from '#app/modules/payments/payments/refunds.server.ts';
import {
  balanceOfOrder,
  findEntries as ledgerEntriesOf,
  recordPayment,
} from '#app/modules/orders/ledger/ledger.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { answerReturn, askReturn, getReturnable, receiveReturn } from '#app/modules/orders/returns/returns.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { receiveAll } from '#tests/support/returns.ts';
import { placeOlderOrder } from '#tests/support/older-order.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { isGoods, lineGross } from './paper.ts';
import { findDocuments } from './invoice-list.server.ts';
import { papers } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const UNREGISTERED = { status: 'unregistered', gstin: null, pricesExcludeGst: false, ownStateOnly: false } as const;
const COMPOSITION = { ...UNREGISTERED, status: 'composition', gstin: '05ABCDE1234F1Z6' } as const;
const REGULAR = { ...COMPOSITION, status: 'regular' } as const;
const sell = (seller: Settings['seller']) => updateSettings(shop.as.admin(), { seller });

async function placed(changes: Parameters<typeof checkoutOf>[1] = {}, customer = 1): Promise<Order> {
  const context = shop.as.customer(customer);
  const artwork = await shop.makeArtwork({ title: 'Himalayan Dawn', price: rupees(1_050), stockCount: 9 });
  await putIntoCart(context, artwork.id, 2);
  const answer = await placeOrder(context, await checkoutOf(context, changes));
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`);
  return answer.value;
}
const paperOf = (order: Order, paperId?: string) => getDocument(shop.as.admin(), order.id, paperId);
const entriesOf = async (order: Order) => (await findDocuments(shop.as.admin(), [order.id])).get(order.id) ?? [];
const sumsOf = (paper: Parameters<typeof toSheet>[0]) =>
  toSheet(paper).totals.map(({ label, amount }) => `${label} ${amount}`);
const setStatus = (order: Order, status: Order['status'], reason = 'by hand') =>
  setOrderStatus(shop.as.admin(), { orderId: order.id, status, shipUnverified: true, reason });

test('an unregistered seller’s invoice has neither GSTIN nor tax', async () => {
  const invoice = await paperOf(await placed());
  expect(invoice).toMatchObject({ kind: 'invoice', number: 'BV/2026-27/0001', isTaxed: false, placeOfSupply: null });
  expect(toSheet(invoice).facts.map(([label]) => label)).not.toContain('GSTIN');
  expect(sumsOf(invoice)).toEqual(['Subtotal ₹2,100', 'Shipping Free', 'Total ₹2,100', 'Still due ₹2,100']);
  expect(toSheet(invoice).sentence).toBeNull();
});

test('a composition seller issues a bill of supply with its declaration', async () => {
  await sell(COMPOSITION);
  const order = await placed();
  const bill = await paperOf(order);
  expect(bill).toMatchObject({ kind: 'bill-of-supply', title: 'Bill of supply', number: 'BS/2026-27/0001' });
  expect(toSheet(bill).sentence).toBe('Composition taxable person, not eligible to collect tax on supplies');
  expect(toSheet(bill).facts).toContainEqual(['GSTIN', '05ABCDE1234F1Z6']);
  expect(bill.lines.every(({ cgst, sgst, igst }) => cgst + sgst + igst === 0)).toBe(true);
  const { bytes } = await getDocumentPdf(shop.as.admin(), order.id);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  expect(text.replace(/\s+/g, ' ')).toContain('Composition taxable person, not eligible to collect tax on supplies');
});

test('a regular seller charges CGST and SGST in-state, IGST elsewhere, same total', async () => {
  await sell(REGULAR);
  const near = await paperOf(await placed());
  expect(near).toMatchObject({ kind: 'tax-invoice', total: rupees(2_100), placeOfSupply: 'Uttarakhand (05)' });
  expect(near.lines).toMatchObject([
    { hsn: '9701', gstRate: 5, taxable: rupees(2_000), cgst: rupees(50), sgst: rupees(50), igst: 0 },
  ]);
  expect(sumsOf(near)).toEqual(['Taxable value ₹2,000', 'CGST ₹50', 'SGST ₹50', 'Total ₹2,100', 'Still due ₹2,100']);
  expect(toSheet(near).rows[0]!.note).toBe('HSN 9701, 2.5% CGST + 2.5% SGST, ₹1,050 each');
  const far = await paperOf(await placed({ shippingAddress: { ...ADDRESS, state: 'Kerala' } }, 2));
  expect(far.placeOfSupply).toBe('Kerala (32)');
  expect(sumsOf(far)).toEqual(['Taxable value ₹2,000', 'IGST ₹100', 'Total ₹2,100', 'Still due ₹2,100']);
});

test('an older order keeps the GST on top of its prices', async () => {
  await sell(REGULAR);
  const { id } = await shop.makeArtwork();
  const bought = { id, price: rupees(1_000), quantity: 1, gstRate: 18 };
  const order = await placeOlderOrder(shop.as.customer(), [bought]);
  expect(order).toMatchObject({ subtotal: rupees(1_000), shippingCost: rupees(150), gstAmount: rupees(207) });
  const paper = await paperOf(order);
  expect(sumsOf(paper)).toEqual([
    'Taxable value ₹1,150',
    'CGST ₹103.50',
    'SGST ₹103.50',
    'Total ₹1,357',
    'Still due ₹1,357',
  ]);
});

test('uses the artwork’s rate and HSN, else its medium’s, as ordered', async () => {
  await sell(REGULAR);
  const order = await placed();
  await shop.database.update(artworks).set({ gstRate: 18, hsn: '3304' });
  await setStatus(order, 'cancelled');
  await setStatus(order, 'processing');
  expect((await paperOf(order)).lines).toMatchObject([{ gstRate: 5, hsn: '9701' }]);
  expect((await paperOf(await placed({}, 2))).lines).toMatchObject([{ gstRate: 5, hsn: '9701' }]);
});

test('later changes do not change a document', async () => {
  await sell(REGULAR);
  const order = await placed();
  const before = await paperOf(order);
  await sell(UNREGISTERED);
  await updateSettings(shop.as.admin(), { shopName: 'Another' });
  await shop.database.update(artworks).set({ title: 'Renamed' });
  await shop.database
    .update(orders)
    .set({ items: [{ ...order.items[0]!, title: 'Renamed' }], customerName: 'Somebody else' })
    .where(eq(orders.id, order.id));
  expect(await paperOf(order)).toEqual(before);
  await expect(shop.database.delete(papers)).rejects.toThrow();
});

test('a credit note reverses its invoice; a restored order is invoiced again', async () => {
  await sell(REGULAR);
  const order = await placed({ shippingAddress: { ...ADDRESS, state: 'Kerala' } });
  await setStatus(order, 'cancelled');
  const [invoice, note] = await entriesOf(order);
  const [first, credit] = [await paperOf(order, invoice!.id), await paperOf(order, note!.id)];
  expect(credit).toMatchObject({ kind: 'credit-note', number: 'CN/2026-27/0001', total: first.total, isTaxed: true });
  expect(credit.lines).toEqual(first.lines.map((line, of) => ({ ...line, of })));
  expect(toSheet(credit).facts).toContainEqual(['For', `Tax invoice ${first.number} of 21 November 2026`]);
  expect(toSheet(credit).facts).toContainEqual(['Reason', 'The order was cancelled']);
  expect(toSheet(credit).foot.map(([, text]) => text)).toEqual([
    `This amount is deducted from tax invoice ${first.number}.`,
    'No payment had been received, so nothing is refunded.',
  ]);
  expect(first).toMatchObject({ status: 'cancelled', laterDocuments: [{ number: credit.number }] });
  await sell(COMPOSITION);
  await setStatus(order, 'processing');
  expect((await entriesOf(order)).map(({ number }) => number)).toEqual([
    'TI/2026-27/0001',
    'CN/2026-27/0001',
    'BS/2026-27/0001',
  ]);
  expect(toSheet(await paperOf(order, invoice!.id))).toEqual(toSheet(first));
});

test('cancelling and restoring an order leaves its first invoice as it was', async () => {
  const order = await placed();
  const before = toSheet(await paperOf(order));
  await setStatus(order, 'cancelled');
  const [first] = await entriesOf(order);
  expect(toSheet(await paperOf(order, first!.id))).toEqual(before);
  await setStatus(order, 'processing');
  expect(toSheet(await paperOf(order, first!.id))).toEqual(before);
  expect(await paperOf(order)).toMatchObject({ number: 'BV/2026-27/0002', status: 'processing' });
});

test('reissues a tax invoice when the order moves to another state', async () => {
  await sell(REGULAR);
  const order = await placed({ shippingAddress: { ...ADDRESS, state: 'Kerala' } });
  const correct = (address: Partial<typeof ADDRESS>) =>
    correctAddress(shop.as.admin(), { orderId: order.id, address: { ...ADDRESS, ...address } });
  await correct({ state: 'Kerala', street: '15 Mall Road' });
  expect(await entriesOf(order)).toHaveLength(1);
  for (let times = 0; times < 2; times += 1) await correct({});
  const entries = await entriesOf(order);
  expect(entries.map(({ number, total }) => [number, total])).toEqual([
    ['TI/2026-27/0001', order.total],
    ['CN/2026-27/0001', order.total],
    ['TI/2026-27/0002', order.total],
  ]);
  const [far, credit, near] = await Promise.all(entries.map(({ id }) => paperOf(order, id)));
  expect(credit).toMatchObject({ placeOfSupply: 'Kerala (32)', lines: [{ igst: rupees(100) }] });
  expect(toSheet(credit!).facts).toContainEqual(['Reason', 'The order goes to another state']);
  expect(near).toMatchObject({
    placeOfSupply: 'Uttarakhand (05)',
    buyer: { address: { state: 'Uttarakhand' } },
    lines: [{ taxable: rupees(2_000), cgst: rupees(50), sgst: rupees(50), igst: 0 }],
  });
  expect(far).toMatchObject({ status: 'cancelled', replacedBy: 'Tax invoice TI/2026-27/0002' });
  expect(await paperOf(order)).toEqual(near);
  expect(await balanceOfOrder(shop.as.admin(), order.id)).toMatchObject({ due: order.total });
  await setStatus(order, 'cancelled');
  expect((await entriesOf(order)).at(-1)).toMatchObject({ number: 'CN/2026-27/0002', total: order.total });
});

test('a document without tax stays valid when the order’s state changes', async () => {
  await sell(COMPOSITION);
  const order = await placed();
  await correctAddress(shop.as.admin(), { orderId: order.id, address: { ...ADDRESS, state: 'Kerala' } });
  expect(await entriesOf(order)).toHaveLength(1);
});

async function comeBack(
  order: Order,
  kind: 'return' | 'exchange',
  lines = [{ artworkId: order.items[0]!.artwork_id, quantity: 1 }],
  received = [false, true],
): Promise<string> {
  const customer = shop.as.customer();
  const returnable = await getReturnable(customer, order.id);
  if (!returnable.ok) throw new Error(returnable.reason);
  const answer = await askReturn(customer, {
    orderId: order.id,
    key: returnable.value.key,
    kind,
    reason: 'changed-mind',
    details: '',
    exchangeFor: kind === 'exchange' ? 'Another' : '',
    lines,
  });
  if (!answer.ok) throw new Error(answer.reason);
  const { requestId: id } = answer.value;
  await answerReturn(shop.as.admin(), { id, answer: 'accepted', message: '' });
  for (const fitForSale of received) await receiveAll(shop.as.admin(), { id, fitForSale });
  return id;
}

test('issues a credit note for each of two returned parcels', async () => {
  await sell(REGULAR);
  const order = await placed();
  await setStatus(order, 'delivered');
  const artworkId = order.items[0]!.artwork_id;
  const id = await comeBack(order, 'return', [{ artworkId, quantity: 2 }], []);
  for (const quantity of [1, 1, 2])
    await receiveReturn(shop.as.admin(), { id, lines: [{ artworkId, quantity, fitForSale: 0 }] });
  const notes = (await entriesOf(order)).filter(({ kind }) => kind === 'credit-note');
  expect(notes.map(({ total }) => total)).toEqual([rupees(1_050), rupees(1_050)]);
  expect(await creditedOf(order)).toBe(rupees(2_100));
});

test('credits a return once; a cancellation credits only the rest', async () => {
  await sell(REGULAR);
  const order = await placed();
  await setStatus(order, 'delivered');
  await comeBack(order, 'return');
  const [, partly] = await entriesOf(order);
  expect(await entriesOf(order)).toHaveLength(2);
  expect(await paperOf(order, partly!.id)).toMatchObject({
    total: rupees(1_050),
    lines: [{ quantity: 1, taxable: rupees(1_000), cgst: rupees(25), sgst: rupees(25) }],
    reason: 'Items came back',
  });
  await setStatus(order, 'cancelled');
  expect((await entriesOf(order)).map(({ total }) => total)).toEqual([rupees(2_100), rupees(1_050), rupees(1_050)]);
});

test.each([
  ['the same seller', REGULAR, 'TI/2026-27/0002'],
  ['a seller who no longer collects tax', COMPOSITION, 'BS/2026-27/0001'],
])('restoring a cancelled order invoices only what was not returned, by %s', async (_, later, number) => {
  await sell(REGULAR);
  const order = await placed();
  await setStatus(order, 'delivered');
  await comeBack(order, 'return');
  await setStatus(order, 'cancelled');
  await sell(later);
  await setStatus(order, 'delivered');
  const left = await paperOf(order);
  expect(left).toMatchObject({ number, total: rupees(1_050), lines: [{ quantity: 1, amount: rupees(1_050) }] });
  expect(await balanceOfOrder(shop.as.admin(), order.id)).toMatchObject({ due: rupees(1_050) });
  await comeBack(order, 'return');
  expect((await entriesOf(order)).at(-1)).toMatchObject({ kind: 'credit-note', total: rupees(1_050) });
  expect(await balanceOfOrder(shop.as.admin(), order.id)).toMatchObject({ due: 0 });
  const issued = (await entriesOf(order)).length;
  await setStatus(order, 'cancelled');
  await setStatus(order, 'delivered');
  expect(await entriesOf(order)).toHaveLength(issued);
});

test('invoices a restored, fully refunded order in full, returned items included', async () => {
  const order = await placed();
  await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
  await setStatus(order, 'delivered');
  await comeBack(order, 'return', undefined, [false]);
  await setStatus(order, 'cancelled');
  const [payment] = await shop.database.select().from(payments);
  await refundOrder(shop.as.admin(), {
    orderId: order.id,
    paymentId: payment!.id,
    amount: order.total,
    reason: 'Cancelled',
    key: crypto.randomUUID(),
    reference: newReference(),
  });
  shop.later(1);
  await setStatus(order, 'delivered');
  await setStatus(order, 'processing');
  expect(await balanceOfOrder(shop.as.admin(), order.id)).toEqual({ due: order.total, received: 0 });
  expect(await paperOf(order)).toMatchObject({ number: 'BV/2026-27/0002', total: order.total });
});

test('credits returns again after a mistaken refund is undone', async () => {
  const admin = shop.as.admin();
  const order = await placed();
  await verifyPayment(admin, { orderId: order.id, verification: 'matched' });
  await setStatus(order, 'delivered');
  await comeBack(order, 'return');
  const [payment] = await shop.database.select().from(payments);
  const refund = (amount: Paise) => {
    const paid = { orderId: order.id, paymentId: payment!.id, amount, reference: newReference() };
    return refundOrder(admin, { ...paid, reason: 'By hand', key: crypto.randomUUID() });
  };
  await refund(rupees(1_050));
  shop.later(1);
  await refund(rupees(100));
  const mistaken = (await paymentsAndRefunds(admin, order.id)).refunds.find(({ amount }) => amount === rupees(100))!;
  await takeBackRefund(admin, { orderId: order.id, refundId: mistaken.id, isMistake: true, reason: 'Another order’s' });
  expect(await balanceOfOrder(admin, order.id)).toEqual({ due: rupees(1_050), received: rupees(1_050) });
  await setStatus(order, 'cancelled');
  await setStatus(order, 'delivered');
  expect(await paperOf(order)).toMatchObject({ number: 'BV/2026-27/0002', total: rupees(1_050) });
  await comeBack(order, 'return');
  expect(await balanceOfOrder(admin, order.id)).toEqual({ due: NOTHING, received: rupees(1_050) });
});

test.each([
  ['no GST', UNREGISTERED, 100_000],
  ['the composition scheme', COMPOSITION, 100_000],
  ['GST within the prices', REGULAR, 100_000],
  ['GST on top of older prices', 'older', 112_000],
] as const)('a return with %s credits the price with its tax', async (_tax, seller, gross) => {
  await sell(seller === 'older' ? REGULAR : seller);
  const order = await (seller === 'older' ? olderWith : placedWith)([{ price: rupees(1_000), quantity: 1 }]);
  await setStatus(order, 'delivered');
  await comeBack(order, 'return');
  expect((await entriesOf(order)).at(-1)).toMatchObject({ kind: 'credit-note', total: gross });
  expect(await creditedOf(order)).toBe(gross);
});

test.each([
  ['no GST', UNREGISTERED],
  ['the composition scheme', COMPOSITION],
  ['GST within the prices', REGULAR],
  ['GST on top of older prices', 'older'],
] as const)('credits partial returns of a discounted order, with %s, as noted', async (_tax, seller) => {
  await sell(seller === 'older' ? REGULAR : seller);
  await shop.database.insert(coupons).values({ code: 'DIWALI15', discountPercentage: 15, validFrom: '2026-11-01' });
  const bought = [
    { price: paise(33_333), quantity: 3 },
    { price: paise(1_001), quantity: 2 },
  ];
  const order = await (seller === 'older' ? olderWith(bought, 15) : placedWith(bought, 'DIWALI15'));
  await setStatus(order, 'delivered');
  const [lota, bowl] = order.items.toSorted((a, b) => b.quantity - a.quantity).map((item) => item.artwork_id);
  for (const back of [lota!, bowl!, lota!, lota!, bowl!]) {
    await comeBack(order, 'return', [{ artworkId: back, quantity: 1 }]);
    const notes = (await entriesOf(order)).filter(({ kind }) => kind === 'credit-note');
    expect(await creditedOf(order)).toBe(sum(notes.map(({ total }) => total)));
  }
  const goods = (await paperOf(order)).lines.filter(isGoods);
  expect(await creditedOf(order)).toBe(sum(goods.map(lineGross)));
});

async function olderWith(bought: { price: Paise; quantity: number }[], discountPercentage?: number): Promise<Order> {
  const lines = [];
  for (const line of bought) lines.push({ ...line, id: (await shop.makeArtwork()).id, gstRate: 12 });
  return placeOlderOrder(shop.as.customer(), lines, { discountPercentage });
}

async function placedWith(bought: { price: Paise; quantity: number }[], couponCode?: string): Promise<Order> {
  const context = shop.as.customer();
  for (const { price, quantity } of bought)
    await putIntoCart(context, (await shop.makeArtwork({ price, gstRate: 12, stockCount: 9 })).id, quantity);
  const checkout = await checkoutOf(context, { couponCode, seenTotal: paise(1) });
  const asked = await placeOrder(context, checkout);
  if (asked.ok || asked.reason !== 'total-changed') throw new Error('the total is another');
  const answer = await placeOrder(context, { ...checkout, seenTotal: asked.data.totals.total });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value;
}
const creditedOf = async ({ id }: Order) =>
  sum(
    (await ledgerEntriesOf(shop.as.admin(), id)).filter(({ type }) => type === 'credited').map(({ amount }) => amount),
  );

test('an exchange refunds nothing and leaves the invoice as it is', async () => {
  const order = await placed();
  await setStatus(order, 'delivered');
  await comeBack(order, 'exchange');
  expect((await entriesOf(order)).map(({ kind }) => kind)).toEqual(['invoice']);
});

test('older refunds and payments of a restored order belong to earlier invoices', async () => {
  const order = await placed();
  const refund = async (paymentId: string, amount: Paise) =>
    refundOrder(shop.as.admin(), {
      orderId: order.id,
      paymentId,
      amount,
      reason: 'Cancelled',
      key: crypto.randomUUID(),
      reference: newReference(),
    });
  await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
  await issueReceipts(shop.as.shop(), order.id);
  await setStatus(order, 'cancelled');
  const [first] = await shop.database.select().from(payments);
  await refund(first!.id, order.total);
  await setStatus(order, 'processing');
  await setStatus(order, 'processing');
  const part = { orderId: order.id, customerId: order.userId, amount: rupees(1_050), reference: newReference() };
  const later = await inTransaction(shop.as.admin(), (inside) =>
    recordPayment(inside, { ...part, source: 'gateway', verification: 'matched' }),
  );
  await issueReceipts(shop.as.shop(), order.id);
  const issued = await entriesOf(order);
  const refundedOf = async () => {
    const invoices = issued.filter(({ kind }) => kind === 'invoice');
    return Promise.all(invoices.map(async ({ id }) => (await paperOf(order, id)).refunded));
  };
  expect(await refundedOf()).toEqual([order.total, 0]);
  const receipts = issued.filter(({ kind }) => kind === 'receipt');
  const dues = await Promise.all(receipts.map(async ({ id }) => (await paperOf(order, id)).due));
  expect(dues).toEqual([0, rupees(1_050)]);
  shop.later(1);
  await refund(later.ok ? later.value.paymentId : '', rupees(50));
  expect(await refundedOf()).toEqual([order.total, rupees(50)]);
});

async function partlyPaid(): Promise<Order> {
  const order = await placed({ online: 'yes', paymentReferenceId: '' });
  const part = { orderId: order.id, customerId: order.userId, amount: rupees(1_050) };
  await inTransaction(shop.as.admin(), (inside) =>
    recordPayment(inside, { ...part, reference: newReference(), source: 'gateway', verification: 'matched' }),
  );
  return order;
}

test('an unregistered seller issues a receipt per payment with the amount due', async () => {
  const order = await partlyPaid();
  for (let times = 0; times < 2; times += 1) await issueReceipts(shop.as.shop(), order.id);
  const [receipt, ...others] = await entriesOf(order);
  expect(others).toEqual([]);
  const paper = await paperOf(order, receipt!.id);
  expect(paper).toMatchObject({ kind: 'receipt', number: 'RC/2026-27/0001', lines: [] });
  expect(sumsOf(paper)).toEqual(['Received ₹1,050', 'Still due ₹1,050']);
});

test('a registered seller issues receipt and refund vouchers until invoiced', async () => {
  await sell(REGULAR);
  const order = await partlyPaid();
  await issueReceipts(shop.as.shop(), order.id);
  const [payment] = await shop.database.select().from(payments);
  const wholeRefund = {
    orderId: order.id,
    paymentId: payment!.id,
    amount: rupees(1_050),
    reason: 'not made after all',
    key: crypto.randomUUID(),
  };
  await refundOrder(shop.as.admin(), wholeRefund);
  const entries = await entriesOf(order);
  expect(entries.map(({ kind }) => kind)).toEqual(['receipt-voucher', 'refund-voucher']);
  const [receipt, refund] = await Promise.all(entries.map(({ id }) => paperOf(order, id)));
  expect(refund!.lines).toEqual(receipt!.lines.map((line, of) => ({ ...line, of })));
  expect(sumsOf(receipt!)).toEqual([
    'Taxable value ₹1,000',
    'CGST ₹25',
    'SGST ₹25',
    'Received ₹1,050',
    'Still due ₹1,050',
  ]);
  expect(refund!.corrects?.number).toBe('RV/2026-27/0001');
  const { refunds } = await paymentsAndRefunds(shop.as.admin(), order.id);
  await takeBackRefund(shop.as.admin(), {
    orderId: order.id,
    refundId: refunds[0]!.id,
    isMistake: false,
    reason: 'One digit is wrong',
  });
  await refundOrder(shop.as.admin(), { ...wholeRefund, key: crypto.randomUUID() });
  expect((await entriesOf(order)).map(({ kind }) => kind)).toEqual(['receipt-voucher', 'refund-voucher']);
});

test('a payment that the invoice shows needs no receipt; a later one names it', async () => {
  await sell(REGULAR);
  const shown = await placed({ online: 'yes', paymentReferenceId: '' });
  await inTransaction(shop.as.admin(), async (inside) => {
    const paid = { orderId: shown.id, customerId: shown.userId, amount: shown.total, reference: '447309116024' };
    await recordPayment(inside, { ...paid, source: 'gateway', verification: 'matched' });
    await transition(inside, await lockOrder(inside, shown.id), {
      type: 'pay',
      method: 'razorpay',
      reference: paid.reference,
    });
  });
  expect((await paperOf(shown)).money).toMatchObject({ payments: [{ amount: shown.total }], due: 0, refundDue: 0 });
  expect(await issueReceipts(shop.as.shop(), shown.id)).toBe(0);
  const later = await placed({}, 2);
  expect((await paperOf(later)).money).toMatchObject({ payments: [], claimed: { method: 'manual' }, due: later.total });
  await verifyPayment(shop.as.admin(), { orderId: later.id, verification: 'matched' });
  expect(await issueReceipts(shop.as.shop(), later.id)).toBe(1);
  const receipt = (await entriesOf(later)).at(-1)!;
  expect(await paperOf(later, receipt.id)).toMatchObject({
    number: 'RC/2026-27/0001',
    corrects: { title: 'Tax invoice', number: 'TI/2026-27/0002' },
    lines: [],
    due: 0,
  });
});

test('a company’s invoice has its name and GSTIN', async () => {
  const paper = await paperOf(await placed({ firmName: 'Rawat Textiles', firmGstin: '27AAPFU0939F1ZV' }));
  expect(paper.buyer.firm).toEqual({ name: 'Rawat Textiles', gstin: '27AAPFU0939F1ZV' });
  expect(toSheet(paper).people[0]![1]).toContain('GSTIN 27AAPFU0939F1ZV');
});

test('an in-state composition seller refuses orders from other states', async () => {
  await sell({ ...COMPOSITION, ownStateOnly: true });
  const context = shop.as.customer();
  await putIntoCart(context, (await shop.makeArtwork()).id);
  const far = await checkoutOf(context, { shippingAddress: { ...ADDRESS, state: 'Kerala' } });
  expect(await placeOrder(context, far)).toMatchObject({ ok: false, reason: 'state-not-served' });
  expect(await placeOrder(context, await checkoutOf(context))).toMatchObject({ ok: true });
});

test('finds no document of another order', async () => {
  const [order, another] = [await placed(), await placed({}, 2)];
  const [paper] = await entriesOf(another);
  for (const id of [paper!.id, 'x', crypto.randomUUID()]) await expect(paperOf(order, id)).rejects.toThrow();
});

test('a rolled-back transaction leaves no gap in the numbers', async () => {
  const order = await placed();
  const admin = shop.as.admin();
  await expect(
    inTransaction(admin, async (inside) => {
      await setOrderStatus(inside, { orderId: order.id, status: 'cancelled' });
      throw new Error('the power went');
    }),
  ).rejects.toThrow('the power went');
  expect(await entriesOf(order)).toHaveLength(1);
  await setStatus(order, 'cancelled');
  expect((await entriesOf(order)).at(-1)!.number).toBe('CN/2026-27/0001');
});

test('a payment of a cancelled, invoiced order gets a receipt, no voucher', async () => {
  await sell(REGULAR);
  const order = await placed();
  await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
  await setStatus(order, 'cancelled');
  expect(await issueReceipts(shop.as.shop(), order.id)).toBe(1);
  expect((await entriesOf(order)).map(({ kind }) => kind)).toEqual(['tax-invoice', 'credit-note', 'receipt']);
});
