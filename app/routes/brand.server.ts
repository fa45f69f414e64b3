import { DEFAULT_SETTINGS, type Settings } from '#app/modules/store/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Brand } from './page-meta.ts';

export const toBrand = (
  shop: Shop,
  { shopName, tagline, brandColour }: Pick<Settings, 'shopName' | 'tagline' | 'brandColour'>,
): Brand => ({
  shopName,
  tagline,
  shopUrl: shop.config.shopUrl,
  ...(brandColour !== DEFAULT_SETTINGS.brandColour && { colour: brandColour }),
});
