import { randomBytes } from 'node:crypto';
import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Result } from '#app/basics/result.ts';
import { done } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { actorId, adminOnly } from '#app/platform/shop.server.ts';
import type { PictureRefusal } from './messages.ts';
import { makePicture, makeShareImage } from './parts/pipeline.server.ts';
import type { Picture } from './picture.ts';
import { fileOf, SHARE_SUFFIX } from './picture.ts';
import type { Storage } from './provider.ts';
import { mediaGallery } from './tables.server.ts';

export { makePicture } from './parts/pipeline.server.ts';
export {
  getPrivatePicture,
  openPrivatePicture,
  type PrivatePictures,
  privatePicturesOf,
  removePrivatePicture,
  sendPrivatePictures,
  storePrivatePicture,
  sweepPrivatePictures,
  waitingPrivatePictures,
} from './parts/private-pictures.server.ts';

/** A picture of the media library, with what the picker tells of it (S2 §3). */
export type StoredPicture = Picture & { id: string; filename: string; size: number; type: string; uploadedAt: Date };

/**
 * Takes a picture into the media library: judged by content, re-encoded without metadata, in every width, under a new
 * unguessable name. Admins and the shop itself only. Refused when it is 5 MB or more, or no picture we take (D33).
 */
export async function storePicture(
  shop: Shop,
  file: { bytes: Uint8Array; originalFilename: string; alt?: string },
): Promise<Result<StoredPicture, PictureRefusal>> {
  adminOnly(shop);
  const made = await makePicture(file.bytes);
  if (!made.ok) return made;
  const { whole, files, ...size } = made.value;
  const filename = `${randomBytes(16).toString('hex')}.webp`;
  const { storage } = shop.suppliers;
  await storage.put(filename, whole, 'image/webp');
  await Promise.all(
    files.map(({ width, format, bytes }) =>
      storage.put(fileOf({ url: filename }, width, format), bytes, `image/${format}`),
    ),
  );
  // The row comes last: what it names is there. A stop in between leaves files that nobody refers to.
  const [row] = await shop.database
    .insert(mediaGallery)
    .values({
      ...size,
      filename,
      originalFilename: file.originalFilename
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 200),
      filePath: filename,
      publicUrl: `/media/${filename}`,
      fileSize: whole.length,
      mimeType: 'image/webp',
      altText: (file.alt ?? '').trim(),
      uploadedBy: actorId(shop),
      createdAt: shop.now,
    })
    .returning();
  return done(storedPictureOf(row!));
}

/** The media library, newest first (S2 §7). Admins and the shop itself only. */
export async function listPictures(shop: Shop): Promise<StoredPicture[]> {
  adminOnly(shop);
  const rows = await shop.database
    .select()
    .from(mediaGallery)
    .orderBy(desc(mediaGallery.createdAt), desc(mediaGallery.id));
  return rows.map(storedPictureOf);
}

/** The stored pictures with these addresses; an address without a row is not in the map. */
export async function picturesByUrl(shop: Shop, urls: readonly string[]): Promise<Map<string, Picture>> {
  const wanted = [...new Set(urls)];
  if (wanted.length === 0) return new Map();
  const rows = await shop.database.select().from(mediaGallery).where(inArray(mediaGallery.publicUrl, wanted));
  return new Map(rows.map((row) => [row.publicUrl, pictureOf(row)]));
}

/** Keeps the pictures with these addresses from being deleted until the caller's transaction ends; says which there are. */
export async function lockPictures(shop: Shop, urls: readonly string[]): Promise<Set<string>> {
  const rows = await shop.database
    .select({ url: mediaGallery.publicUrl })
    .from(mediaGallery)
    .where(inArray(mediaGallery.publicUrl, [...new Set(urls)]))
    .orderBy(asc(mediaGallery.id))
    .for('share');
  return new Set(rows.map(({ url }) => url));
}

/**
 * Deletes a picture's row and answers with what deletes its files, to be called once the transaction is committed; undefined
 * when there is no such picture. `mayGo` is asked under the row's lock. The screens' door is the catalogue's `deletePicture`,
 * which knows where a picture is used.
 */
export async function takeOutPicture(
  shop: Shop,
  id: string,
  mayGo: (url: string) => Promise<boolean>,
): Promise<(() => Promise<void>) | undefined> {
  adminOnly(shop);
  const [row] = await shop.database.select().from(mediaGallery).where(eq(mediaGallery.id, id)).for('update');
  if (!row || !(await mayGo(row.publicUrl))) return undefined;
  await shop.database.delete(mediaGallery).where(eq(mediaGallery.id, id));
  const names = [
    row.filePath,
    row.filePath.replace(/\.webp$/, SHARE_SUFFIX),
    ...row.widths.flatMap((width) => [
      fileOf({ url: row.filePath }, width, 'avif'),
      fileOf({ url: row.filePath }, width, 'webp'),
    ]),
  ];
  return () => shop.suppliers.storage.remove(names);
}

const MEDIA_NAME = /^[\w-]{1,100}\.(webp|avif|jpg)$/;
const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' };

/**
 * A picture's file as the answer to a request, to be kept for a year: a name never gets a second content. What is shown
 * with a shared link is cut from the picture when it is first asked for. 404 otherwise.
 */
export async function openMediaFile(storage: Storage, name: string): Promise<Response> {
  const format = MEDIA_NAME.exec(name)?.[1];
  const file = format === undefined ? undefined : ((await storage.open(name)) ?? (await cutShareImage(storage, name)));
  if (!file)
    return new Response('Not found', {
      status: 404,
      headers: { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' },
    });
  return new Response(file.stream, {
    headers: {
      'Content-Type': TYPES[format!]!,
      'Content-Length': String(file.size),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** Makes and keeps the picture for shared links of a stored one; undefined for every other name. */
async function cutShareImage(storage: Storage, name: string) {
  if (!name.endsWith(SHARE_SUFFIX)) return undefined;
  const whole = await storage.open(`${name.slice(0, -SHARE_SUFFIX.length)}.webp`);
  if (!whole) return undefined;
  const bytes = await makeShareImage(new Uint8Array(await new Response(whole.stream).arrayBuffer()));
  await storage.put(name, bytes, 'image/jpeg');
  return storage.open(name);
}

type Row = typeof mediaGallery.$inferSelect;

const pictureOf = (row: Row): Picture => ({
  url: row.publicUrl,
  width: row.width,
  height: row.height,
  widths: row.widths,
  averageColour: row.averageColour,
  alt: row.altText,
});

const storedPictureOf = (row: Row): StoredPicture => ({
  ...pictureOf(row),
  id: row.id,
  filename: row.originalFilename,
  size: row.fileSize,
  type: row.mimeType,
  uploadedAt: row.createdAt,
});
