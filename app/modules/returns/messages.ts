import type { Refused } from '#app/basics/result.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import { pictureRefusal, type PictureRefusal } from '#app/modules/media/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';
import { MAX_RETURN_PHOTOS } from './return.ts';

/** Why an order can't be returned at all now. */
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

/** Why a return wasn't asked for. */
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

/** What became of a request that its customer takes back. */
export const WITHDRAWAL_MESSAGES = {
  withdrawn: 'Your request is withdrawn.',
  'answered-already': 'We have answered your request already.',
} as const;

/** Why the studio's answer wasn't taken. */
export const ANSWER_REFUSALS = {
  'message-needed': 'Write to the customer why it can’t come back.',
  'answered-already': 'This request was answered otherwise meanwhile.',
  'not-accepted': 'Only what was accepted can come back.',
} as const;
