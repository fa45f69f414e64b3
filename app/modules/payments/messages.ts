/** To the letter, as docs/promises.md has them. */
export const PAYMENT_MESSAGES = {
  'reference-too-short': 'Please enter a valid payment reference ID (minimum 6 characters)',
  'invalid-method': 'Invalid payment method',
  'gateway-unavailable': 'Failed to load payment gateway',
  cancelled: 'Payment cancelled by user',
  failed: 'Payment failed',
  'upi-app-not-opened': 'Failed to open UPI app',
} as const;
