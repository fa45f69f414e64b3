import type { Paise } from '#app/basics/money.ts';
import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import { destinationLines, type OrderStatus } from '#app/modules/orders/orders/order.ts';
import type { DocumentContent, DocumentKind, PrintedParties } from '#app/modules/orders/invoices/paper.ts';
import type { TotalRow } from '#app/modules/orders/pricing/total-rows.ts';

/**
 * `status`, `refunded`, `cancellationFee` and `replacedBy` may change after issue. Only documents from before edition 2
 * show these fields.
 */
export type InvoiceDocument = DocumentContent & {
  id: string;
  orderId: string;
  kind: DocumentKind;
  title: string;
  number: string;
  issuedAt: Date;
  /** `cancelled` if a credit note cancelled the document. */
  status: OrderStatus;
  amountInWords: string;
  refunded: Paise;
  /** Only a cancelled order's last invoice has a fee. */
  cancellationFee: Paise;
  replacedBy?: string | undefined;
  /** Later documents that name this document, such as credit notes. Only the page links to them. */
  laterDocuments: { id: string; title: string; number: string; issuedAt: Date }[];
};

/** Writes '4473 0911 6024'; leaves other references unchanged. */
export const spacedReference = (reference: string): string =>
  /^\d{12}$/.test(reference) ? reference.replace(/\d{4}(?=\d)/g, '$& ') : reference;

export const spacedPhone = (phone: string): string => phone.replace(/^(\d{5})(\d{5})$/, '$1 $2');

/** Everything that a document shows, as text. The page and the PDF both show this sheet. */
export type DocumentSheet = {
  title: string;
  mark?: string | null;
  sentence: string | null;
  facts: [label: string, value: string][];
  seller: { name: string; address: string[]; email: string; phone: string; hours: string };
  people: [title: string, lines: string[]][];
  /** One cell per column. Phones show only the first and the last cell. */
  columns: string[];
  rows: { title: string; note: string; cells: string[] }[];
  amountInWords: string;
  totals: TotalRow[];
  foot: [title: string, text: string][];
  /** Text above the line for the seller's signature. */
  signature?: string | null;
};

export const shipToLines = ({ address, handedOver = address.street === '' }: PrintedParties['buyer']): string[] =>
  destinationLines({ handedOver, shippingAddress: address }, { head: address.name, foot: address.country });

export type Parcel = {
  orderId: string;
  orderNumber: string;
  orderedAt: Date;
  /** Null for an order that is not a gift. */
  giftNote: string | null;
  seller: Pick<PrintedParties['seller'], 'name' | 'address' | 'phone' | 'email' | 'hours'>;
  buyer: PrintedParties['buyer'];
  lines: { title: string; personalization: PersonalizationAnswer[]; madeToOrder: boolean; quantity: number }[];
};

export const MAX_PARCELS = 50;
