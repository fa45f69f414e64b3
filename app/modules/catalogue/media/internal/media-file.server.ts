import { fileOf, JPEG_SUFFIX, mediaUrl, SHARE_SUFFIX } from '#app/modules/catalogue/media/picture.ts';
import type { Storage, StoredFile } from '#app/modules/catalogue/media/provider.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { loadPipeline } from './load-pipeline.server.ts';
import { asc, isNull, sql } from 'drizzle-orm';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { log } from '#app/platform/log.server.ts';

const MEDIA_NAME = /^[\w-]{1,100}\.(webp|avif|jpg)$/;
const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' };

export type MediaFile = (StoredFile & { type: string }) | { movedTo: string };

/** Returns a picture file. JPEGs, for shared links and feeds, are created on first request. */
export async function openMediaFile(
  { suppliers: { storage }, config }: Pick<Shop, 'suppliers' | 'config'>,
  name: string,
): Promise<MediaFile | undefined> {
  const format = MEDIA_NAME.exec(name)?.[1];
  if (format === undefined) return undefined;
  const movedTo = config.s3?.publicUrl && `${config.s3.publicUrl}${mediaUrl(name)}`;
  if (movedTo && !name.endsWith('.jpg')) return { movedTo };
  const file = (await storage.open(name)) ?? (await makeJpegFile(storage, name));
  if (!file || !movedTo) return file && { ...file, type: TYPES[format]! };
  await file.stream.cancel();
  return { movedTo };
}

async function makeJpegFile(storage: Storage, name: string) {
  const suffix = [SHARE_SUFFIX, JPEG_SUFFIX].find((each) => name.endsWith(each));
  if (suffix === undefined) return undefined;
  const whole = await storage.open(name.replace(suffix, '.webp'));
  if (!whole) return undefined;
  const { makeShareImage, makeWholeJpeg } = await loadPipeline();
  const make = suffix === SHARE_SUFFIX ? makeShareImage : makeWholeJpeg;
  const bytes = await make(new Uint8Array(await new Response(whole.stream).arrayBuffer()));
  await storage.put(name, bytes, 'image/jpeg');
  return storage.open(name);
}

const MAX_AT_ONCE = 100;

/** Creates missing previews, and an empty preview for a damaged picture. Returns how many pictures it tried. */
export async function makeMissingPreviews(shop: Shop): Promise<number> {
  shopOnly(shop);
  const { id, filename, widths } = mediaGallery;
  const waiting = await shop.database
    .select({ id, filename, widths })
    .from(mediaGallery)
    .where(isNull(mediaGallery.preview))
    .orderBy(asc(id))
    .limit(MAX_AT_ONCE);
  if (waiting.length === 0) return 0;
  const previews: string[] = [];
  for (const picture of waiting) previews.push(await previewOf(shop, picture));
  await shop.database.execute(sql`
    update ${mediaGallery} set preview = made.preview
    from unnest(${sql.param(waiting.map((picture) => picture.id))}::uuid[], ${sql.param(previews)}::text[]) as made (id, preview)
    where ${mediaGallery}.id = made.id`);
  return waiting.length;
}

async function previewOf(
  { suppliers: { storage } }: Shop,
  { filename, widths }: { filename: string; widths: number[] },
): Promise<string> {
  const [narrowest] = widths;
  const name = narrowest === undefined ? filename : fileOf({ url: filename }, narrowest, 'webp');
  const file = await storage.open(name);
  if (!file) return '';
  const { makePreview } = await loadPipeline();
  try {
    return await makePreview(new Uint8Array(await new Response(file.stream).arrayBuffer()));
  } catch (error) {
    log.warn({ err: error, file: name }, 'a picture got no preview: its file is damaged');
    return '';
  }
}
