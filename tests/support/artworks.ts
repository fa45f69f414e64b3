import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { rupees } from '#app/basics/money.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';

export async function insertPicture(
  database: Database,
  wanted: Partial<typeof mediaGallery.$inferInsert> = {},
  name: string = randomUUID(),
): Promise<string> {
  const publicUrl = `/media/${name}.webp`;
  await database.insert(mediaGallery).values({
    filename: `${name}.webp`,
    originalFilename: `${name}.png`,
    filePath: `${name}.webp`,
    publicUrl,
    fileSize: 1000,
    mimeType: 'image/webp',
    width: 1200,
    height: 1500,
    widths: [400],
    ...wanted,
  });
  return publicUrl;
}

export async function insertArtwork(database: Database, wanted: Partial<typeof artworks.$inferInsert> = {}) {
  const [artwork] = await database
    .insert(artworks)
    .values({
      title: 'Brass Lota',
      price: rupees(1000),
      medium: 'handcraft',
      category: 'Handcraft',
      stockCount: 10,
      images: wanted.images ?? [await insertPicture(database)],
      ...wanted,
    })
    .returning();
  return artwork!;
}

/** Inserts an artwork with these numbers in stock by size, as one transaction because its total must agree. */
export const insertSizes = (database: Database, wanted: { title: string; stock: Record<string, number> }) =>
  database.transaction(async (transaction) => {
    const { title, stock } = wanted;
    const price = rupees(800);
    const stockCount = Object.values(stock).reduce((sum, count) => sum + count, 0);
    const artwork = await insertArtwork(transaction as unknown as Database, {
      title,
      price,
      stockCount,
      hasVariants: true,
    });
    const variants = await transaction
      .insert(artworkVariants)
      .values(
        Object.entries(stock).map(([size, stockCount], position) => ({
          artworkId: artwork.id,
          position,
          size,
          price,
          stockCount,
        })),
      )
      .returning();
    return { ...artwork, variants };
  });

export const stockSize = (database: Database, variant: { id: string; artworkId: string }, stockCount: number) =>
  database.transaction(async (transaction) => {
    await transaction.update(artworkVariants).set({ stockCount }).where(eq(artworkVariants.id, variant.id));
    await transaction
      .update(artworks)
      .set({ stockCount: sql`(select sum(stock_count) from artwork_variants where artwork_id = ${variant.artworkId})` })
      .where(eq(artworks.id, variant.artworkId));
  });
