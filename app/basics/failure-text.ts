/** The form field with the error to show when no answer arrives. The server ignores it. */
export const FAILURE_TEXT = 'failureText';
export const FAILURE_TOAST = 'failureToast';
