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
    own: 'An answer from you',
    other: { customer: 'Our answer', studio: 'The customer’s answer' },
  },
  quote: { own: 'Your quote', other: { customer: 'Our quote', studio: 'The quote' } },
  'quote-answer': {
    own: 'Your answer to the quote',
    other: { customer: 'The quote', studio: 'The customer’s answer to the quote' },
  },
  advance: { own: 'The advance', other: { customer: 'The advance', studio: 'The advance' } },
  'payment-check': {
    own: 'A payment to find in the bank',
    other: { customer: 'We look your payment up in the bank', studio: 'A payment to find in the bank' },
  },
  fabric: { own: 'Your cloth', other: { customer: 'Your cloth', studio: 'The customer’s cloth' } },
  'fabric-confirmation': {
    own: 'Please confirm the cloth that came',
    other: { customer: 'The cloth', studio: 'The customer is to confirm the cloth' },
  },
  approval: {
    own: 'Your yes to the design',
    other: { customer: 'The design', studio: 'The customer’s yes to the design' },
  },
  work: { own: 'The work itself', other: { customer: 'We are at work', studio: 'The work' } },
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
