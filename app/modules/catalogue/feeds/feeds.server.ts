import { listForSale } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { deliveryInIndia } from '#app/modules/store/shipping/shipping.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type FeedItem, toFeedItem } from './feed-item.ts';
import { toGoogleFeed } from './google-feed.ts';
import { toMetaFeed } from './meta-feed.server.ts';

/** A feed is built in memory, so it has at most this many items, the newest ones. */
const MAX_ITEMS = 5_000;

async function listItems(shop: Shop): Promise<FeedItem[]> {
  if ((await findClosing(shop))?.reason === 'not-open') return [];
  const [settings, artworks] = await Promise.all([getSettings(shop), listForSale(shop, MAX_ITEMS)]);
  const { shopName } = settings;
  const delivery = deliveryInIndia(settings);
  return artworks.map((artwork) => toFeedItem(artwork, { shopName, delivery, shopUrl: shop.config.shopUrl }));
}

/** Returns the feed for Google Merchant Center, without items until the shop opens. */
export async function writeGoogleFeed(shop: Shop): Promise<string> {
  const { shopName, tagline } = await getSettings(shop);
  return toGoogleFeed({ shopName, tagline, shopUrl: shop.config.shopUrl }, await listItems(shop));
}

/** Returns the feed for Meta's catalogue, without items until the shop opens. */
export const writeMetaFeed = async (shop: Shop): Promise<string> => toMetaFeed(await listItems(shop));
