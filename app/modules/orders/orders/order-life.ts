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
  | 'refund'
  | 'refund-failed';
const ADMIN_EVENTS = ['confirm', 'ship', 'deliver', 'cancel', 'restore', 'set-back'] as const;
export type AdminEventType = (typeof ADMIN_EVENTS)[number];

type State = {
  /** Its items are taken out of stock. */
  holdsStock: boolean;
  /** It goes its way: its customer has a confirmation and it has an invoice. */
  isCertain: boolean;
  leftTheStudio: boolean;
  /** What may happen to it, and the status it then has: one of several where an admin names it. */
  on: Partial<Record<OrderEventType, OrderStatus | readonly OrderStatus[]>>;
};

/** The life of an order: its statuses, what may happen in each, and where that leads. Whatever isn't here can't happen. */
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

/** What an event does to the payment, and what the history says where who caused it says nothing. */
export const ORDER_EVENTS: Record<
  OrderEventType,
  { paymentStatus?: PaymentStatus; verification?: Verification; reason?: string }
> = {
  /** The customer chose how to pay, and hasn't yet. */
  'choose-method': {},
  /** The customer says that it is paid; the reference follows. */
  claim: { reason: 'The customer says that it is paid by UPI' },
  'give-reference': { paymentStatus: 'confirmed', verification: 'unverified', reason: 'Reference given' },
  /** A gateway has the money. */
  pay: { paymentStatus: 'confirmed', verification: 'matched', reason: 'Paid' },
  /** A payment is confirmed for an order without stock, and its pieces are gone. */
  'pay-too-late': { paymentStatus: 'confirmed', verification: 'matched', reason: 'Paid when its pieces were gone' },
  /** Its hold has passed. */
  lapse: { reason: 'Not paid within 15 minutes' },
  /** The courier could not hand it over: the parcel is back. */
  'return-to-sender': { reason: 'Returned to the sender' },
  confirm: {},
  ship: {},
  deliver: {},
  cancel: {},
  /** A cancellation is taken back. */
  restore: {},
  'set-back': {},
  /** An admin notes under which reference it was paid. */
  'note-reference': { verification: 'unverified' },
  'correct-address': {},
  /** All that was paid is back. */
  refund: { paymentStatus: 'refunded' },
  /** Some of it is here again. */
  'refund-failed': { paymentStatus: 'confirmed' },
};

/** The statuses that an event may lead to from this one. */
export const statusesAfter = (from: OrderStatus, event: OrderEventType): readonly OrderStatus[] =>
  [ORDER_LIFE[from].on[event] ?? []].flat();

/** What the customer says who pays. An order with an advance is paid more than once, and where it stands doesn't hang on words: only money moves it. */
export const isWord = (event: OrderEventType): boolean =>
  event === 'choose-method' || event === 'claim' || event === 'give-reference';

/** What an admin does who sets another status. */
export function adminEvent(from: OrderStatus, to: OrderStatus): AdminEventType {
  const event = ADMIN_EVENTS.find((each) => statusesAfter(from, each).includes(to));
  if (!event) throw new RangeError(`nothing leads from ${from} to ${to}`);
  return event;
}

/** Whether a change needs a reason: an order goes back, or its cancellation is taken back. */
export const isStepBack = (from: OrderStatus, to: OrderStatus): boolean =>
  from !== to && ['restore', 'set-back'].includes(adminEvent(from, to));

/**
 * Whether a change sends out what isn't paid in full: its money was not found in the bank, or is short. COD is paid at the door; one with
 * an advance can't leave at all while something of it is outstanding.
 */
export const shipsUnverified = (order: PaymentFacts, to: OrderStatus, balance: Balance): boolean =>
  order.advance === null &&
  ORDER_LIFE[to].leftTheStudio &&
  !ORDER_LIFE[order.status].leftTheStudio &&
  (order.verification !== 'matched' || orderPayment(order, balance).missing > 0) &&
  order.paymentMethod !== 'cod';

/** What a change does to the stock: cancelling gives the items back, taking a cancellation back takes them again. */
export const stockEffect = (from: OrderStatus, to: OrderStatus): 'return' | 'take' | 'none' =>
  ORDER_LIFE[from].holdsStock === ORDER_LIFE[to].holdsStock ? 'none' : ORDER_LIFE[to].holdsStock ? 'take' : 'return';

/** Until when the customer may cancel, by the owner's promise. */
export const cancellableUntil = (order: Pick<Order, 'createdAt'>, withinHours: number): Date =>
  new Date(order.createdAt.getTime() + withinHours * 3_600_000);

/** Whether the customer may cancel now: within the promised hours and before shipping; one with an advance where it was agreed on. */
export const mayCancel = (
  order: Pick<Order, 'createdAt' | 'status' | 'advance'>,
  withinHours: number,
  now: Date,
): boolean =>
  order.advance === null &&
  (order.status === 'pending' || order.status === 'processing') &&
  now < cancellableUntil(order, withinHours);

/** Whether its pieces were gone when its reference or its money came: it never became certain, and what came is owed. */
export const isPaidTooLate = (order: Pick<Order, 'status' | 'confirmedAt' | 'paymentReferenceId'>): boolean =>
  order.status === 'cancelled' && order.confirmedAt === null && order.paymentReferenceId !== null;

/** Whether what is in it counts as bought. */
export const isBought = (order: Pick<Order, 'status' | 'paymentStatus'>): boolean =>
  order.status !== 'cancelled' && order.paymentStatus !== 'pending';

/** Whether a reference can be noted: there is none yet, or the one there was is rejected; of one with an advance, whenever it waits for a payment. */
export const takesReference = (order: PaymentFacts, balance: Balance): boolean =>
  order.advance === null
    ? statusesAfter(order.status, 'note-reference').length > 0 &&
      (order.paymentMethod === 'manual' || order.paymentMethod === 'upi') &&
      (order.verification === 'rejected' || (order.verification === 'unverified' && order.paymentReferenceId === null))
    : orderPayment(order, balance).payAt !== null;

/** Whether its address can be corrected. */
export const takesAddress = ({ status }: Pick<Order, 'status'>): boolean =>
  statusesAfter(status, 'correct-address').length > 0;
