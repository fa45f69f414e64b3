import { href, redirect } from 'react-router';
import { z } from 'zod';
import { refused } from '#app/basics/result.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { awaitsCheck } from '#app/modules/orders/orders/order-payment.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { runningHold } from '#app/modules/payments/checkout/checkout-hold.ts';
import { holdCheckout, keepLateReference, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { CHECKOUT_FIELDS, readCheckoutForm } from '#app/modules/payments/checkout/forms.ts';
import { holdMessage, lateReferenceMessages, placeOrderMessage } from '#app/modules/payments/checkout/messages.ts';
import { paymentMessages } from '#app/modules/payments/payments/messages.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { drawUpiPayment, giveReference } from '#app/modules/payments/payments/payments.server.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { typedIn } from '#app/platform/forms.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { type ActionArgs, formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { changeCoupon } from '#app/routes/storefront/cart/change-coupon.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { addressIn, readTypedCode, setLaterPayment, shownErrors } from './checkout-form.ts';
import { FURTHER, PAY_BY } from './open-checkout.ts';

type Args = ActionArgs & { visit: Visit };
type Typed = Record<string, string>;
const form = formOf();

/** Remembers the destination and payment method, so that the summary can use them. */
function noteChoices(visit: Visit, typed: Typed, payBy = typed[PAY_BY]): void {
  const zipCode = readZipCode(typed['zipCode']);
  if (zipCode) visit.keepZipCode(zipCode);
  visit.payBy = payBy;
}

const typedSchema = z.record(z.string(), z.string());
const prepareTyped = (_shop: Shop, body: FormData, { visit }: Args) => {
  noteChoices(visit, typedIn(body));
  return {};
};

const showAgain = form({
  schema: typedSchema,
  prepare: prepareTyped,
  run: async (_shop, typed) => typed,
  done: (typed) => ({ typed }),
  refused: {},
});

const couponForm = (intent: 'apply-coupon' | 'remove-coupon') =>
  form({
    schema: typedSchema,
    prepare: prepareTyped,
    run: async (shop, typed, { visit }) => {
      const couponCode = readTypedCode(typed[TYPED_COUPON]);
      const message = await changeCoupon(shop, visit, { intent, couponCode });
      return message === undefined ? typed : refused('not-applied', message);
    },
    done: (typed) => ({ typed }),
    refused: { 'not-applied': ({ data: couponCode }) => ({ errors: { couponCode }, status: 422 }) },
  });

const showQr = form({
  schema: typedSchema,
  prepare: (_shop, body, { visit }) => {
    noteChoices(visit, typedIn(body), 'upi');
    return {};
  },
  run: (shop, typed, { visit }) =>
    holdCheckout(shop, {
      key: typed['key'] ?? '',
      couponCode: visit.couponCode,
      zipCode: readZipCode(typed['zipCode']) ?? visit.zipCode,
      address: addressIn(typed),
    }),
  done: ({ until, total, orderNumber, payee }, typed, { context }) => ({
    typed,
    qr: {
      hold: { ...runningHold(until, context.get(shopContext).now), stage: 'held' as const, drawn: total },
      upi: drawUpiPayment(payee, { amount: total, orderNumber }),
    },
  }),
  refused: (refusal) => ({ holdError: holdMessage(refusal), status: 409 }),
});

const lateReference = form({
  schema: typedSchema,
  prepare: prepareTyped,
  run: (shop, typed) =>
    keepLateReference(shop, {
      key: typed['key'] ?? '',
      paymentReferenceId: typed['paymentReferenceId'] ?? '',
      address: addressIn(typed),
    }),
  done: (order, typed) => redirectAfterOrder(order, typed['paymentReferenceId'] ?? ''),
  refused: ({ reason }) => ({
    errors: { paymentReferenceId: lateReferenceMessages[reason] },
    status: reason === 'reference-too-short' ? 422 : 409,
  }),
});

const reference = form({
  schema: typedSchema,
  prepare: prepareTyped,
  run: (shop, { orderId = '', paymentReferenceId = '' }) => giveReference(shop, { orderId, paymentReferenceId }),
  done: (order, typed) => redirectAfterOrder(order, typed['paymentReferenceId'] ?? ''),
  refused: ({ reason }) => ({ errors: { paymentReferenceId: paymentMessages[reason] } }),
});

/** Each value is a list, because `readCheckoutForm` refuses a repeated field. */
const orderSchema = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .transform(({ [TYPED_COUPON]: typedCode, ...sent }, context) => {
    const code = readTypedCode(typedCode);
    const body = new FormData();
    for (const [name, values] of Object.entries(sent)) for (const value of [values].flat()) body.append(name, value);
    const read = code ? { ok: false as const, errors: { [TYPED_COUPON]: code } } : readCheckoutForm(body);
    if (read.ok) return read.value;
    for (const [name, message] of Object.entries(read.errors))
      context.addIssue({ code: 'custom', path: [name], message });
    return z.NEVER;
  });

const orderForm = ({ isLater, isWithoutCoupon }: { isLater: boolean; isWithoutCoupon: boolean }) => ({
  schema: orderSchema,
  lists: CHECKOUT_FIELDS,
  prepare: (_shop: Shop, body: FormData, { visit }: Args) => {
    const typed = typedIn(body);
    noteChoices(visit, typed);
    body.delete(PAY_BY);
    if (typed[PAY_BY] === 'cash') body.set('paymentMethod', 'cod');
    if (isLater) setLaterPayment(body);
    if (isWithoutCoupon) body.delete(TYPED_COUPON);
    return { typed: isWithoutCoupon && !isLater ? { ...typed, [TYPED_COUPON]: '' } : typed };
  },
  invalid: ({ [TYPED_COUPON]: code, ...errors }: Record<string, string>) => ({
    ...(code ? { unapplied: { code, payOnline: isLater } } : shownErrors(errors)),
    status: 422,
  }),
});

const payOnlineForm = (isWithoutCoupon: boolean) =>
  form({
    ...orderForm({ isLater: true, isWithoutCoupon }),
    run: async (_shop, _order, _args, { typed }) => typed,
    done: (typed) => ({ typed, paying: true }),
    refused: {},
  });

const placeForm = (isWithoutCoupon: boolean) =>
  form({
    ...orderForm({ isLater: false, isWithoutCoupon }),
    run: placeOrder,
    done: (placed, { online, paymentReferenceId }, { visit }) => {
      if (!isPaidTooLate(placed)) visit.keepCoupon(undefined);
      if (online) return paymentPage(placed.id);
      return redirectAfterOrder(placed, placed.paymentMethod === 'cod' ? undefined : paymentReferenceId);
    },
    refused: (refusal, { online, couponCode }, { visit }) => {
      // Another tab or an earlier tap placed the order, so the shopper pays that order.
      if (refusal.reason === 'already-placed' && online) return { to: paymentPage(refusal.data.orderId) };
      const { message, field } = placeOrderMessage(refusal);
      // A valid code that was not applied is stored, so that the summary shows it.
      if (couponCode) visit.keepCoupon(refusal.reason === 'coupon' ? undefined : couponCode);
      return {
        ...shownErrors(field ? { [field]: message } : {}, field ? undefined : message),
        status: refusal.reason === 'not-signed-in' ? 401 : 409,
      };
    },
  });

const placing = placeForm(false);

/** Enter in a field sends no intent and places the order. */
export const takeCheckout = formAction(
  {
    'quote-delivery': showAgain,
    'choose-payment': showAgain,
    'apply-coupon': couponForm('apply-coupon'),
    'remove-coupon': couponForm('remove-coupon'),
    'show-qr': showQr,
    'give-late-reference': lateReference,
    'give-reference': reference,
    'pay-online': payOnlineForm(false),
    'pay-without-coupon': payOnlineForm(true),
    '': placing,
    'place-order': placing,
    'order-without-coupon': placeForm(true),
  },
  {
    before: async (shop) => {
      signedIn(shop);
      return undefined;
    },
  },
);

const paymentPage = (orderId: string) => `${href('/checkout')}?payment=${orderId}`;

/**
 * Redirects to the placed order, or to the check of its reference. A different `sent` reference opens the field for a
 * further one.
 */
function redirectAfterOrder(order: Order, sent?: string): string | Response {
  const reference = sent === undefined ? undefined : normaliseReference(sent);
  const page = paymentPage(order.id);
  if (reference !== undefined && reference !== order.paymentReferenceId) return `${page}&${FURTHER}=yes`;
  return isPaidTooLate(order) || awaitsCheck(order) ? page : showPlaced(order.id);
}

export const showPlaced = (orderId: string) => redirect(`${href('/profile/orders')}?placed=${orderId}`, 303);
