import { eq, inArray, lt } from 'drizzle-orm';
import { fileOf, JPEG_SUFFIX, SHARE_SUFFIX } from '#app/modules/catalogue/media/picture.ts';
import { mediaGallery, mediaOrphans } from '#app/modules/catalogue/media/tables.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';

type Files = { filename: string; widths: number[] };

export async function noteOrphans(shop: Shop, pictures: readonly Files[]): Promise<void> {
  if (pictures.length === 0) return;
  await shop.database
    .insert(mediaOrphans)
    .values(pictures.map(({ filename, widths }) => ({ filename, widths, createdAt: shop.now })))
    .onConflictDoNothing();
}

export async function forgetOrphan(shop: Shop, filename: string): Promise<void> {
  await shop.database.delete(mediaOrphans).where(eq(mediaOrphans.filename, filename));
}

export async function deleteFiles(shop: Shop, files: Files): Promise<void> {
  await shop.suppliers.storage.remove(namesOf(files));
  await forgetOrphan(shop, files.filename);
}

const OLD_AFTER_MINUTES = 60;
const MAX_AT_ONCE = 200;

/** Deletes files that an interrupted upload or deletion left, after an hour. Returns the number of pictures. */
export async function sweepOrphans(shop: Shop): Promise<number> {
  const old = await inTransaction(shop, async (shop) => {
    const noted = await shop.database
      .select()
      .from(mediaOrphans)
      .where(lt(mediaOrphans.createdAt, new Date(shop.now.getTime() - OLD_AFTER_MINUTES * 60_000)))
      .limit(MAX_AT_ONCE);
    const names = noted.map(({ filename }) => filename);
    const used = await shop.database
      .select({ filename: mediaGallery.filename })
      .from(mediaGallery)
      .where(inArray(mediaGallery.filename, names));
    return noted.filter(({ filename }) => !used.some((picture) => picture.filename === filename));
  });
  for (const files of old) await deleteFiles(shop, files);
  return old.length;
}

function namesOf({ filename, widths }: Files): string[] {
  return [
    filename,
    ...[SHARE_SUFFIX, JPEG_SUFFIX].map((suffix) => filename.replace(/\.webp$/, suffix)),
    ...widths.flatMap((width) => [fileOf({ url: filename }, width, 'avif'), fileOf({ url: filename }, width, 'webp')]),
  ];
}
