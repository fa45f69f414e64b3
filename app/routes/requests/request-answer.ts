import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** Answer of a request's page when a form stays. */
export type RequestPageAnswer = FormAnswer & {
  /** The message was taken; the next one goes under this key. */
  nextKey?: string;
  /** Without JavaScript: the pictures that were taken, and what was wrong with others. */
  pictures?: { id: string }[];
  pictureError?: string;
};

export const NOT_SENT = 'This could not be sent.';
