import { getSettings } from './settings.server.ts';
import { shownContact } from './settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { ShopIdentity } from '#app/platform/mail/mail-look.ts';

export async function readShopIdentity(shop: Shop): Promise<ShopIdentity> {
  const settings = await getSettings(shop);
  const contact = shownContact(shop.config.mode, settings);
  return {
    name: settings.shopName,
    url: shop.config.shopUrl,
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    address: contact.address ?? '',
    colour: settings.brandColour,
  };
}
