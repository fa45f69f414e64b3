import type { Refused } from '#app/basics/result.ts';
import type { Item } from '#app/basics/item.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import { pictureRefusal, type PictureRefusal } from '#app/modules/catalogue/media/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import { MAX_RETURN_PHOTOS } from './return.ts';

export type NotReturnable = Refused<'not-delivered' | 'too-late' | 'open-already' | 'nothing-left', undefined>;

export type ReturnRefusal =
  | NotReturnable
  | Refused<'nothing-chosen' | 'form-changed', undefined>
  | Refused<'made-to-order', { title: string }>
  | Refused<'too-many-pieces', { title: string; artworkId: string; left: number }>
  | TooMany;

export const NOT_RETURNABLE: Record<NotReturnable['reason'], string> = {
  'not-delivered': 'You can return an order once it is delivered.',
  'too-late': 'The return period for this order has ended. Contact us if anything is wrong with it.',
  'open-already': 'You’ve already requested a return for this order. We’ll reply soon.',
  'nothing-left': 'You’re already returning everything in this order.',
};

export function returnRefusal(refusal: ReturnRefusal): string {
  switch (refusal.reason) {
    case 'nothing-chosen':
      return 'Choose which piece to return.';
    case 'form-changed':
      return 'This form was already sent or is out of date. Check your request’s status and try again.';
    case 'made-to-order':
      return `${refusal.data.title} was made for you, so you can return it only if something is wrong with it.`;
    case 'too-many-pieces':
      return `You can return at most ${refusal.data.left} of ${refusal.data.title}.`;
    case 'too-many':
      return `Too many tries. Please wait ${formatMinutes(refusal.data.retryAfterSeconds)} and try again.`;
    case 'not-delivered':
    case 'too-late':
    case 'open-already':
    case 'nothing-left':
      return NOT_RETURNABLE[refusal.reason];
  }
}

export type ReturnPhotoRefusal = PictureRefusal | Refused<'enough-pictures', undefined> | TooMany;

export function returnPhotoRefusal(refusal: ReturnPhotoRefusal): string {
  if (refusal.reason === 'enough-pictures')
    return `You can add at most ${MAX_RETURN_PHOTOS} photos. Remove one to add another.`;
  if (refusal.reason === 'too-many') return returnRefusal(refusal);
  return pictureRefusal(refusal);
}

export const WITHDRAWAL_MESSAGES = {
  withdrawn: 'Your request is withdrawn.',
  'answered-already': 'You can no longer withdraw this request. Check its status.',
} as const;

export const ANSWER_REFUSALS = {
  'message-needed': 'Enter a reason for the customer.',
  'answered-already': 'Someone else has already answered this request differently.',
} as const;

export type WrongNumber = { item: Item; of: 'received' | 'fitForSale'; from: number; to: number };

export type ReceiptRefusal =
  | Refused<'not-accepted' | 'nothing-came', undefined>
  | Refused<'wrong-numbers', readonly WrongNumber[]>;

export const RECEIPT_REFUSALS = {
  'not-accepted': 'You can record pieces only for an accepted request.',
  'nothing-came': 'Enter how many pieces arrived.',
} as const;

export function wrongNumberMessage({ of, from, to }: WrongNumber): string {
  if (from === to)
    return `Enter ${to}. ${of === 'received' ? 'All of them have arrived.' : 'No other number is possible.'}`;
  const range = `Enter a whole number from ${from} to ${to}`;
  if (from > 0) return `${range}. ${of === 'received' ? `${from} arrived earlier.` : `${from} are back in stock.`}`;
  return of === 'received' ? `${range}, the number requested.` : `${range}, the number that arrived.`;
}
