import { formatRupees, type Paise } from '#app/basics/money.ts';
import type { Refused } from '#app/basics/result.ts';
import type { Buyer } from './checkout-hold.ts';
import type { CouponRefusal } from '#app/modules/orders/coupons/coupon.ts';
import { couponMessages } from '#app/modules/orders/coupons/messages.ts';
import { MAX_LINES } from './draft-order.ts';
import { closingMessage, closingTitle } from '#app/modules/store/closing/messages.ts';
import type { Closing } from '#app/modules/store/closing/closing.ts';
import { creationFailed, ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { cashMessage, type CashRefusal } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { PAYMENT_MESSAGES, paymentMessages } from '#app/modules/payments/payments/messages.ts';
import type { Totals } from '#app/modules/orders/pricing/pricing.ts';
import { INTERSTATE_WARNINGS } from '#app/modules/store/settings/interstate.ts';
import { notServed } from '#app/modules/store/shipping/messages.ts';

export const STATE_NOT_SERVED = 'We deliver only within our own state';

type Problem = { message: string; field?: string };

type OverLimit = Refused<'too-many-unmatched', { hasGateway: boolean }>;

const overLimit = ({ data: { hasGateway } }: OverLimit): string =>
  `we’re still confirming your earlier payments (up to 3 business days). Order fewer pieces${hasGateway ? ', or pay online' : ', or try again when we’ve confirmed them'}. Your cart is saved.`;

const PLACING = {
  'not-signed-in': { message: ORDER_MESSAGES['not-signed-in'] },
  'cart-empty': { message: ORDER_MESSAGES['cart-empty'] },
  'invalid-method': { message: PAYMENT_MESSAGES['invalid-method'], field: 'paymentMethod' },
  'reference-too-short': { message: PAYMENT_MESSAGES['reference-too-short'], field: 'paymentReferenceId' },
  'too-many-references': { message: paymentMessages['too-many-references'], field: 'paymentReferenceId' },
  'state-not-served': { message: STATE_NOT_SERVED, field: 'state' },
  'unknown-checkout': {
    message: creationFailed('your checkout session has expired. Check the summary and try again.'),
    field: 'key',
  },
  'too-many-held': {
    message: creationFailed('three of your orders are waiting for payment. Pay or cancel one first.'),
  },
  'cart-changed': { message: creationFailed('your cart has changed. Check the summary and try again.') },
} as const satisfies Record<string, Problem>;

type OutOfStock = Refused<'out-of-stock', { title: string; available: number }>;
export type NotServed = Refused<'not-served', { zipCode: string }> | Refused<'state-not-served', undefined>;
type Unanswered = Refused<'unanswered', { title: string; unanswered: string[] }>;

const unansweredMessage = ({ data: { title, unanswered } }: Unanswered): string =>
  `${title} needs more details (${unanswered.join(', ')}). Add them in your cart.`;

export type HoldCheckoutRefusal =
  | Refused<'unknown-checkout' | 'cart-empty' | 'too-many-held' | 'upi-off', undefined>
  | OverLimit
  | Refused<'out-of-stock', { artworkId: string; title: string; available: number }>
  | Refused<'being-bought', { artworkId: string; title: string }>
  | Refused<'held-by-order', { title: string; orderNumber: string }>
  | Refused<'held-too-often', { title: string }>
  | NotServed
  | Unanswered
  | Refused<'closed', Closing>;

export function unavailableMessage(title: string, buyer: Buyer | undefined): string {
  if (buyer === 'others')
    return `Someone else is buying ${title} right now. Wait until it’s available again, or remove it from your cart.`;
  if (buyer) return `${title} is already in your unpaid order. Remove it from your cart.`;
  return `${title} is no longer available. Remove it from your cart to continue.`;
}

export function holdMessage(refusal: HoldCheckoutRefusal): string {
  switch (refusal.reason) {
    case 'being-bought':
      return `Someone else is buying ${refusal.data.title} right now. You haven’t been charged.`;
    case 'out-of-stock': {
      const { title, available } = refusal.data;
      return available > 0
        ? `Only ${available} left of ${title}. Change the quantity in your cart.`
        : `${title} is sold. You haven’t been charged.`;
    }
    case 'unanswered':
      return unansweredMessage(refusal);
    case 'held-by-order':
      return `${refusal.data.title} is already in your unpaid order ${refusal.data.orderNumber}. Pay for that order, or cancel it.`;
    case 'held-too-often':
      return `We’ve held ${refusal.data.title} for you three times within an hour. Try again later. If you’ve already paid, enter the reference.`;
    case 'too-many-unmatched':
      return `No QR code yet: ${overLimit(refusal)}`;
    case 'too-many-held':
      return 'Three of your orders are waiting for payment. Pay or cancel one first.';
    case 'cart-empty':
      return ORDER_MESSAGES['cart-empty'];
    case 'closed':
      return closingMessage(refusal.data);
    case 'state-not-served':
      return PLACING['state-not-served'].message;
    case 'not-served':
      return notServed(refusal.data.zipCode);
    case 'upi-off':
      return 'UPI with a reference is unavailable. Choose another payment method.';
    case 'unknown-checkout':
      return 'Your checkout session has expired. Reload the page to continue.';
  }
}

export type PlaceOrderRefusal =
  | Refused<Exclude<keyof typeof PLACING, 'cart-changed' | 'state-not-served'>, undefined>
  | Refused<'already-placed', { orderId: string; orderNumber: string }>
  | Refused<'cart-changed', { totals: Totals }>
  | Refused<'total-changed', { seenTotal: Paise; totals: Totals; deliveryTo?: string }>
  | OverLimit
  | Refused<'fabric', { title: string }>
  | Refused<'closed', Closing>
  | NotServed
  | OutOfStock
  | Unanswered
  | Refused<'coupon', { refusal: CouponRefusal }>
  | CashRefusal;

export function placeOrderMessage(refusal: PlaceOrderRefusal): Problem {
  switch (refusal.reason) {
    case 'already-placed':
      return {
        message: creationFailed(
          `you’ve already placed this as order ${refusal.data.orderNumber}. You can find it in My Orders.`,
        ),
        field: 'key',
      };
    case 'total-changed': {
      const { seenTotal, totals, deliveryTo } = refusal.data;
      const why = deliveryTo ? ` Delivery to ${deliveryTo} costs ${formatRupees(totals.shippingCost)}.` : '';
      return {
        message: creationFailed(
          `the total is ${formatRupees(totals.total)}, not ${formatRupees(seenTotal)}.${why} Check the summary and try again.`,
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
    case 'closed':
      return { message: creationFailed(`${closingTitle(refusal.data)}. ${closingMessage(refusal.data)}`) };
    case 'not-served':
      return { message: notServed(refusal.data.zipCode), field: 'zipCode' };
    case 'out-of-stock':
      return { message: outOfStock(refusal) };
    case 'unanswered':
      return { message: creationFailed(unansweredMessage(refusal)) };
    case 'coupon':
      return { message: couponMessages[refusal.data.refusal.reason], field: 'couponCode' };
    case 'too-many-unmatched':
      return { message: creationFailed(overLimit(refusal)) };
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
    case 'too-many-references':
    case 'unknown-checkout':
    case 'state-not-served':
    case 'too-many-held':
    case 'cart-changed':
      return PLACING[refusal.reason];
  }
}

export const lateReferenceMessages = {
  'unknown-checkout': PLACING['unknown-checkout'].message,
  'reference-too-short': PAYMENT_MESSAGES['reference-too-short'],
  'too-many-references': paymentMessages['too-many-references'],
} as const;

export const atMostItems = (of: 'sale' | 'order'): string =>
  `You can add at most ${MAX_LINES} different pieces to one ${of}.`;

const CREATE_AGAIN = 'To continue anyway, select Create order again.';

const DRAFTING = {
  'no-lines': { message: creationFailed('add a piece first.') },
  'no-account': { message: 'User not found for this email.', field: 'account' },
  'reference-too-short': { message: PAYMENT_MESSAGES['reference-too-short'], field: 'reference' },
  'reference-used': { message: 'Another order has this payment reference.', field: 'reference' },
  'barred-state': { message: `${INTERSTATE_WARNINGS.composition} ${CREATE_AGAIN}`, field: 'state' },
  'registration-needed': { message: `${INTERSTATE_WARNINGS.registration} ${CREATE_AGAIN}`, field: 'state' },
  'discount-too-large': { message: creationFailed('the discount is larger than the subtotal.') },
} as const satisfies Record<string, Problem>;

export type DraftRefusal =
  | Refused<keyof typeof DRAFTING, undefined>
  | Refused<'total-changed', { total: Paise }>
  | Refused<'wrong-answer', { field: string; error: string }>
  | OutOfStock;

export function draftOrderMessage(refusal: DraftRefusal): Problem {
  switch (refusal.reason) {
    case 'total-changed':
      return {
        message: creationFailed(`the total is now ${formatRupees(refusal.data.total)}. Check it and try again.`),
      };
    case 'out-of-stock':
      return { message: outOfStock(refusal) };
    case 'wrong-answer':
      return { message: refusal.data.error, field: refusal.data.field };
    case 'no-lines':
    case 'no-account':
    case 'reference-too-short':
    case 'reference-used':
    case 'barred-state':
    case 'registration-needed':
    case 'discount-too-large':
      return DRAFTING[refusal.reason];
  }
}

const outOfStock = ({ data: { title, available } }: OutOfStock): string =>
  creationFailed(available > 0 ? `only ${available} of ${title} in stock.` : `${title} is out of stock.`);
