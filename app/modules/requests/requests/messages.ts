import { formatMinutes, formatSpan } from '#app/basics/duration.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { INTERSTATE_WARNINGS } from '#app/modules/store/settings/interstate.ts';
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
  'answered-before': 'We have already answered this request. Write to us if something has changed.',
} as const;

export const REQUEST_ANSWERS = {
  accepted: 'Order accepted and created successfully!',
  rejected: 'Order request rejected.',
  'not-accepted': 'Error accepting order request.',
  'not-rejected': 'Error rejecting order request.',
  'user-not-found': 'User not found for this email.',
  'artwork-not-found': 'Artwork not found.',
  'barred-state': `${INTERSTATE_WARNINGS.composition} Select Accept again to continue.`,
  'registration-needed': `${INTERSTATE_WARNINGS.registration} Select Accept again to continue.`,
  'rejected-before': 'Error accepting order request. It was rejected. Reopen it first.',
  'withdrawn-before': 'Error accepting order request. The customer withdrew it.',
  'ended-before': 'Error rejecting order request. It was withdrawn or closed.',
  'accepted-before': 'Error rejecting order request. It is already an order.',
} as const;

export const notesChanged = ({ notes, quote }: { notes: string; quote: Paise | null }): string =>
  `Someone else saved in the meantime. Your text is still here. Save again to overwrite: ${[
    quote && formatRupees(quote),
    notes || 'no notes',
  ]
    .filter(Boolean)
    .join(', ')}`;

export const orderNotCreated = (message: string): string => `Failed to create order: ${message}`;

export const REQUEST_REFUSALS = {
  'not-now': 'This is no longer possible, because the request has changed. Reload the page.',
  'not-open': 'The shop is not open yet. You can accept the quote once it opens.',
  'empty-message': 'Enter a message or add a picture.',
  'enough-pictures': 'At most 5 pictures. Remove one to add another.',
  'quote-superseded': 'There is a newer quote. Accept that one instead.',
  'quote-expired': 'This quote has expired. Ask for a new quote.',
  'artwork-not-found': 'Artwork not found.',
  'no-consent': 'The customer has not allowed photos of this piece in the shop.',
  'barred-state': 'We can’t deliver to this state. Please write to us.',
  'registration-needed': 'We can’t deliver to this state. Please write to us.',
  'deactivated-account': 'The account with this email is closed. Please write to us.',
} as const;

export type SentBefore = { what: string; by: string };

export const sentOtherwise = ({ by, what }: SentBefore): string =>
  `${by} already sent ${what} from this form. Check it above, then send yours again if it is still correct.`;

export const quoteExpired = (validUntil: Date): string => `This quote expired on ${formatDay(validUntil)}.`;

export const NEW_QUOTE = 'Please send me a new quote. This one has expired.';

export const NOT_YET: Record<NotYet, string> = {
  'advance-missing': 'You can start painting when the advance is paid.',
  'fabric-missing': 'You can start painting when the customer has confirmed the fabric.',
  'approval-missing': 'You can start painting when the customer has approved the design.',
  'balance-missing': 'You can ship when the balance is paid.',
};

export const CUSTOM_ORDER_REFUSALS = {
  'no-design': 'Please start a custom order from a product to submit.',
  'sent-before': 'We already have this request. Write to us if something has changed.',
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

export const waitFirst = (seconds: number): string => `Wait ${formatMinutes(seconds)}.`;
