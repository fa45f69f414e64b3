import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { Brand } from './page-meta.ts';

export const toBrand = (shop: Shop, { shopName, tagline }: Pick<Settings, 'shopName' | 'tagline'>): Brand => ({
  shopName,
  tagline,
  shopUrl: shop.config.shopUrl,
});
