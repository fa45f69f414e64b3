import { type PaymentMethod, paymentMethodName } from '#app/basics/payment-methods.ts';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees, NOTHING, type Paise, percentageOf } from '#app/basics/money.ts';
import type { PrintedParties } from '#app/modules/invoices/invoice-number.ts';
import type { Order, OrderStatus } from '#app/modules/orders/order.ts';
import { type TotalRow, totalRows } from '#app/modules/pricing/total-rows.ts';

/** An invoice as it is shown, printed and downloaded. Everything but `status` and `refunded` stands still once it is issued. */
export type Invoice = PrintedParties & {
  orderId: string;
  /** 'BV/2026-27/0001' */
  number: string;
  orderNumber: string;
  issuedAt: Date;
  orderedAt: Date;
  status: OrderStatus;
  paymentMethod: PaymentMethod;
  paymentReference: string | null;
  lines: { title: string; madeToOrder: boolean; quantity: number; rate: Paise; amount: Paise }[];
  subtotal: Paise;
  discount: { amount: Paise; label: string } | null;
  shipping: Paise;
  codCharge: Paise;
  gst: Paise;
  total: Paise;
  /** The total in English words, in the Indian system. */
  amountInWords: string;
  /** What went back to the buyer since. */
  refunded: Paise;
};

/** 'Discount, DEEPAWALI15 (15%)'; the percentage only where it is the one that was taken off. */
export function discountLabel(
  { couponCode, subtotal, discountAmount }: Pick<Order, 'couponCode' | 'subtotal' | 'discountAmount'>,
  percentage: number | null,
): string {
  if (couponCode === null) return 'Discount';
  const isShown = percentage !== null && percentageOf(subtotal, percentage) === discountAmount;
  return `Discount, ${couponCode}${isShown ? ` (${percentage}%)` : ''}`;
}

/** '4473 0911 6024' for the 12 digits of a UTR; other references as they are. */
export const spacedReference = (reference: string): string =>
  /^\d{12}$/.test(reference) ? reference.replace(/\d{4}(?=\d)/g, '$& ') : reference;

/** '98765 43210' */
export const spacedPhone = (phone: string): string => phone.replace(/^(\d{5})(\d{5})$/, '$1 $2');

const STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** What stands beside an invoice's title, on screen and in the PDF. A cancelled one says so instead of how it was paid. */
export function invoiceFacts(invoice: Invoice): [label: string, value: string][] {
  const [issued, ordered] = [formatDay(invoice.issuedAt), formatDay(invoice.orderedAt)];
  const facts: [string, string | null][] = [
    ['Number', invoice.number],
    ['Order', invoice.orderNumber],
    ['Date', issued],
    ['Ordered', issued === ordered ? null : ordered],
    ['Status', STATUS_LABELS[invoice.status]],
    ['Paid by', invoice.status === 'cancelled' ? null : paymentMethodName(invoice.paymentMethod)],
    ['Reference', invoice.paymentReference && spacedReference(invoice.paymentReference)],
    ['GSTIN', invoice.seller.gstin],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The lines under the table, the total last, and what was refunded since below it. */
export function invoiceSums({ subtotal, discount, shipping, codCharge, gst, total, refunded }: Invoice): TotalRow[] {
  const discountAmount = discount?.amount ?? NOTHING;
  const totals = { subtotal, discountAmount, shippingCost: shipping, codCharge, gstAmount: gst, total };
  return [
    ...totalRows(totals, { discount: discount?.label }),
    ...(refunded > 0 ? [{ label: 'Refunded', amount: `−${formatRupees(refunded)}` }] : []),
  ];
}

/** The sentences at the foot: what is promised, in the numbers of the day of issue, and thanks. */
export function invoiceFoot({ status, refunded, promises }: Invoice): [title: string, text: string][] {
  const { returnWithinDays: days, reportIssuesWithinHours: hours, refundBusinessDays: refund } = promises;
  const refundDays = refund.from === refund.to ? refund.from : `${refund.from}–${refund.to}`;
  if (status === 'cancelled')
    return [
      [
        'Cancelled.',
        refunded > 0
          ? 'The refund went to the account you paid from.'
          : `What you have paid goes back to the account you paid from in ${refundDays} business days.`,
      ],
    ];
  return [
    [
      'Returns.',
      `Ready pieces may come back within ${days} days of delivery if undamaged. Please report damage within ${hours} hours. Refunds reach the account you paid from in ${refundDays} business days.`,
    ],
    ['Thank you.', 'Each piece in this parcel was made by hand in the studio.'],
  ];
}

/** Where the parcel goes, line by line. */
export const shipToLines = ({ address }: PrintedParties['buyer']): string[] => [
  address.name,
  address.street,
  `${address.city}, ${address.state} ${address.zipCode}`,
  address.country,
];

/** What a packing slip and a label say of one order: as things stand now, without a price. */
export type Parcel = {
  orderId: string;
  orderNumber: string;
  orderedAt: Date;
  seller: Pick<PrintedParties['seller'], 'name' | 'address' | 'phone' | 'email' | 'hours'>;
  buyer: PrintedParties['buyer'];
  lines: { title: string; madeToOrder: boolean; quantity: number }[];
};

/** As many papers as are printed at once. */
export const MAX_PARCELS = 50;
