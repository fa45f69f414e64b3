import type { Paise } from '#app/basics/money.ts';
import { earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { hoursOf } from '#app/modules/requests/calendar/schedule.ts';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { rateFor } from '#app/modules/store/shipping/shipping.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type QuotePlan = {
  hours: number;
  earliestFinish: string | undefined;
  shippingCost: Paise;
  sellerStatus: Settings['seller']['status'];
};

/** Returns the first free day for the hours of the last quote or the usual hours, and the usual shipping. */
export async function planQuote(
  shop: Shop,
  { quotes: [last], artwork, asked }: RequestPage,
  settings: Settings,
  zipCode: string,
): Promise<QuotePlan> {
  const hours = last?.workHours ?? hoursOf(settings, { ...artwork, wantStitching: asked.wantStitching });
  return {
    hours,
    earliestFinish: await earliestFinishOf(shop, { hours }, settings),
    shippingCost: rateFor(settings, { zipCode }).cost,
    sellerStatus: settings.seller.status,
  };
}
