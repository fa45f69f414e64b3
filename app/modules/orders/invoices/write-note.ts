import { NOTHING, type Paise, sum } from '#app/basics/money.ts';
import { distribute, splitTax, taxAmount } from '#app/modules/orders/pricing/gst.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { creditValue } from './credit.ts';
import { type DocumentContent, type DocumentLine, lineGross, type MoneyAtIssue, sumLines } from './paper.ts';
import { type InvoicedOrder, splitByKind, splitMoney, writeWhole, type WrittenInvoice } from './write-document.ts';

/** Returns the lines of a fee: a part of each order line, with the same tax rate. */
export const writeFeeLines = (content: DocumentContent, amount: Paise): DocumentLine[] =>
  partOfLines(content, amount)
    .filter((line) => lineGross(line) > 0)
    .map(({ personalization: _personalization, ...line }) => {
      const price = content.gst > 0 ? line.taxable : line.amount;
      return {
        ...line,
        rate: price,
        amount: price,
        unit: 'OTH',
        isFee: true,
        title: `Cancellation fee, ${line.title}`,
      };
    });

export function writeFeeInvoices(
  settings: Settings,
  order: InvoicedOrder,
  { amount, money }: { amount: Paise; money: MoneyAtIssue },
): WrittenInvoice[] {
  const { content } = writeWhole(settings, order, null);
  const lines = writeFeeLines({ ...content, gst: NOTHING }, amount);
  const kinds = splitByKind(settings.seller, order.firm, lines);
  const parts = splitMoney(
    money,
    kinds.map(([, ofKind]) => sum(ofKind.map(lineGross))),
  );
  return kinds.map(([kind, ofKind], at) => ({
    kind,
    content: { ...content, ...documentSums(sum(ofKind.map(lineGross))), lines: ofKind, money: parts[at]! },
  }));
}

type Corrected = { title: string; number: string; issuedAt: Date; content: DocumentContent };

const toNamed = ({ title, number, issuedAt }: Corrected) => ({ title, number, issuedAt: issuedAt.toISOString() });

/**
 * Names the invoices; a firm's taxed and exempt goods have two: 'TI/2026-27/0001 and bill of supply BS/2026-27/0001'.
 */
function nameAll([first, ...others]: readonly Corrected[]) {
  const number = [first!.number, ...others.map(({ title, number }) => `${title.toLowerCase()} ${number}`)].join(
    ' and ',
  );
  return { ...toNamed(first!), number };
}

export function writeNote(
  invoice: Corrected,
  lines: DocumentLine[],
  { reason, money, isTooLate }: { reason: string; money: MoneyAtIssue; isTooLate?: boolean },
): DocumentContent {
  const { content } = invoice;
  const { discountAmount, ...sums } = sumLines(lines, content.gst > 0);
  return {
    ...content,
    edition: 2,
    isInterstate: isInterstateSale(content),
    lines,
    ...sums,
    discount: discountAmount > 0 ? { amount: discountAmount, label: content.discount?.label ?? 'Discount' } : null,
    corrects: toNamed(invoice),
    reason,
    money,
    ...(isTooLate && { isTooLate }),
  };
}

/** Writes a receipt, which names the order's invoices. For a registered seller's advance it shows the included tax. */
export function writeReceipt(
  settings: Settings,
  order: InvoicedOrder,
  {
    amount,
    reference,
    due,
    invoices,
  }: { amount: Paise; reference: string; due: Paise; invoices: readonly Corrected[] },
): DocumentContent {
  const { content } = writeWhole(settings, order, null);
  const isPlain = settings.seller.status === 'unregistered' || invoices.length > 0;
  const lines = isPlain ? [] : partOfLines(content, amount);
  return {
    ...content,
    ...documentSums(amount),
    lines,
    paymentReference: reference,
    due,
    ...(invoices.length > 0 && { corrects: nameAll(invoices) }),
  };
}

/** Writes a refund voucher. `earlier` are the vouchers before it: all vouchers together equal the receipt voucher. */
export function writeRefundVoucher(
  voucher: Corrected,
  { amount, reference, earlier }: { amount: Paise; reference: string | null; earlier: readonly DocumentContent[] },
): DocumentContent {
  const { due: _due, ...content } = voucher.content;
  // Vouchers from before edition 2 were split without subtracting earlier vouchers.
  const lines =
    content.edition === undefined
      ? partOfLines(content, amount)
      : creditValue(content.lines, earlier, amount).map((line) => ({ ...line, quantity: 1 }));
  return { ...content, ...documentSums(amount), lines, paymentReference: reference, corrects: toNamed(voucher) };
}

const documentSums = (amount: Paise) => ({
  subtotal: amount,
  discount: null,
  shipping: NOTHING,
  codCharge: NOTHING,
  gst: NOTHING,
  total: amount,
});

function partOfLines(content: DocumentContent, amount: Paise): DocumentLine[] {
  const { lines } = content;
  const options = { isInterstate: isInterstateSale(content) };
  const parts = distribute(amount, lines.map(lineGross));
  return lines.map((line, at) => {
    const part = parts[at]!;
    const taxed = taxAmount(part, line.gstRate, options);
    const tax = splitTax(taxed, options.isInterstate);
    return { ...line, rate: part, amount: part, quantity: 1, taxable: taxed.taxable, ...tax };
  });
}

/** Documents from before edition 2 do not store `isInterstate`, so their place of supply decides. */
const isInterstateSale = ({ isInterstate, placeOfSupply, seller: { gstin } }: DocumentContent): boolean =>
  isInterstate ?? (placeOfSupply !== null && gstin !== null && !placeOfSupply.endsWith(`(${gstin.slice(0, 2)})`));
