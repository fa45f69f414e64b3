import { stringify } from 'csv-stringify/sync';
import { toRupeeText } from '#app/basics/money.ts';
import { harmless } from '#app/platform/export/export.server.ts';
import type { FeedItem } from './feed-item.ts';

/** The fields of Meta's catalogue. Unlike Google's, its availability has a space. */
const COLUMNS: Record<string, (item: FeedItem) => string | undefined> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  availability: ({ isInStock }) => (isInStock ? 'in stock' : 'out of stock'),
  condition: () => 'new',
  price: ({ price }) => `${toRupeeText(price)} INR`,
  link: ({ link }) => link,
  image_link: ({ imageLink }) => imageLink,
  brand: ({ brand }) => brand,
  additional_image_link: ({ additionalImageLinks }) => additionalImageLinks.join(','),
  google_product_category: ({ googleCategory }) => googleCategory,
  product_type: ({ productType }) => productType,
  item_group_id: ({ groupId }) => groupId,
  size: ({ size }) => size,
  material: ({ material }) => material,
};

/** Returns Meta's catalogue as CSV, in which no text is a formula. */
export const toMetaFeed = (items: readonly FeedItem[]): string =>
  stringify([
    Object.keys(COLUMNS),
    ...items.map((item) => Object.values(COLUMNS).map((valueOf) => harmless(valueOf(item) ?? ''))),
  ]);
