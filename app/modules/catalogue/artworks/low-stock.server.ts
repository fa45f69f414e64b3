import { asc } from 'drizzle-orm';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { artworks, isLowStock } from './tables.server.ts';

/** Returns low and sold-out artworks, lowest stock first. Admins only. */
export async function listLowStock(shop: Shop, limit: number) {
  adminOnly(shop);
  const { id, title, stockCount, hasVariants } = artworks;
  return shop.database
    .select({ id, title, stockCount, hasVariants })
    .from(artworks)
    .where(isLowStock)
    .orderBy(asc(stockCount), asc(title), asc(id))
    .limit(limit);
}
