import { z } from 'zod';
import { checkCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { codeSchema } from '#app/modules/orders/coupons/forms.ts';
import { couponMessages } from '#app/modules/orders/coupons/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';

/** What the coupon's buttons send, in the cart and in the checkout. */
export const couponButtonSchema = z.strictObject({
  intent: z.enum(['apply-coupon', 'remove-coupon']).default('apply-coupon'),
  couponCode: codeSchema.default(''),
});

/** Applies a code or takes it off; answers why a code is refused. Empty input is ignored. */
export async function changeCoupon(
  shop: Shop,
  visit: Visit,
  { intent, couponCode }: z.output<typeof couponButtonSchema>,
): Promise<string | undefined> {
  if (intent === 'remove-coupon') visit.keepCoupon(undefined);
  else if (couponCode !== '') {
    const checked = await checkCoupon(shop, couponCode);
    if (!checked.ok) return couponMessages[checked.reason];
    visit.keepCoupon(checked.value.code);
  }
  return undefined;
}
