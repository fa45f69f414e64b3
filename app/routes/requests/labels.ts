import { dayAndMonth, dayInIndia, formatShortMoment } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { type RequestState, STAGE_LABELS, type Waiting } from '#app/modules/requests/requests/request.ts';

const STATE_LABELS: Record<RequestState, string> = {
  asked: 'Sent',
  quoted: 'Quoted',
  agreed: 'Agreed',
  ...STAGE_LABELS,
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

/** Returns the name of a request's state. For the studio, a sent request is “new” or “to quote”. */
export function labelOfState({ state, waiting }: { state: RequestState; waiting: Waiting | null }, side: Side): string {
  if (side === 'studio' && state === 'asked') return waiting?.what === 'answer' ? 'New' : 'To quote';
  return STATE_LABELS[state];
}

export function toneOf(state: RequestState): 'haldi' | 'indigo' | 'pine' | 'alert' | undefined {
  if (state === 'asked' || state === 'quoted') return 'haldi';
  if (state === 'cancelled') return 'alert';
  if (state === 'ready' || state === 'delivered') return 'pine';
  return state === 'rejected' || state === 'withdrawn' || state === 'closed' ? undefined : 'indigo';
}

type Side = RequestPage['side'];

type Awaited = { by: string; isLate: boolean; name: string };
type Sentence = (awaited: Awaited) => string;

/** Says which action a request needs, and until when. `name` is the customer's name, for the studio. */
export function waitingSentence(
  { what, until }: Waiting,
  { side, name, now }: { side: Side; name: string; now: Date },
): string {
  return SENTENCES[what][side]({
    by: until === null ? '' : formatUntil(what, until),
    isLate: until !== null && until < now,
    name: name.trim().split(/\s+/)[0] || 'the customer',
  });
}

const formatUntil = (what: Waiting['what'], until: Date): string =>
  what === 'quote-answer'
    ? dayAndMonth(dayInIndia(until))
    : formatShortMoment(until).replace(/[AP]M$/, (half) => half.toLowerCase());

const waitFor =
  (what: string): Sentence =>
  ({ name, by }) =>
    `Waiting for ${name}${what}${by === '' ? '' : `, until ${by}`}`;

const SENTENCES: Record<Waiting['what'], Record<Side, Sentence>> = {
  answer: {
    studio: ({ by, isLate }) => (isLate ? `Reply was due ${by}` : `Reply by ${by}`),
    customer: ({ by, isLate }) => (isLate ? `Our reply was due ${by}` : `We’ll reply by ${by}`),
  },
  quote: { studio: () => 'Waiting for your quote', customer: () => 'We’re preparing your quote' },
  'payment-check': { studio: () => 'Confirm the payment', customer: () => 'We’re confirming your payment' },
  work: { studio: () => 'You’re painting this', customer: () => 'We’re painting your piece' },
  dispatch: { studio: () => 'Pack and ship the parcel', customer: () => 'We’re packing your parcel' },
  'quote-answer': { studio: waitFor(''), customer: ({ by }) => `Your quote is ready. Reply by ${by}.` },
  advance: { studio: waitFor(' to pay the advance'), customer: () => 'Pay the advance so we can begin.' },
  fabric: { studio: waitFor(' to send the fabric'), customer: () => 'Send us your fabric.' },
  'fabric-confirmation': { studio: waitFor(' to confirm the fabric'), customer: () => 'Please confirm your fabric.' },
  approval: { studio: waitFor(' to approve the design'), customer: () => 'Please check the design.' },
  balance: { studio: waitFor(' to pay the balance'), customer: () => 'Pay the balance so we can ship.' },
};

export const formatMetres = (centimetres: number): string => `${metresText(centimetres)} m`;

export const metresText = (centimetres: number): string => (centimetres / 100).toFixed(2);

export const unreadSentence = (unread: number): string => `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
