import type { FormAnswer } from '#app/ui/kit/use-form.ts';

export type RequestPageAnswer = FormAnswer & {
  /** The key of the next message, once this one was sent. */
  nextKey?: string;
  /** Without JavaScript: accepted pictures and the errors of others. */
  pictures?: { id: string }[];
  pictureError?: string;
};

export const NOT_SENT = 'This could not be sent.';
