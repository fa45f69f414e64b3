import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { DOCUMENT_TITLES, type DocumentLine } from '#app/modules/orders/invoices/paper.ts';
import { drawDocument } from '#app/modules/payments/invoice-documents/internal/draw-document.server.ts';
import type { InvoiceDocument } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { PaperSheet } from './paper-sheets.tsx';

const painting: DocumentLine = {
  artworkId: '5b0f4a3e-0000-4000-8000-000000000001',
  title: 'Himalayan Dawn, हिमालय',
  madeToOrder: false,
  quantity: 2,
  rate: rupees(1000),
  amount: rupees(2000),
  hsn: '9701',
  gstRate: 5,
  taxable: rupees(1714.29),
  cgst: rupees(42.86),
  sgst: rupees(42.85),
  igst: NOTHING,
};
const shipping: DocumentLine = {
  ...painting,
  artworkId: null,
  title: 'Shipping',
  quantity: 1,
  rate: rupees(150),
  amount: rupees(150),
  hsn: '',
  taxable: rupees(142.86),
  cgst: rupees(3.57),
  sgst: rupees(3.57),
};
const invoice: InvoiceDocument = {
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
    address: 'Bisvar Studio, Almora, Uttarakhand 263601, India',
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
  orderNumber: 'BV-7K4M-2Q9X',
  orderedAt: '2026-11-20T05:00:00Z',
  paymentMethod: 'manual',
  paymentReference: '447309116024',
  lines: [
    { ...painting, personalization: [{ label: 'Name', answer: 'Meera' }] as never, gstRate: 0, hsn: '' },
    { ...shipping, gstRate: 0 },
  ],
  subtotal: rupees(2000),
  discount: { amount: rupees(200), label: 'Discount, WELCOME10 (10%)' },
  shipping: rupees(150),
  codCharge: NOTHING,
  gst: NOTHING,
  total: rupees(1950),
  placeOfSupply: null,
};
const corrects = { title: 'Tax invoice', number: 'TI/2026-27/0001', issuedAt: '2026-11-21T05:00:00Z' };
const as = (kind: InvoiceDocument['kind'], changes: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  ...invoice,
  kind,
  title: DOCUMENT_TITLES[kind],
  ...changes,
});
const taxed = {
  isTaxed: true,
  lines: [painting, shipping],
  placeOfSupply: 'Uttarakhand (05)',
  seller: { ...invoice.seller, gstin: '05ABCDE1234F1Z6' },
};
const toIgst = (line: DocumentLine): DocumentLine => ({ ...line, cgst: NOTHING, sgst: NOTHING, igst: rupees(85.72) });
const firm = { name: 'Kalakriti LLP', gstin: '27AAACR5055K1Z7' };

const DOCUMENTS: [name: string, document: InvoiceDocument, hashesOfPageAndPdf: string][] = [
  ['an invoice', invoice, '852dd9d741fa14e1 25ccfd05908a3cd3'],
  ['a cancelled invoice', as('invoice', { status: 'cancelled' }), '141c89c821d932ff cff4e8b67b13919d'],
  [
    'a cancelled invoice with a fee and a refund',
    as('invoice', { status: 'cancelled', cancellationFee: rupees(500), refunded: rupees(1450) }),
    '6c1e7c893ac6c14e 4b8922d800f19312',
  ],
  [
    'a replaced invoice',
    as('invoice', { status: 'cancelled', replacedBy: 'Invoice BV/2026-27/0002' }),
    'c53f0cad891fd7f2 4a99ed7da6e3858c',
  ],
  [
    'a bill of supply',
    as('bill-of-supply', { seller: taxed.seller, codCharge: rupees(40) }),
    '3c83077e91dd7e8a 23ad5edc3a1ca8b8',
  ],
  ['a tax invoice', as('tax-invoice', taxed), '30777b94c5672589 559c45a673d37e17'],
  [
    'a tax invoice for a firm in another state',
    as('tax-invoice', {
      ...taxed,
      lines: taxed.lines.map(toIgst),
      placeOfSupply: 'Maharashtra (27)',
      buyer: { ...invoice.buyer, firm },
    }),
    '3168f822188c63cd cc00b8c85d90fea1',
  ],
  [
    'a tax invoice with GST on top',
    as('tax-invoice', { ...taxed, gst: rupees(92.85), paymentMethod: 'cod' }),
    '4c5a6feb6aed4f0d 0d346af8076dc133',
  ],
  [
    'a credit note',
    as('credit-note', { ...taxed, corrects, reason: 'Items came back' }),
    '281861d656624a67 cbbc6fe6215c1f88',
  ],
  ['a receipt voucher', as('receipt-voucher', { ...taxed, due: rupees(950) }), 'a703b0222078043e 2bfd996ac271956b'],
  ['a refund voucher', as('refund-voucher', { ...taxed, corrects }), '0c877da89d655cf6 883acf399b232044'],
  ['a receipt', as('receipt', { lines: [], due: rupees(950) }), 'c48fadac51050cfe 56d5a707f568fd3d'],
];

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Inflates the streams, because another zlib may deflate them differently. */
function inflate(pdf: Buffer): string {
  const parts: Buffer[] = [];
  let at = 0;
  for (let start = pdf.indexOf('stream\n'); start >= 0; start = pdf.indexOf('stream\n', at)) {
    const from = start + 'stream\n'.length;
    const end = pdf.indexOf('\nendstream', from);
    const head = pdf.subarray(at, start).toString('latin1');
    const body = pdf.subarray(from, end);
    parts.push(Buffer.from(head.replace(/\/Length \d+/g, '')));
    parts.push(head.includes('/FlateDecode') ? inflateSync(body) : body);
    at = end + '\nendstream'.length;
  }
  parts.push(pdf.subarray(at, pdf.lastIndexOf('\nxref\n')));
  return Buffer.concat(parts).toString('latin1');
}

test.each(DOCUMENTS)('shows %s from before edition 2 as it was', async (_, document, hashes) => {
  // The first time a letter is drawn, fonts open in another order.
  await drawDocument(document);
  const shown = renderToStaticMarkup(<PaperSheet paper={document} />);
  expect(`${hash(shown)} ${hash(inflate(await drawDocument(document)))}`).toBe(hashes);
});
