import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import { type RequestState, STAGE_LABELS, type Waiting } from '#app/modules/requests/requests/request.ts';

export const STATE_LABELS: Record<RequestState, string> = {
  asked: 'Asked',
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

/** The next step as its own side reads it, and as the other side does. */
const WAITS: Record<Waiting['what'], { own: string; other: Record<Side, string> }> = {
  answer: {
    own: 'Your answer',
    other: { customer: 'Our answer', studio: 'The customer’s answer' },
  },
  quote: { own: 'Your quote', other: { customer: 'Our quote', studio: 'The quote' } },
  'quote-answer': {
    own: 'Your answer to the quote',
    other: { customer: 'The quote', studio: 'The customer’s answer to the quote' },
  },
  advance: { own: 'The advance', other: { customer: 'The advance', studio: 'The advance' } },
  'payment-check': {
    own: 'A payment to confirm',
    other: { customer: 'We’re confirming your payment', studio: 'A payment to confirm' },
  },
  fabric: { own: 'Your fabric', other: { customer: 'Your fabric', studio: 'The customer’s fabric' } },
  'fabric-confirmation': {
    own: 'Please confirm your fabric',
    other: { customer: 'The fabric', studio: 'The customer must confirm the fabric' },
  },
  approval: {
    own: 'Your approval of the design',
    other: { customer: 'The design', studio: 'The customer’s approval of the design' },
  },
  work: { own: 'Painting', other: { customer: 'We’re painting your piece', studio: 'The work' } },
  balance: { own: 'The balance', other: { customer: 'The balance', studio: 'The balance' } },
  dispatch: { own: 'The parcel', other: { customer: 'We pack your parcel', studio: 'The parcel' } },
};

export function waitingSentence({ for: whom, what }: Waiting, side: Side): { whom: string; what: string } {
  const { own, other } = WAITS[what];
  if (whom === side) return { whom: 'Waits for you', what: own };
  return { whom: side === 'customer' ? 'Waits for us' : 'Waits for the customer', what: other[side] };
}

/** Formats centimetres as metres: '2.50 m'. */
export const formatMetres = (centimetres: number): string => `${metresText(centimetres)} m`;

/** Formats centimetres for a form field: '2.50'. */
export const metresText = (centimetres: number): string => (centimetres / 100).toFixed(2);

export const unreadSentence = (unread: number): string => `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
