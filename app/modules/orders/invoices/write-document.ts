import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import type { Firm, ShippingAddress } from '#app/basics/address.ts';
import { gstCodeOf } from '#app/basics/gstin.ts';
import { isState } from '#app/basics/states.ts';
import { formatRupees, NOTHING, type Paise, paise, percentageOf, times } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { distribute, grossAmount, taxAmount, type Taxed, taxOrder } from '#app/modules/orders/pricing/gst.ts';
import { stateOfSeller } from '#app/modules/store/settings/seller.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { creditLines, type ReturnedItem } from './credit.ts';
import { type InvoiceKind, lineGross, type DocumentContent, type DocumentLine, sumLines } from './paper.ts';

export type InvoicedOrder = {
  id: string;
  orderNumber: string;
  items: readonly {
    artwork_id: string;
    variant_id?: string;
    title: string;
    price: Paise;
    quantity: number;
    made_to_order?: true;
    personalization?: PersonalizationAnswer[];
    gst_rate?: number;
    hsn?: string;
  }[];
  subtotal: Paise;
  discountAmount: Paise;
  couponCode: string | null;
  shippingCost: Paise;
  codCharge: Paise;
  gstAmount: Paise;
  total: Paise;
  customerName: string;
  customerEmail: string;
  shippingAddress: ShippingAddress;
  handedOver: boolean;
  firm: Firm | null;
  paymentMethod: PaymentMethod;
  paymentReferenceId: string | null;
  createdAt: Date;
};

export const INVOICE_KIND_OF: Record<Settings['seller']['status'], InvoiceKind> = {
  unregistered: 'invoice',
  composition: 'bill-of-supply',
  regular: 'tax-invoice',
};

/** Includes the percentage only if it was the one applied. */
export function discountLabel(
  { couponCode, subtotal, discountAmount }: Pick<InvoicedOrder, 'couponCode' | 'subtotal' | 'discountAmount'>,
  percentage: number | null,
): string {
  if (couponCode === null) return 'Discount';
  const isShown = percentage !== null && percentageOf(subtotal, percentage) === discountAmount;
  return `Discount, ${couponCode}${isShown ? ` (${percentage}%)` : ''}`;
}

/** Writes an order's invoice. Throws unless the lines add up to the order's total. */
export function writeInvoice(
  settings: Settings,
  order: InvoicedOrder,
  percentage: number | null,
  returned: readonly ReturnedItem[] = [],
): DocumentContent {
  const isTaxed = settings.seller.status === 'regular';
  const sellerState = stateOfSeller(settings.seller);
  const { state } = order.shippingAddress;
  // Goods sold over the counter are supplied where the shop is.
  const supplyState = isTaxed ? (isState(state) ? state : sellerState) : undefined;
  const ordered = writeLines(order, { isTaxed, isWithinState: supplyState === sellerState });
  const isOnTop = isTaxed && order.gstAmount > 0;
  const { total } = sumLines(ordered, isOnTop);
  if (total !== order.total)
    throw new Error(`the lines of order ${order.id} come to ${formatRupees(total)}, not ${formatRupees(order.total)}`);
  const lines =
    returned.length === 0
      ? ordered
      : creditLines(ordered, creditLines(ordered, [], returned, { isOnTop }), 'all', { isOnTop });
  const { discountAmount, ...sums } = sumLines(lines, isOnTop);
  return {
    ...writeParties(settings, order),
    isTaxed,
    orderNumber: order.orderNumber,
    orderedAt: order.createdAt.toISOString(),
    paymentMethod: order.paymentMethod,
    paymentReference: order.paymentReferenceId,
    lines,
    ...sums,
    discount: discountAmount > 0 ? { amount: discountAmount, label: discountLabel(order, percentage) } : null,
    placeOfSupply: supplyState === undefined ? null : `${supplyState} (${gstCodeOf(supplyState)})`,
  };
}

/** Returns items and charges as lines. If the seller may not collect tax, added tax becomes part of the price. */
export function writeLines(
  order: Pick<InvoicedOrder, 'items' | 'subtotal' | 'discountAmount' | 'shippingCost' | 'codCharge' | 'gstAmount'>,
  { isTaxed, isWithinState }: { isTaxed: boolean; isWithinState: boolean },
): DocumentLine[] {
  const isOnTop = order.gstAmount > 0;
  const taxed = taxOrder({
    lines: order.items.map(({ price, quantity, gst_rate: gstRate = 0 }) => ({
      amount: times(price, quantity),
      gstRate: isTaxed || isOnTop ? gstRate : 0,
    })),
    afterDiscount: paise(order.subtotal - order.discountAmount),
    shippingCost: order.shippingCost,
    codCharge: order.codCharge,
    isOnTop,
  });
  const taxOf = (part: Taxed) =>
    isTaxed
      ? {
          gstRate: part.gstRate,
          taxable: part.taxable,
          cgst: isWithinState ? part.halfTax : NOTHING,
          sgst: isWithinState ? part.halfTax : NOTHING,
          igst: isWithinState ? NOTHING : times(part.halfTax, 2),
        }
      : { gstRate: 0, taxable: grossAmount(part), cgst: NOTHING, sgst: NOTHING, igst: NOTHING };
  const goods = order.items.map((item, at) => {
    const part = taxed.lines[at]!;
    const added = isOnTop && !isTaxed ? 2 * part.halfTax : 0;
    return {
      artworkId: item.artwork_id,
      ...(item.variant_id !== undefined && { variantId: item.variant_id }),
      title: item.title,
      ...(item.personalization && { personalization: item.personalization }),
      madeToOrder: item.made_to_order === true,
      quantity: item.quantity,
      rate: paise(item.price + Math.round(added / item.quantity)),
      amount: paise(times(item.price, item.quantity) + added),
      hsn: isTaxed ? (item.hsn ?? '') : '',
      ...taxOf(part),
    };
  });
  const chargeLine = (part: Taxed, named: Pick<DocumentLine, 'title' | 'isCodCharge'>) => {
    const rate = isOnTop && isTaxed ? part.taxable : grossAmount(part);
    return { artworkId: null, ...named, madeToOrder: false, quantity: 1, rate, amount: rate, hsn: '', ...taxOf(part) };
  };
  return [
    ...goods,
    ...taxed.shipping.map((part) => chargeLine(part, { title: 'Shipping' })),
    ...taxed.codCharge.map((part) => chargeLine(part, { title: 'Cash on delivery charge', isCodCharge: true })),
  ];
}

export function writeCreditNote(
  invoice: { title: string; number: string; issuedAt: Date; content: DocumentContent },
  lines: DocumentLine[],
  reason: string,
): DocumentContent {
  const { content } = invoice;
  const { discountAmount, ...sums } = sumLines(lines, content.gst > 0);
  return {
    ...content,
    lines,
    ...sums,
    discount: discountAmount > 0 ? { amount: discountAmount, label: content.discount?.label ?? 'Discount' } : null,
    corrects: { title: invoice.title, number: invoice.number, issuedAt: invoice.issuedAt.toISOString() },
    reason,
  };
}

/** Writes a receipt. A registered seller's advance shows the included tax by line. */
export function writeReceipt(
  settings: Settings,
  order: InvoicedOrder,
  { amount, reference, due }: { amount: Paise; reference: string; due: Paise },
): DocumentContent {
  const whole = writeInvoice(settings, order, null);
  const lines = settings.seller.status === 'unregistered' ? [] : partOfLines(whole.lines, amount);
  return { ...whole, ...documentSums(amount), lines, paymentReference: reference, due };
}

export function writeRefundVoucher(
  voucher: { title: string; number: string; issuedAt: Date; content: DocumentContent },
  amount: Paise,
): DocumentContent {
  const { due: _due, ...content } = voucher.content;
  return {
    ...content,
    ...documentSums(amount),
    lines: partOfLines(content.lines, amount),
    corrects: { title: voucher.title, number: voucher.number, issuedAt: voucher.issuedAt.toISOString() },
  };
}

const documentSums = (amount: Paise) => ({
  subtotal: amount,
  discount: null,
  shipping: NOTHING,
  codCharge: NOTHING,
  gst: NOTHING,
  total: amount,
});

/** Splits an amount across the lines in proportion to their totals, with the included tax. */
function partOfLines(lines: readonly DocumentLine[], amount: Paise): DocumentLine[] {
  const isWithinState = lines.every(({ igst }) => igst === 0);
  const parts = distribute(amount, lines.map(lineGross));
  return lines.map((line, at) => {
    const part = parts[at]!;
    const { taxable, halfTax } = taxAmount(part, line.gstRate, false);
    return {
      ...line,
      rate: part,
      amount: part,
      quantity: 1,
      taxable,
      cgst: isWithinState ? halfTax : NOTHING,
      sgst: isWithinState ? halfTax : NOTHING,
      igst: isWithinState ? NOTHING : times(halfTax, 2),
    };
  });
}

function writeParties(
  { shopName, contact, seller, promises }: Settings,
  { customerName, customerEmail, shippingAddress, handedOver, firm }: InvoicedOrder,
) {
  const { email: _email, phone, ...address } = shippingAddress;
  return {
    seller: {
      name: shopName,
      address: contact.address,
      email: contact.email,
      phone: contact.phone,
      hours: contact.hours,
      gstin: seller.gstin,
    },
    buyer: { name: customerName, email: customerEmail, phone, address, handedOver, firm },
    promises: {
      returnWithinDays: promises.returnWithinDays,
      reportIssuesWithinHours: promises.reportIssuesWithinHours,
      refundBusinessDays: promises.refundBusinessDays,
    },
  };
}
