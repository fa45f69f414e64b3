import { SHARE_SUFFIX, mediaUrl } from '#app/modules/catalogue/media/picture.ts';
import type { Storage, StoredFile } from '#app/modules/catalogue/media/provider.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { loadPipeline } from './load-pipeline.server.ts';

const MEDIA_NAME = /^[\w-]{1,100}\.(webp|avif|jpg)$/;
const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' };

/** A file to be sent, or the address it is fetched from where visitors may read the bucket. */
export type MediaFile = (StoredFile & { type: string }) | { movedTo: string };

/**
 * A picture's file by its name, which never gets a second content; undefined when there is none. What is shown with a
 * shared link is cut from the picture when it is first asked for.
 */
export async function openMediaFile(
  { suppliers: { storage }, config }: Pick<Shop, 'suppliers' | 'config'>,
  name: string,
): Promise<MediaFile | undefined> {
  const format = MEDIA_NAME.exec(name)?.[1];
  if (format === undefined) return undefined;
  const movedTo = config.s3?.publicUrl && `${config.s3.publicUrl}${mediaUrl(name)}`;
  if (movedTo && !name.endsWith(SHARE_SUFFIX)) return { movedTo };
  const file = (await storage.open(name)) ?? (await cutShareImage(storage, name));
  if (!file || !movedTo) return file && { ...file, type: TYPES[format]! };
  await file.stream.cancel();
  return { movedTo };
}

/** Makes and keeps the picture for shared links of a stored one; undefined for every other name. */
async function cutShareImage(storage: Storage, name: string) {
  if (!name.endsWith(SHARE_SUFFIX)) return undefined;
  const whole = await storage.open(`${name.slice(0, -SHARE_SUFFIX.length)}.webp`);
  if (!whole) return undefined;
  const { makeShareImage } = await loadPipeline();
  const bytes = await makeShareImage(new Uint8Array(await new Response(whole.stream).arrayBuffer()));
  await storage.put(name, bytes, 'image/jpeg');
  return storage.open(name);
}
