import type { Refused } from '#app/basics/result.ts';
import { pictureRefusal, type PictureRefusal, UPLOAD_FAILED } from '#app/modules/media/messages.ts';
import { MOST_INSPIRATION } from './custom-order.ts';

/** Why a custom order can't be taken (S2 §8). */
export const CUSTOM_ORDER_REFUSALS = {
  'no-design': 'Please start a custom order from a product to submit.',
  'sent-before': 'We have this request already, as you first sent it. Write to us if something has changed.',
} as const;

export const CONTACT_MISSING = 'Please provide your name, email, and phone.';
export const CUSTOM_ORDER_FAILED = 'Failed to submit request';
export const CUSTOM_ORDER_RECEIVED = 'Request Received';

export type InspirationRefusal =
  | PictureRefusal
  | Refused<'enough-pictures', undefined>
  | Refused<'too-many', { retryAfterSeconds: number }>;

/** Why a picture wasn't taken (S2 §8). */
export function inspirationRefusal(refusal: InspirationRefusal): string {
  if (refusal.reason === 'enough-pictures') return `At most ${MOST_INSPIRATION} pictures. Remove one to add another.`;
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} ${tryAgainIn(refusal.data.retryAfterSeconds)}`;
  return pictureRefusal(refusal);
}

/** 'In 3 minutes.' for who has to wait. */
export function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} first.`;
}
