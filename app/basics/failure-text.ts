/** Fields with the words for a form that gets no answer: in the form or as a toast. The server ignores both. */
export const FAILURE_TEXT = 'failureText';
export const FAILURE_TOAST = 'failureToast';
