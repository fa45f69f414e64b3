import type { PersonalizationAnswer } from '#app/basics/personalization.ts';
import type { Firm, ShippingAddress } from '#app/basics/address.ts';
import { gstCodeOf, stateOfGstin } from '#app/basics/gstin.ts';
import { isState, type StateOrTerritory } from '#app/basics/states.ts';
import { formatRupees, NOTHING, type Paise, paise, percentageOf, sum, times } from '#app/basics/money.ts';
import type { PaymentMethod } from '#app/basics/payment-methods.ts';
import { distribute, grossAmount, splitTax, type Taxed, taxOrder } from '#app/modules/orders/pricing/gst.ts';
import { stateOfSeller } from '#app/modules/store/settings/seller.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { type Credited, NOTHING_CREDITED, type ReturnedItem, withoutCredited } from './credit.ts';
import {
  type InvoiceKind,
  lineGross,
  type DocumentContent,
  type DocumentLine,
  type MoneyAtIssue,
  sumLines,
} from './paper.ts';

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
    /** Work on the customer's own fabric. */
    service?: boolean;
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

/** Names the percentage only if the discount is exactly that percentage. */
export function discountLabel(
  { couponCode, subtotal, discountAmount }: Pick<InvoicedOrder, 'couponCode' | 'subtotal' | 'discountAmount'>,
  percentage: number | null,
): string {
  if (couponCode === null) return 'Discount';
  const isShown = percentage !== null && percentageOf(subtotal, percentage) === discountAmount;
  return `Discount, ${couponCode}${isShown ? ` (${percentage}%)` : ''}`;
}

export type WrittenInvoice = { kind: InvoiceKind; content: DocumentContent };

/**
 * Writes an order's invoice, or a tax invoice and a bill of supply for a firm's taxed and exempt goods. Throws unless
 * the lines equal the order's total.
 */
export function writeInvoices(
  settings: Settings,
  order: InvoicedOrder,
  {
    percentage,
    money,
    credited = NOTHING_CREDITED,
  }: { percentage: number | null; money: MoneyAtIssue; credited?: Credited },
): WrittenInvoice[] {
  const whole = writeWhole(settings, order, percentage);
  const lines = withoutCredited(whole.content, credited);
  if (lines.length === 0) return [];
  const kinds = splitByKind(settings.seller, order.firm, lines);
  const totals = kinds.map(([, ofKind]) => sum(ofKind.map(lineGross)));
  const moneyParts = splitMoney(money, totals);
  return kinds.map(([kind, ofKind], at) => {
    const { discountAmount, ...sums } = sumLines(ofKind, whole.isOnTop);
    const discount = discountAmount > 0 ? { amount: discountAmount, label: discountLabel(order, percentage) } : null;
    return { kind, content: { ...whole.content, ...sums, discount, lines: ofKind, money: moneyParts[at]! } };
  });
}

/** Returns the pieces of a note's lines. A line without a quantity is a lower price. */
export const toReturnedItems = ({ lines }: Pick<DocumentContent, 'lines'>): ReturnedItem[] =>
  lines.flatMap(({ artworkId, variantId, quantity }) =>
    artworkId === null || quantity === 0 ? [] : { artworkId, variantId, quantity },
  );

/**
 * A regular seller issues a bill of supply for exempt goods (CGST Rules, r.49), but one document for taxed and exempt
 * goods (r.46A).
 */
export function splitByKind(
  { status }: Settings['seller'],
  firm: Firm | null,
  lines: DocumentLine[],
): [InvoiceKind, DocumentLine[]][] {
  if (status === 'unregistered') return [['invoice', lines]];
  if (status === 'composition') return [['bill-of-supply', lines]];
  const exempt = lines.filter(({ gstRate }) => gstRate === 0);
  if (exempt.length === 0) return [['tax-invoice', lines]];
  if (exempt.length === lines.length) return [['bill-of-supply', lines]];
  if (!firm) return [['invoice-cum-bill-of-supply', lines]];
  return [
    ['tax-invoice', lines.filter(({ gstRate }) => gstRate > 0)],
    ['bill-of-supply', exempt],
  ];
}

export function splitMoney(money: MoneyAtIssue, totals: readonly Paise[]): MoneyAtIssue[] {
  if (totals.length === 1) return [money];
  const payments = money.payments.map((payment) => ({ ...payment, parts: distribute(payment.amount, totals) }));
  const [received, due, refundDue] = [money.received, money.due, money.refundDue].map((each) =>
    distribute(each, totals),
  );
  return totals.map((_, at) => ({
    claimed: money.claimed,
    payments: payments.map(({ parts, ...payment }) => ({ ...payment, amount: parts[at]! })),
    received: received![at]!,
    due: due![at]!,
    refundDue: refundDue![at]!,
  }));
}

export function writeWhole(
  settings: Settings,
  order: InvoicedOrder,
  percentage: number | null,
): { content: DocumentContent; isOnTop: boolean } {
  const { seller, gstOnServices } = settings;
  const isTaxed = seller.status === 'regular';
  const sellerState = stateOfSeller(seller);
  const supplyState = isTaxed ? toSupplyState(order, sellerState) : undefined;
  const isInterstate = supplyState !== sellerState;
  const isOnTop = isTaxed && order.gstAmount > 0;
  const lines = writeLines(order, {
    isTaxed,
    isRegistered: seller.status !== 'unregistered',
    isInterstate: isTaxed && isInterstate,
    services: gstOnServices,
  });
  const { discountAmount, ...sums } = sumLines(lines, isOnTop);
  if (sums.total !== order.total)
    throw new Error(
      `the lines of order ${order.id} come to ${formatRupees(sums.total)}, not ${formatRupees(order.total)}`,
    );
  const content: DocumentContent = {
    edition: 2,
    ...writeParties(settings, order),
    isTaxed,
    isInterstate: isTaxed && isInterstate,
    orderNumber: order.orderNumber,
    orderedAt: order.createdAt.toISOString(),
    paymentMethod: order.paymentMethod,
    paymentReference: order.paymentReferenceId,
    lines,
    ...sums,
    discount: discountAmount > 0 ? { amount: discountAmount, label: discountLabel(order, percentage) } : null,
    placeOfSupply: supplyState === undefined ? null : `${supplyState} (${gstCodeOf(supplyState)})`,
  };
  return { content, isOnTop };
}

/**
 * Goods sold over the counter are supplied in the shop's state, and goods sent on a firm's order in the firm's state
 * (IGST Act, s.10).
 */
function toSupplyState(
  { firm, shippingAddress: { state } }: InvoicedOrder,
  sellerState: StateOrTerritory | undefined,
): StateOrTerritory | undefined {
  if (firm?.suppliesFirmState) return stateOfGstin(firm.gstin);
  return isState(state) ? state : sellerState;
}

type LineRules = {
  isTaxed: boolean;
  isRegistered: boolean;
  isInterstate: boolean;
  services: Settings['gstOnServices'];
};

/**
 * Returns items and charges as lines. If the seller may not collect tax, tax that was added becomes part of the price.
 */
export function writeLines(
  order: Pick<InvoicedOrder, 'items' | 'subtotal' | 'discountAmount' | 'shippingCost' | 'codCharge' | 'gstAmount'>,
  { isTaxed, isRegistered, isInterstate, services }: LineRules,
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
    isInterstate,
  });
  const taxOf = (part: Taxed) =>
    isTaxed
      ? { gstRate: part.gstRate, taxable: part.taxable, ...splitTax(part, isInterstate) }
      : { gstRate: 0, taxable: grossAmount(part), cgst: NOTHING, sgst: NOTHING, igst: NOTHING };
  const goods = order.items.map((item, at): DocumentLine => {
    const part = taxed.lines[at]!;
    const added = isOnTop && !isTaxed ? part.tax : 0;
    return {
      artworkId: item.artwork_id,
      ...(item.variant_id !== undefined && { variantId: item.variant_id }),
      ...(item.service && { isService: true as const }),
      title: item.title,
      ...(item.personalization && { personalization: item.personalization }),
      madeToOrder: item.made_to_order === true,
      quantity: item.quantity,
      unit: item.service ? 'OTH' : 'NOS',
      rate: paise(item.price + Math.round(added / item.quantity)),
      amount: paise(times(item.price, item.quantity) + added),
      hsn: isRegistered ? (item.hsn ?? '') : '',
      ...taxOf(part),
    };
  });
  const chargeLine = (part: Taxed, named: Pick<DocumentLine, 'title' | 'isCodCharge'>, sac: string): DocumentLine => {
    const rate = isOnTop && isTaxed ? part.taxable : grossAmount(part);
    return {
      artworkId: null,
      ...named,
      madeToOrder: false,
      quantity: 1,
      unit: 'OTH',
      rate,
      amount: rate,
      hsn: isRegistered ? sac : '',
      ...taxOf(part),
    };
  };
  return [
    ...goods,
    ...taxed.shipping.map((part) => chargeLine(part, { title: 'Shipping' }, services.shippingSac)),
    ...taxed.codCharge.map((part) =>
      chargeLine(part, { title: 'Cash on delivery charge', isCodCharge: true }, services.cashOnDeliverySac),
    ),
  ];
}

function writeParties(
  { shopName, contact, seller, legal, promises }: Settings,
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
      legalName: legal.sellerName ?? shopName,
      registeredAddress: legal.sellerAddress ?? contact.address,
    },
    buyer: { name: customerName, email: customerEmail, phone, address, handedOver, firm },
    promises: {
      returnWithinDays: promises.returnWithinDays,
      reportIssuesWithinHours: promises.reportIssuesWithinHours,
      refundBusinessDays: promises.refundBusinessDays,
    },
  };
}
