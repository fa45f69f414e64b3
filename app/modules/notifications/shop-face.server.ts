import { getSettings } from '#app/modules/settings/settings.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { ShopFace } from './templates/mail-look.ts';

/** What of the shop stands in every mail, as the settings have it now. */
export async function shopFace(shop: Shop): Promise<ShopFace> {
  const { shopName, contact } = await getSettings(shop);
  return {
    name: shopName,
    url: shop.config.shopUrl,
    email: contact.email,
    phone: contact.phone,
    address: contact.address,
  };
}
