import type { Paise } from '#app/basics/money.ts';
import type { Result } from '#app/basics/result.ts';
import type { Coupon, CouponRefusal } from '#app/modules/coupons/coupon.ts';
import { checkCoupon } from '#app/modules/coupons/coupons.server.ts';
import { lineTotal, price, type PricedLine, type Totals } from '#app/modules/pricing/pricing.ts';
import type { Settings } from '#app/modules/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type CheckedCoupon = Result<Coupon, CouponRefusal>;
export type CartQuote<Line> = {
  lines: (Line & { lineTotal: Paise })[];
  totals: Totals;
  /** What it would come to without the coupon. */
  totalBefore: Paise;
  coupon: CheckedCoupon | undefined;
};

/**
 * What a cart costs, for its page, for the checkout and for the order. A coupon that doesn't work takes nothing off and says
 * why; one that was checked already isn't checked again. Where the parcel goes matters when shipping goes by zones.
 */
export async function quoteCart<Line extends PricedLine>(
  shop: Shop,
  cart: { lines: readonly Line[]; settings: Settings; coupon?: string | CheckedCoupon; zipCode?: string },
): Promise<CartQuote<Line>> {
  const { lines, settings, zipCode } = cart;
  const coupon = typeof cart.coupon === 'string' ? await checkCoupon(shop, cart.coupon) : cart.coupon;
  const costs = { lines, settings, destination: zipCode ? { zipCode } : undefined };
  return {
    lines: lines.map((line) => ({ ...line, lineTotal: lineTotal(line) })),
    totals: price({ ...costs, discountPercentage: coupon?.ok ? coupon.value.discountPercentage : 0 }),
    totalBefore: price(costs).total,
    coupon,
  };
}
