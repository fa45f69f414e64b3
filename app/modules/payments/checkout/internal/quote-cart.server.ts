import { NOTHING } from '#app/basics/money.ts';
import type { Result } from '#app/basics/result.ts';
import type { Coupon, CouponRefusal } from '#app/modules/orders/coupons/coupon.ts';
import { checkCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { price, type PricedLine } from '#app/modules/orders/pricing/pricing.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * What a cart costs, for its page, for the checkout and for the order; `totalBefore` is what it would come to without the
 * coupon. A coupon that doesn't work takes nothing off and says why; one that was checked already isn't checked again.
 * Where the parcel goes matters when shipping goes by zones, and whether it is paid on delivery when that is charged for.
 */
export async function quoteCart(
  shop: Shop,
  cart: {
    lines: readonly PricedLine[];
    settings: Settings;
    coupon?: string | Result<Coupon, CouponRefusal>;
    zipCode?: string;
    isCash?: boolean;
  },
) {
  const { lines, settings, zipCode, isCash } = cart;
  const coupon = typeof cart.coupon === 'string' ? await checkCoupon(shop, cart.coupon) : cart.coupon;
  const costs = {
    lines,
    settings,
    codCharge: isCash ? settings.cashOnDelivery.charge : NOTHING,
    destination: zipCode ? { zipCode } : undefined,
  };
  return {
    totals: price({ ...costs, discountPercentage: coupon?.ok ? coupon.value.discountPercentage : 0 }),
    totalBefore: price(costs).total,
    coupon,
  };
}
