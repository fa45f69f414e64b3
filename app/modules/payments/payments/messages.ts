import type { Refused } from '#app/basics/result.ts';
import { tooManyTries } from '#app/basics/duration.ts';
import { NOT_OPEN_YET } from '#app/modules/store/closing/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';

/** Exact texts from docs/promises.md. */
export const PAYMENT_MESSAGES = {
  'reference-too-short': 'Please enter a valid payment reference ID (minimum 6 characters)',
  'invalid-method': 'Invalid payment method',
  'gateway-unavailable': 'Failed to load payment gateway',
  cancelled: 'Payment cancelled by user',
  failed: 'Payment failed',
  'upi-app-not-opened': 'Failed to open UPI app',
} as const;

export const CHECKING_REFERENCE = 'We’re checking this reference';

export const noQrCode = (hasGateway: boolean): string =>
  `We’re still confirming your earlier payments (up to 3 business days), so there is no QR code yet. ${hasGateway ? 'Pay another way, or try' : 'Try'} again when we’ve confirmed them.`;

const OTHER_MONEY =
  'We received a payment that doesn’t match this order. Don’t pay again; we’re checking it and will contact you.';

export const paymentMessages = {
  'invalid-method': PAYMENT_MESSAGES['invalid-method'],
  'gateway-unavailable': PAYMENT_MESSAGES['gateway-unavailable'],
  'upi-id-needed': 'Enter your UPI ID, such as name@bank, to pay with PhonePe.',
  'not-open': NOT_OPEN_YET,
  'not-payable': 'This order is no longer waiting for payment.',
  'unknown-payment': PAYMENT_MESSAGES.failed,
  forged: PAYMENT_MESSAGES.failed,
  'wrong-amount': OTHER_MONEY,
  'id-used': OTHER_MONEY,
  'other-money': OTHER_MONEY,
  'reference-too-short': PAYMENT_MESSAGES['reference-too-short'],
  'too-many-references': 'We’re already checking five references for this order. Wait until we’ve checked them.',
} as const;

export type PaymentRefusal = Refused<keyof typeof paymentMessages, undefined> | TooMany;

export const paymentRefusal = (refusal: PaymentRefusal): string =>
  refusal.reason === 'too-many' ? tooManyTries(refusal.data.retryAfterSeconds) : paymentMessages[refusal.reason];

export const DESTINATION_REFUSALS = {
  'nothing-owed': 'We no longer owe you a refund for this order.',
  'sign-in-needed':
    'This order belongs to an account. Sign in, open the order under My Orders and enter the reference there.',
} as const;

export const checkMessages = {
  'gateway-unavailable': 'We couldn’t reach the gateway or read its answer. Nothing has changed; try again.',
  'day-ahead': 'Choose today or an earlier date.',
} as const;
