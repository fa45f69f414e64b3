import { dayInIndia } from '#app/basics/india.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment so many days, or parts of one, before the shop's now; the sample's dates stay fresh whenever it is filled. */
export const daysAgo = (shop: Shop, days: number): Date => new Date(shop.now.getTime() - days * DAY_MS);

/** The Indian day so many days before now, 'YYYY-MM-DD'; negative for the future. */
export const dayAgo = (shop: Shop, days: number): string => dayInIndia(daysAgo(shop, days));
