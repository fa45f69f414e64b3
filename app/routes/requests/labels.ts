import { dayAndMonth, dayInIndia, formatShortMoment } from '#app/basics/india.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { type RequestState, STAGE_LABELS, type Waiting } from '#app/modules/requests/requests/request.ts';

export const STATE_LABELS: Record<RequestState, string> = {
  asked: 'Sent',
  quoted: 'Quoted',
  agreed: 'Agreed',
  ...STAGE_LABELS,
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

export function toneOf(state: RequestState): 'haldi' | 'indigo' | 'pine' | 'alert' | undefined {
  if (state === 'asked' || state === 'quoted') return 'haldi';
  if (state === 'cancelled') return 'alert';
  if (state === 'ready' || state === 'delivered') return 'pine';
  return state === 'rejected' || state === 'withdrawn' || state === 'closed' ? undefined : 'indigo';
}

type Side = RequestPage['side'];

/** Says what a request waits for, and until when. `name` is the customer's, for the studio. */
export function waitingSentence(
  { for: whom, what, until }: Waiting,
  { side, name, now }: { side: Side; name: string; now: Date },
): string {
  const isLate = until !== null && until < now;
  const by =
    until === null
      ? ''
      : what === 'quote-answer'
        ? dayAndMonth(dayInIndia(until))
        : inLowerCase(formatShortMoment(until));
  if (side === 'customer')
    return whom === 'customer' ? ASKED_OF_CUSTOMER[what](by) : DONE_FOR_CUSTOMER[what](by, isLate);
  if (whom === 'studio') return ASKED_OF_STUDIO[what](by, isLate);
  const firstName = name.trim().split(/\s+/)[0] || 'the customer';
  return `Waiting for ${firstName}${WAITED_FOR[what]}${by === '' ? '' : `, until ${by}`}`;
}

const inLowerCase = (moment: string): string => moment.replace(/[AP]M$/, (half) => half.toLowerCase());

type Sentence = (by: string, isLate: boolean) => string;
const nothing = () => '';

const ASKED_OF_STUDIO: Record<Waiting['what'], Sentence> = {
  answer: (by, isLate) => (isLate ? `Reply was due ${by}` : `Reply by ${by}`),
  quote: () => 'Send a quote',
  'payment-check': () => 'Confirm the payment',
  work: () => 'You’re painting this',
  dispatch: () => 'Pack and ship the parcel',
  'quote-answer': nothing,
  advance: nothing,
  fabric: nothing,
  'fabric-confirmation': nothing,
  approval: nothing,
  balance: nothing,
};

const WAITED_FOR: Record<Waiting['what'], string> = {
  'quote-answer': '',
  advance: ' to pay the advance',
  fabric: ' to send the fabric',
  'fabric-confirmation': ' to confirm the fabric',
  approval: ' to approve the design',
  balance: ' to pay the balance',
  answer: '',
  quote: '',
  'payment-check': '',
  work: '',
  dispatch: '',
};

const ASKED_OF_CUSTOMER: Record<Waiting['what'], (by: string) => string> = {
  'quote-answer': (by) => `Your quote is ready. Reply by ${by}.`,
  advance: () => 'Pay the advance so we can begin.',
  fabric: () => 'Send us your fabric.',
  'fabric-confirmation': () => 'Please confirm your fabric.',
  approval: () => 'Please check the design.',
  balance: () => 'Pay the balance so we can ship.',
  answer: nothing,
  quote: nothing,
  'payment-check': nothing,
  work: nothing,
  dispatch: nothing,
};

const DONE_FOR_CUSTOMER: Record<Waiting['what'], Sentence> = {
  answer: (by, isLate) => (isLate ? `Our reply was due ${by}` : `We’ll reply by ${by}`),
  quote: () => 'We’re preparing your quote',
  'payment-check': () => 'We’re confirming your payment',
  work: () => 'We’re painting your piece',
  dispatch: () => 'We’re packing your parcel',
  'quote-answer': nothing,
  advance: nothing,
  fabric: nothing,
  'fabric-confirmation': nothing,
  approval: nothing,
  balance: nothing,
};

/** Formats centimetres as metres: '2.50 m'. */
export const formatMetres = (centimetres: number): string => `${metresText(centimetres)} m`;

/** Formats centimetres for a form field: '2.50'. */
export const metresText = (centimetres: number): string => (centimetres / 100).toFixed(2);

export const unreadSentence = (unread: number): string => `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
