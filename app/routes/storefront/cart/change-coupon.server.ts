import { checkCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { couponMessages } from '#app/modules/orders/coupons/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Visit } from '#app/routes/visit.server.ts';

export async function changeCoupon(
  shop: Shop,
  visit: Visit,
  { intent, couponCode }: { intent: 'apply-coupon' | 'remove-coupon'; couponCode: string },
): Promise<string | undefined> {
  if (intent === 'remove-coupon') visit.keepCoupon(undefined);
  else if (couponCode !== '') {
    const checked = await checkCoupon(shop, couponCode);
    if (!checked.ok) return couponMessages[checked.reason];
    visit.keepCoupon(checked.value.code);
  }
  return undefined;
}
