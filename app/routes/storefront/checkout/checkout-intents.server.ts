import { data, redirect, href } from 'react-router';
import { holdCheckout, keepLateReference, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { readCheckoutForm } from '#app/modules/payments/checkout/forms.ts';
import { holdMessage, lateReferenceMessages, placeOrderMessage } from '#app/modules/payments/checkout/messages.ts';
import { runningHold } from '#app/modules/payments/checkout/checkout-hold.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { isPaidTooLate } from '#app/modules/orders/orders/order-life.ts';
import { awaitsCheck } from '#app/modules/orders/orders/order-payment.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { paymentMessages } from '#app/modules/payments/payments/messages.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { drawUpiPayment, giveReference } from '#app/modules/payments/payments/payments.server.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { changeCoupon } from '#app/routes/storefront/cart/change-coupon.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { addressIn, checkPayOnline, shownErrors, takeButton } from './checkout-form.ts';
import { FURTHER, PAY_BY } from './open-checkout.ts';

type Posted = { shop: Shop; visit: Visit; form: FormData } & ReturnType<typeof takeButton>;

/** Carries out what a button of the checkout sent. */
export function handleCheckout(shop: Shop, visit: Visit, form: FormData) {
  const button = takeButton(form);
  const { typed, intent, code } = button;
  const posted: Posted = { shop, visit, form, ...button };
  // The summary that is answered is that of where it goes and how it is paid now.
  const zipCode = readZipCode(typed['zipCode']);
  if (zipCode) visit.keepZipCode(zipCode);
  visit.payBy = intent === 'show-qr' ? 'upi' : typed[PAY_BY];
  if (typed[PAY_BY] === 'cash') form.set('paymentMethod', 'cod');
  switch (intent) {
    case 'quote-delivery':
    case 'choose-payment':
      return { typed };
    case 'show-qr':
      return showQr(posted);
    case 'give-late-reference':
      return takeLateReference(posted);
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

/** Holds the pieces for a QR; the page draws it. */
async function showQr({ shop, visit, typed }: Posted) {
  const held = await holdCheckout(shop, {
    key: typed['key'] ?? '',
    couponCode: visit.couponCode,
    zipCode: readZipCode(typed['zipCode']) ?? visit.zipCode,
    address: addressIn(typed),
  });
  if (!held.ok) return data({ typed, holdError: holdMessage(held) }, { status: 409 });
  const { until, total, orderNumber, payee } = held.value;
  return {
    typed,
    qr: {
      hold: { ...runningHold(until, shop.now), stage: 'held' as const, drawn: total },
      upi: drawUpiPayment(payee, { amount: total, orderNumber }),
    },
  };
}

async function takeLateReference({ shop, visit, typed }: Posted) {
  const paymentReferenceId = typed['paymentReferenceId'] ?? '';
  const late = { key: typed['key'] ?? '', paymentReferenceId, address: addressIn(typed) };
  const answer = await keepLateReference(shop, late);
  if (answer.ok) return leadOn(visit, answer.value, paymentReferenceId);
  return data(
    { typed, errors: { paymentReferenceId: lateReferenceMessages[answer.reason] } },
    { status: answer.reason === 'reference-too-short' ? 422 : 409 },
  );
}

async function takeReference({ shop, visit, typed }: Posted) {
  const orderId = typed['orderId'] ?? '';
  const paymentReferenceId = typed['paymentReferenceId'] ?? '';
  const given = await giveReference(shop, { orderId, paymentReferenceId });
  if (given.ok) return leadOn(visit, given.value, paymentReferenceId);
  return data({ typed, errors: { paymentReferenceId: paymentMessages[given.reason] } }, { status: 409 });
}

async function placeTypedOrder({ shop, visit, form, typed }: Posted) {
  const read = readCheckoutForm(form);
  if (!read.ok) return data({ typed, ...shownErrors(read.errors) }, { status: 422 });
  const { online, couponCode } = read.value;
  const placed = await placeOrder(shop, read.value);
  if (placed.ok) {
    if (!isPaidTooLate(placed.value)) visit.keepCoupon(undefined);
    if (online) return redirect(`${href('/checkout')}?payment=${placed.value.id}`, 303);
    return leadOn(
      visit,
      placed.value,
      placed.value.paymentMethod === 'cod' ? undefined : read.value.paymentReferenceId,
    );
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

/**
 * Leads to the order that was placed, or to the page that says that the reference is checked. `sent` is the reference that was typed: another
 * one than the order's is a further one.
 */
function leadOn(visit: Visit, order: Order, sent?: string) {
  const reference = sent === undefined ? undefined : normaliseReference(sent);
  const page = `${href('/checkout')}?payment=${order.id}`;
  if (reference !== undefined && reference !== order.paymentReferenceId) return redirect(`${page}&${FURTHER}=yes`, 303);
  return isPaidTooLate(order) || awaitsCheck(order) ? redirect(page, 303) : showPlaced(visit, order.id);
}

/** My Orders, with the order that was placed in sight. */
export function showPlaced(visit: Visit, orderId: string) {
  visit.flash({ text: ORDER_MESSAGES.placed });
  return redirect(`${href('/profile/orders')}?placed=${orderId}#order-${orderId}`, 303);
}
