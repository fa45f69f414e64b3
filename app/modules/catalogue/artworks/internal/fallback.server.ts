import { sql } from 'drizzle-orm';
import type { Artwork } from '#app/modules/catalogue/artworks/artwork.ts';
import type { FallbackArtworks } from '#app/modules/catalogue/artworks/provider.ts';
import { artworks, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import { isDatabaseError } from '#app/platform/database/database.server.ts';
import { log } from '#app/platform/log.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { readArtworks } from './read-artworks.server.ts';

const MAX_IN_FALLBACK = 600;
const IN_FALLBACK = sql`${artworks.id} in (select id from artworks where ${isPublished} order by featured desc, created_at desc, id desc limit ${MAX_IN_FALLBACK})`;
const noArtworks: FallbackArtworks = () => Promise.resolve([]);

/** Caches the catalogue for a minute. Pages use it when the database fails. */
export const refreshFallback = (shop: Shop): Promise<Artwork[]> =>
  readCached(shop, 'last known catalogue', () => readArtworks(shop, IN_FALLBACK, MAX_IN_FALLBACK));

/** When the database fails, returns cached artworks marked stale. Throws other errors. */
export async function readWithFallback<Value>(
  shop: Shop,
  read: () => Promise<Value>,
  fromFallback: (artworks: Artwork[], problem: string) => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    shop.onFallback?.();
    const problem =
      (error instanceof Error && error.cause instanceof Error && error.cause.message) || 'An error occurred';
    log.error({ err: error }, 'artworks could not be read');
    const cachedArtworks = shop.readCache?.findLast('last known catalogue') as Artwork[] | undefined;
    const artworks = cachedArtworks ?? (await (shop.suppliers.fallbackArtworks ?? noArtworks)());
    return fromFallback(
      artworks.map((artwork) => ({ ...artwork, stale: true })),
      problem,
    );
  }
}
