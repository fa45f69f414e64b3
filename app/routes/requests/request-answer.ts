import type { FormAnswer } from '#app/ui/kit/use-form.ts';

export type RequestPageAnswer = FormAnswer & {
  /** The key for the next message. */
  nextKey?: string;
  /** Without JavaScript: the accepted pictures, and the errors of refused pictures. */
  pictures?: { id: string }[];
  pictureError?: string;
};

export const NOT_SENT = 'This could not be sent.';
