import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

/** The Set-Cookie line that lets this browser follow the order it has found by its number. */
export const keepTrackedOrder = (shop: Shop, orderId: string): Promise<string> => keepCookie(shop, 'tracked', orderId);

/** The order this browser has found, or undefined. */
export const trackedOrder = (shop: Shop, request: Request): Promise<string | undefined> =>
  readCookie(shop, request, 'tracked');
