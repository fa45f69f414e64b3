import { asc, eq, sql } from 'drizzle-orm';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { auditEach } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

/** Says where all the pieces were made of which nobody has said it yet. Admins only. Answers how many. */
export async function setMissingOrigins(shop: Shop, country: string): Promise<number> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const without = eq(artworks.countryOfOrigin, '');
    // Locked in id order, as sales do, so that neither waits for the other in a circle.
    const rows = await shop.database
      .select({ id: artworks.id })
      .from(artworks)
      .where(without)
      .orderBy(asc(artworks.id))
      .for('update');
    await shop.database
      .update(artworks)
      .set({ countryOfOrigin: country, version: sql`${artworks.version} + 1`, updatedAt: shop.now })
      .where(without);
    await auditEach(
      shop,
      rows.map(({ id }) => ({
        action: 'artwork.origin',
        table: 'artworks',
        id,
        before: { countryOfOrigin: '' },
        after: { countryOfOrigin: country },
      })),
    );
    return rows.length;
  });
}
