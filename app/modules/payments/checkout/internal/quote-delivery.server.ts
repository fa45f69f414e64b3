import { dayInIndia } from '#app/basics/india.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import { cashOnDelivery } from '#app/modules/payments/payments/cash-on-delivery.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { type DeliveryQuote, estimateArrival } from '#app/modules/store/shipping/delivery.ts';
import { findPlace } from '#app/modules/store/shipping/pin-places.server.ts';
import { isServed, rateFor, shippingFor } from '#app/modules/store/shipping/shipping.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * What delivery to a PIN code means for what is ordered today: where it is, what it costs for `amount` (in paise, after
 * discount, and `gstAmount` on top of it and its parcel), when it arrives and whether cash can be paid there.
 */
export async function quoteDelivery(
  shop: Shop,
  parcel: { settings: Settings; zipCode: string; amount: Paise; gstAmount: Paise; madeToOrder?: boolean },
): Promise<DeliveryQuote> {
  const { settings, zipCode, amount, gstAmount, madeToOrder = false } = parcel;
  const place = await findPlace(zipCode);
  if (!isServed(settings, zipCode)) return { zipCode, place };
  const destination = { zipCode };
  const cost = shippingFor(settings, amount, destination);
  const terms = {
    cost,
    freeAbove: rateFor(settings, destination).freeAbove,
    arrives: estimateArrival(settings, { orderedOn: dayInIndia(shop.now), zipCode, madeToOrder }),
    takesCash: cashOnDelivery(settings, { total: paise(amount + cost + gstAmount), zipCode }).ok,
  };
  return { zipCode, place, terms };
}
