import { SHARE_SUFFIX } from '#app/modules/media/picture.ts';
import type { Storage } from '#app/modules/media/provider.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { makeShareImage } from './pipeline.server.ts';

const MEDIA_NAME = /^[\w-]{1,100}\.(webp|avif|jpg)$/;
const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' };

/**
 * A picture's file as the answer to a request, to be kept for a year: a name never gets a second content. What is shown
 * with a shared link is cut from the picture when it is first asked for. Where visitors may read the bucket, a redirect to
 * it. 404 otherwise.
 */
export async function openMediaFile(
  { suppliers: { storage }, config }: Pick<Shop, 'suppliers' | 'config'>,
  name: string,
): Promise<Response> {
  const format = MEDIA_NAME.exec(name)?.[1];
  if (format === undefined) return noFile();
  const elsewhere = config.s3?.publicUrl && `${config.s3.publicUrl}/media/${name}`;
  if (elsewhere && !name.endsWith(SHARE_SUFFIX)) return movedTo(elsewhere);
  const file = (await storage.open(name)) ?? (await cutShareImage(storage, name));
  if (!file) return noFile();
  if (elsewhere) {
    await file.stream.cancel();
    return movedTo(elsewhere);
  }
  return new Response(file.stream, {
    headers: {
      'Content-Type': TYPES[format]!,
      'Content-Length': String(file.size),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

const noFile = () =>
  new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' },
  });

/** For an hour only: the bucket may move, the picture's name stays. */
const movedTo = (address: string) =>
  new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'public, max-age=3600' } });

/** Makes and keeps the picture for shared links of a stored one; undefined for every other name. */
async function cutShareImage(storage: Storage, name: string) {
  if (!name.endsWith(SHARE_SUFFIX)) return undefined;
  const whole = await storage.open(`${name.slice(0, -SHARE_SUFFIX.length)}.webp`);
  if (!whole) return undefined;
  const bytes = await makeShareImage(new Uint8Array(await new Response(whole.stream).arrayBuffer()));
  await storage.put(name, bytes, 'image/jpeg');
  return storage.open(name);
}
