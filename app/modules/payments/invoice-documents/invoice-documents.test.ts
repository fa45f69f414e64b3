import PDFDocument from 'pdfkit';
import { registerFonts, writeLine } from './internal/pdf-text.server.ts';
import { eq, sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { cancelOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import {
  completePayment,
  giveReference,
  startGatewayPayment,
  verifyPayment,
} from '#app/modules/payments/payments/payments.server.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { issueMissingInvoices, getDocument, getParcels, getDocumentPdf } from './invoice-documents.server.ts';
import {
  holdCheckout,
  openCheckout,
  placeDraft,
  placeOrder,
  placePaidCheckout,
} from '#app/modules/payments/checkout/checkout.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { paperCounters, papers } from '#app/modules/orders/invoices/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { paperFile } from '#app/routes/paper-file.server.ts';
import { ADDRESS, checkoutOf, newReference, putIntoCart } from '#tests/support/checkout.ts';
import { removePapers } from '#tests/support/database.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { toSheet } from './document-sheet.ts';
import { shipToLines } from './paper-sheet.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.payment = { razorpay: fakeGateway({ name: 'razorpay' }) };
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

async function placed(
  context: Shop = shop.as.customer(),
  changes: Parameters<typeof checkoutOf>[1] = {},
  painting: Parameters<TestShop['makeArtwork']>[0] = {},
): Promise<Order> {
  await putIntoCart(context, (await shop.makeArtwork(painting)).id, 2);
  const answer = await placeOrder(context, await checkoutOf(context, changes));
  if (!answer.ok) throw new Error(`refused: ${answer.reason}`);
  return answer.value;
}
const numberOf = async (order: Order) =>
  (await findDocuments(shop.as.admin(), [order.id])).get(order.id)?.findLast(({ kind }) => kind === 'invoice')?.number;
const pdfText = async (response: Response) =>
  (
    await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())), { mergePages: true })
  ).text.replace(/\s+/g, ' ');

test('numbers orders consecutively, from 1 each financial year', async () => {
  shop.clock.now = new Date('2027-03-31T18:29:00Z');
  expect(await numberOf(await placed())).toBe('BV/2026-27/0001');
  expect(await numberOf(await placed(shop.as.customer(2)))).toBe('BV/2026-27/0002');
  shop.clock.now = new Date('2027-03-31T18:30:00Z');
  expect(await numberOf(await placed())).toBe('BV/2027-28/0001');
});

test('a gateway order is invoiced when paid; unpaid ones take no number', async () => {
  const order = await placed(shop.as.customer(), { paymentMethod: 'razorpay', paymentReferenceId: undefined });
  expect(await numberOf(order)).toBeUndefined();
  await expect(getDocument(shop.as.customer(), order.id)).rejects.toThrow(NotFound);
  const never = await placed(shop.as.customer(2), { paymentMethod: 'razorpay', paymentReferenceId: undefined });
  await cancelOrder(shop.as.customer(2), never.id);

  const started = await startGatewayPayment(shop.as.customer(), { orderId: order.id, method: 'razorpay' });
  if (!started.ok) throw new Error(started.reason);
  await completePayment(shop.as.shop(), {
    provider: 'razorpay',
    answer: {
      outcome: 'paid',
      providerOrderId: started.value.providerOrderId,
      paymentId: 'pay_12345',
      amount: order.total,
      currency: 'INR',
    },
  });
  expect(await numberOf(order)).toBe('BV/2026-27/0001');
  expect(await numberOf(never)).toBeUndefined();

  const byReference = await placed(shop.as.customer(3), { paymentMethod: 'razorpay', paymentReferenceId: undefined });
  await giveReference(shop.as.customer(3), { orderId: byReference.id, paymentReferenceId: newReference() });
  expect(await numberOf(byReference)).toBe('BV/2026-27/0002');
});

test('a rolled-back transaction leaves no gap', async () => {
  await placed();
  const context = shop.as.customer();
  await putIntoCart(context, (await shop.makeArtwork()).id);
  const checkout = await checkoutOf(context);
  await expect(
    inTransaction(context, async (inside) => {
      expect(await placeOrder(inside, checkout)).toMatchObject({ ok: true });
      throw new Error('the power went');
    }),
  ).rejects.toThrow('the power went');
  expect(await placeOrder(context, checkout)).toMatchObject({ ok: true });
  const rows = await shop.database.select({ number: papers.number }).from(papers).orderBy(papers.number);
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
});

test('repeated status changes issue one invoice; restoring issues a new one', async () => {
  const order = await placed();
  await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'cancelled' });
  await setOrderStatus(shop.as.admin(), { orderId: order.id, status: 'processing', reason: 'taken up again' });
  await setOrderStatus(shop.as.admin(), {
    orderId: order.id,
    status: 'shipped',
    shipUnverified: true,
    reason: 'known customer',
  });
  expect(await numberOf(order)).toBe('BV/2026-27/0002');
  expect(await shop.database.select().from(paperCounters)).toEqual([
    { financialYear: '2026-27', lastNumbers: { invoice: 2, 'credit-note': 1 } },
  ]);
});

test('says handed over for sales in person only', async () => {
  const { id } = await shop.makeArtwork();
  const sold = await placeDraft(shop.as.admin(), {
    ...ADDRESS,
    key: crypto.randomUUID(),
    account: '',
    handedOver: 'on',
    method: 'cash',
    reference: '',
    note: '',
    seenTotal: rupees(1000),
    lines: [{ artworkId: id, quantity: 1 }],
    discount: NOTHING,
  });
  if (!sold.ok) throw new Error(sold.reason);
  const goesTo = async (orderId: string) => {
    const invoice = await getDocument(shop.as.admin(), orderId);
    const [parcel] = await getParcels(shop.as.admin(), [orderId]);
    return [shipToLines(invoice.buyer), shipToLines(parcel!.buyer)];
  };
  expect(await goesTo(sold.value.id)).toEqual([['Handed over in person'], ['Handed over in person']]);

  await putIntoCart(shop.as.customer(), id);
  const { key, orderNumber } = await openCheckout(shop.as.customer());
  expect(await holdCheckout(shop.as.customer(), { key, address: {} })).toMatchObject({ ok: true });
  const { drawnTotal } = await openCheckout(shop.as.customer());
  const found = { orderNumber, amount: drawnTotal!, reference: newReference(), paidOn: '2026-11-21' };
  const paid = await placePaidCheckout(shop.as.shop(), found);
  if (!paid.ok) throw new Error(paid.reason);
  expect(await goesTo(paid.value.id)).toEqual([
    ['Asha Rawat 1', 'India'],
    ['Asha Rawat 1', 'India'],
  ]);
});

test('older orders get invoices in order when one is opened', async () => {
  const made: Order[] = [];
  for (const customer of [1, 2, 3]) {
    made.push(await placed(shop.as.customer(customer)));
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  }
  await removePapers(shop.owner);
  expect((await getDocument(shop.as.customer(3), made[2]!.id)).number).toBe('BV/2026-27/0003');
  expect(await Promise.all(made.map(numberOf))).toEqual(['BV/2026-27/0001', 'BV/2026-27/0002', 'BV/2026-27/0003']);
  expect(await issueMissingInvoices(shop.as.shop())).toBe(0);
});

test('never changes after it was issued', async () => {
  await saveCoupon(shop.as.admin(), {
    code: 'DEEPAWALI15',
    discountPercentage: 15,
    active: true,
    validFrom: '2026-01-01',
    validUntil: null,
    usageLimit: 0,
  });
  const order = await placed(
    shop.as.customer(),
    { couponCode: 'DEEPAWALI15', discountPercentage: 15 },
    { title: 'Marigolds', price: rupees(5_080) },
  );
  const before = await getDocument(shop.as.customer(), order.id);
  expect(before).toMatchObject({
    seller: { name: 'Bisvar', address: 'Bisvar Studio, Almora, Uttarakhand 263601, India', gstin: null },
    buyer: { name: 'Asha Rawat', phone: '9876543210', address: { city: 'Almora' } },
    lines: [{ title: 'Marigolds', quantity: 2, rate: rupees(5_080), amount: rupees(10_160) }],
    gst: 0,
  });
  expect(toSheet(before).totals.map(({ label, amount }) => `${label}: ${amount}`)).toEqual([
    'Subtotal: ₹10,160',
    'Discount, DEEPAWALI15 (15%): −₹1,524',
    'Shipping: Free',
    'Total: ₹8,636',
    'Still due: ₹8,636',
  ]);
  await updateSettings(shop.as.admin(), {
    shopName: 'Another',
    seller: { status: 'regular', gstin: '05ABCDE1234F1Z6', pricesExcludeGst: true, ownStateOnly: false },
  });
  await shop.database.update(artworks).set({ title: 'Renamed', price: rupees(1) });
  await shop.database.execute(sql`update coupons set discount_percentage = 50`);
  shop.clock.now = new Date('2028-01-01T00:00:00Z');
  expect(await getDocument(shop.as.customer(), order.id)).toEqual(before);
  await expect(shop.database.update(papers).set({ number: 7 })).rejects.toThrow();
});

test('is not found for other customers, guests and unknown ids', async () => {
  const order = await placed();
  for (const context of [shop.as.customer(2), shop.as.guest()]) {
    await expect(getDocument(context, order.id)).rejects.toThrow(NotFound);
    await expect(getDocumentPdf(context, order.id)).rejects.toThrow(NotFound);
  }
  await expect(getDocument(shop.as.customer(), crypto.randomUUID())).rejects.toThrow(NotFound);
  expect((await getDocument(shop.as.helper(), order.id)).orderNumber).toBe(order.orderNumber);
});

test('a cancelled order’s invoice stays as issued and names its credit note beside it', async () => {
  const order = await placed();
  const before = await getDocument(shop.as.customer(), order.id);
  expect(before.laterDocuments).toEqual([]);
  await cancelOrder(shop.as.customer(), order.id);
  const cancelled = await getDocument(shop.as.customer(), order.id);
  expect(toSheet(cancelled)).toEqual(toSheet(before));
  expect(cancelled.laterDocuments).toMatchObject([{ title: 'Credit note', number: 'CN/2026-27/0001' }]);
  const note = await getDocument(shop.as.customer(), order.id, cancelled.laterDocuments[0]!.id);
  expect(toSheet(note).foot).toContainEqual(['Payment.', 'No payment had been received, so nothing is refunded.']);
});

test('a credit note of a paid order says what is refunded', async () => {
  const order = await placed();
  await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched' });
  await cancelOrder(shop.as.customer(), order.id);
  const { laterDocuments } = await getDocument(shop.as.customer(), order.id);
  const noteId = laterDocuments.find(({ title }) => title === 'Credit note')!.id;
  const { foot } = toSheet(await getDocument(shop.as.customer(), order.id, noteId));
  expect(foot).toContainEqual([
    'Payment.',
    'We owe you ₹2,150. It goes to the UPI ID or account you name in 5–7 business days.',
  ]);
});

test('as a PDF equals the page, ₹ and Devanagari included', async () => {
  const context = shop.as.customer();
  const order = await placed(context, {}, { title: 'अल्पना <b>Marigolds</b> & Brass' });
  const response = await paperFile(context, order.id);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="BV-2026-27-0001.pdf"');
  const text = await pdfText(response);
  for (const part of [
    'Invoice',
    'BV/2026-27/0001',
    order.orderNumber,
    '21 November 2026',
    '<b>Marigolds</b> & Brass',
    'अल्पना',
    '98765 43210',
    'Almora, Uttarakhand 263601',
    'Rupees two thousand one hundred and fifty only',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/Total ₹ ?2,150/);
});

test('the PDF replaces missing letters and omits nothing', async () => {
  const context = shop.as.customer();
  const order = await placed(context, {}, { title: 'Ringāl basket №5, “étoile” 陶器 🎨 अल्पना?' });
  expect(await pdfText(await paperFile(context, order.id))).toMatch(/Ringal basket No5, “étoile” \? \? ?अल्पना ?\?/);
});

test.each([
  ['Bengali', 'শ্রীমতী অনন্যা চট্টোপাধ্যায়'],
  ['Gujarati', 'પ્રિયા શાહ'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Kannada', 'ಕೃಷ್ಣಪ್ಪ ಶ್ರೀಧರ್'],
  ['Malayalam', 'ശ്രീലക്ഷ്മി കൃഷ്ണൻ'],
  ['Odia', 'ପ୍ରିୟଙ୍କା ଦାସ'],
  ['Tamil', 'தமிழ்ச்செல்வி முருகன்'],
  ['Telugu', 'శ్రీనివాస్ కృష్ణమూర్తి'],
  ['Urdu', 'محمد عارف خان'],
])('as a PDF writes a name in %s with its own letters', async (_, name) => {
  const context = shop.as.customer();
  const order = await placed(context, {}, { title: `${name} & Asha` });
  const { bytes } = await getDocumentPdf(context, order.id);
  const written = await pdfText(await paperFile(context, order.id));
  expect(written).toContain('& Asha');
  expect(written).not.toMatch(/\?/);
  expect(Buffer.from(bytes).toString('latin1')).toMatch(
    /FontName \/[A-Z]{6}\+(NotoSans|NotoNaskh|MuktaMahee|MuktaMalar|Anek)/,
  );
});

test('a PDF font sets letters of its script with every sign', async () => {
  const document = new PDFDocument();
  const blocks = [0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0b80, 0x0c00, 0x0c80, 0x0d00];
  const letters = blocks.map((start) =>
    Array.from({ length: 128 }, (_, at) => String.fromCodePoint(start + at)).filter((each) =>
      /[\p{L}\p{M}]/u.test(each),
    ),
  );
  await registerFonts(document, letters.flat().join(''));
  for (const ofScript of letters)
    for (const first of ofScript.filter((_, at) => at % 15 === 1))
      writeLine(
        document,
        ofScript
          .filter((each) => /\p{M}/u.test(each))
          .map((sign) => `${first}${sign}`)
          .join(' '),
        { face: 'bold', size: 8 },
        { x: 0, y: 0 },
      );
  document.end();
});

test('long invoices continue on page two with a numbered header', async () => {
  const context = shop.as.customer();
  const order = await placed(context);
  const items = Array.from({ length: 24 }, (_, at) => ({ ...order.items[0]!, title: `Piece number ${at + 1}` }));
  await shop.database.update(orders).set({ items }).where(eq(orders.id, order.id));
  await removePapers(shop.owner);
  const document = await getDocumentProxy(new Uint8Array((await getDocumentPdf(context, order.id)).bytes));
  const { text, totalPages } = await extractText(document, { mergePages: false });
  expect(totalPages).toBe(2);
  expect(text[1]).toContain('Amount');
  expect(text.map((page) => /BV\/2026-27\/0001, page . of ./.exec(page)?.[0])).toEqual([
    'BV/2026-27/0001, page 1 of 2',
    'BV/2026-27/0001, page 2 of 2',
  ]);
  expect(text.join(' ')).toContain('Piece number 24');
});

test('returns shipping labels in order, once each, all or nothing', async () => {
  const first = await placed();
  const second = await placed(shop.as.customer(2));
  const admin = shop.as.admin();
  const parcels = await getParcels(admin, [second.id, first.id, second.id]);
  expect(parcels.map(({ orderNumber }) => orderNumber)).toEqual([second.orderNumber, first.orderNumber]);
  for (const ids of [[], ['x'], [first.id, crypto.randomUUID()]])
    await expect(getParcels(admin, ids)).rejects.toThrow(NotFound);
  await expect(getParcels(shop.as.customer(), [first.id])).rejects.toThrow(NotFound);
});
