import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { SAMPLE_IDS, SKIN_CARE_CATEGORY } from '#app/modules/catalogue/artwork.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { auditEach } from '#app/platform/audit/audit.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

/** In SQL, what `missingSkinCareFacts` says. */
const LACKS_SKIN_CARE_FACTS = and(
  eq(artworks.medium, 'handcraft'),
  eq(sql`lower(${artworks.category})`, SKIN_CARE_CATEGORY.toLowerCase()),
  or(
    eq(artworks.maker, ''),
    eq(artworks.netQuantity, ''),
    isNull(artworks.mrp),
    eq(artworks.bestBefore, ''),
    eq(artworks.licenceNumber, ''),
  ),
)!;
const countOf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;

/** Of how many pieces something is missing that the law asks for, and how many are the sample's. */
export async function countMissingFacts(
  shop: Shop,
): Promise<{ withoutOrigin: number; incompleteSkinCare: number; samples: number }> {
  const [counts] = await shop.database
    .select({
      withoutOrigin: countOf(sql`${artworks.countryOfOrigin} = ''`),
      incompleteSkinCare: countOf(sql`${LACKS_SKIN_CARE_FACTS}`),
      samples: countOf(sql`${artworks.id} = any(${sql.param(SAMPLE_IDS)}::uuid[])`),
    })
    .from(artworks);
  return counts!;
}

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
