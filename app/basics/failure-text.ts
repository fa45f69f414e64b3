/** Names form fields with the error to show when no answer arrives. The server ignores both. */
export const FAILURE_TEXT = 'failureText';
export const FAILURE_TOAST = 'failureToast';
