import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { CouponRefusal } from '#app/modules/coupons/coupon.ts';
import { couponMessages } from '#app/modules/coupons/messages.ts';
import { creationFailed, ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { PAYMENT_MESSAGES } from '#app/modules/payments/messages.ts';

/** Why an order isn't placed, where nothing more is to be told. */
export type PlainPlacingReason =
  | 'not-signed-in'
  | 'invalid-method'
  | 'reference-too-short'
  | 'reference-used'
  | 'unknown-checkout'
  | 'cart-empty'
  | 'too-many-held';

type PlacingRefusal =
  | Refused<PlainPlacingReason, undefined>
  | Refused<'already-placed', { orderNumber: string }>
  | Refused<'cart-changed', unknown>
  | Refused<'total-changed', { seenTotal: Paise; totals: { total: Paise } }>
  | Refused<'fabric', { title: string }>
  | Refused<'out-of-stock', { title: string; available: number }>
  | Refused<'coupon', { refusal: CouponRefusal }>;

/** Why an order wasn't placed, and the field of the form that the shopper must look at, if there is one. */
export function placeOrderMessage(refusal: PlacingRefusal): { message: string; field?: string } {
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

type PlaceDraftRefusal =
  | Refused<'no-lines' | 'reference-too-short' | 'reference-used' | 'discount-too-large' | 'no-account', undefined>
  | Refused<'total-changed', { total: Paise }>
  | Refused<'out-of-stock', { title: string; available: number }>;

/** Why an order wasn't written down by hand, and the field the owner must look at, if there is one. */
export function draftOrderMessage(refusal: PlaceDraftRefusal): { message: string; field?: string } {
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
