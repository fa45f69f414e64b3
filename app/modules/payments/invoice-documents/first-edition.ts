import { formatSpan } from '#app/basics/duration.ts';
import { formatDay } from '#app/basics/india.ts';
import { personalizationText } from '#app/basics/personalization.ts';
import { formatRupees, NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import { isGateway, paymentMethodName } from '#app/basics/payment-methods.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';
import {
  COMPOSITION_SENTENCE,
  INVOICE_KINDS,
  isGoods,
  lineGross,
  type DocumentKind,
  type DocumentLine,
} from '#app/modules/orders/invoices/paper.ts';
import { type TotalRow, totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { type DocumentSheet, type InvoiceDocument, shipToLines, spacedPhone, spacedReference } from './paper-sheet.ts';

export function firstEditionSheet(document: InvoiceDocument): DocumentSheet {
  const { title, seller, buyer, amountInWords } = document;
  const columns = moneyColumns(document);
  return {
    title,
    sentence: requiredSentence(document),
    facts: documentFacts(document),
    seller: { ...seller, address: [seller.address] },
    people: [
      ['Bill to', [buyer.firm?.name ?? '', buyer.name, buyer.email, spacedPhone(buyer.phone)].filter(Boolean)],
      ['Ship to', shipToLines(buyer)],
    ],
    columns: ['Qty', ...columns.map(({ label }) => label)],
    rows: documentLines(document).map((line) => ({
      title: line.title,
      note: lineNote(document, line),
      cells: [String(line.quantity), ...columns.map(({ of }) => formatRupees(of(line)))],
    })),
    amountInWords,
    totals: documentTotals(document),
    foot: documentFooter(document),
  };
}

const STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

const isInvoice = ({ kind }: InvoiceDocument): boolean => (INVOICE_KINDS as readonly DocumentKind[]).includes(kind);
const isReceipt = ({ kind }: InvoiceDocument): boolean =>
  kind === 'receipt' || kind === 'receipt-voucher' || kind === 'refund-voucher';

/** Returns the facts of a document. For a cancelled invoice, the cancellation replaces the payment. */
function documentFacts(document: InvoiceDocument): [label: string, value: string][] {
  const [issued, ordered] = [formatDay(document.issuedAt), formatDay(document.orderedAt)];
  const { corrects, buyer } = document;
  const isPaid = isReceipt(document) || (isInvoice(document) && document.status !== 'cancelled');
  const facts: [string, string | null | undefined][] = [
    ['Number', document.number],
    ['For', corrects && `${corrects.title} ${corrects.number} of ${formatDay(corrects.issuedAt)}`],
    ['Order', document.orderNumber],
    ['Date', issued],
    ['Ordered', issued === ordered ? null : ordered],
    ['Reason', document.reason],
    ['Status', isInvoice(document) ? STATUS_LABELS[document.status] : null],
    ['Paid by', isPaid ? paymentMethodName(document.paymentMethod) : null],
    ['Reference', document.reason ? null : document.paymentReference && spacedReference(document.paymentReference)],
    ['GSTIN', document.seller.gstin],
    ['Place of supply', document.placeOfSupply],
    ['Buyer’s GSTIN', buyer.firm?.gstin],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string');
}

const requiredSentence = ({ kind }: InvoiceDocument): string | null =>
  kind === 'bill-of-supply' ? `${COMPOSITION_SENTENCE[0]!.toUpperCase()}${COMPOSITION_SENTENCE.slice(1)}` : null;

/** Returns the document's lines. Without tax, only the totals include shipping. */
const documentLines = (document: InvoiceDocument): DocumentLine[] =>
  document.isTaxed || isReceipt(document) ? document.lines : document.lines.filter(isGoods);

type MoneyColumn = { label: string; of: (line: DocumentLine) => Paise };

const moneyColumns = (document: InvoiceDocument): MoneyColumn[] =>
  document.isTaxed
    ? [
        { label: 'Taxable value', of: ({ taxable }) => taxable },
        ...taxColumns(document),
        { label: 'Amount', of: lineGross },
      ]
    : [
        { label: 'Rate', of: ({ rate }) => rate },
        { label: 'Amount', of: ({ amount }) => amount },
      ];

const taxColumns = ({ isTaxed, lines }: InvoiceDocument): MoneyColumn[] => {
  if (!isTaxed) return [];
  const igst = { label: 'IGST', of: (line: DocumentLine) => line.igst };
  return lines.some((line) => line.igst > 0)
    ? [igst]
    : [
        { label: 'CGST', of: (line) => line.cgst },
        { label: 'SGST', of: (line) => line.sgst },
      ];
};

function lineNote(document: InvoiceDocument, line: DocumentLine): string {
  const off = paise(line.amount - (document.gst > 0 ? line.taxable : lineGross(line)));
  const parts = [
    ...(line.personalization ?? []).map(personalizationText),
    line.madeToOrder && 'Made to order',
    line.hsn && `HSN ${line.hsn}`,
    document.isTaxed && `${line.gstRate}% GST`,
    document.isTaxed && isGoods(line) && !isReceipt(document) && `${formatRupees(line.rate)} each`,
    document.isTaxed && off > 0 && `${formatRupees(off)} off`,
  ];
  return parts.filter(Boolean).join(', ');
}

function documentTotals(document: InvoiceDocument): TotalRow[] {
  const { subtotal, discount, shipping, codCharge = NOTHING, gst, total, refunded, due } = document;
  const totals = {
    subtotal,
    discountAmount: discount?.amount ?? NOTHING,
    shippingCost: shipping,
    codCharge,
    gstAmount: gst,
    total,
  };
  const sumOf = (of: (line: DocumentLine) => Paise) => formatRupees(sum(document.lines.map(of)));
  const totalLabel =
    document.kind === 'refund-voucher' ? 'Amount refunded' : isReceipt(document) ? 'Received' : 'Total';
  const totalRow: TotalRow = { label: totalLabel, amount: formatRupees(total), kind: 'total' };
  const rows = document.isTaxed
    ? [
        { label: 'Taxable value', amount: sumOf(({ taxable }) => taxable) },
        ...taxColumns(document).map(({ label, of }) => ({ label, amount: sumOf(of) })),
        totalRow,
      ]
    : isReceipt(document)
      ? [totalRow]
      : totalRows(totals, { discount: discount?.label, showsGst: true }).filter(
          ({ label }) => label !== 'GST' || gst > 0,
        );
  return [
    ...rows,
    ...(refunded > 0 ? [{ label: 'Refunded', amount: `−${formatRupees(refunded)}` }] : []),
    ...(due === undefined ? [] : [{ label: 'Still due', amount: formatRupees(due) }]),
  ];
}

/** Returns the notes below the totals, with the terms that applied on the day of issue. */
function documentFooter(document: InvoiceDocument): [title: string, text: string][] {
  const { kind, corrects, status, promises } = document;
  const { returnWithinDays: days, reportIssuesWithinHours: hours, refundBusinessDays: refund } = promises;
  // An issued document never changes, so it keeps the older dash.
  const refundTime = formatSpan(refund, 'business day').replace('–\u2060', '-');
  if (kind === 'credit-note')
    return [['Credit.', `This amount is deducted from ${corrects!.title.toLowerCase()} ${corrects!.number}.`]];
  if (isReceipt(document)) return [['Thank you.', 'Keep this for your records. The goods have their own invoice.']];
  // A gateway refunds to the account that paid; otherwise the buyer names an account.
  const account = isGateway(document.paymentMethod) ? 'the account you paid from' : 'the UPI ID or account you name';
  if (status === 'cancelled') return [['Cancelled.', describeRefund(document, { account, refundTime })]];
  return [
    [
      'Returns.',
      `You can return undamaged ready pieces within ${formatSpan(days, 'day')} of delivery. Please report damage within ${formatSpan(hours, 'hour')}. Refunds reach ${account} in ${refundTime}.`,
    ],
    ['Thank you.', 'Each piece in this parcel was made by hand in the studio.'],
  ];
}

function describeRefund(
  { refunded, replacedBy, cancellationFee, total }: InvoiceDocument,
  { account, refundTime }: { account: string; refundTime: string },
): string {
  const terms = cancellationFee > 0 ? `As agreed, we keep ${formatRupees(cancellationFee)} of what you paid` : '';
  if (refunded > 0) return terms ? `${terms}; the refund went to ${account}.` : `The refund went to ${account}.`;
  if (replacedBy) return `${replacedBy} replaces it.`;
  const goesBack = `goes back to ${account} in ${refundTime}.`;
  if (!terms) return `What you have paid ${goesBack}`;
  return cancellationFee < total ? `${terms}; the rest ${goesBack}` : `${terms}.`;
}
