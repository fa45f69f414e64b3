import { NOTHING, type Paise, paise } from '#app/basics/money.ts';
import { refused, type Result } from '#app/basics/result.ts';
import type { Coupon, CouponRefusal } from '#app/modules/orders/coupons/coupon.ts';
import { checkCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { type ArtworkGst, gstInCart, price, type PricedLine } from '#app/modules/orders/pricing/pricing.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { cashOnDelivery } from '#app/modules/payments/payments/cash-on-delivery.ts';
import { type DeliveryQuote, estimateArrival } from '#app/modules/store/shipping/delivery.ts';
import { findPlace } from '#app/modules/store/shipping/pin-places.server.ts';
import { isServed, rateFor, shippingFor } from '#app/modules/store/shipping/shipping.ts';
import type { NotServed } from '#app/modules/payments/checkout/messages.ts';
import { mayDeliverTo } from '#app/modules/store/settings/interstate.ts';

/** Calculates the prices of a cart. `totalBefore` excludes the coupon. */
export async function quoteCart(
  shop: Shop,
  cart: {
    lines: readonly (PricedLine & { gst: ArtworkGst })[];
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
  const totals = price({ ...costs, discountPercentage: coupon?.ok ? coupon.value.discountPercentage : 0 });
  return {
    totals,
    includedGst: gstInCart(settings, { lines, totals }),
    totalBefore: price(costs).total,
    coupon,
  };
}

export async function quoteDelivery(
  shop: Shop,
  parcel: { settings: Settings; zipCode: string; amount: Paise; madeToOrder?: boolean },
): Promise<DeliveryQuote> {
  const { settings, zipCode, amount, madeToOrder = false } = parcel;
  const place = await findPlace(zipCode);
  if (!isServed(settings, zipCode)) return { zipCode, place };
  const destination = { zipCode };
  const cost = shippingFor(settings, amount, destination);
  const terms = {
    cost,
    freeAbove: rateFor(settings, destination).freeAbove,
    arrives: estimateArrival(settings, { orderedOn: dayInIndia(shop.now), zipCode, madeToOrder }),
    takesCash: cashOnDelivery(settings, { total: paise(amount + cost), zipCode }).ok,
  };
  return { zipCode, place, terms };
}

export function checkDestination(
  settings: Settings,
  { zipCode, state }: { zipCode: string | undefined; state: string | undefined },
  items: readonly { hsn?: string }[],
): NotServed | undefined {
  if (zipCode !== undefined && !isServed(settings, zipCode)) return refused('not-served', { zipCode });
  if (state && !mayDeliverTo(settings, state, items)) return refused('state-not-served');
  return undefined;
}
