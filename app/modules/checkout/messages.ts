import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { CouponRefusal } from '#app/modules/coupons/coupon.ts';
import { couponMessages } from '#app/modules/coupons/messages.ts';
import { creationFailed, ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { cashMessage, type CashRefusal } from '#app/modules/payments/cash-on-delivery.ts';
import { PAYMENT_MESSAGES, paymentMessages } from '#app/modules/payments/messages.ts';
import type { Totals } from '#app/modules/pricing/pricing.ts';

/** What the shopper reads, and the field of the form to look at, if there is one. */
type Problem = { message: string; field?: string };

/** Why an order isn't placed, where nothing more is to be told. */
const PLACING = {
  'not-signed-in': { message: ORDER_MESSAGES['not-signed-in'] },
  'cart-empty': { message: ORDER_MESSAGES['cart-empty'] },
  'invalid-method': { message: PAYMENT_MESSAGES['invalid-method'], field: 'paymentMethod' },
  'reference-too-short': { message: PAYMENT_MESSAGES['reference-too-short'], field: 'paymentReferenceId' },
  'reference-used': { message: paymentMessages['reference-used'], field: 'paymentReferenceId' },
  'unknown-checkout': {
    message: creationFailed('this checkout is not open any more. Look through the summary and try again.'),
    field: 'key',
  },
  'too-many-held': {
    message: creationFailed('three of your orders wait for their payment. Pay or cancel one first.'),
  },
  'cart-changed': { message: creationFailed('your cart has changed. Look through the summary and try again.') },
} as const satisfies Record<string, Problem>;

type OutOfStock = Refused<'out-of-stock', { title: string; available: number }>;

export type PlaceOrderRefusal =
  | Refused<Exclude<keyof typeof PLACING, 'cart-changed'>, undefined>
  | Refused<'already-placed', { orderId: string; orderNumber: string }>
  | Refused<'cart-changed', { totals: Totals }>
  | Refused<'total-changed', { seenTotal: Paise; totals: Totals }>
  | Refused<'fabric', { title: string }>
  | OutOfStock
  | Refused<'coupon', { refusal: CouponRefusal }>
  | CashRefusal;

/** Why an order wasn't placed. */
export function placeOrderMessage(refusal: PlaceOrderRefusal): Problem {
  switch (refusal.reason) {
    case 'already-placed':
      return {
        message: creationFailed(
          `this checkout has placed order ${refusal.data.orderNumber} already. You find it in My Orders.`,
        ),
        field: 'key',
      };
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
    case 'out-of-stock':
      return { message: outOfStock(refusal) };
    case 'coupon':
      return { message: couponMessages[refusal.data.refusal.reason], field: 'couponCode' };
    case 'cash-off':
    case 'cash-above':
    case 'cash-too-many':
      return { message: cashMessage(refusal), field: 'paymentMethod' };
    case 'cash-not-there':
      return { message: cashMessage(refusal), field: 'zipCode' };
    case 'not-signed-in':
    case 'cart-empty':
    case 'invalid-method':
    case 'reference-too-short':
    case 'reference-used':
    case 'unknown-checkout':
    case 'too-many-held':
    case 'cart-changed':
      return PLACING[refusal.reason];
  }
}

/** Why an order isn't written down by hand, where nothing more is to be told. */
const DRAFTING = {
  'no-lines': { message: creationFailed('add a piece first.') },
  'no-account': { message: 'User not found for this email.', field: 'account' },
  'reference-too-short': { message: PAYMENT_MESSAGES['reference-too-short'], field: 'reference' },
  'reference-used': { message: 'Another order has this payment reference.', field: 'reference' },
  'discount-too-large': { message: creationFailed('the discount is more than the pieces come to.') },
} as const satisfies Record<string, Problem>;

export type DraftRefusal =
  | Refused<keyof typeof DRAFTING, undefined>
  | Refused<'total-changed', { total: Paise }>
  | OutOfStock;

/** Why an order wasn't written down by hand. */
export function draftOrderMessage(refusal: DraftRefusal): Problem {
  switch (refusal.reason) {
    case 'total-changed':
      return {
        message: creationFailed(`the total is ${formatRupees(refusal.data.total)} now. Look through it and try again.`),
      };
    case 'out-of-stock':
      return { message: outOfStock(refusal) };
    case 'no-lines':
    case 'no-account':
    case 'reference-too-short':
    case 'reference-used':
    case 'discount-too-large':
      return DRAFTING[refusal.reason];
  }
}

const outOfStock = ({ data: { title, available } }: OutOfStock): string =>
  creationFailed(available > 0 ? `only ${available} of ${title} in stock.` : `${title} is out of stock.`);
