import { stateOfGstin, gstCodeOf } from '#app/basics/gstin.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { isState } from '#app/basics/states.ts';
import { type Paise, paise, sum } from '#app/basics/money.ts';
import {
  type DocumentContent,
  type DocumentKind,
  type DocumentLine,
  documentLabel,
  documentNumber,
  INVOICE_KINDS,
  lineGross,
} from '#app/modules/orders/invoices/paper.ts';

/**
 * Inter-State invoices to unregistered buyers above this amount are reported one by one (CGST Rules, r.59(4),
 * Notification 12/2024-Central Tax).
 */
export const LARGE_INVOICE = paise(1_00_000_00);

export type StoredDocument = {
  id: string;
  orderId: string;
  kind: DocumentKind;
  financialYear: string;
  number: number;
  issuedAt: Date;
  total: Paise;
  content: DocumentContent;
  /** Null if the document corrects no other document. */
  correctedTotal: Paise | null;
};

export type TaxLine = Pick<DocumentLine, 'hsn' | 'gstRate' | 'quantity' | 'taxable' | 'cgst' | 'sgst' | 'igst'> & {
  unit: 'NOS' | 'OTH' | 'NA';
};

export type TaxDocument = {
  id: string;
  orderId: string;
  kind: DocumentKind;
  number: string;
  /** The beginning of the document's number, such as 'TI/2026-27/', which identifies the series. */
  series: string;
  serial: number;
  issuedAt: Date;
  day: string;
  orderNumber: string;
  sellerGstin: string | null;
  buyer: string;
  buyerGstin: string | null;
  /** False for documents of unregistered and composition sellers, which no return reports. */
  isTaxed: boolean;
  isInterstate: boolean;
  /** Whether an invoice without a GSTIN is reported individually. For a note, this is about the corrected invoice. */
  isLarge: boolean;
  isTooLate: boolean;
  placeOfSupply: string;
  corrects: { title: string; number: string; day: string } | null;
  lines: TaxLine[];
  total: Paise;
};

/** Codes for charges on documents that do not contain these codes. */
export type ServiceCodes = { shippingSac: string; cashOnDeliverySac: string };

/** Derives the fields that documents from before edition 2 lack. */
export function toTaxDocument(
  { content, correctedTotal, ...stored }: StoredDocument,
  { shippingSac, cashOnDeliverySac }: ServiceCodes,
): TaxDocument {
  const { seller, buyer, corrects } = content;
  const number = documentNumber(stored);
  const place = toPlaceOfSupply(content);
  const isInterstate = toInterstate(content, place);
  const buyerGstin = buyer.firm?.gstin ?? null;
  const hsnOf = (line: DocumentLine) =>
    line.hsn || line.artworkId !== null ? line.hsn : line.isCodCharge ? cashOnDeliverySac : shippingSac;
  return {
    id: stored.id,
    orderId: stored.orderId,
    kind: stored.kind,
    number,
    series: number.slice(0, number.lastIndexOf('/') + 1),
    serial: stored.number,
    issuedAt: stored.issuedAt,
    day: dayInIndia(stored.issuedAt),
    orderNumber: content.orderNumber,
    sellerGstin: seller.gstin,
    buyer: buyer.firm?.name || buyer.name,
    buyerGstin,
    isTaxed: content.isTaxed,
    isInterstate,
    isLarge: isInterstate && buyerGstin === null && (correctedTotal ?? stored.total) > LARGE_INVOICE,
    isTooLate: content.isTooLate === true,
    placeOfSupply: place,
    corrects: corrects
      ? { title: corrects.title, number: corrects.number, day: dayInIndia(new Date(corrects.issuedAt)) }
      : null,
    lines: content.lines.map((line) => {
      const hsn = content.isTaxed ? hsnOf(line) : line.hsn;
      const { gstRate, quantity, taxable, cgst, sgst, igst, unit = 'NOS' } = line;
      return { hsn, unit: hsn.startsWith('99') ? 'NA' : unit, gstRate, quantity, taxable, cgst, sgst, igst };
    }),
    total: stored.total,
  };
}

function toPlaceOfSupply({ placeOfSupply, buyer, seller }: DocumentContent): string {
  const state = placeOfSupply?.replace(/ \(\d\d\)$/, '') ?? buyer.address.state;
  const known = isState(state) ? state : seller.gstin ? stateOfGstin(seller.gstin) : undefined;
  return known ? `${gstCodeOf(known)}-${known.replaceAll(' and ', ' & ')}` : state;
}

const toInterstate = ({ isInterstate, isTaxed, lines, seller }: DocumentContent, placeOfSupply: string): boolean => {
  if (isInterstate !== undefined) return isInterstate;
  if (!isTaxed || lines.some(({ cgst }) => cgst > 0)) return false;
  return lines.some(({ igst }) => igst > 0) || placeOfSupply.slice(0, 2) !== seller.gstin?.slice(0, 2);
};

export const isInvoice = ({ kind }: Pick<TaxDocument, 'kind'>): boolean =>
  (INVOICE_KINDS as readonly DocumentKind[]).includes(kind);

export const isNote = ({ kind }: Pick<TaxDocument, 'kind'>): boolean => kind === 'credit-note' || kind === 'debit-note';

/** Credit notes reduce what invoices and debit notes add. */
export const signOf = ({ kind }: Pick<TaxDocument, 'kind'>): 1 | -1 => (kind === 'credit-note' ? -1 : 1);

/**
 * Returns whether a GST return reports the document. Excludes vouchers, and credit notes after the time limit (CGST
 * Act, s.34(2)).
 */
export const isReported = (document: TaxDocument): boolean =>
  document.isTaxed && !document.isTooLate && (isInvoice(document) || isNote(document));

export const kindLabel = ({ kind, corrects }: Pick<TaxDocument, 'kind' | 'corrects'>): string =>
  documentLabel(kind, corrects?.title);

export const taxLineGross = ({ taxable, cgst, sgst, igst }: TaxLine): Paise =>
  lineGross({ taxable, cgst, sgst, igst } as DocumentLine);

const AMOUNTS = ['taxable', 'cgst', 'sgst', 'igst'] as const;
export type TaxAmounts = Record<(typeof AMOUNTS)[number], Paise>;

export const sumAmounts = (lines: readonly TaxAmounts[], sign: 1 | -1 = 1): TaxAmounts =>
  Object.fromEntries(AMOUNTS.map((name) => [name, paise(sign * sum(lines.map((line) => line[name])))])) as TaxAmounts;

export const amountsByRate = (lines: readonly TaxLine[]): [rate: number, amounts: TaxAmounts][] =>
  [...Map.groupBy(lines, ({ gstRate }) => gstRate)]
    .map(([rate, ofRate]): [number, TaxAmounts] => [rate, sumAmounts(ofRate)])
    .toSorted(([a], [b]) => a - b);
