import { type Paise, toRupeeText } from '#app/basics/money.ts';
import { toOneLine } from '#app/basics/one-line.ts';
import type { FeedItem } from './feed-item.ts';

/** Returns the feed of Google Merchant Center: RSS 2.0 with the attributes of its product data specification. */
export function toGoogleFeed(
  { shopName, tagline, shopUrl }: { shopName: string; tagline: string; shopUrl: string },
  items: readonly FeedItem[],
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', escapeXml(toOneLine(shopName)))}
${element('link', escapeXml(`${shopUrl}/`))}
${element('description', escapeXml(toOneLine(tagline)))}
${items.map((item) => `${element('item', itemElements(item))}\n`).join('')}</channel>
</rss>
`;
}

const itemElements = (item: FeedItem): string =>
  [
    attribute('id', item.id),
    attribute('title', item.title),
    attribute('description', item.description),
    attribute('link', item.link),
    attribute('image_link', item.imageLink),
    ...item.additionalImageLinks.map((link) => attribute('additional_image_link', link)),
    attribute('availability', item.isInStock ? 'in_stock' : 'out_of_stock'),
    attribute('price', inRupees(item.price)),
    attribute('condition', 'new'),
    attribute('brand', item.brand),
    // Handmade pieces have no GTIN or manufacturer's number.
    attribute('identifier_exists', 'no'),
    attribute('google_product_category', item.googleCategory),
    attribute('product_type', item.productType),
    attribute('item_group_id', item.groupId),
    attribute('size', item.size),
    attribute('material', item.material),
    item.shipping === undefined
      ? ''
      : element('g:shipping', attribute('country', 'IN') + attribute('price', inRupees(item.shipping))),
  ].join('');

const inRupees = (amount: Paise): string => `${toRupeeText(amount)} INR`;

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : element(`g:${name}`, escapeXml(value));

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!);
