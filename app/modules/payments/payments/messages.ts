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
  `No QR code for this order: too many of your pieces are unpaid. ${hasGateway ? 'Pay another way, or wait' : 'Wait'} until we have found your earlier payments.`;

const OTHER_MONEY =
  'We received a payment that does not fit this order. Do not pay again: we are looking into it and will write to you.';

export const paymentMessages = {
  'invalid-method': PAYMENT_MESSAGES['invalid-method'],
  'gateway-unavailable': PAYMENT_MESSAGES['gateway-unavailable'],
  'upi-id-needed': 'Enter your UPI ID, such as name@bank, to pay with PhonePe.',
  'not-open': NOT_OPEN_YET,
  'not-payable': 'This order does not wait for a payment any more.',
  'unknown-payment': PAYMENT_MESSAGES.failed,
  forged: PAYMENT_MESSAGES.failed,
  'wrong-amount': OTHER_MONEY,
  'id-used': OTHER_MONEY,
  'other-money': OTHER_MONEY,
  'reference-too-short': PAYMENT_MESSAGES['reference-too-short'],
  'too-many-references': 'This order already has five references that we are checking. Wait until we have found them.',
} as const;

export type PaymentRefusal = Refused<keyof typeof paymentMessages, undefined> | TooMany;

export const paymentRefusal = (refusal: PaymentRefusal): string =>
  refusal.reason === 'too-many' ? tooManyTries(refusal.data.retryAfterSeconds) : paymentMessages[refusal.reason];

export const DESTINATION_REFUSALS = {
  'nothing-owed': 'Nothing is owed for this order any more.',
  'sign-in-needed': 'Sign in and tell us under My Orders. This order belongs to an account.',
} as const;

export const checkMessages = {
  'gateway-unavailable':
    'The gateway could not be reached, or its answer made no sense. Nothing was changed; try again.',
  'day-ahead': 'Choose today or a day before it.',
} as const;
