import type { LoaderFunctionArgs } from 'react-router';
import { dayInIndia } from '#app/basics/india.ts';
import { textChannelsOf } from '#app/basics/text-channels.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { comingHolidays } from '#app/modules/store/settings/settings.ts';
import { shopContext } from '#app/routes/request-context.server.ts';

/** The settings that decide charges and shipping provide these facts, so that the page agrees with the bill. */
export async function policyLoader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext);
  const { contact, legal, flatShipping, shippingMode, shippingZones, promises, policiesUpdated, holidays } =
    await getSettings(shop);
  return {
    contact,
    legal,
    flatShipping,
    shippingMode,
    shippingZones,
    promises,
    policiesUpdated,
    channels: textChannelsOf(shop),
    holidays: comingHolidays(holidays, dayInIndia(shop.now)),
  };
}
