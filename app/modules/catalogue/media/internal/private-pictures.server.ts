import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lt, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { PictureRefusal } from '#app/modules/catalogue/media/messages.ts';
import type { StoredFile } from '#app/modules/catalogue/media/provider.ts';
import type { PrivatePictureTable } from '#app/modules/catalogue/media/tables.server.ts';
import { returnToken, takeTurn } from '#app/platform/limits.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { loadPipeline } from './load-pipeline.server.ts';
import { deleteFiles, forgetOrphan, noteOrphans } from './orphans.server.ts';

/** The table and folder of a module's private pictures. `/media/*` cannot serve this folder. */
export type PrivatePictures = { table: PrivatePictureTable; folder: string; max: number };

export type PrivateUpload = { uploadKey: string; fileKey?: string; bytes: Uint8Array };

const idOf = (uploadKey: string, fileKey: string): string =>
  uuidFrom(`private picture ${uploadKey} ${fileKey}`.toLowerCase());

/**
 * Stores a private picture without metadata, once per file key. Refuses invalid files, more than `max`, and a file that
 * the visitor removed in the meantime. The caller checks access.
 */
export async function storePrivatePicture(
  shop: Shop,
  at: PrivatePictures,
  { uploadKey, fileKey = randomUUID(), bytes }: PrivateUpload,
): Promise<Result<{ id: string }, PictureRefusal | Refused<'enough-pictures', undefined>>> {
  const id = idOf(uploadKey, fileKey);
  if (await isTaken(shop, at, id)) return done({ id });
  if ((await freePlace(shop, at, uploadKey)) === undefined) return refused('enough-pictures');
  const { makePlainPicture } = await loadPipeline();
  const made = await makePlainPicture(bytes);
  if (!made.ok) return made;
  const filePath = `${at.folder}/${randomBytes(16).toString('hex')}.webp`;
  const files = { filename: filePath, widths: [] };
  await noteOrphans(shop, [files]);
  await shop.suppliers.storage.put(filePath, made.value, 'image/webp');
  // The file is stored first, so that no row lacks it.
  const image = { id, uploadKey, filePath, mimeType: 'image/webp', fileSize: made.value.length, createdAt: shop.now };
  const isStored = await inTransaction(shop, async (shop) => {
    if (!(await takeTurn(shop, turnOf(id), ONCE)).ok) return false;
    if (await takePlace(shop, at, image)) return true;
    await returnToken(shop, turnOf(id), ONCE);
    return false;
  });
  if (isStored) return done({ id });
  await deleteFiles(shop, files);
  return (await isTaken(shop, at, id)) ? done({ id }) : refused('enough-pictures');
}

const turnOf = (id: string): string => `private-picture:${id}`;
const ONCE = { capacity: 1, refillPerMinute: 1 / (3 * 24 * 60) };
const LEFT_OUT = { capacity: 60, refillPerMinute: 10 };

const isTaken = async (shop: Shop, { table }: PrivatePictures, id: string): Promise<boolean> =>
  (await shop.database.$count(table, eq(table.id, id))) > 0;

/**
 * Gives a picture the first free slot of its key. Returns false when all slots are taken or the picture is already
 * stored.
 */
async function takePlace(
  shop: Shop,
  at: PrivatePictures,
  image: Omit<PrivatePictureTable['$inferInsert'], 'position'> & { id: string },
): Promise<boolean> {
  const position = (await isTaken(shop, at, image.id)) ? undefined : await freePlace(shop, at, image.uploadKey);
  if (position === undefined) return false;
  const [taken] = await shop.database
    .insert(at.table)
    .values({ ...image, position })
    .onConflictDoNothing()
    .returning({ id: at.table.id });
  if (!taken) return takePlace(shop, at, image);
  await forgetOrphan(shop, image.filePath);
  return true;
}

async function freePlace(shop: Shop, { table, max }: PrivatePictures, uploadKey: string): Promise<number | undefined> {
  const free = await shop.database.execute<{ place: number }>(sql`
    select place from generate_series(0, ${max - 1}::int) place
    where not exists (select 1 from ${table} where ${table.uploadKey} = ${uploadKey}::uuid and ${table.position} = place)
    order by place limit 1`);
  return free.rows[0]?.place;
}

export function waitingPrivatePictures(
  shop: Shop,
  { table }: PrivatePictures,
  uploadKey: string,
): Promise<{ id: string }[]> {
  return shop.database
    .select({ id: table.id })
    .from(table)
    .where(waitingUnder(table, uploadKey))
    .orderBy(asc(table.createdAt), asc(table.position));
}

/** Moves a form's pictures to its request, in the caller's transaction, under the new key `storedUnder`. */
export async function sendPrivatePictures(
  shop: Shop,
  { table }: PrivatePictures,
  { uploadKey, requestId, storedUnder = uploadKey }: { uploadKey: string; requestId: string; storedUnder?: string },
): Promise<void> {
  await shop.database.update(table).set({ requestId, uploadKey: storedUnder }).where(waitingUnder(table, uploadKey));
}

/** Deletes an unsent picture, even while it is processed. Ignores pictures of other upload keys. */
export async function removePrivatePicture(
  shop: Shop,
  { table }: PrivatePictures,
  { id, uploadKey }: { id: string; uploadKey: string },
): Promise<void> {
  if (!isUuid(id)) return;
  const ofFileKey = idOf(uploadKey, id);
  const drop = (shop: Shop) =>
    dropRows(shop, table, and(inArray(table.id, [id, ofFileKey]), waitingUnder(table, uploadKey)));
  let files = await inTransaction(shop, drop);
  if (files.length === 0 && (await takeTurn(shop, `left-out:${shop.visitorAddress}`, LEFT_OUT)).ok)
    files = await inTransaction(shop, async (shop) => {
      await takeTurn(shop, turnOf(ofFileKey), ONCE);
      return drop(shop);
    });
  await shop.suppliers.storage.remove(files);
}

export function privatePicturesOf(
  shop: Shop,
  { table }: PrivatePictures,
  requestId: string,
): Promise<{ id: string }[]> {
  return shop.database
    .select({ id: table.id })
    .from(table)
    .where(eq(table.requestId, requestId))
    .orderBy(asc(table.position));
}

/** Throws not-found. The caller checks access. */
export async function getPrivatePicture(shop: Shop, { table }: PrivatePictures, id: string) {
  if (!isUuid(id)) throw notFound();
  const [image] = await shop.database.select().from(table).where(eq(table.id, id));
  if (!image) throw notFound();
  return image;
}

export type PrivatePicture = StoredFile & { type: string };

/** Throws not-found. The caller checks access. */
export async function openPrivatePicture(
  shop: Shop,
  image: { filePath: string; mimeType: string },
): Promise<PrivatePicture> {
  const file = await shop.suppliers.storage.open(image.filePath);
  if (!file) throw notFound();
  return { ...file, type: image.mimeType };
}

const RETENTION_DAYS = 2;

export async function sweepPrivatePictures(shop: Shop, { table }: PrivatePictures): Promise<number> {
  const before = new Date(shop.now.getTime() - RETENTION_DAYS * 86_400_000);
  const files = await inTransaction(shop, (shop) =>
    dropRows(shop, table, and(isNull(table.requestId), lt(table.createdAt, before))),
  );
  await shop.suppliers.storage.remove(files);
  return files.length;
}

/**
 * Deletes the pictures of requests. Returns their files, which the caller deletes after the commit. The caller checks
 * access.
 */
export const dropPrivatePictures = (
  shop: Shop,
  { table }: PrivatePictures,
  requestIds: SQLWrapper,
): Promise<string[]> => dropRows(shop, table, inArray(table.requestId, requestIds));

export async function readPictureIds(shop: Shop, table: PrivatePictureTable, requests: readonly { id: string }[]) {
  const ids = requests.map(({ id }) => id);
  const pictures =
    ids.length === 0
      ? []
      : await shop.database
          .select({ id: table.id, requestId: table.requestId })
          .from(table)
          .where(inArray(table.requestId, ids))
          .orderBy(table.position);
  return (requestId: string) =>
    pictures.filter((picture) => picture.requestId === requestId).map((picture) => picture.id);
}

async function dropRows(shop: Shop, table: PrivatePictureTable, which: SQL | undefined): Promise<string[]> {
  const dropped = await shop.database.delete(table).where(which).returning({ filePath: table.filePath });
  const files = dropped.map(({ filePath }) => filePath);
  await noteOrphans(
    shop,
    files.map((filename) => ({ filename, widths: [] })),
  );
  return files;
}

const waitingUnder = (table: PrivatePictureTable, uploadKey: string) =>
  and(eq(table.uploadKey, uploadKey), isNull(table.requestId));
