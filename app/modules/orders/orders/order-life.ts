import type { Balance } from '#app/modules/orders/ledger/ledger.ts';
import type { Order, OrderStatus, PaymentStatus, Verification } from './order.ts';
import { orderPayment, type PaymentFacts } from './order-payment.ts';

export type OrderEventType =
  | 'choose-method'
  | 'claim'
  | 'give-reference'
  | 'pay'
  | 'pay-too-late'
  | 'lapse'
  | 'return-to-sender'
  | AdminEventType
  | 'note-reference'
  | 'correct-address'
  | 'change'
  | 'refund'
  | 'refund-failed';
const ADMIN_EVENTS = ['confirm', 'ship', 'deliver', 'cancel', 'restore', 'set-back'] as const;
export type AdminEventType = (typeof ADMIN_EVENTS)[number];

type State = {
  holdsStock: boolean;
  isCertain: boolean;
  leftTheStudio: boolean;
  on: Partial<Record<OrderEventType, OrderStatus | readonly OrderStatus[]>>;
};

export const ORDER_LIFE: Record<OrderStatus, State> = {
  pending: {
    holdsStock: true,
    isCertain: false,
    leftTheStudio: false,
    on: {
      'choose-method': 'pending',
      claim: 'pending',
      'give-reference': 'processing',
      pay: 'processing',
      'pay-too-late': 'cancelled',
      lapse: 'cancelled',
      confirm: 'processing',
      ship: 'shipped',
      deliver: 'delivered',
      cancel: 'cancelled',
      'note-reference': 'pending',
      'correct-address': 'pending',
      change: 'pending',
      refund: 'pending',
      'refund-failed': 'pending',
    },
  },
  processing: {
    holdsStock: true,
    isCertain: true,
    leftTheStudio: false,
    on: {
      pay: 'processing',
      ship: 'shipped',
      deliver: 'delivered',
      cancel: 'cancelled',
      'set-back': ['pending'],
      'note-reference': 'processing',
      'correct-address': 'processing',
      change: 'processing',
      refund: 'processing',
      'refund-failed': 'processing',
    },
  },
  shipped: {
    holdsStock: true,
    isCertain: true,
    leftTheStudio: true,
    on: {
      pay: 'shipped',
      deliver: 'delivered',
      cancel: 'cancelled',
      'return-to-sender': 'cancelled',
      'set-back': ['pending', 'processing'],
      'note-reference': 'shipped',
      refund: 'shipped',
      'refund-failed': 'shipped',
    },
  },
  delivered: {
    holdsStock: true,
    isCertain: true,
    leftTheStudio: true,
    on: {
      pay: 'delivered',
      'set-back': ['pending', 'processing', 'shipped', 'cancelled'],
      'note-reference': 'delivered',
      refund: 'delivered',
      'refund-failed': 'delivered',
    },
  },
  cancelled: {
    holdsStock: false,
    isCertain: false,
    leftTheStudio: false,
    on: {
      pay: 'cancelled',
      restore: ['pending', 'processing', 'shipped', 'delivered'],
      refund: 'cancelled',
      'refund-failed': 'cancelled',
    },
  },
};

export const ORDER_EVENTS: Record<
  OrderEventType,
  { paymentStatus?: PaymentStatus; verification?: Verification; reason?: string }
> = {
  'choose-method': {},
  claim: { reason: 'The customer says that it is paid by UPI' },
  'give-reference': { paymentStatus: 'confirmed', verification: 'unverified', reason: 'Reference given' },
  pay: { paymentStatus: 'confirmed', verification: 'matched', reason: 'Paid' },
  'pay-too-late': { paymentStatus: 'confirmed', verification: 'matched', reason: 'Paid after its pieces had sold' },
  lapse: { reason: 'Not paid within 15 minutes' },
  'return-to-sender': { reason: 'Returned to the sender' },
  confirm: {},
  ship: {},
  deliver: {},
  cancel: {},
  restore: {},
  'set-back': {},
  'note-reference': { verification: 'unverified' },
  'correct-address': {},
  change: {},
  refund: { paymentStatus: 'refunded' },
  'refund-failed': { paymentStatus: 'confirmed' },
};

export const statusesAfter = (from: OrderStatus, event: OrderEventType): readonly OrderStatus[] =>
  [ORDER_LIFE[from].on[event] ?? []].flat();

/**
 * Returns whether an event only claims a payment. An order with an advance changes its status only when the shop
 * receives money.
 */
export const isClaimEvent = (event: OrderEventType): boolean =>
  event === 'choose-method' || event === 'claim' || event === 'give-reference';

export function adminEvent(from: OrderStatus, to: OrderStatus): AdminEventType {
  const event = ADMIN_EVENTS.find((each) => statusesAfter(from, each).includes(to));
  if (!event) throw new RangeError(`nothing leads from ${from} to ${to}`);
  return event;
}

export const isStepBack = (from: OrderStatus, to: OrderStatus): boolean =>
  from !== to && ['restore', 'set-back'].includes(adminEvent(from, to));

/** Returns whether the order would ship before its payment is confirmed. Excludes cash on delivery and advances. */
export const shipsUnverified = (order: PaymentFacts, to: OrderStatus, balance: Balance): boolean =>
  order.advance === null &&
  ORDER_LIFE[to].leftTheStudio &&
  !ORDER_LIFE[order.status].leftTheStudio &&
  (order.verification !== 'matched' || orderPayment(order, balance).missing > 0) &&
  order.paymentMethod !== 'cod';

export const stockEffect = (from: OrderStatus, to: OrderStatus): 'return' | 'take' | 'none' =>
  ORDER_LIFE[from].holdsStock === ORDER_LIFE[to].holdsStock ? 'none' : ORDER_LIFE[to].holdsStock ? 'take' : 'return';

export const cancellableUntil = (order: Pick<Order, 'createdAt'>, withinHours: number): Date =>
  new Date(order.createdAt.getTime() + withinHours * 3_600_000);

export const mayCancel = (
  order: Pick<Order, 'createdAt' | 'status' | 'advance'>,
  withinHours: number,
  now: Date,
): boolean =>
  order.advance === null &&
  (order.status === 'pending' || order.status === 'processing') &&
  now < cancellableUntil(order, withinHours);

/** Returns whether to offer a change of the order. `changeOrder` also refuses while a gateway payment is open. */
export const mayChange = (
  order: Pick<Order, 'createdAt' | 'status' | 'advance' | 'total' | 'paymentStatus'>,
  balance: Balance,
  withinHours: number,
  now: Date,
): boolean => mayCancel(order, withinHours, now) && !hasRefund(order, balance);

/** Returns whether a refund is due, or has reduced the amount due. */
export const hasRefund = (order: Pick<Order, 'total' | 'paymentStatus'>, { due, received }: Balance): boolean =>
  order.paymentStatus === 'refunded' || received > due || due !== order.total;

/** Returns whether the pieces were out of stock when the order was paid, so that a refund is due. */
export const isPaidTooLate = (order: Pick<Order, 'status' | 'confirmedAt' | 'paymentReferenceId'>): boolean =>
  order.status === 'cancelled' && order.confirmedAt === null && order.paymentReferenceId !== null;

export const isBought = (order: Pick<Order, 'status' | 'paymentStatus'>): boolean =>
  order.status !== 'cancelled' && order.paymentStatus !== 'pending';

/**
 * Returns whether the customer can enter a reference: if the order has none, after a rejection, or while an advance is
 * due.
 */
export const takesReference = (order: PaymentFacts, balance: Balance): boolean =>
  order.advance === null
    ? statusesAfter(order.status, 'note-reference').length > 0 &&
      (order.paymentMethod === 'manual' || order.paymentMethod === 'upi') &&
      (order.verification === 'rejected' || (order.verification === 'unverified' && order.paymentReferenceId === null))
    : orderPayment(order, balance).payAt !== null;

export const takesAddress = ({ status }: Pick<Order, 'status'>): boolean =>
  statusesAfter(status, 'correct-address').length > 0;
