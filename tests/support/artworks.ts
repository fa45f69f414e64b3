import { randomUUID } from 'node:crypto';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
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
