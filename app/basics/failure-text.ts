/** Name of the form field with the error to show if the server does not answer. The server ignores this field. */
export const FAILURE_TEXT = 'failureText';
export const FAILURE_TOAST = 'failureToast';
