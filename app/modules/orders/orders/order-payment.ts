import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { type Balance, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import type { Order } from './order.ts';

export type OrderPaymentState =
  | 'awaiting-payment'
  | 'awaiting-confirmation'
  | 'part-paid'
  | 'paid'
  | 'refund-due'
  | 'refunded';

export type OrderPayment = {
  /** Null for a cancelled order when no money is left. */
  state: OrderPaymentState | null;
  payAt: 'checkout' | 'pay-page' | 'delivery' | null;
  /** The amount that the customer can pay now: the rest of the advance, or else of the total. */
  payable: Paise;
  cash: Paise;
  /** By how much a confirmed payment was too small. */
  missing: Paise;
  hasAdvance: boolean;
};

export type PaymentFacts = Pick<
  Order,
  'status' | 'paymentStatus' | 'paymentMethod' | 'paymentReferenceId' | 'verification' | 'advance'
>;

/** Returns the payment state. `wherePaymentState` and `wherePaidAt` contain the same rules in SQL. */
export function orderPayment(order: PaymentFacts, balance: Balance): OrderPayment {
  const amountDue = order.status === 'cancelled' ? NOTHING : outstanding(balance);
  const missingAdvance = (order.advance ?? 0) - balance.received;
  const payAt = payAtOf(order, amountDue);
  const isShort =
    order.advance === null && order.verification === 'matched' && order.paymentMethod !== 'cod' && balance.received > 0;
  return {
    state: stateOf(order, balance),
    payAt,
    payable: missingAdvance > 0 ? paise(Math.min(missingAdvance, amountDue)) : amountDue,
    cash: payAt === 'delivery' ? amountDue : NOTHING,
    missing: isShort ? amountDue : NOTHING,
    hasAdvance: missingAdvance <= 0,
  };
}

export const awaitsConfirmation = (order: Pick<Order, 'paymentReferenceId' | 'verification'>): boolean =>
  order.paymentReferenceId !== null && order.verification === 'unverified';

/** Returns the amount that the customer can pay now, or else the total. */
export const claimable = (order: PaymentFacts & Pick<Order, 'total'>, balance: Balance): Paise =>
  orderPayment(order, balance).payable || order.total;

/** Returns whether the order is pending until its reference is confirmed. */
export const awaitsCheck = (order: Parameters<typeof awaitsConfirmation>[0] & Pick<Order, 'status' | 'advance'>) =>
  order.advance === null && order.status === 'pending' && awaitsConfirmation(order);

export const awaitsPayment = ({ payAt }: OrderPayment): boolean => payAt === 'checkout' || payAt === 'pay-page';

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
