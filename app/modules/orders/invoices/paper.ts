import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import type { Firm, ShippingAddress } from '#app/basics/address.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';

/** The papers that are issued in series. The first three are the goods' own, one of which stands for an order. */
export const PAPER_KINDS = [
  'invoice',
  'bill-of-supply',
  'tax-invoice',
  'credit-note',
  'receipt-voucher',
  'refund-voucher',
  'receipt',
] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
export const INVOICE_KINDS = ['invoice', 'bill-of-supply', 'tax-invoice'] as const satisfies PaperKind[];
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const PAPER_TITLES: Record<PaperKind, string> = {
  invoice: 'Invoice',
  'bill-of-supply': 'Bill of supply',
  'tax-invoice': 'Tax invoice',
  'credit-note': 'Credit note',
  'receipt-voucher': 'Receipt voucher',
  'refund-voucher': 'Refund voucher',
  receipt: 'Receipt',
};

const PREFIXES: Record<PaperKind, string> = {
  invoice: 'BV',
  'bill-of-supply': 'BS',
  'tax-invoice': 'TI',
  'credit-note': 'CN',
  'receipt-voucher': 'RV',
  'refund-voucher': 'FV',
  receipt: 'RC',
};

/** The sentence that the law asks of a bill of supply by a composition seller. */
export const COMPOSITION_SENTENCE = 'composition taxable person, not eligible to collect tax on supplies';

/** Who sells and who buys, with what is promised at the foot. */
export type PrintedParties = {
  seller: { name: string; address: string; email: string; phone: string; hours: string; gstin: string | null };
  buyer: {
    name: string;
    email: string;
    phone: string;
    address: Omit<ShippingAddress, 'email' | 'phone'>;
    /** Missing in papers from before it was kept: what had no street was handed over. */
    handedOver?: boolean;
    firm?: Firm | null;
  };
  promises: {
    returnWithinDays: number;
    reportIssuesWithinHours: number;
    refundBusinessDays: { from: number; to: number };
  };
};

/**
 * A line as it was issued; shipping and the charge of cash on delivery are some too, without an artwork. Tax is CGST and SGST, equal, or IGST; `taxable` and tax are
 * what the line comes to after its part of the discount.
 */
export type PaperLine = {
  artworkId: string | null;
  variantId?: string;
  isCodCharge?: true;
  title: string;
  /** Described by what its buyer had put on it, or made by; missing where there is nothing. */
  personalization?: PersonalizationAnswer[];
  madeToOrder: boolean;
  quantity: number;
  /** What one costs, before the discount. */
  rate: Paise;
  amount: Paise;
  hsn: string;
  gstRate: number;
  taxable: Paise;
  cgst: Paise;
  sgst: Paise;
  igst: Paise;
};

/** All that a paper says, as it was on the day of issue: nothing that changes later changes it. */
export type PaperContent = PrintedParties & {
  /** It shows tax: a regular seller's. */
  isTaxed: boolean;
  orderNumber: string;
  /** As ISO has it. */
  orderedAt: string;
  paymentMethod: PaymentMethod;
  paymentReference: string | null;
  lines: PaperLine[];
  subtotal: Paise;
  discount: { amount: Paise; label: string } | null;
  shipping: Paise;
  /** Missing in papers from before there was one. */
  codCharge?: Paise;
  /** What came on top of the prices; tax that lies within them stands in the lines alone. */
  gst: Paise;
  total: Paise;
  /** The state whose tax it is, with its number; null where there is no tax. */
  placeOfSupply: string | null;
  /** Of a credit note its invoice, of a refund voucher its receipt voucher. */
  corrects?: { title: string; number: string; issuedAt: string };
  /** Of a credit note: why. */
  reason?: string;
  /** Of a receipt: what is still to be paid for the order. */
  due?: Paise;
};

/** '2026-27': the Indian financial year (1 April to 31 March, IST) in which an instant lies. */
export function financialYearOf(instant: Date): string {
  const [year, month] = dayInIndia(instant).split('-').map(Number) as [number, number];
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/**
 * 'BV/2026-27/0001': at most 16 characters, as the tax rules ask; from the 100,000th of a year on the century makes place for
 * the number ('BV/26-27/100000').
 */
export function paperNumber(paper: { kind: PaperKind; financialYear: string; number: number }): string {
  const year = paper.number > 99_999 ? paper.financialYear.slice(2) : paper.financialYear;
  return `${PREFIXES[paper.kind]}/${year}/${String(paper.number).padStart(4, '0')}`;
}

/** What a line comes to, tax included. */
export const lineGross = ({ taxable, cgst, sgst, igst }: PaperLine): Paise => paise(taxable + cgst + sgst + igst);

/** The goods among the lines; the others are charges. */
export const isGoods = ({ artworkId }: PaperLine): boolean => artworkId !== null;

/** The sums of a paper whose lines are known; `isOnTop` where GST came on top of the prices. */
export function sumLines(
  lines: readonly PaperLine[],
  isOnTop: boolean,
): Pick<PaperContent, 'subtotal' | 'shipping' | 'gst' | 'total'> & { codCharge: Paise; discountAmount: Paise } {
  const priceOf = (line: PaperLine) => (isOnTop ? line.taxable : lineGross(line));
  const subtotal = sum(lines.filter(isGoods).map(({ amount }) => amount));
  const shipping = sum(lines.filter((line) => !isGoods(line) && !line.isCodCharge).map(priceOf));
  const codCharge = sum(lines.filter((line) => line.isCodCharge).map(priceOf));
  const total = sum(lines.map(lineGross));
  const gst = isOnTop ? sum(lines.map(({ cgst, sgst, igst }) => paise(cgst + sgst + igst))) : NOTHING;
  const discountAmount = paise(subtotal + shipping + codCharge + gst - total);
  return { subtotal, shipping, codCharge, gst, total, discountAmount };
}
