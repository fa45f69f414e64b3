import { formatSpan } from '#app/basics/duration.ts';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees, NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import { stateOfGstin } from '#app/basics/gstin.ts';
import { isGateway, paymentMethodName } from '#app/basics/payment-methods.ts';
import { personalizationText } from '#app/basics/personalization.ts';
import {
  COMPOSITION_SENTENCE,
  type DocumentLine,
  INVOICE_KINDS,
  isGoods,
  lineGross,
  type MoneyAtIssue,
} from '#app/modules/orders/invoices/paper.ts';
import { isGivenReference } from '#app/modules/orders/ledger/ledger.ts';
import { type TotalRow, totalRows } from '#app/modules/orders/pricing/total-rows.ts';
import { firstEditionSheet } from './first-edition.ts';
import { type DocumentSheet, type InvoiceDocument, shipToLines, spacedPhone, spacedReference } from './paper-sheet.ts';

/** Returns what a document shows, which never changes after issue. */
export function toSheet(document: InvoiceDocument): DocumentSheet {
  if (document.edition === undefined) return firstEditionSheet(document);
  const { title, seller, amountInWords } = document;
  const columns = toColumns(document);
  const { legalName = seller.name, registeredAddress = seller.address } = seller;
  return {
    title,
    mark: isInvoice(document) ? 'Original for recipient' : null,
    sentence: isComposition(document)
      ? `${COMPOSITION_SENTENCE[0]!.toUpperCase()}${COMPOSITION_SENTENCE.slice(1)}`
      : null,
    facts: toFacts(document),
    seller: { ...seller, address: [...(legalName === seller.name ? [] : [legalName]), registeredAddress] },
    people: toPeople(document),
    columns: ['Qty', ...columns.map(({ label }) => label)],
    rows: shownLines(document).map((line) => ({
      title: line.title,
      note: toNote(document, line),
      cells: [toQuantity(line), ...columns.map(({ of }) => formatRupees(of(line)))],
    })),
    amountInWords,
    totals: [...toTotals(document), ...moneyRows(document)],
    foot: toFoot(document),
    signature: isReceipt(document) ? null : `For ${legalName}`,
  };
}

const isInvoice = ({ kind }: InvoiceDocument): boolean => (INVOICE_KINDS as readonly string[]).includes(kind);
const isReceipt = ({ kind }: InvoiceDocument): boolean =>
  kind === 'receipt' || kind === 'receipt-voucher' || kind === 'refund-voucher';

/** A regular seller's bill of supply is for exempt goods and needs no such sentence. */
const isComposition = ({ kind, isTaxed }: InvoiceDocument): boolean => kind === 'bill-of-supply' && !isTaxed;

const showsTax = ({ kind, isTaxed }: InvoiceDocument): boolean => isTaxed && kind !== 'bill-of-supply';

function toFacts(document: InvoiceDocument): [label: string, value: string][] {
  const [issued, ordered] = [formatDay(document.issuedAt), formatDay(document.orderedAt)];
  const { corrects, seller } = document;
  const facts: [string, string | null | undefined][] = [
    ['Number', document.number],
    ['Date', issued],
    ['For', corrects && `${corrects.title} ${corrects.number} of ${formatDay(corrects.issuedAt)}`],
    ['Reason', document.reason],
    ['Order', document.orderNumber],
    ['Ordered', issued === ordered ? null : ordered],
    ['GSTIN', seller.gstin],
    ['Place of supply', document.placeOfSupply],
    ['Reverse charge', seller.gstin && 'No'],
    ['Paid', isReceipt(document) ? describePayment(document.paymentMethod, document.paymentReference) : null],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string');
}

/**
 * If a firm has the parcel sent to somebody else, only the firm's state is shown, because the firm's address is not
 * known.
 */
function toPeople({ buyer }: InvoiceDocument): DocumentSheet['people'] {
  const { firm, name, email, phone, address } = buyer;
  const contact = [email, spacedPhone(phone)].filter(Boolean);
  const firmLines = firm ? [firm.name, `GSTIN ${firm.gstin}`] : [];
  const destination = shipToLines(buyer);
  if (firm?.suppliesFirmState)
    return [
      ['Bill to', [...firmLines, stateOfGstin(firm.gstin) ?? '', ...contact].filter(Boolean)],
      ['Ship to', destination],
    ];
  const billed = [...firmLines, ...(name === firm?.name ? [] : [name])];
  if (address.street === '')
    return [
      ['Bill to', [...billed, ...contact]],
      ['Ship to', destination],
    ];
  return [
    ['Bill and ship to', [...billed, ...destination.filter((line) => line !== name)]],
    ['Contact', contact],
  ];
}

const shownLines = (document: InvoiceDocument): DocumentLine[] =>
  document.isTaxed || isReceipt(document)
    ? document.lines
    : document.lines.filter((line) => isGoods(line) || line.isFee);

const toQuantity = ({ quantity, unit }: DocumentLine): string => {
  if (quantity === 0) return '–';
  return unit === 'NOS' ? `${quantity} NOS` : String(quantity);
};

type MoneyColumn = { label: string; of: (line: DocumentLine) => Paise };

const toColumns = (document: InvoiceDocument): MoneyColumn[] =>
  showsTax(document)
    ? [
        { label: 'Taxable value', of: ({ taxable }) => taxable },
        ...taxColumns(document),
        { label: 'Amount', of: lineGross },
      ]
    : [
        { label: 'Rate', of: ({ rate }) => rate },
        { label: 'Amount', of: document.isTaxed ? lineGross : ({ amount }) => amount },
      ];

const taxColumns = ({ isInterstate }: InvoiceDocument): MoneyColumn[] =>
  isInterstate
    ? [{ label: 'IGST', of: ({ igst }) => igst }]
    : [
        { label: 'CGST', of: ({ cgst }) => cgst },
        { label: 'SGST', of: ({ sgst }) => sgst },
      ];

function toNote(document: InvoiceDocument, line: DocumentLine): string {
  const off = paise(line.amount - lineGross(line));
  const parts = [
    ...(line.personalization ?? []).map(personalizationText),
    line.madeToOrder && 'Made to order',
    line.hsn && `${isGoods(line) && !line.isService ? 'HSN' : 'SAC'} ${line.hsn}`,
    showsTax(document) && describeRate(document, line.gstRate),
    showsTax(document) &&
      isGoods(line) &&
      line.quantity > 0 &&
      !isReceipt(document) &&
      `${formatRupees(line.rate)} each`,
    document.isTaxed && off > 0 && `${formatRupees(off)} off`,
  ];
  return parts.filter(Boolean).join(', ');
}

function describeRate({ isInterstate }: InvoiceDocument, rate: number): string {
  if (rate === 0) return 'Exempt, 0%';
  return isInterstate ? `${rate}% IGST` : `${rate / 2}% CGST + ${rate / 2}% SGST`;
}

function toTotals(document: InvoiceDocument): TotalRow[] {
  const { subtotal, discount, shipping, codCharge = NOTHING, gst, total, lines } = document;
  const label = document.kind === 'refund-voucher' ? 'Amount refunded' : isReceipt(document) ? 'Received' : 'Total';
  const totalRow: TotalRow = { label, amount: formatRupees(total), kind: 'total' };
  const sumOf = (of: (line: DocumentLine) => Paise, summed = lines) => formatRupees(sum(summed.map(of)));
  if (showsTax(document)) {
    const exempt = lines.filter(({ gstRate }) => gstRate === 0);
    const taxed = lines.filter(({ gstRate }) => gstRate > 0);
    return [
      { label: 'Taxable value', amount: sumOf(({ taxable }) => taxable, taxed) },
      ...(exempt.length > 0 ? [{ label: 'Exempt value', amount: sumOf(({ taxable }) => taxable, exempt) }] : []),
      ...taxColumns(document).map((column) => ({ label: column.label, amount: sumOf(column.of) })),
      totalRow,
    ];
  }
  if (isReceipt(document) || document.isTaxed) return [totalRow];
  const totals = {
    subtotal,
    discountAmount: discount?.amount ?? NOTHING,
    shippingCost: shipping,
    codCharge,
    gstAmount: gst,
    total,
  };
  return totalRows(totals, { discount: discount?.label });
}

/** Returns the amounts that were paid and due when the document was issued. */
function moneyRows(document: InvoiceDocument): TotalRow[] {
  const { money, due } = document;
  if (isReceipt(document))
    return document.kind !== 'refund-voucher' && due !== undefined
      ? [{ label: 'Still due', amount: formatRupees(due) }]
      : [];
  if (!money || !isInvoice(document)) return [];
  const paid = money.payments.map(({ method, reference, amount, receivedAt }) => ({
    label: [`Paid ${formatDay(receivedAt)}`, describePayment(method, reference)].join(', '),
    amount: formatRupees(amount),
  }));
  const dueLabel = document.paymentMethod === 'cod' ? 'To pay in cash on delivery' : 'Still due';
  return [
    ...paid,
    ...(money.due > 0 ? [{ label: dueLabel, amount: formatRupees(money.due) }] : []),
    ...(money.refundDue > 0 ? [{ label: 'To be refunded', amount: formatRupees(money.refundDue) }] : []),
  ];
}

function describePayment(method: InvoiceDocument['paymentMethod'], reference: string | null): string {
  if (reference !== null && /^(CASH|COD)-/i.test(reference)) return 'in cash';
  const shown = shownReference(reference, method);
  return `by ${paymentMethodName(method)}${shown ? ` ${shown}` : ''}`;
}

/** Returns null for a reference that the shop created. */
function shownReference(reference: string | null, method?: InvoiceDocument['paymentMethod']): string | null {
  if (reference === null || (isGivenReference(reference) && !(method && isGateway(method)))) return null;
  return spacedReference(reference);
}

/** Returns the notes below the totals, with the terms that applied on the day of issue. */
function toFoot(document: InvoiceDocument): [title: string, text: string][] {
  const { kind, corrects, promises, money } = document;
  const { returnWithinDays, reportIssuesWithinHours, refundBusinessDays } = promises;
  // The PDF's fonts lack the word joiner.
  const refundTime = formatSpan(refundBusinessDays, 'business day').replace('\u2060', '');
  const account = isGateway(document.paymentMethod) ? 'the account you paid from' : 'the UPI ID or account you name';
  const named = corrects && `${corrects.title.toLowerCase()} ${corrects.number}`;
  if (kind === 'credit-note')
    return [
      ['Credit.', `This amount is deducted from ${named}.`],
      ['Payment.', describeCredit(money, { account, refundTime })],
    ];
  if (kind === 'debit-note') return [['Charge.', `This amount is kept after the cancellation of ${named}.`]];
  if (kind === 'refund-voucher') return [['Refund.', `This amount of ${named} was refunded.`]];
  if (isReceipt(document))
    return [['Thank you.', named ? `This payment is for ${named}.` : 'The goods have their own invoice.']];
  const claimed: [string, string][] = money?.claimed
    ? [
        [
          'Payment.',
          `You told us that you paid by ${paymentMethodName(money.claimed.method)}, reference ${spacedReference(money.claimed.reference)}. We had not confirmed it yet.`,
        ],
      ]
    : [];
  if (document.lines.every(({ isFee }) => isFee))
    return [...claimed, ['Cancelled.', 'This is the amount that we keep, as agreed in the quote.']];
  return [
    ...claimed,
    [
      'Returns.',
      `You can return undamaged ready pieces within ${formatSpan(returnWithinDays, 'day')} of delivery. Please report damage within ${formatSpan(reportIssuesWithinHours, 'hour')}. Refunds reach ${account} in ${refundTime}.`,
    ],
    ['Thank you.', 'Each piece in this parcel was made by hand in the studio.'],
  ];
}

function describeCredit(
  money: MoneyAtIssue | undefined,
  { account, refundTime }: { account: string; refundTime: string },
): string {
  if (!money || money.received === 0) return 'No payment had been received, so nothing is refunded.';
  if (money.refundDue === 0) return 'Nothing more is to be refunded.';
  return `We owe you ${formatRupees(money.refundDue)}. It goes to ${account} in ${refundTime}.`;
}
