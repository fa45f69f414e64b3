import { data, redirect, href } from 'react-router';
import { placeOrder } from '#app/modules/checkout/checkout.server.ts';
import { readCheckoutForm } from '#app/modules/checkout/forms.ts';
import { placeOrderMessage } from '#app/modules/checkout/messages.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/messages.ts';
import { paymentMessages } from '#app/modules/payments/messages.ts';
import { giveReference } from '#app/modules/payments/payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { changeCoupon } from '#app/routes/storefront/cart/change-coupon.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { checkPayOnline, quotablePin, shownErrors, takeButton } from './checkout-form.ts';
import { PAY_BY } from './open-checkout.ts';

type Posted = { shop: Shop; visit: Visit; form: FormData } & ReturnType<typeof takeButton>;

/** Carries out what a button of the checkout sent. */
export function handleCheckout(shop: Shop, visit: Visit, form: FormData) {
  const button = takeButton(form);
  const { typed, intent, code } = button;
  const posted: Posted = { shop, visit, form, ...button };
  // The summary that is answered is that of where it goes and how it is paid now.
  visit.zipCode = quotablePin(typed['zipCode']);
  visit.payBy = typed[PAY_BY];
  if (typed[PAY_BY] === 'cash') form.set('paymentMethod', 'cod');
  switch (intent) {
    case 'quote-delivery':
    case 'choose-payment':
      return { typed };
    case 'apply-coupon':
    case 'remove-coupon':
      return changeTypedCoupon(posted);
    case 'pay-online':
    case 'pay-without-coupon':
      return openPayment(posted);
    case 'give-reference':
      return takeReference(posted);
    case 'place-order':
      if (code) return data({ typed, unapplied: { code, payOnline: false } }, { status: 422 });
      return placeTypedOrder(posted);
    case 'order-without-coupon':
      return placeTypedOrder({ ...posted, typed: { ...typed, [TYPED_COUPON]: '' } });
  }
}

/** A coupon is tried and taken off with everything that was typed in hand, so that none of it is lost. */
async function changeTypedCoupon({ shop, visit, typed, intent, code }: Posted) {
  const refused = await changeCoupon(shop, visit, {
    intent: intent === 'remove-coupon' ? intent : 'apply-coupon',
    couponCode: code,
  });
  if (refused) return data({ typed, errors: { couponCode: refused } }, { status: 422 });
  return { typed };
}

function openPayment(posted: Posted) {
  const answer = checkPayOnline(posted.form, posted);
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
