import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { type Balance, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import type { Order } from './order.ts';

/** The words for the payment of an order, the same for customers and the owner. */
export type OrderPaymentState =
  | 'awaiting-payment'
  | 'awaiting-confirmation'
  | 'part-paid'
  | 'paid'
  | 'refund-due'
  | 'refunded';

export type OrderPayment = {
  /** Null for a cancelled order from which no money is left. */
  state: OrderPaymentState | null;
  /** Where the customer pays next: at the checkout, on the page of an order with an advance, or to the courier. */
  payAt: 'checkout' | 'pay-page' | 'delivery' | null;
  /** The amount of the next payment: the rest of the advance, then the outstanding amount. 0 for a cancelled order. */
  payable: Paise;
  /** The amount that the courier collects. */
  cash: Paise;
  /** The shortfall of a payment that was found in the bank. */
  missing: Paise;
  /** Whether everything that must be received before the order goes ahead was received. */
  hasAdvance: boolean;
};

export type PaymentFacts = Pick<
  Order,
  'status' | 'paymentStatus' | 'paymentMethod' | 'paymentReferenceId' | 'verification' | 'advance'
>;

/** Returns where the payment of an order stands. In SQL: `wherePaymentState` and `wherePaidAt`. */
export function orderPayment(order: PaymentFacts, balance: Balance): OrderPayment {
  const left = order.status === 'cancelled' ? NOTHING : outstanding(balance);
  const missingAdvance = (order.advance ?? 0) - balance.received;
  const payAt = payAtOf(order, left);
  const isShort =
    order.advance === null && order.verification === 'matched' && order.paymentMethod !== 'cod' && balance.received > 0;
  return {
    state: stateOf(order, balance),
    payAt,
    payable: missingAdvance > 0 ? paise(Math.min(missingAdvance, left)) : left,
    cash: payAt === 'delivery' ? left : NOTHING,
    missing: isShort ? left : NOTHING,
    hasAdvance: missingAdvance <= 0,
  };
}

/** Whether the newest reference of an order was not looked up yet. */
export const awaitsConfirmation = (order: Pick<Order, 'paymentReferenceId' | 'verification'>): boolean =>
  order.paymentReferenceId !== null && order.verification === 'unverified';

/** Returns the amount that a reference claims when it is given now: what is payable, otherwise the order's total. */
export const claimable = (order: PaymentFacts & Pick<Order, 'total'>, balance: Balance): Paise =>
  orderPayment(order, balance).payable || order.total;

/** Whether an order stays pending until its reference is found in the bank. */
export const awaitsCheck = (order: Parameters<typeof awaitsConfirmation>[0] & Pick<Order, 'status' | 'advance'>) =>
  order.advance === null && order.status === 'pending' && awaitsConfirmation(order);

/** Whether the customer may pay or give a reference now. An order whose hold has expired waits until the sweep cancels it. */
export const awaitsPayment = ({ payAt }: OrderPayment): boolean => payAt === 'checkout' || payAt === 'pay-page';

/** Whether a payment may be opened at a gateway: something is payable, and the order's hold has not expired. */
export const isPayable = (order: PaymentFacts & Pick<Order, 'heldUntil'>, balance: Balance, now: Date): boolean => {
  const payment = orderPayment(order, balance);
  return awaitsPayment(payment) && payment.payable > 0 && (order.heldUntil === null || order.heldUntil > now);
};

function stateOf(order: PaymentFacts, { due, received }: Balance): OrderPaymentState | null {
  if (awaitsConfirmation(order)) return 'awaiting-confirmation';
  if (received > due) return 'refund-due';
  if (order.paymentStatus === 'refunded') return 'refunded';
  if (order.status === 'cancelled') return null;
  if (received === due) return 'paid';
  return received > 0 ? 'part-paid' : 'awaiting-payment';
}

function payAtOf(order: PaymentFacts, left: Paise): OrderPayment['payAt'] {
  if (order.advance !== null) return left > 0 && !awaitsConfirmation(order) ? 'pay-page' : null;
  if (order.status === 'cancelled' || order.paymentStatus !== 'pending') return null;
  if (order.paymentMethod === 'cod') return 'delivery';
  return order.status === 'pending' && order.paymentReferenceId === null ? 'checkout' : null;
}
