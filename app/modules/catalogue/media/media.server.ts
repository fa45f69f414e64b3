import { randomBytes, randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { toOneLine } from '#app/basics/one-line.ts';
import { type Refused, type Result, done, refused } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { checkToken, takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { type Shop, actorId, adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { type CropArea, MAX_ALT_TEXT, type PictureDetails } from './forms.ts';
import { isTooLarge, type StoreRefusal } from './messages.ts';
import { deleteFiles, forgetOrphan, noteOrphans } from './internal/orphans.server.ts';
import { loadPipeline } from './internal/load-pipeline.server.ts';
import type { MadePicture } from './internal/pipeline.server.ts';
import { type Picture, fileOf, mediaUrl } from './picture.ts';
import { mediaGallery } from './tables.server.ts';

export { sweepOrphans } from './internal/orphans.server.ts';
export { makeMissingPreviews } from './internal/media-file.server.ts';
export { type MediaFile, openMediaFile } from './internal/media-file.server.ts';
export {
  dropPrivatePictures,
  getPrivatePicture,
  openPrivatePicture,
  readPictureIds,
  type PrivatePicture,
  type PrivatePictures,
  type PrivateUpload,
  privatePicturesOf,
  removePrivatePicture,
  sendPrivatePictures,
  storePrivatePicture,
  sweepPrivatePictures,
  waitingPrivatePictures,
} from './internal/private-pictures.server.ts';

export type StoredPicture = Picture & { id: string; filename: string; size: number; type: string; uploadedAt: Date };

/** Allows a new collection, but does not allow filling the disk. */
const UPLOADS = { capacity: 300, refillPerMinute: 30 };
const MAX_PICTURES = 50_000;
const uploadsOf = (shop: Shop) => `media:${actorId(shop) ?? 'shop'}`;

/** Rate limits an admin's uploads. Call it before reading a large body. */
export async function checkUploads(shop: Shop): Promise<Result<undefined, TooMany>> {
  adminOnly(shop);
  return checkToken(shop, uploadsOf(shop), UPLOADS);
}

/**
 * Stores a picture in every width under an unguessable name. Refuses invalid files and too many uploads. A repeated
 * `key` returns the stored picture.
 */
export async function storePicture(
  shop: Shop,
  file: { bytes: Uint8Array; originalFilename: string; alt?: string; sourceUrl?: string; key?: string },
): Promise<Result<StoredPicture, StoreRefusal>> {
  adminOnly(shop);
  if (isTooLarge(file.bytes.length)) return refused('too-large');
  if (shop.actor.kind === 'admin') {
    const allowed = await takeToken(shop, uploadsOf(shop), UPLOADS);
    if (!allowed.ok) return allowed;
  }
  const id = file.key === undefined ? randomUUID() : uuidFrom(`picture ${uploadsOf(shop)} ${file.key}`.toLowerCase());
  if (file.key !== undefined) {
    const [taken] = await shop.database.select().from(mediaGallery).where(eq(mediaGallery.id, id));
    if (taken) return done(storedPictureOf(shop, taken));
  }
  if ((await shop.database.$count(mediaGallery)) >= MAX_PICTURES) return refused('library-full');
  const { makePicture } = await loadPipeline();
  const made = await makePicture(file.bytes);
  if (!made.ok) return made;
  return done(
    await insertPicture(shop, made.value, {
      id,
      originalFilename: plainName(file.originalFilename),
      altText: toOneLine(file.alt ?? '').slice(0, MAX_ALT_TEXT),
      ...(file.sourceUrl === undefined ? {} : { sourceUrl: file.sourceUrl }),
    }),
  );
}

/** Crops a stored picture into a new picture. Refuses an area outside it or under 50 pixels. */
export async function cropPicture(
  shop: Shop,
  id: string,
  area: CropArea,
): Promise<Result<StoredPicture, Refused<'not-inside', undefined>>> {
  adminOnly(shop);
  const row = await rowOf(shop, id);
  const file = await shop.suppliers.storage.open(row.filePath);
  if (!file) throw notFound();
  const { cutPicture } = await loadPipeline();
  const made = await cutPicture(new Uint8Array(await new Response(file.stream).arrayBuffer()), area);
  if (!made) return refused('not-inside');
  return done(
    await insertPicture(
      shop,
      made,
      { id: randomUUID(), originalFilename: `cropped-${row.originalFilename}`, altText: row.altText },
      { cutFrom: id },
    ),
  );
}

/** Stores the files first, so that no row lacks them. A sweep deletes the files of an interrupted upload. */
async function insertPicture(
  shop: Shop,
  { whole, files, ...size }: MadePicture,
  { id, ...description }: { id: string; originalFilename: string; altText: string; sourceUrl?: string },
  { cutFrom }: { cutFrom?: string } = {},
): Promise<StoredPicture> {
  const filename = `${randomBytes(16).toString('hex')}.webp`;
  const { storage } = shop.suppliers;
  await noteOrphans(shop, [{ filename, widths: size.widths }]);
  await storage.put(filename, whole, 'image/webp');
  await Promise.all(
    files.map(({ width, format, bytes }) =>
      storage.put(fileOf({ url: filename }, width, format), bytes, `image/${format}`),
    ),
  );
  const inserted = await inTransaction(shop, async (shop) => {
    if (cutFrom) await rowOf(shop, cutFrom, 'share');
    const [row] = await shop.database
      .insert(mediaGallery)
      .values({
        ...size,
        ...description,
        id,
        filename,
        filePath: filename,
        publicUrl: mediaUrl(filename),
        fileSize: whole.length,
        mimeType: 'image/webp',
        uploadedBy: actorId(shop),
        createdAt: shop.now,
      })
      .onConflictDoNothing({ target: mediaGallery.id })
      .returning();
    if (!row) return undefined;
    await forgetOrphan(shop, filename);
    await audit(shop, {
      action: 'media.upload',
      table: 'media_gallery',
      id,
      after: { filename, ...description },
    });
    return storedPictureOf(shop, row);
  });
  if (inserted) return inserted;
  await deleteFiles(shop, { filename, widths: size.widths });
  return storedPictureOf(shop, await rowOf(shop, id));
}

const plainName = (name: string): string => toOneLine(name).slice(0, 200);

export async function describePicture(
  shop: Shop,
  id: string,
  { altText, focalX, focalY }: PictureDetails,
): Promise<StoredPicture> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const before = await rowOf(shop, id, 'update');
    const after = { altText, focalX: focalX / 100, focalY: focalY / 100 };
    const [row] = await shop.database.update(mediaGallery).set(after).where(eq(mediaGallery.id, id)).returning();
    await audit(shop, {
      action: 'media.describe',
      table: 'media_gallery',
      id,
      before: { altText: before.altText, focalX: before.focalX, focalY: before.focalY },
      after,
    });
    return storedPictureOf(shop, row!);
  });
}

export async function rowOf(shop: Shop, id: string, lock?: 'update' | 'share'): Promise<Row> {
  if (!isUuid(id)) throw notFound();
  const query = shop.database.select().from(mediaGallery).where(eq(mediaGallery.id, id));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw notFound();
  return row;
}

export const serve = ({ config }: Pick<Shop, 'config'>, picture: Picture): Picture =>
  config.s3?.publicUrl ? { ...picture, servedFrom: config.s3.publicUrl } : picture;

/** Locks these pictures against deletion. Returns the pictures that exist. */
export async function lockPictures(shop: Shop, urls: readonly string[]): Promise<Set<string>> {
  const rows = await shop.database
    .select({ url: mediaGallery.publicUrl })
    .from(mediaGallery)
    .where(inArray(mediaGallery.publicUrl, [...new Set(urls)]))
    .orderBy(asc(mediaGallery.id))
    .for('share');
  return new Set(rows.map(({ url }) => url));
}

/** Deletes a picture and its files. Calls `usesOf` under the lock and refuses if it finds a use. */
export async function deletePicture(
  shop: Shop,
  id: string,
  usesOf: (shop: Shop, urls: readonly string[]) => Promise<{ title: string }[]>,
): Promise<Result<undefined, Refused<'in-use', { titles: string[] }>>> {
  adminOnly(shop);
  const detached = await inTransaction(shop, async (shop) => {
    const row = await rowOf(shop, id, 'update');
    const titles = (await usesOf(shop, [row.publicUrl])).map(({ title }) => title);
    if (titles.length > 0) return refused('in-use', { titles });
    await shop.database.delete(mediaGallery).where(eq(mediaGallery.id, id));
    await noteOrphans(shop, [row]);
    const { filename, originalFilename, altText } = row;
    const before = { filename, originalFilename, altText };
    await audit(shop, { action: 'media.delete', table: 'media_gallery', id, before });
    return done(row);
  });
  if (!detached.ok) return detached;
  await deleteFiles(shop, detached.value);
  return done();
}

type Row = typeof mediaGallery.$inferSelect;

export const pictureOf = (shop: Shop, row: Row): Picture =>
  serve(shop, {
    url: row.publicUrl,
    width: row.width,
    height: row.height,
    widths: row.widths,
    preview: row.preview ?? undefined,
    alt: row.altText,
    focalX: row.focalX,
    focalY: row.focalY,
  });

export const storedPictureOf = (shop: Shop, row: Row): StoredPicture => ({
  ...pictureOf(shop, row),
  id: row.id,
  filename: row.originalFilename,
  size: row.fileSize,
  type: row.mimeType,
  uploadedAt: row.createdAt,
});
