import { dayInIndia } from '#app/basics/india.ts';
import type { Shop } from '#app/platform/shop.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sample dates are relative to the first start. */
export const daysAgo = (shop: Shop, days: number): Date => new Date(shop.now.getTime() - days * DAY_MS);

export const dayAgo = (shop: Shop, days: number): string => dayInIndia(daysAgo(shop, days));
