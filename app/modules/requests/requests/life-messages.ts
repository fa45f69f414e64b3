import { formatDay } from '#app/basics/india.ts';
import type { NotYet } from './life.ts';

/** What either side is told when something can't be done now. */
export const COMMISSION_REFUSALS = {
  'not-now': 'That can’t be done any more: it has changed meanwhile.',
  'not-open': 'The studio is still being set up. You can accept the quote once the shop is open.',
  'empty-message': 'Write something, or add a picture.',
  'enough-pictures': 'At most 5 pictures. Remove one to add another.',
  'quote-superseded': 'There is a newer quote. Please read that one.',
  'quote-expired': 'This quote has expired. Ask for a new quote.',
  'artwork-not-found': 'Artwork not found.',
  'no-consent': 'The customer has not allowed photos of this piece in the shop.',
  'barred-state': 'We can’t deliver to this state. Write to us, please.',
  'deactivated-account': 'The account of this email is closed. Write to us, please.',
} as const;

export type SentBefore = { what: string; by: string };

/** Says who sent something else from the same form, and what it was. */
export const sentOtherwise = ({ by, what }: SentBefore): string =>
  `${by} sent ${what} from this form already. Check it above, then send yours again if it is still right.`;

/** Names the last day on which a quote was valid. */
export const quoteExpired = (validUntil: Date): string => `This quote expired on ${formatDay(validUntil)}.`;

/** The message by which a customer asks for a new quote. */
export const NEW_QUOTE = 'A new quote, because this one expired.';

/** What a stage still waits for, in the studio's words. */
export const NOT_YET: Record<NotYet, string> = {
  'advance-missing': 'Painting begins once the advance is there.',
  'fabric-missing': 'Painting begins once the customer has confirmed the cloth that came.',
  'approval-missing': 'Painting begins once the customer has approved the design.',
  'balance-missing': 'The parcel leaves once the balance is there.',
};
