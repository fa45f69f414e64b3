import { readFile } from 'node:fs/promises';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';
import { SAMPLE_ARTWORKS, SAMPLE_OWN_IDEA } from '#samples/catalogue/sample-artworks.ts';

/** Making the sample’s pictures takes the longest, so small ones with previews replace them. */
export async function putSamplePictures(
  database: Database,
  put: (filename: string, picture: Buffer) => Promise<unknown>,
): Promise<void> {
  const pictures = [...SAMPLE_ARTWORKS.flatMap((artwork) => artwork.pictures), SAMPLE_OWN_IDEA.picture];
  const filenames = pictures.map(([name]) => `${name}.webp`);
  await database.insert(mediaGallery).values(
    filenames.map((filename) => ({
      filename,
      originalFilename: filename,
      filePath: filename,
      publicUrl: `/media/${filename}`,
      fileSize: 1000,
      mimeType: 'image/webp' as const,
      width: 1200,
      height: 1500,
      widths: [400],
      preview: '',
    })),
  );
  const picture = await readFile(new URL('../../public/placeholder-400.webp', import.meta.url));
  for (const filename of filenames) await put(filename, picture);
}
