import { DEFAULT_SETTINGS } from '#app/modules/settings/settings.ts';
import { updateSettings } from '#app/modules/settings/settings.server.ts';
import type { RequestShop } from './request-shop.ts';

/** Lets a live shop sell: says whom a payment goes to, and what its pages tell of it. */
export async function openForBuyers(shop: Pick<RequestShop, 'systemContext'>): Promise<void> {
  const { upi, figures, testimonials, founders } = DEFAULT_SETTINGS;
  await updateSettings(shop.systemContext(), { upi, figures, testimonials, founders });
}
