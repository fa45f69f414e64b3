import { uuidSchema } from '#app/basics/uuid-schema.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { keepCookie, readCookie } from '#app/routes/cookies.server.ts';

/** The key this browser uploads under; undefined when it has none. */
export const readUploadKey = async (shop: Shop, request: Request): Promise<string | undefined> =>
  uuidSchema.safeParse(await readCookie(shop, request, 'inspiration_key')).data;

/** The Set-Cookie line that keeps the key, or drops it once its pictures were sent. */
export const keepUploadKey = (shop: Shop, key: string | undefined): Promise<string> =>
  keepCookie(shop, 'inspiration_key', key ?? '');
