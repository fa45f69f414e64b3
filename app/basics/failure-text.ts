/** Fields with the words for a form that gets no answer: shown by the form itself, or as a toast. The server ignores both. */
export const FAILURE_TEXT = 'failureText';
export const FAILURE_TOAST = 'failureToast';
