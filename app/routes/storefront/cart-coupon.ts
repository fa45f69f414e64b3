import { z } from 'zod';
import { checkCoupon } from '#app/modules/coupons/coupons.server.ts';
import { codeSchema } from '#app/modules/coupons/forms.ts';
import { COUPON_TROUBLE, couponMessages } from '#app/modules/coupons/messages.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import { answerOrTrouble } from './client-answers.ts';
import type { Route } from './+types/cart-coupon.ts';

const couponBoxSchema = z.strictObject({ code: codeSchema.default(''), remove: z.literal('yes').optional() });

/** POST cart/coupon: applies a code, or with `remove` takes it off; empty input is ignored. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields, returnTo } = await readPost(request, couponBoxSchema);
  const back = { returnTo, otherwise: '/cart', about: 'coupon' } as const;
  if (fields.remove) {
    visit.keepCoupon(undefined);
    return answerPost(request, visit, { ok: true, message: '' }, back);
  }
  if (fields.code === '') return answerPost(request, visit, { ok: true, message: '' }, back);
  const checked = await checkCoupon(context.get(shopContext), fields.code);
  if (!checked.ok) return answerPost(request, visit, { ok: false, message: couponMessages[checked.reason] }, back);
  visit.keepCoupon(checked.value.code);
  return answerPost(request, visit, { ok: true, message: '' }, back);
}

/** The coupon box shows the answer under its field. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerOrTrouble(serverAction(), COUPON_TROUBLE, () => {});
