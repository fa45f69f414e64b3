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
  'not-delivered': 'An order can be returned once it is delivered.',
  'too-late': 'The days in which this order could be returned are over. Write to us if something is wrong with it.',
  'open-already': 'You have asked for a return of this order already. We will write to you soon.',
  'nothing-left': 'Everything in this order is on its way back already.',
};

export function returnRefusal(refusal: ReturnRefusal): string {
  switch (refusal.reason) {
    case 'nothing-chosen':
      return 'Choose what comes back.';
    case 'form-changed':
      return 'This form was sent before, or is an old one. Look at where your request stands and try again.';
    case 'made-to-order':
      return `${refusal.data.title} was made for you alone. It can come back only if something is wrong with it.`;
    case 'too-many-pieces':
      return `Only ${refusal.data.left} of ${refusal.data.title} can come back.`;
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
  if (refusal.reason === 'enough-pictures') return `At most ${MAX_RETURN_PHOTOS} photos. Remove one to add another.`;
  if (refusal.reason === 'too-many') return returnRefusal(refusal);
  return pictureRefusal(refusal);
}

export const WITHDRAWAL_MESSAGES = {
  withdrawn: 'Your request is withdrawn.',
  'answered-already': 'Your request can’t be withdrawn any more. Look at where it stands.',
} as const;

export const ANSWER_REFUSALS = {
  'message-needed': 'Write to the customer why.',
  'answered-already': 'This request was answered otherwise in the meantime.',
} as const;

export type WrongNumber = { item: Item; of: 'received' | 'fitForSale'; from: number; to: number };

export type ReceiptRefusal =
  | Refused<'not-accepted' | 'nothing-came', undefined>
  | Refused<'wrong-numbers', readonly WrongNumber[]>;

export const RECEIPT_REFUSALS = {
  'not-accepted': 'Only what was accepted can come back.',
  'nothing-came': 'Say how many came. Nothing is noted while none has.',
} as const;

export function wrongNumberMessage({ of, from, to }: WrongNumber): string {
  if (from === to)
    return `Write ${to}. ${of === 'received' ? 'All of them have come.' : 'No other number is possible.'}`;
  const range = `Write a whole number from ${from} to ${to}`;
  if (from > 0) return `${range}. ${of === 'received' ? `${from} came before.` : `${from} are in stock again.`}`;
  return of === 'received' ? `${range}, as many as were asked back.` : `${range}, as many as came.`;
}
