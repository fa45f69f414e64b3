import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import type { Firm, ShippingAddress } from '#app/basics/address.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';

/** The first four kinds are invoices. */
export const DOCUMENT_KINDS = [
  'invoice',
  'bill-of-supply',
  'tax-invoice',
  'invoice-cum-bill-of-supply',
  'credit-note',
  'debit-note',
  'receipt-voucher',
  'refund-voucher',
  'receipt',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const INVOICE_KINDS = [
  'invoice',
  'bill-of-supply',
  'tax-invoice',
  'invoice-cum-bill-of-supply',
] as const satisfies DocumentKind[];
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const DOCUMENT_TITLES: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  'bill-of-supply': 'Bill of supply',
  'tax-invoice': 'Tax invoice',
  'invoice-cum-bill-of-supply': 'Invoice-cum-bill of supply',
  'credit-note': 'Credit note',
  'debit-note': 'Debit note',
  'receipt-voucher': 'Receipt voucher',
  'refund-voucher': 'Refund voucher',
  receipt: 'Receipt',
};

export const documentLabel = (kind: DocumentKind, correctedTitle: string | null | undefined): string =>
  correctedTitle && (kind === 'credit-note' || kind === 'debit-note')
    ? `${DOCUMENT_TITLES[kind]} for ${correctedTitle.toLowerCase()}`
    : DOCUMENT_TITLES[kind];

const PREFIXES: Record<DocumentKind, string> = {
  invoice: 'BV',
  'bill-of-supply': 'BS',
  'tax-invoice': 'TI',
  'invoice-cum-bill-of-supply': 'IB',
  'credit-note': 'CN',
  'debit-note': 'DN',
  'receipt-voucher': 'RV',
  'refund-voucher': 'FV',
  receipt: 'RC',
};

/** The law requires this sentence on a composition seller's bill of supply. */
export const COMPOSITION_SENTENCE = 'composition taxable person, not eligible to collect tax on supplies';

export type PrintedParties = {
  seller: {
    name: string;
    address: string;
    email: string;
    phone: string;
    hours: string;
    gstin: string | null;
    /** Undefined in older documents. */
    legalName?: string;
    registeredAddress?: string;
  };
  buyer: {
    name: string;
    email: string;
    phone: string;
    address: Omit<ShippingAddress, 'email' | 'phone'>;
    /** Undefined in older documents. */
    handedOver?: boolean;
    firm?: Firm | null;
  };
  promises: {
    returnWithinDays: number;
    reportIssuesWithinHours: number;
    refundBusinessDays: { from: number; to: number };
  };
};

/** A charge is a line without an artwork. `taxable` and the taxes are after the discount. */
export type DocumentLine = {
  artworkId: string | null;
  variantId?: string;
  isCodCharge?: true;
  /** Work on the customer's own fabric. `hsn` is then a SAC, as for charges. */
  isService?: true;
  /** Marks the part of a payment that the shop keeps after a cancellation. */
  isFee?: true;
  /** In a note: the index of the invoice line that this line corrects. Undefined in older notes. */
  of?: number;
  title: string;
  personalization?: PersonalizationAnswer[];
  madeToOrder: boolean;
  quantity: number;
  /** GSTR-1's code for the unit. Undefined in older documents. */
  unit?: 'NOS' | 'OTH';
  rate: Paise;
  amount: Paise;
  hsn: string;
  gstRate: number;
  taxable: Paise;
  cgst: Paise;
  sgst: Paise;
  igst: Paise;
};

/** The amounts that were paid and due when the document was issued. */
export type MoneyAtIssue = {
  payments: { id: string; method: PaymentMethod; reference: string; amount: Paise; receivedAt: string }[];
  /** A payment that the customer reported and the studio has not confirmed. */
  claimed: { method: PaymentMethod; reference: string } | null;
  received: Paise;
  due: Paise;
  refundDue: Paise;
};

/** Never changes after the document is issued. */
export type DocumentContent = PrintedParties & {
  /** Undefined in documents from before edition 2, which keep their former layout. */
  edition?: 2;
  money?: MoneyAtIssue;
  /** Whether IGST applies instead of CGST and SGST. Also set at a rate of 0. */
  isInterstate?: boolean;
  isTaxed: boolean;
  orderNumber: string;
  orderedAt: string;
  paymentMethod: PaymentMethod;
  paymentReference: string | null;
  lines: DocumentLine[];
  subtotal: Paise;
  discount: { amount: Paise; label: string } | null;
  shipping: Paise;
  /** Undefined in older documents. */
  codCharge?: Paise;
  /** GST that was added to the prices. Included tax is only in the lines. */
  gst: Paise;
  total: Paise;
  /** The state's name and GST code; null without tax. */
  placeOfSupply: string | null;
  /** The corrected invoice or receipt voucher. */
  corrects?: { title: string; number: string; issuedAt: string };
  reason?: string;
  due?: Paise;
  /** The credit note was issued too late to reduce the tax (CGST Act, s.34(2)). */
  isTooLate?: true;
};

/** Returns the Indian financial year. '2026-27' is from 1 April to 31 March IST. */
export function toFinancialYear(instant: Date): string {
  const [year, month] = dayInIndia(instant).split('-').map(Number) as [number, number];
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Returns the last day in India on which a credit note reduces the tax of a year's invoices (CGST Act, s.34(2)). */
export const creditNoteDeadline = (financialYear: string): string => `${Number(financialYear.slice(0, 4)) + 1}-11-30`;

/** Returns whether a credit note issued at `instant` is too late to reduce that invoice's tax. */
export const isTooLateToCredit = (financialYear: string, instant: Date): boolean =>
  dayInIndia(instant) > creditNoteDeadline(financialYear);

/** Returns a number such as 'BV/2026-27/0001'. Tax rules allow at most 16 characters. */
export function documentNumber(document: { kind: DocumentKind; financialYear: string; number: number }): string {
  const year = document.number > 99_999 ? document.financialYear.slice(2) : document.financialYear;
  return `${PREFIXES[document.kind]}/${year}/${String(document.number).padStart(4, '0')}`;
}

export const lineGross = ({ taxable, cgst, sgst, igst }: DocumentLine): Paise => paise(taxable + cgst + sgst + igst);

export const isGoods = ({ artworkId }: DocumentLine): boolean => artworkId !== null;

/** `isOnTop`: GST was added to the prices. */
export function sumLines(
  lines: readonly DocumentLine[],
  isOnTop: boolean,
): Pick<DocumentContent, 'subtotal' | 'shipping' | 'gst' | 'total'> & { codCharge: Paise; discountAmount: Paise } {
  const priceOf = (line: DocumentLine) => (isOnTop ? line.taxable : lineGross(line));
  const subtotal = sum(lines.filter(isGoods).map(({ amount }) => amount));
  const shipping = sum(lines.filter((line) => !isGoods(line) && !line.isCodCharge).map(priceOf));
  const codCharge = sum(lines.filter((line) => line.isCodCharge).map(priceOf));
  const total = sum(lines.map(lineGross));
  const gst = isOnTop ? sum(lines.map(({ cgst, sgst, igst }) => paise(cgst + sgst + igst))) : NOTHING;
  const discountAmount = paise(subtotal + shipping + codCharge + gst - total);
  return { subtotal, shipping, codCharge, gst, total, discountAmount };
}
