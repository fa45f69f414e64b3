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

export const REQUEST_KINDS = {
  'out-of-stock': 'Out of stock',
  'price-on-request': 'Price on request',
  custom: 'Custom order',
} as const;

/** Whether a request is for a piece as it is, which may be in stock; all else is made for its sender anyway. */
export const asksForArtwork = (kind: keyof typeof REQUEST_KINDS, medium: Medium | null): boolean =>
  kind !== 'custom' && medium !== null && !isMadeToOrder({ medium });

/** For so long a rejection can be taken back before its sender hears of it. */
export const REJECTION_UNDO_SECONDS = 60;

/** What is said beside a day that is over, by which something is needed. */
export const NEEDED_IN_THE_PAST = 'Pick a day that isn’t over yet.';

/**
 * How a request stands to the promise to answer (24 hours): answered once somebody wrote or decided, else due by a moment
 * or past it.
 */
export function clockOf(
  request: { status: RequestStatus; createdAt: Date; repliedAt: Date | null; answeredAt: Date | null },
  { now, replyWithinHours }: { now: Date; replyWithinHours: number },
): { state: 'answered' | 'due' | 'overdue'; at: Date } {
  const answered = request.repliedAt ?? request.answeredAt;
  if (answered) return { state: 'answered', at: answered };
  const at = new Date(request.createdAt.getTime() + replyWithinHours * 3_600_000);
  return { state: request.status === 'pending' && now > at ? 'overdue' : 'due', at };
}

/** Whether the day by which something is needed is over in India; none never is. */
export const isOver = ({ now }: { now: Date }, neededBy: string | null | undefined): boolean =>
  typeof neededBy === 'string' && neededBy < dayInIndia(now);

/** The stages of the work that the studio records; what comes after them is the order's own way. */
export const STAGES = ['fabric-in', 'design', 'painting', 'stitching', 'ready'] as const;
export type Stage = (typeof STAGES)[number];

export const STAGE_LABELS: Record<Stage | 'dispatched' | 'delivered', string> = {
  'fabric-in': 'Fabric in',
  design: 'Design',
  painting: 'Painting',
  stitching: 'Stitching',
  ready: 'Ready',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
};

/**
 * Where a request stands, from the request to the parcel. `asked` and `quoted` are open requests, without a quote that its
 * customer can answer and with one; `agreed` has an order and no stage yet.
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

/** Until the parcel has left. The studio decides when the work is done: it needn't record each stage. */
const AGREED = { dispatch: 'dispatched', cancel: 'cancelled' } as const;

/**
 * The life of a request: its states, what may happen in each, and where that may lead. Whatever isn't here can't happen. A
 * request that is taken up again, and work whose order was cancelled or sent by a slip, go on where they stood.
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

/** The status that an event leaves a request in; all other events leave it as it is. */
export const STATUS_AFTER = {
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrawn',
  close: 'closed',
  reopen: 'pending',
} as const satisfies Partial<Record<RequestEvent, RequestStatus>>;

/** What leads to each stage. */
export const STAGE_EVENTS: Record<Stage, RequestEvent> = {
  'fabric-in': 'receive-fabric',
  design: 'start-design',
  painting: 'start-painting',
  stitching: 'start-stitching',
  ready: 'finish',
};

/** The states that an event may lead to from this one; none where it can't happen. */
export const statesAfter = (state: RequestState, event: RequestEvent): readonly RequestState[] =>
  [REQUEST_LIFE[state][event] ?? []].flat();

/** Whether an event can happen in a state. */
export const mayHappen = (event: RequestEvent, state: RequestState): boolean =>
  REQUEST_LIFE[state][event] !== undefined;

/** Whether it is agreed and not being painted yet: so long its customer's cloth may come and be confirmed. */
export const isStillToPaint = (state: RequestState): boolean =>
  state === 'agreed' || state === 'fabric-in' || state === 'design';

/** What the state of a request is read from. `hasOpenQuote`: the newest quote was answered by nobody yet. */
type RequestStateFacts = {
  status: RequestStatus;
  hasOpenQuote: boolean;
  stage: Stage | null;
  orderStatus: OrderStatus | null;
};

/** Where a request stands. */
export function stateOf({ status, hasOpenQuote, stage, orderStatus }: RequestStateFacts): RequestState {
  if (status === 'pending') return hasOpenQuote ? 'quoted' : 'asked';
  if (status !== 'accepted') return status;
  if (orderStatus === 'cancelled' || orderStatus === 'delivered') return orderStatus;
  return orderStatus === 'shipped' ? 'dispatched' : (stage ?? 'agreed');
}

/** What must be there before painting begins and before the parcel leaves, apart from the state. */
export type Readiness = {
  /** The advance was found in the bank or taken by a gateway. */
  hasAdvance: boolean;
  /** The customer's own cloth came, and its customer has confirmed what came; true where the studio buys the cloth. */
  hasFabric: boolean;
  /** Where the quote asks for an approval: the newest design was approved; true where it asks for none. */
  isApproved: boolean;
  /** Nothing is outstanding. */
  isPaid: boolean;
};

export type NotYet = 'advance-missing' | 'fabric-missing' | 'approval-missing' | 'balance-missing';

/** What an event waits for; undefined where nothing is in its way. */
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
type QuoteLineKind = (typeof QUOTE_LINE_KINDS)[number];
export const QUOTE_LINE_LABELS: Record<QuoteLineKind, string> = {
  fabric: 'Fabric',
  painting: 'Painting',
  stitching: 'Stitching',
  shipping: 'Shipping',
  other: 'Other',
};
/** A line of a quote; tax lies within its amount. */
export type QuoteLine = { kind: QuoteLineKind; title: string; amount: Paise };

/** What a quote's lines come to, and how much of it the parcel is. */
export function totalOf(lines: readonly QuoteLine[]): { total: Paise; shipping: Paise } {
  const sum = (of: readonly QuoteLine[]) => paise(of.reduce((total, { amount }) => total + amount, 0));
  return { total: sum(lines), shipping: sum(lines.filter(({ kind }) => kind === 'shipping')) };
}

/** The advance of a quote at a percentage, in paise, rounded half up to a whole rupee; never nothing and never more than the total. */
export function advanceOf(total: Paise, percentage: number): Paise {
  const whole = Math.round((total * percentage) / 100 / 100) * 100;
  return paise(Math.min(total, Math.max(1, whole)));
}

/** By what a customer is held to a quote when the work is cancelled: how much of the advance is kept, in percent. */
type CancellationTerms = { feeBeforePainting: number; feeOncePainting: number };

/** What is kept when its customer cancels in this state, in paise: nothing where the studio cancels. */
export function cancellationFeeOf(
  state: RequestState,
  by: 'customer' | 'studio',
  { advance, feeBeforePainting, feeOncePainting }: CancellationTerms & { advance: Paise },
): Paise {
  if (by === 'studio') return paise(0);
  const isPainted = state === 'painting' || state === 'stitching' || state === 'ready';
  return paise(Math.round((advance * (isPainted ? feeOncePainting : feeBeforePainting)) / 100));
}

/** A quote stands for so long, unless the studio says otherwise. */
export const QUOTE_VALID_DAYS = 14;
/** A request whose quote lapsed is closed after so many quiet days. */
export const CLOSED_AFTER_DAYS = 14;

/** For whom a request waits, and until when where that was promised. */
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

/** What was written and not seen is mailed after so long. */
export const MAILED_AFTER_MINUTES = 5;
export const MAX_MESSAGE_LENGTH = 4000;
/** Pictures of one message or one stage. */
export const MAX_PICTURES = 5;

/**
 * Whose eyes and hands a request, and what becomes of it, is seen and changed with: the studio's, or its customer's, who is signed in or holds the
 * link. Only `open…` of this module makes one, after it has looked.
 */
export type RequestAccess = {
  readonly requestId: string;
  readonly side: 'studio' | 'customer';
  readonly by: AccessBy;
  readonly proven: typeof PROVEN;
};

/** An emailed link proves the email address; a shared one, which the studio sees and sends to a phone, proves nothing. */
export type LinkChannel = 'email' | 'shared';
export type AccessBy = 'account' | `${LinkChannel}-link`;

export const PROVEN = Symbol('proven');
