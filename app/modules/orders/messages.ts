import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import { formatMinutes } from '#app/basics/duration.ts';
import type { CouponRefusal } from '#app/modules/coupons/coupon.ts';
import { couponMessages } from '#app/modules/coupons/messages.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';
import type { TooMany } from '#app/platform/limits.server.ts';

/** To the letter, as docs/promises.md has them. */
export const ORDER_MESSAGES = {
  placed: 'Order placed successfully!',
  trouble: 'Failed to create order. Please try again.',
  'not-signed-in': 'User not authenticated',
  loading: 'Loading your orders...',
  none: 'No orders found.',
  'cart-empty': 'Your cart is empty',
} as const;

/** 'Order creation failed: {message}'. */
export const creationFailed = (message: string): string => `Order creation failed: ${message}`;

/** 'Delete order #A3E97B ? This cannot be undone.', the space before the question mark included. */
export const confirmDeletion = (last6: string): string => `Delete order #${last6} ? This cannot be undone.`;

/** Why an order isn't placed, where nothing more is to be told. */
export type PlainPlacingReason =
  | 'not-signed-in'
  | 'invalid-method'
  | 'reference-too-short'
  | 'reference-used'
  | 'unknown-checkout'
  | 'cart-empty'
  | 'too-many-held';

type Worded =
  | Refused<PlainPlacingReason, undefined>
  | Refused<'already-placed', { orderNumber: string }>
  | Refused<'cart-changed', unknown>
  | Refused<'total-changed', { seenTotal: Paise; totals: { total: Paise } }>
  | Refused<'fabric', { title: string }>
  | Refused<'out-of-stock', { title: string; available: number }>
  | Refused<'coupon', { refusal: CouponRefusal }>;

/** Why an order wasn't placed, and the field of the form that the shopper must look at, if there is one. */
export function placeOrderMessage(refusal: Worded): { message: string; field?: string } {
  switch (refusal.reason) {
    case 'not-signed-in':
      return { message: ORDER_MESSAGES['not-signed-in'] };
    case 'cart-empty':
      return { message: ORDER_MESSAGES['cart-empty'] };
    case 'invalid-method':
      return { message: PAYMENT_MESSAGES['invalid-method'], field: 'paymentMethod' };
    case 'reference-too-short':
      return { message: PAYMENT_MESSAGES['reference-too-short'], field: 'paymentReferenceId' };
    case 'reference-used':
      return {
        message: creationFailed('another order has this payment reference. Check it in your UPI app.'),
        field: 'paymentReferenceId',
      };
    case 'unknown-checkout':
      return {
        message: creationFailed('this checkout is not open any more. Look through the summary and try again.'),
        field: 'key',
      };
    case 'already-placed':
      return {
        message: creationFailed(
          `this checkout has placed order ${refusal.data.orderNumber} already. You find it in My Orders.`,
        ),
        field: 'key',
      };
    case 'too-many-held':
      return { message: creationFailed('three of your orders wait for their payment. Pay or cancel one first.') };
    case 'cart-changed':
      return { message: creationFailed('your cart has changed. Look through the summary and try again.') };
    case 'total-changed': {
      const { seenTotal, totals } = refusal.data;
      return {
        message: creationFailed(
          `the total is ${formatRupees(totals.total)}, not ${formatRupees(seenTotal)}. Look through the summary and try again.`,
        ),
        field: 'seenTotal',
      };
    }
    case 'fabric':
      return {
        message: creationFailed(
          `${refusal.data.title} is painted to order. Remove it from the cart and choose Customize & Order.`,
        ),
      };
    case 'out-of-stock': {
      const { title, available } = refusal.data;
      return {
        message: creationFailed(
          available > 0 ? `only ${available} of ${title} in stock.` : `${title} is out of stock.`,
        ),
      };
    }
    case 'coupon':
      return { message: couponMessages[refusal.data.refusal.reason], field: 'couponCode' };
  }
}

const tooManyTries = (retryAfterSeconds: number): string =>
  `Too many tries. Please wait ${formatMinutes(retryAfterSeconds)} and try again.`;

/** Why the payment window was refused. */
export const paymentMessages = {
  'invalid-method': PAYMENT_MESSAGES['invalid-method'],
  'gateway-unavailable': PAYMENT_MESSAGES['gateway-unavailable'],
  'upi-id-needed': 'Enter your UPI ID, such as name@bank, to pay with PhonePe.',
  'not-payable': 'This order does not wait for a payment any more.',
  'unknown-payment': PAYMENT_MESSAGES.failed,
  forged: PAYMENT_MESSAGES.failed,
  'wrong-amount': PAYMENT_MESSAGES.failed,
  'reference-too-short': PAYMENT_MESSAGES['reference-too-short'],
  'reference-used': creationFailed('another order has this payment reference. Check it in your UPI app.'),
} as const;

export type PaymentRefusal = Refused<keyof typeof paymentMessages, undefined> | TooMany;

/** The words for a step of the payment window that was refused. */
export const paymentRefusal = (refusal: PaymentRefusal): string =>
  refusal.reason === 'too-many' ? tooManyTries(refusal.data.retryAfterSeconds) : paymentMessages[refusal.reason];

export const cancelMessage = (
  refusal: Refused<'too-late', { withinHours: number }> | Refused<'already-shipped', undefined>,
): string =>
  refusal.reason === 'too-late'
    ? `Orders can be cancelled within ${refusal.data.withinHours} hours. Write to us and we will see what can be done.`
    : 'This order has left the studio and can’t be cancelled any more.';

/** A wrong number and wrong digits of the phone read the same. */
export const TRACKING_MESSAGES = {
  'not-found': 'Order Not Found',
  notFoundText: (entered: string): string =>
    `We couldn't find an order with number "${entered}". Please check your order number and try again.`,
  'too-many': tooManyTries,
  'not-delivered': 'An order can be ordered again once it is delivered.',
} as const;

type WordedHand =
  | Refused<'no-lines' | 'reference-too-short' | 'reference-used' | 'discount-too-large' | 'no-account', undefined>
  | Refused<'total-changed', { total: Paise }>
  | Refused<'out-of-stock', { title: string; available: number }>;

/** Why an order wasn't written down by hand, and the field the owner must look at, if there is one. */
export function handOrderMessage(refusal: WordedHand): { message: string; field?: string } {
  switch (refusal.reason) {
    case 'no-lines':
      return { message: creationFailed('add a piece first.') };
    case 'no-account':
      return { message: 'User not found for this email.', field: 'account' };
    case 'reference-too-short':
      return { message: PAYMENT_MESSAGES['reference-too-short'], field: 'reference' };
    case 'reference-used':
      return { message: 'Another order has this payment reference.', field: 'reference' };
    case 'discount-too-large':
      return { message: creationFailed('the discount is more than the pieces come to.') };
    case 'total-changed':
      return {
        message: creationFailed(`the total is ${formatRupees(refusal.data.total)} now. Look through it and try again.`),
      };
    case 'out-of-stock': {
      const { title, available } = refusal.data;
      return {
        message: creationFailed(
          available > 0 ? `only ${available} of ${title} in stock.` : `${title} is out of stock.`,
        ),
      };
    }
  }
}
