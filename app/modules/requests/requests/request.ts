import { dayInIndia } from '#app/basics/india.ts';
import { isMadeToOrder, type Medium } from '#app/modules/catalogue/artworks/medium.ts';
import { paise, type Paise } from '#app/basics/money.ts';
import type { OrderStatus } from '#app/modules/orders/orders/order.ts';

export const REQUEST_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn', 'closed'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const REQUEST_STATUS_LABELS: Record<RequestStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
};

/** The groups of the list: requests in which the studio or the customer must act, and each way to end. */
export const REQUEST_GROUPS = ['to-answer', 'with-customer', 'accepted', 'rejected', 'withdrawn', 'closed'] as const;
export type RequestGroup = (typeof REQUEST_GROUPS)[number];

export const REQUEST_KINDS = {
  'out-of-stock': 'Out of stock',
  'price-on-request': 'Price on request',
  custom: 'Custom order',
} as const;

export const asksForArtwork = (kind: keyof typeof REQUEST_KINDS, medium: Medium | null): boolean =>
  kind !== 'custom' && medium !== null && !isMadeToOrder({ medium });

export const PAID_BY = ['cash', 'upi', 'bank'] as const;
export type PaidBy = (typeof PAID_BY)[number];
export const PAID_BY_LABELS: Record<PaidBy, string> = { cash: 'Cash', upi: 'UPI', bank: 'Bank transfer' };

/** An acceptance can be undone for this long. Its emails, receipts and invoices wait until then. */
export const ACCEPT_UNDO_SECONDS = 60;

/** A rejection can be undone for this long. Its email waits until then. */
export const REJECTION_UNDO_SECONDS = 60;

export const NEEDED_IN_THE_PAST = 'Choose a day from today on.';

export const isOver = ({ now }: { now: Date }, neededBy: string | null | undefined): boolean =>
  typeof neededBy === 'string' && neededBy < dayInIndia(now);

/** Stages that the studio records. After the last stage, the order's status applies. */
export const STAGES = ['fabric-in', 'design', 'painting', 'stitching', 'ready'] as const;
export type Stage = (typeof STAGES)[number];

export const STAGE_LABELS: Record<Stage | 'dispatched' | 'delivered', string> = {
  'fabric-in': 'Fabric received',
  design: 'Design',
  painting: 'Painting',
  stitching: 'Stitching',
  ready: 'Ready',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
};

/**
 * `asked` and `quoted` are not accepted yet; only `quoted` has an open quote. `agreed` has an order but no stage yet.
 */
export type RequestState =
  | 'asked'
  | 'quoted'
  | 'agreed'
  | Stage
  | 'dispatched'
  | 'delivered'
  | 'rejected'
  | 'withdrawn'
  | 'closed'
  | 'cancelled';

export type RequestEvent =
  | 'send-quote'
  | 'ask-change'
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'close'
  | 'reopen'
  | 'receive-fabric'
  | 'start-design'
  | 'start-painting'
  | 'start-stitching'
  | 'finish'
  | 'dispatch'
  | 'deliver'
  | 'cancel'
  | 'restore'
  | 'set-back';

const WORK = ['agreed', ...STAGES] as const;
const ASKED = {
  'send-quote': 'quoted',
  accept: 'agreed',
  reject: 'rejected',
  withdraw: 'withdrawn',
  close: 'closed',
} as const;

/** The studio may skip stages, so it can dispatch or cancel until the order ships. */
const AGREED = { dispatch: 'dispatched', cancel: 'cancelled' } as const;

/**
 * The events that each state allows, and the state afterwards. Reopened requests and restored orders return to their
 * former state.
 */
export const REQUEST_LIFE: Record<
  RequestState,
  Partial<Record<RequestEvent, RequestState | readonly RequestState[]>>
> = {
  asked: ASKED,
  quoted: { ...ASKED, 'ask-change': 'asked' },
  agreed: { ...AGREED, 'receive-fabric': 'fabric-in', 'start-design': 'design', 'start-painting': 'painting' },
  'fabric-in': { ...AGREED, 'start-design': 'design', 'start-painting': 'painting' },
  design: { ...AGREED, 'receive-fabric': 'design', 'start-design': 'design', 'start-painting': 'painting' },
  painting: { ...AGREED, 'start-painting': 'painting', 'start-stitching': 'stitching', finish: 'ready' },
  stitching: { ...AGREED, 'start-stitching': 'stitching', finish: 'ready' },
  ready: AGREED,
  dispatched: { deliver: 'delivered', 'set-back': WORK },
  delivered: { 'set-back': ['dispatched', ...WORK] },
  rejected: { reopen: ['asked', 'quoted'] },
  withdrawn: {},
  closed: { reopen: ['asked', 'quoted'] },
  cancelled: { restore: WORK },
};

export const STATUS_AFTER = {
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrawn',
  close: 'closed',
  reopen: 'pending',
} as const satisfies Partial<Record<RequestEvent, RequestStatus>>;

export const STAGE_EVENTS: Record<Stage, RequestEvent> = {
  'fabric-in': 'receive-fabric',
  design: 'start-design',
  painting: 'start-painting',
  stitching: 'start-stitching',
  ready: 'finish',
};

export const statesAfter = (state: RequestState, event: RequestEvent): readonly RequestState[] =>
  [REQUEST_LIFE[state][event] ?? []].flat();

export const mayHappen = (event: RequestEvent, state: RequestState): boolean =>
  REQUEST_LIFE[state][event] !== undefined;

/** Returns whether painting has not begun, so that the customer's fabric may still arrive. */
export const isStillToPaint = (state: RequestState): boolean =>
  state === 'agreed' || state === 'fabric-in' || state === 'design';

type RequestStateFacts = {
  status: RequestStatus;
  hasOpenQuote: boolean;
  stage: Stage | null;
  orderStatus: OrderStatus | null;
};

export function stateOf({ status, hasOpenQuote, stage, orderStatus }: RequestStateFacts): RequestState {
  if (status === 'pending') return hasOpenQuote ? 'quoted' : 'asked';
  if (status !== 'accepted') return status;
  if (orderStatus === 'cancelled' || orderStatus === 'delivered') return orderStatus;
  return orderStatus === 'shipped' ? 'dispatched' : (stage ?? 'agreed');
}

/** Conditions for painting and shipping, which apply in addition to the state. */
export type Readiness = {
  hasAdvance: boolean;
  /** The customer confirmed their own fabric, or the studio buys it. */
  hasFabric: boolean;
  /** The customer approved the newest design, or the quote needs no approval. */
  isApproved: boolean;
  isPaid: boolean;
};

export type NotYet = 'advance-missing' | 'fabric-missing' | 'approval-missing' | 'balance-missing';

export function missingFor(event: RequestEvent, ready: Readiness): NotYet | undefined {
  if (event === 'start-painting') {
    if (!ready.hasAdvance) return 'advance-missing';
    if (!ready.hasFabric) return 'fabric-missing';
    if (!ready.isApproved) return 'approval-missing';
  }
  if (event === 'dispatch' && !ready.isPaid) return 'balance-missing';
  return undefined;
}

export const QUOTE_LINE_KINDS = ['fabric', 'painting', 'stitching', 'shipping', 'other'] as const;
export type QuoteLineKind = (typeof QUOTE_LINE_KINDS)[number];
export const QUOTE_LINE_LABELS: Record<QuoteLineKind, string> = {
  fabric: 'Fabric',
  painting: 'Painting',
  stitching: 'Stitching',
  shipping: 'Shipping',
  other: 'Other',
};
export type QuoteLine = { kind: QuoteLineKind; title: string; amount: Paise };

export function totalOf(lines: readonly QuoteLine[]): { total: Paise; shipping: Paise } {
  const sum = (of: readonly QuoteLine[]) => paise(of.reduce((total, { amount }) => total + amount, 0));
  return { total: sum(lines), shipping: sum(lines.filter(({ kind }) => kind === 'shipping')) };
}

export function advanceOf(total: Paise, percentage: number): Paise {
  const whole = Math.round((total * percentage) / 100 / 100) * 100;
  return paise(Math.min(total, Math.max(1, whole)));
}

type CancellationTerms = { feeBeforePainting: number; feeOncePainting: number };

/** Returns the fee in paise when the customer cancels in this state. The studio can cancel without a fee. */
export function cancellationFeeOf(
  state: RequestState,
  by: 'customer' | 'studio',
  { advance, feeBeforePainting, feeOncePainting }: CancellationTerms & { advance: Paise },
): Paise {
  if (by === 'studio') return paise(0);
  const isPainted = state === 'painting' || state === 'stitching' || state === 'ready';
  return paise(Math.round((advance * (isPainted ? feeOncePainting : feeBeforePainting)) / 100));
}

export const QUOTE_VALID_DAYS = 14;
/** A request with an expired quote closes after this time without messages. */
export const CLOSED_AFTER_DAYS = 14;

export type Waiting = {
  for: 'studio' | 'customer';
  what:
    | 'answer'
    | 'quote'
    | 'quote-answer'
    | 'advance'
    | 'payment-check'
    | 'fabric'
    | 'fabric-confirmation'
    | 'approval'
    | 'work'
    | 'balance'
    | 'dispatch';
  until: Date | null;
};

export const MAILED_AFTER_MINUTES = 5;
export const MAX_MESSAGE_LENGTH = 4000;
export const MAX_PICTURES = 5;

/** One side's access to a request. Only the `open…` functions of this module create this object. */
export type RequestAccess = {
  readonly requestId: string;
  readonly side: 'studio' | 'customer';
  readonly by: AccessBy;
  readonly proven: typeof PROVEN;
};

/** An emailed link proves the email address. A shared link does not, because the studio also sees it. */
export type LinkChannel = 'email' | 'shared';
export type AccessBy = 'account' | `${LinkChannel}-link`;

export const PROVEN = Symbol('proven');
