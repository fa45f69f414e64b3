import { formatMinutes, formatSpan } from '#app/basics/duration.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { BARRED_STATE } from '#app/modules/store/settings/seller.ts';
import { NEEDED_IN_THE_PAST, type NotYet } from './request.ts';
import { formatDay } from '#app/basics/india.ts';
import type { Refused } from '#app/basics/result.ts';
import { pictureRefusal, type PictureRefusal, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import { MAX_INSPIRATION } from './custom-order.ts';

export const ORDER_REQUEST_REFUSALS = {
  'not-signed-in': 'Please log in to request an order.',
  'artwork-not-found': 'Artwork not found',
  'made-to-order': 'This piece is painted to order. Choose Customize & Order instead.',
  'needed-in-the-past': NEEDED_IN_THE_PAST,
  'in-stock': 'This piece is in stock again. You can add it to your cart.',
  'too-many': 'You have sent many requests in a short time. Please try again in a few minutes.',
} as const;

export const orderRequestSent = (replyWithinHours: number): string =>
  `Thank you for your order request! We will contact you within ${formatSpan(replyWithinHours, 'hour')} to confirm your custom order.`;
export const ORDER_REQUEST_NOT_SENT = 'Failed to submit order request. Please try again.';
export const ORDER_REQUEST_NOT_WRITTEN = 'Error submitting order request. Please try again.';

export const WITHDRAWAL_ANSWERS = {
  withdrawn: 'Your request is withdrawn.',
  'answered-before': 'We have answered this request already. Write to us if something has changed.',
} as const;

export const REQUEST_ANSWERS = {
  accepted: 'Order accepted and created successfully!',
  rejected: 'Order request rejected.',
  'not-accepted': 'Error accepting order request.',
  'not-rejected': 'Error rejecting order request.',
  'user-not-found': 'User not found for this email.',
  'artwork-not-found': 'Artwork not found.',
  'barred-state': `${BARRED_STATE} Press Accept again if it shall be so.`,
  'rejected-before': 'Error accepting order request. It was rejected in the meantime; take it up again first.',
  'withdrawn-before': 'Error accepting order request. Its sender withdrew it in the meantime.',
  'ended-before': 'Error rejecting order request. It was withdrawn or closed in the meantime.',
  'accepted-before': 'Error rejecting order request. It became an order in the meantime.',
} as const;

export const notesChanged = ({ notes, quote }: { notes: string; quote: Paise | null }): string =>
  `Somebody else saved in the meantime. Nothing is saved yet: press Save notes again to replace what stands there now: ${[
    quote && formatRupees(quote),
    notes || 'no notes',
  ]
    .filter(Boolean)
    .join(', ')}`;

export const orderNotCreated = (message: string): string => `Failed to create order: ${message}`;

export const REQUEST_REFUSALS = {
  'not-now': 'That can’t be done any more: it has changed in the meantime.',
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

export const sentOtherwise = ({ by, what }: SentBefore): string =>
  `${by} sent ${what} from this form already. Check it above, then send yours again if it is still right.`;

export const quoteExpired = (validUntil: Date): string => `This quote expired on ${formatDay(validUntil)}.`;

/** Sent by the button that asks for a new quote. */
export const NEW_QUOTE = 'A new quote, because this one expired.';

export const NOT_YET: Record<NotYet, string> = {
  'advance-missing': 'Painting begins once the advance is there.',
  'fabric-missing': 'Painting begins once the customer has confirmed the cloth that came.',
  'approval-missing': 'Painting begins once the customer has approved the design.',
  'balance-missing': 'The parcel leaves once the balance is there.',
};

export const CUSTOM_ORDER_REFUSALS = {
  'no-design': 'Please start a custom order from a product to submit.',
  'sent-before': 'We have this request already, as you first sent it. Write to us if something has changed.',
} as const;

export const CONTACT_MISSING = 'Please provide your name, email, and phone.';
export const CUSTOM_ORDER_FAILED = 'Failed to submit request';
export const CUSTOM_ORDER_RECEIVED = 'Request Received';

export type InspirationRefusal = PictureRefusal | Refused<'enough-pictures', undefined> | TooMany;

export function inspirationRefusal(refusal: InspirationRefusal): string {
  if (refusal.reason === 'enough-pictures') return `At most ${MAX_INSPIRATION} pictures. Remove one to add another.`;
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} ${waitFirst(refusal.data.retryAfterSeconds)}`;
  return pictureRefusal(refusal);
}

export const waitFirst = (seconds: number): string => `Wait ${formatMinutes(seconds)} first.`;
