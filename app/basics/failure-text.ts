/** Form field with the error that the browser shows if no answer arrives. The server ignores this field. */
export const FAILURE_TEXT = 'failureText';
export const FAILURE_TOAST = 'failureToast';
