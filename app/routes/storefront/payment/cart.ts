import { redirect, href } from 'react-router';
import { mergeMessages } from '#app/modules/orders/cart/messages.ts';
import { paymentMessages } from '#app/modules/payments/payments/messages.ts';
import { returnToCart } from '#app/modules/payments/payments/payments.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/cart.ts';

/** POST checkout/payment/:orderId/cart: takes an unpaid order back and opens the checkout with what was typed for it. */
export async function action({ context, params: { orderId } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const returned = await returnToCart(context.get(shopContext), orderId);
  if (!returned.ok) {
    visit.flash({ text: paymentMessages[returned.reason] });
    return redirect(href('/profile/orders'), 303);
  }
  if (returned.value.couponCode) visit.keepCoupon(returned.value.couponCode);
  for (const text of mergeMessages(returned.value.cart)) visit.flash({ text });
  return redirect(`${href('/checkout')}?again=${orderId}`, 303);
}
