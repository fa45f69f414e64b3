import { NOTHING, paise, rupees, sum } from '#app/basics/money.ts';
import { gstCodeOf } from '#app/basics/gstin.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';
import {
  DOCUMENT_TITLES,
  type DocumentContent,
  type DocumentLine,
  documentNumber,
  lineGross,
  toFinancialYear,
} from '#app/modules/orders/invoices/paper.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import type { StoredDocument } from '#app/modules/payments/tax-export/tax-document.ts';
import type { Database } from '#app/platform/database/database.server.ts';

export const SELLER_GSTIN = '05ABCDE1234F1Z6';
const FIRM = { name: 'Rawat Textiles', gstin: '27AAPFU0939F1ZV' };

type LineWanted = {
  taxable: number;
  rate: number;
  hsn?: string;
  quantity?: number;
  isCharge?: true;
} & Partial<Pick<DocumentLine, 'unit' | 'isFee' | 'isCodCharge'>>;

type Wanted = {
  kind: StoredDocument['kind'];
  number: number;
  day: string;
  state?: StateOrTerritory;
  firm?: true;
  lines: LineWanted[];
  corrects?: StoredDocument;
  /** Edition 1 contains neither units nor whether the supply is interstate. */
  edition?: 1;
  orderId?: string;
} & Partial<Pick<DocumentContent, 'isTooLate' | 'isTaxed'>>;

const ORDER = '00000000-0000-4000-8000-000000000001';

/** Creates a document of a regular seller in Uttarakhand, with CGST and SGST there and IGST elsewhere. */
export function makeDocument(wanted: Wanted): StoredDocument {
  const { kind, number, day, state = 'Uttarakhand', firm, corrects, edition, orderId = ORDER } = wanted;
  const isInterstate = state !== 'Uttarakhand';
  const isTaxed = wanted.isTaxed ?? true;
  const lines = wanted.lines.map(
    ({ taxable, rate, hsn = '3304', quantity = 1, isCharge, unit, ...more }): DocumentLine => {
      const tax = rupees((taxable * rate) / 100);
      const half = paise(tax / 2);
      return {
        artworkId: isCharge ? null : ORDER,
        ...more,
        title: isCharge ? 'Shipping' : 'Soap',
        madeToOrder: false,
        quantity,
        ...(edition === undefined && { unit: unit ?? (isCharge ? 'OTH' : 'NOS') }),
        rate: rupees(taxable),
        amount: paise(rupees(taxable) + tax),
        hsn: edition === 1 && isCharge ? '' : hsn,
        gstRate: rate,
        taxable: rupees(taxable),
        cgst: isInterstate ? NOTHING : half,
        sgst: isInterstate ? NOTHING : half,
        igst: isInterstate ? tax : NOTHING,
      };
    },
  );
  const total = sum(lines.map(lineGross));
  const issuedAt = new Date(`${day}T23:59:00+05:30`);
  const address = { name: '=Asha', street: '14 Mall Road', city: 'Almora', state, zipCode: '263601', country: 'India' };
  const content: DocumentContent = {
    seller: { name: 'Bisvar', address: 'Almora', email: 'a@b.in', phone: '1', hours: '', gstin: SELLER_GSTIN },
    buyer: { name: '=Asha', email: 'asha@example.in', phone: '9876543210', address, firm: firm ? FIRM : null },
    promises: { returnWithinDays: 7, reportIssuesWithinHours: 48, refundBusinessDays: { from: 5, to: 7 } },
    ...(edition === undefined && { edition: 2, isInterstate }),
    ...(wanted.isTooLate && { isTooLate: true }),
    isTaxed,
    orderNumber: 'BV-7K3M-9QX1',
    orderedAt: issuedAt.toISOString(),
    paymentMethod: 'manual',
    paymentReference: null,
    lines,
    subtotal: total,
    discount: null,
    shipping: NOTHING,
    gst: NOTHING,
    total,
    placeOfSupply: isTaxed ? `${state} (${gstCodeOf(state)})` : null,
    ...(corrects && {
      corrects: {
        title: DOCUMENT_TITLES[corrects.kind],
        number: documentNumber(corrects),
        issuedAt: corrects.issuedAt.toISOString(),
      },
    }),
  };
  return {
    id: crypto.randomUUID(),
    orderId,
    kind,
    financialYear: toFinancialYear(issuedAt),
    number,
    issuedAt,
    total,
    content,
    correctedTotal: corrects?.total ?? null,
  };
}

/** Creates a regular seller's documents of November 2026, and earlier ones that they settle or correct. */
export function makeSampleMonth({
  advanceOrder,
  invoicedOrder,
  order,
}: Record<'advanceOrder' | 'invoicedOrder' | 'order', string>) {
  const make = (wanted: Wanted) => makeDocument({ orderId: order, ...wanted });
  const taxInvoice = (number: number, day: string, more: Omit<Wanted, 'kind' | 'number' | 'day'>) =>
    make({ kind: 'tax-invoice', number, day, ...more });
  const firm = taxInvoice(1, '2026-11-01', {
    firm: true,
    state: 'Maharashtra',
    lines: [
      { taxable: 10_000, rate: 18, quantity: 4 },
      { taxable: 2_000, rate: 5, hsn: '5208' },
    ],
  });
  const local = taxInvoice(2, '2026-11-03', {
    lines: [
      { taxable: 1_000, rate: 18, quantity: 2 },
      { taxable: 100, rate: 18, hsn: '9968', isCharge: true },
    ],
  });
  const firstEdition = taxInvoice(3, '2026-11-05', {
    edition: 1,
    state: 'Kerala',
    lines: [
      { taxable: 500, rate: 18 },
      { taxable: 300, rate: 0, hsn: '9701' },
      { taxable: 50, rate: 18, isCharge: true },
    ],
  });
  const large = taxInvoice(4, '2026-11-06', { state: 'Delhi', lines: [{ taxable: 120_000, rate: 18 }] });
  const ofAdvance = taxInvoice(5, '2026-11-30', { orderId: invoicedOrder, lines: [{ taxable: 2_000, rate: 18 }] });
  const exempt = make({
    kind: 'bill-of-supply',
    number: 1,
    day: '2026-11-07',
    lines: [{ taxable: 700, rate: 0, hsn: '9701' }],
  });
  const exemptFirm = make({
    kind: 'bill-of-supply',
    number: 2,
    day: '2026-11-08',
    firm: true,
    state: 'Maharashtra',
    lines: [{ taxable: 900, rate: 0, hsn: '9701' }],
  });
  const old = make({ kind: 'tax-invoice', number: 9, day: '2025-03-02', lines: [{ taxable: 5_000, rate: 18 }] });
  const credit = (
    number: number,
    corrects: StoredDocument,
    more: Omit<Wanted, 'kind' | 'number' | 'day' | 'corrects'>,
  ) => make({ kind: 'credit-note', number, day: '2026-11-20', corrects, ...more });
  const credits = [
    credit(1, firm, { firm: true, state: 'Maharashtra', lines: [{ taxable: 5_000, rate: 18, quantity: 2 }] }),
    credit(2, local, { lines: [{ taxable: 200, rate: 18, quantity: 0 }] }),
    credit(3, large, { state: 'Delhi', lines: [{ taxable: 20_000, rate: 18, quantity: 0 }] }),
    credit(4, old, { isTooLate: true, lines: [{ taxable: 1_000, rate: 18 }] }),
    credit(5, exempt, { lines: [{ taxable: 100, rate: 0, hsn: '9701', quantity: 0 }] }),
  ];
  const voucher = make({
    kind: 'receipt-voucher',
    number: 2,
    day: '2026-11-10',
    state: 'Kerala',
    orderId: advanceOrder,
    lines: [{ taxable: 1_000, rate: 18 }],
  });
  const refund = make({
    kind: 'refund-voucher',
    number: 1,
    day: '2026-11-12',
    state: 'Kerala',
    orderId: advanceOrder,
    corrects: voucher,
    lines: [{ taxable: 200, rate: 18 }],
  });
  const earlier = make({
    kind: 'receipt-voucher',
    number: 1,
    day: '2026-10-31',
    orderId: invoicedOrder,
    lines: [{ taxable: 500, rate: 18 }],
  });
  return {
    before: [old, earlier],
    november: [firm, local, firstEdition, large, exempt, exemptFirm, voucher, refund, ...credits, ofAdvance],
    advances: { voucher, refund, earlier, invoicedAt: ofAdvance.issuedAt },
    correctedBy: new Map([
      [credits[0]!.id, firm.id],
      [credits[1]!.id, local.id],
      [credits[2]!.id, large.id],
      [credits[3]!.id, old.id],
      [credits[4]!.id, exempt.id],
      [refund.id, voucher.id],
    ]),
  };
}

/** Stores documents. `correctedBy` contains the document that each one corrects. */
export async function storeDocuments(
  database: Database,
  documents: readonly StoredDocument[],
  correctedBy: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  await database.insert(papers).values(
    documents.map(({ correctedTotal: _corrected, ...document }) => ({
      ...document,
      gstin: document.content.seller.gstin,
      correctsId: correctedBy.get(document.id) ?? null,
    })),
  );
}

/** Stores the sample month for three orders of a test. */
export async function storeSampleMonth(
  database: Database,
  [order, advanceOrder, invoicedOrder]: [string, string, string],
): Promise<void> {
  const { before, november, correctedBy } = makeSampleMonth({ order, advanceOrder, invoicedOrder });
  await storeDocuments(database, [...before, ...november], correctedBy);
}
