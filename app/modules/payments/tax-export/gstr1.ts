import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import type { DocumentKind } from '#app/modules/orders/invoices/paper.ts';
import type { Table } from './csv-table.ts';
import {
  amountsByRate,
  isInvoice,
  isNote,
  isReported,
  signOf,
  sumAmounts,
  type TaxDocument,
  type TaxLine,
} from './tax-document.ts';
import type { TaxPeriod } from './tax-period.ts';

// Files and columns have the names that the GST portal's offline tool expects.

const PORTAL_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const portalDay = (day: string): string => {
  const [year, month, date] = day.split('-') as [string, string, string];
  return `${date}-${PORTAL_MONTHS[Number(month) - 1]}-${year}`;
};

const NO_REVERSE_CHARGE = 'N';
const FULL_RATE = '';
const NO_OPERATOR = '';
const isRated = ({ gstRate }: TaxLine): boolean => gstRate > 0;
const ratesOf = ({ lines }: TaxDocument) =>
  amountsByRate(lines.filter(isRated)).map(([rate, { taxable }]) => ({ rate: String(rate), taxable }));

export function writeGstr1(
  documents: readonly TaxDocument[],
  advances: readonly Advance[],
  period: TaxPeriod,
): Table[] {
  const reported = documents.filter(isReported);
  return [
    writeB2b(reported),
    writeB2cl(reported),
    writeB2cs(reported),
    writeCdnr(reported),
    writeCdnur(reported),
    writeExemp(reported),
    ...writeAdvances(advances, period),
    writeHsn(
      'hsn(b2b).csv',
      reported.filter(({ buyerGstin }) => buyerGstin !== null),
    ),
    writeHsn(
      'hsn(b2c).csv',
      reported.filter(({ buyerGstin }) => buyerGstin === null),
    ),
    writeDocs(documents),
  ];
}

const writeB2b = (documents: readonly TaxDocument[]): Table => ({
  name: 'b2b.csv',
  head: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Place Of Supply',
    'Reverse Charge',
    'Applicable % of Tax Rate',
    'Invoice Type',
    'E-Commerce GSTIN',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  rows: documents
    .filter((document) => isInvoice(document) && document.buyerGstin !== null)
    .flatMap((document) =>
      ratesOf(document).map(({ rate, taxable }) => [
        document.buyerGstin!,
        document.buyer,
        document.number,
        portalDay(document.day),
        document.total,
        document.placeOfSupply,
        NO_REVERSE_CHARGE,
        FULL_RATE,
        'Regular B2B',
        NO_OPERATOR,
        rate,
        taxable,
        NOTHING,
      ]),
    ),
});

const writeB2cl = (documents: readonly TaxDocument[]): Table => ({
  name: 'b2cl.csv',
  head: [
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  rows: documents
    .filter((document) => isInvoice(document) && document.isLarge)
    .flatMap((document) =>
      ratesOf(document).map(({ rate, taxable }) => [
        document.number,
        portalDay(document.day),
        document.total,
        document.placeOfSupply,
        FULL_RATE,
        rate,
        taxable,
        NOTHING,
        NO_OPERATOR,
      ]),
    ),
});

type RateRow = { placeOfSupply: string; rate: string; taxable: Paise };

const sumByPlaceAndRate = (parts: readonly RateRow[]): RateRow[] =>
  [...Map.groupBy(parts, ({ placeOfSupply, rate }) => `${placeOfSupply} ${rate.padStart(5)}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({ ...same[0]!, taxable: sum(same.map(({ taxable }) => taxable)) }))
    .filter(({ taxable }) => taxable !== 0);

const signedRates = (document: TaxDocument, sign: 1 | -1 = signOf(document)): RateRow[] =>
  ratesOf(document).map(({ rate, taxable }) => ({
    placeOfSupply: document.placeOfSupply,
    rate,
    taxable: paise(sign * taxable),
  }));

/** These sums include notes to small buyers without a GSTIN. */
const writeB2cs = (documents: readonly TaxDocument[]): Table => ({
  name: 'b2cs.csv',
  head: [
    'Type',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  rows: sumByPlaceAndRate(
    documents
      .filter(({ buyerGstin, isLarge }) => buyerGstin === null && !isLarge)
      .flatMap((document) => signedRates(document)),
  ).map(({ placeOfSupply, rate, taxable }) => ['OE', placeOfSupply, FULL_RATE, rate, taxable, NOTHING, NO_OPERATOR]),
});

const noteType = ({ kind }: TaxDocument): 'C' | 'D' => (kind === 'credit-note' ? 'C' : 'D');

const writeCdnr = (documents: readonly TaxDocument[]): Table => ({
  name: 'cdnr.csv',
  head: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Reverse Charge',
    'Note Supply Type',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  rows: documents
    .filter((document) => isNote(document) && document.buyerGstin !== null)
    .flatMap((document) =>
      ratesOf(document).map(({ rate, taxable }) => [
        document.buyerGstin!,
        document.buyer,
        document.number,
        portalDay(document.day),
        noteType(document),
        document.placeOfSupply,
        NO_REVERSE_CHARGE,
        'Regular B2B',
        document.total,
        FULL_RATE,
        rate,
        taxable,
        NOTHING,
      ]),
    ),
});

const writeCdnur = (documents: readonly TaxDocument[]): Table => ({
  name: 'cdnur.csv',
  head: [
    'UR Type',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  rows: documents
    .filter((document) => isNote(document) && document.isLarge)
    .flatMap((document) =>
      ratesOf(document).map(({ rate, taxable }) => [
        'B2CL',
        document.number,
        portalDay(document.day),
        noteType(document),
        document.placeOfSupply,
        document.total,
        FULL_RATE,
        rate,
        taxable,
        NOTHING,
      ]),
    ),
});

/** Goods at 0 % are exempt by notification (CGST Act, s.11); the shop sells nothing outside GST. */
const writeExemp = (documents: readonly TaxDocument[]): Table => {
  const exemptOf = (isInterstate: boolean, isRegistered: boolean): Paise =>
    sum(
      documents
        .filter((each) => each.isInterstate === isInterstate && (each.buyerGstin !== null) === isRegistered)
        .map(
          (each) =>
            sumAmounts(
              each.lines.filter((line) => !isRated(line)),
              signOf(each),
            ).taxable,
        ),
    );
  const row = (states: 'Inter' | 'Intra', buyers: 'registered' | 'unregistered') => [
    `${states}-State supplies to ${buyers} persons`,
    NOTHING,
    exemptOf(states === 'Inter', buyers === 'registered'),
    NOTHING,
  ];
  return {
    name: 'exemp.csv',
    head: ['Description', 'Nil Rated Supplies', 'Exempted(other than nil rated/non GST supply)', 'Non-GST Supplies'],
    rows: [
      row('Inter', 'registered'),
      row('Intra', 'registered'),
      row('Inter', 'unregistered'),
      row('Intra', 'unregistered'),
    ],
  };
};

/** A receipt voucher, its refund vouchers, and the time of the first later invoice, which settles the voucher. */
export type Advance = { voucher: TaxDocument; refunds: readonly TaxDocument[]; invoicedAt: Date | null };

/**
 * Returns advances received in the period and not invoiced by its end, and earlier advances that were settled in the
 * period. Amounts exclude tax.
 */
function writeAdvances(advances: readonly Advance[], { from, until }: TaxPeriod): Table[] {
  const received: RateRow[] = [];
  const adjusted: RateRow[] = [];
  for (const { voucher, refunds, invoicedAt } of advances) {
    const isReceivedNow = voucher.issuedAt >= from;
    const isInvoiced = invoicedAt !== null && invoicedAt < until;
    const refundsBetween = (start: Date, end: Date, sign: 1 | -1) =>
      refunds
        .filter(({ issuedAt }) => issuedAt >= start && issuedAt < end)
        .flatMap((refund) => signedRates(refund, sign));
    if (isReceivedNow && !isInvoiced)
      received.push(...signedRates(voucher), ...refundsBetween(voucher.issuedAt, until, -1));
    else if (!isReceivedNow && isInvoiced && invoicedAt >= from)
      adjusted.push(...signedRates(voucher), ...refundsBetween(voucher.issuedAt, from, -1));
    else if (!isReceivedNow && !isInvoiced) adjusted.push(...refundsBetween(from, until, 1));
  }
  const write = (name: string, amount: string, parts: RateRow[]): Table => ({
    name,
    head: ['Place Of Supply', 'Applicable % of Tax Rate', 'Rate', amount, 'Cess Amount'],
    rows: sumByPlaceAndRate(parts).map(({ placeOfSupply, rate, taxable }) => [
      placeOfSupply,
      FULL_RATE,
      rate,
      taxable,
      NOTHING,
    ]),
  });
  return [write('at.csv', 'Gross Advance Received', received), write('atadj.csv', 'Gross Advance Adjusted', adjusted)];
}

const UQC = { NOS: 'NOS-NUMBERS', OTH: 'OTH-OTHERS', NA: 'NA' };

/** The portal itself adds the descriptions of codes. It expects no quantity for services. */
function writeHsn(name: string, documents: readonly TaxDocument[]): Table {
  const signed = documents.flatMap((document) => document.lines.map((line) => ({ line, sign: signOf(document) })));
  const groups = Map.groupBy(
    signed,
    ({ line: { hsn, unit, gstRate } }) => `${hsn} ${unit} ${String(gstRate).padStart(5)}`,
  );
  return {
    name,
    head: [
      'HSN',
      'Description',
      'UQC',
      'Total Quantity',
      'Total Value',
      'Rate',
      'Taxable Value',
      'Integrated Tax Amount',
      'Central Tax Amount',
      'State/UT Tax Amount',
      'Cess Amount',
    ],
    rows: [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, same]) => {
        const { hsn, unit, gstRate } = same[0]!.line;
        const parts = same.map(({ line, sign }) => sumAmounts([line], sign));
        const { taxable, igst, cgst, sgst } = sumAmounts(parts);
        const quantity = unit === 'NA' ? 0 : same.reduce((all, { line, sign }) => all + sign * line.quantity, 0);
        return [
          hsn,
          '',
          UQC[unit],
          `${quantity}.00`,
          paise(taxable + igst + cgst + sgst),
          String(gstRate),
          taxable,
          igst,
          cgst,
          sgst,
          NOTHING,
        ];
      }),
  };
}

const NATURES: Partial<Record<DocumentKind, string>> = {
  'tax-invoice': 'Invoices for outward supply',
  'bill-of-supply': 'Invoices for outward supply',
  'invoice-cum-bill-of-supply': 'Invoices for outward supply',
  'debit-note': 'Debit Note',
  'credit-note': 'Credit Note',
  'receipt-voucher': 'Receipt Voucher',
  'refund-voucher': 'Refund Voucher',
};

/**
 * No document counts as cancelled, because a cancelled order has a credit note. A number outside the return splits a
 * range.
 */
const writeDocs = (documents: readonly TaxDocument[]): Table => ({
  name: 'docs.csv',
  head: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
  rows: Object.entries(NATURES).flatMap(([kind, nature]) =>
    [
      ...Map.groupBy(
        documents.filter((document) => document.kind === kind),
        ({ series }) => series,
      ).values(),
    ]
      .flatMap(rangesOf)
      .map((range) => [nature, range[0]!.number, range.at(-1)!.number, String(range.length), '0']),
  ),
});

function rangesOf(series: readonly TaxDocument[]): TaxDocument[][] {
  const ranges: TaxDocument[][] = [];
  for (const document of series.toSorted((a, b) => a.serial - b.serial)) {
    const last = ranges.at(-1);
    if (last?.at(-1)!.serial === document.serial - 1) last.push(document);
    else ranges.push([document]);
  }
  return ranges;
}
