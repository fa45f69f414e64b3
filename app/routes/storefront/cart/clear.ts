import { href } from 'react-router';
import { z } from 'zod';
import { clearCart } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/clear.ts';

const nothing = z.strictObject({});

/** POST cart/clear: takes every line out, and drops the coupon with them. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const visit = context.get(visitContext);
  const { returnTo } = await readPost(request, nothing);
  if (shop.actor.kind === 'guest') visit.keepCart({ ...NO_GUEST_CART });
  else await clearCart(shop);
  visit.keepCoupon(undefined);
  return answerPost(request, visit, { ok: true, message: '' }, { returnTo, otherwise: href('/cart'), toast: {} });
}
