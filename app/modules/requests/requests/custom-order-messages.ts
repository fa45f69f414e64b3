import type { Refused } from '#app/basics/result.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import { pictureRefusal, type PictureRefusal, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import { MAX_INSPIRATION } from './custom-order.ts';

/** Why a custom order can't be taken. */
export const CUSTOM_ORDER_REFUSALS = {
  'no-design': 'Please start a custom order from a product to submit.',
  'sent-before': 'We have this request already, as you first sent it. Write to us if something has changed.',
} as const;

export const CONTACT_MISSING = 'Please provide your name, email, and phone.';
export const CUSTOM_ORDER_FAILED = 'Failed to submit request';
export const CUSTOM_ORDER_RECEIVED = 'Request Received';

export type InspirationRefusal = PictureRefusal | Refused<'enough-pictures', undefined> | TooMany;

/** Why a picture wasn't taken. */
export function inspirationRefusal(refusal: InspirationRefusal): string {
  if (refusal.reason === 'enough-pictures') return `At most ${MAX_INSPIRATION} pictures. Remove one to add another.`;
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} ${waitFirst(refusal.data.retryAfterSeconds)}`;
  return pictureRefusal(refusal);
}

/** What is added for who did too much at once. */
export const waitFirst = (seconds: number): string => `Wait ${formatMinutes(seconds)} first.`;
