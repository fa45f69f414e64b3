import { href } from 'react-router';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import { changeCoupon, couponButtonSchema } from './change-coupon.server.ts';
import type { Route } from './+types/coupon.ts';

/** POST cart/coupon: applies a code or takes it off. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields, returnTo } = await readPost(request, couponButtonSchema);
  const refused = await changeCoupon(context.get(shopContext), visit, fields);
  const outcome = { ok: refused === undefined, message: refused ?? '' };
  return answerPost(request, visit, outcome, { returnTo, otherwise: href('/cart'), about: 'coupon' });
}
