import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

export const keepTrackedOrder = (shop: Shop, orderId: string): Promise<string> => keepCookie(shop, 'tracked', orderId);

export const trackedOrder = (shop: Shop, request: Request): Promise<string | undefined> =>
  readCookie(shop, request, 'tracked');
