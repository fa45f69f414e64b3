import { renderToStaticMarkup } from 'react-dom/server';
import { convert } from 'html-to-text';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { DOCUMENT_KINDS, DOCUMENT_TITLES, type DocumentLine } from '#app/modules/orders/invoices/paper.ts';
import { toSheet } from '#app/modules/payments/invoice-documents/document-sheet.ts';
import { drawDocument } from '#app/modules/payments/invoice-documents/internal/draw-document.server.ts';
import type { InvoiceDocument } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { PaperSheet } from './paper-sheets.tsx';

const painting: DocumentLine = {
  artworkId: '5b0f4a3e-0000-4000-8000-000000000001',
  title: 'Himalayan Dawn, हिमालय',
  madeToOrder: false,
  quantity: 2,
  unit: 'NOS',
  rate: rupees(1000),
  amount: rupees(2000),
  hsn: '9701',
  gstRate: 5,
  taxable: rupees(1714.28),
  cgst: rupees(42.86),
  sgst: rupees(42.86),
  igst: NOTHING,
};
const basket: DocumentLine = {
  ...painting,
  artworkId: '5b0f4a3e-0000-4000-8000-000000000004',
  title: 'Ringal basket',
  quantity: 1,
  rate: rupees(420),
  amount: rupees(420),
  hsn: '4602',
  gstRate: 0,
  taxable: rupees(420),
  cgst: NOTHING,
  sgst: NOTHING,
};
const cloth: DocumentLine = {
  ...painting,
  title: 'Aipan border on your own saree',
  madeToOrder: true,
  isService: true,
  quantity: 1,
  unit: 'OTH',
  hsn: '9988',
};
const shipping: DocumentLine = {
  ...painting,
  artworkId: null,
  title: 'Shipping',
  quantity: 1,
  unit: 'OTH',
  rate: rupees(150),
  amount: rupees(150),
  hsn: '9968',
  taxable: rupees(142.86),
  cgst: rupees(3.57),
  sgst: rupees(3.57),
};
const fee: DocumentLine = {
  ...painting,
  title: 'Cancellation fee, Himalayan Dawn',
  quantity: 1,
  unit: 'OTH',
  isFee: true,
};
const GSTIN = '05ABCDE1234F1Z6';
const paidByUpi = {
  payments: [
    { id: 'p1', method: 'manual', reference: '447309116024', amount: rupees(1950), receivedAt: '2026-11-20T05:00:00Z' },
  ],
  claimed: null,
  received: rupees(1950),
  due: NOTHING,
  refundDue: NOTHING,
} satisfies InvoiceDocument['money'];
const unpaid = { ...paidByUpi, payments: [], received: NOTHING, due: rupees(1950) };

const invoice: InvoiceDocument = {
  edition: 2,
  id: '5b0f4a3e-0000-4000-8000-000000000002',
  orderId: '5b0f4a3e-0000-4000-8000-000000000003',
  kind: 'invoice',
  title: DOCUMENT_TITLES.invoice,
  number: 'BV/2026-27/0001',
  issuedAt: new Date('2026-11-21T05:00:00Z'),
  status: 'processing',
  amountInWords: 'Rupees one thousand nine hundred and fifty only',
  refunded: NOTHING,
  cancellationFee: NOTHING,
  laterDocuments: [],
  seller: {
    name: 'Bisvar',
    legalName: 'Meera and Govind Bisht',
    address: 'Bisvar Studio, Almora, Uttarakhand 263601, India',
    registeredAddress: '14 Lala Bazaar, Almora, Uttarakhand 263601, India',
    email: 'hello@bisvar.example',
    phone: '+91 98765 43210',
    hours: 'Mon-Sat 10 AM-8 PM',
    gstin: null,
  },
  buyer: {
    name: 'Asha Rawat',
    email: 'asha@example.com',
    phone: '9876543210',
    address: {
      name: 'Asha Rawat',
      street: '12 Mall Road',
      city: 'Almora',
      state: 'Uttarakhand',
      zipCode: '263601',
      country: 'India',
    },
    handedOver: false,
    firm: null,
  },
  promises: { returnWithinDays: 7, reportIssuesWithinHours: 24, refundBusinessDays: { from: 5, to: 7 } },
  isTaxed: false,
  isInterstate: false,
  orderNumber: 'BV-7K4M-2Q9X',
  orderedAt: '2026-11-20T05:00:00Z',
  paymentMethod: 'manual',
  paymentReference: '447309116024',
  money: paidByUpi,
  lines: [
    { ...painting, gstRate: 0, hsn: '', taxable: rupees(1800), cgst: NOTHING, sgst: NOTHING },
    { ...shipping, gstRate: 0, taxable: rupees(150), cgst: NOTHING, sgst: NOTHING },
  ],
  subtotal: rupees(2000),
  discount: { amount: rupees(200), label: 'Discount, WELCOME10 (10%)' },
  shipping: rupees(150),
  codCharge: NOTHING,
  gst: NOTHING,
  total: rupees(1950),
  placeOfSupply: null,
};
const as = (kind: InvoiceDocument['kind'], changes: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  ...invoice,
  kind,
  title: DOCUMENT_TITLES[kind],
  ...changes,
});
const regular: Partial<InvoiceDocument> = {
  isTaxed: true,
  lines: [painting, shipping],
  placeOfSupply: 'Uttarakhand (05)',
  seller: { ...invoice.seller, gstin: GSTIN },
};
const toIgst = (line: DocumentLine): DocumentLine => ({
  ...line,
  cgst: NOTHING,
  sgst: NOTHING,
  igst: line.gstRate === 0 ? NOTHING : rupees(85.72),
});
const firm = { name: 'Kalakriti LLP', gstin: '27AAACR5055K1Z7' };
const corrects = { title: 'Tax invoice', number: 'TI/2026-27/0001', issuedAt: '2026-11-21T05:00:00Z' };

export const DOCUMENTS: [name: string, document: InvoiceDocument][] = [
  ['an invoice', invoice],
  ['an invoice to pay on delivery', as('invoice', { paymentMethod: 'cod', money: unpaid, codCharge: rupees(40) })],
  [
    'an invoice with a reference that is not confirmed',
    as('invoice', { money: { ...unpaid, claimed: { method: 'manual', reference: '447309116024' } } }),
  ],
  [
    'an invoice of a sale in person',
    as('invoice', {
      buyer: {
        ...invoice.buyer,
        email: '',
        phone: '',
        handedOver: true,
        address: { ...invoice.buyer.address, street: '' },
      },
      money: { ...paidByUpi, payments: [{ ...paidByUpi.payments[0]!, reference: 'CASH-BV-7K4M-2Q9X' }] },
    }),
  ],
  [
    'a composition seller’s bill of supply',
    as('bill-of-supply', { seller: { ...invoice.seller, gstin: GSTIN }, lines: [{ ...basket, hsn: '4602' }] }),
  ],
  ['a bill of supply for exempt goods', as('bill-of-supply', { ...regular, lines: [basket] })],
  ['a tax invoice', as('tax-invoice', { ...regular, lines: [painting, cloth, shipping] })],
  [
    'a tax invoice for another state and a firm’s customer',
    as('tax-invoice', {
      ...regular,
      lines: [painting, shipping].map(toIgst),
      isInterstate: true,
      placeOfSupply: 'Maharashtra (27)',
      buyer: { ...invoice.buyer, firm: { ...firm, suppliesFirmState: true } },
    }),
  ],
  [
    'an invoice-cum-bill of supply',
    as('invoice-cum-bill-of-supply', { ...regular, lines: [painting, basket, shipping], total: rupees(2370) }),
  ],
  ['a cancellation fee', as('tax-invoice', { ...regular, lines: [fee] })],
  [
    'a credit note with money to refund',
    as('credit-note', {
      ...regular,
      corrects,
      reason: 'Items came back',
      money: { ...paidByUpi, refundDue: rupees(1950) },
    }),
  ],
  [
    'a credit note without money',
    as('credit-note', { ...regular, corrects, reason: 'The order was cancelled', money: { ...unpaid, due: NOTHING } }),
  ],
  ['a debit note', as('debit-note', { ...regular, lines: [fee], corrects, reason: 'The order was cancelled' })],
  ['a receipt voucher', as('receipt-voucher', { ...regular, due: rupees(950) })],
  [
    'a refund voucher',
    as('refund-voucher', {
      ...regular,
      corrects: { ...corrects, title: 'Receipt voucher', number: 'RV/2026-27/0001' },
    }),
  ],
  ['a receipt', as('receipt', { lines: [], due: rupees(950) })],
  ['a receipt after the invoice', as('receipt', { lines: [], due: NOTHING, corrects })],
];

test('has an example of every kind', () => {
  expect(new Set(DOCUMENTS.map(([, { kind }]) => kind))).toEqual(new Set(DOCUMENT_KINDS));
});

const spaceless = (text: string) => text.replace(/\s+/g, '');

test.each(DOCUMENTS)('draws the page of %s as the PDF', async (_, document) => {
  const sheet = toSheet(document);
  const page = convert(renderToStaticMarkup(<PaperSheet paper={document} />), {
    wordwrap: false,
    selectors: ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
  });
  const pdf = await getDocumentProxy(new Uint8Array(await drawDocument(document)));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  expect(totalPages).toBe(1);
  const texts = [
    sheet.title,
    ...sheet.facts.flat(),
    ...sheet.seller.address,
    ...sheet.people.flatMap(([title, lines]) => [title, ...lines]),
    ...(sheet.rows.length > 0 ? sheet.columns : []),
    ...sheet.rows.flatMap(({ note, cells }) => [note, ...cells]),
    sheet.amountInWords,
    ...sheet.totals.flatMap(({ label, amount }) => [label, amount]),
    ...sheet.foot.flat(),
    ...[sheet.mark, sheet.sentence, sheet.signature].filter((each) => typeof each === 'string'),
  ];
  for (const each of texts) {
    expect(spaceless(text)).toContain(spaceless(each));
    expect(spaceless(page)).toContain(spaceless(each));
  }
});
