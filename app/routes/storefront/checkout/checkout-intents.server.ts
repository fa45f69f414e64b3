import { data, redirect, href } from 'react-router';
import { z } from 'zod';
import { placeOrder } from '#app/modules/checkout/checkout.server.ts';
import { readCheckoutForm } from '#app/modules/checkout/forms.ts';
import { placeOrderMessage } from '#app/modules/checkout/messages.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { paymentMessages } from '#app/modules/payments/messages.ts';
import { giveReference } from '#app/modules/payments/payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { changeCoupon } from '#app/routes/storefront/cart/change-coupon.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { typedIn } from '#app/platform/forms.ts';
import { checkPayOnline, shownErrors } from './checkout-form.ts';

type Posted = { shop: Shop; visit: Visit; form: FormData; typed: Record<string, string> };

/** Enter in a field sends no intent and places the order. */
const intentSchema = z
  .enum(['apply-coupon', 'remove-coupon', 'pay-online', 'give-reference', 'place-order'])
  .catch('place-order');

/** Carries out what a button of the checkout sent. */
export function handleCheckout(shop: Shop, visit: Visit, form: FormData) {
  const posted: Posted = { shop, visit, form, typed: typedIn(form) };
  const intent = intentSchema.parse(form.get('intent'));
  form.delete('intent');
  switch (intent) {
    case 'apply-coupon':
    case 'remove-coupon':
      return changeTypedCoupon(posted, intent);
    case 'pay-online':
      return openPayment(posted);
    case 'give-reference':
      return takeReference(posted);
    case 'place-order':
      return placeTypedOrder(posted);
  }
}

/** A coupon is tried and taken off with everything that was typed in hand, so that none of it is lost. */
async function changeTypedCoupon({ shop, visit, typed }: Posted, intent: 'apply-coupon' | 'remove-coupon') {
  const refused = await changeCoupon(shop, visit, { intent, couponCode: typed['couponCode']?.trim() ?? '' });
  if (refused) return data({ typed, errors: { couponCode: refused } }, { status: 422 });
  return { typed: intent === 'remove-coupon' ? { ...typed, couponCode: '' } : typed };
}

function openPayment({ form }: Posted) {
  const answer = checkPayOnline(form);
  return answer.paying ? answer : data(answer, { status: 422 });
}

async function takeReference({ shop, visit, typed }: Posted) {
  const orderId = typed['orderId'] ?? '';
  const given = await giveReference(shop, { orderId, paymentReferenceId: typed['paymentReferenceId'] ?? '' });
  if (given.ok) return showPlaced(visit, orderId);
  return data({ typed, errors: { paymentReferenceId: paymentMessages[given.reason] } }, { status: 409 });
}

async function placeTypedOrder({ shop, visit, form, typed }: Posted) {
  const read = readCheckoutForm(form);
  if (!read.ok) return data({ typed, ...shownErrors(read.errors) }, { status: 422 });
  const { online, couponCode } = read.value;
  const placed = await placeOrder(shop, read.value);
  if (placed.ok) {
    visit.keepCoupon(undefined);
    return online
      ? redirect(`${href('/checkout')}?payment=${placed.value.id}`, 303)
      : showPlaced(visit, placed.value.id);
  }
  // Another tab, or a tap before this one, has placed it: that order is paid for.
  if (placed.reason === 'already-placed' && online)
    return redirect(`${href('/checkout')}?payment=${placed.data.orderId}`, 303);
  const { message, field } = placeOrderMessage(placed);
  // A code that was typed without Apply is kept when it works, so that the refreshed summary has it.
  if (couponCode) visit.keepCoupon(placed.reason === 'coupon' ? undefined : couponCode);
  return data(
    { typed, ...shownErrors(field ? { [field]: message } : {}, field ? undefined : message) },
    { status: placed.reason === 'not-signed-in' ? 401 : 409 },
  );
}

/** My Orders, with the order that was placed in sight. */
export function showPlaced(visit: Visit, orderId: string) {
  visit.flash({ text: ORDER_MESSAGES.placed });
  return redirect(`${href('/profile/orders')}?placed=${orderId}#order-${orderId}`, 303);
}
