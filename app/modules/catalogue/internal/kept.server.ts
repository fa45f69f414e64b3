import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Artwork } from '#app/modules/catalogue/artwork.ts';
import { sampleCatalogue } from '#app/modules/catalogue/sample-catalogue.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/**
 * The last catalogue that was read, for when artworks can't be: at most the 500 newest pieces, renewed once a
 * minute. In memory, for each running shop.
 */
const KEPT = new WeakMap<object, { artworks: Artwork[]; readAt: number }>();
const RENEWED_EVERY_MS = 60_000;

/** Renews what is kept when it is older than a minute. */
export async function keepNow(shop: Shop, read: () => Promise<Artwork[]>): Promise<void> {
  const kept = KEPT.get(shop.config);
  if (kept && Math.abs(shop.now.getTime() - kept.readAt) < RENEWED_EVERY_MS) return;
  KEPT.set(shop.config, { artworks: await read(), readAt: shop.now.getTime() });
}

/**
 * Reads, or when the database can't answer says what was last read (the sample catalogue if there is none), each piece
 * marked stale. The trouble is written to the log once a read; anything but the database's trouble is a bug and throws.
 */
export async function readOrRecall<Value>(
  shop: Shop,
  read: () => Promise<Value>,
  recall: (kept: Artwork[], trouble: string) => Value,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DrizzleQueryError)) throw error;
    const trouble = error.cause?.message || 'An error occurred';
    log.error({ err: error }, 'artworks could not be read');
    const kept = KEPT.get(shop.config)?.artworks ?? sampleCatalogue();
    return recall(
      kept.map((artwork) => ({ ...artwork, stale: true })),
      trouble,
    );
  }
}
