import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { compress, type Encoding, encodingFor } from './encodings.ts';

export type Copy = {
  etag: string;
  headers: Record<string, string>;
  br: Buffer<ArrayBuffer>;
  gzip: Buffer<ArrayBuffer>;
  text?: WeakRef<Buffer<ArrayBuffer>>;
  decompressing?: Promise<Buffer<ArrayBuffer>>;
  tags: readonly string[];
  bytes: number;
  freshUntil: number;
  /** After a failed rendering, the stale copy is sent until this time. */
  nextTryAt: number;
};

const OF_ONE_ANSWER = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'vary',
  'x-request-id',
]);

const decompress = promisify(brotliDecompress);

export type Copies = ReturnType<typeof openCopies>;

export function openCopies(maxBytes: number) {
  const copies = new Map<string, Copy>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= copies.get(key)?.bytes ?? 0;
    copies.delete(key);
  };
  return {
    get: (key: string) => copies.get(key),
    keep(key: string, copy: Copy) {
      remove(key);
      if (copy.bytes > maxBytes / 8) return;
      copies.set(key, copy);
      bytes += copy.bytes;
      for (const oldest of copies.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    touch(key: string, copy: Copy) {
      copies.delete(key);
      copies.set(key, copy);
    },
    expire(tag?: string) {
      for (const copy of copies.values())
        if (tag === undefined || copy.tags.includes(tag)) copy.freshUntil = copy.nextTryAt = 0;
    },
    size: () => ({ pages: copies.size, bytes }),
  };
}

export async function makeCopy(
  headers: Headers,
  body: Buffer,
  { tags, publicMinutes }: { tags: readonly string[]; publicMinutes: number },
): Promise<Copy> {
  const [br, gzip] = await Promise.all([compress(body, 'br', 'once'), compress(body, 'gzip', 'once')]);
  const dependsOnCookies = publicMinutes === 0 && headers.get('vary')?.includes('Cookie');
  const pageHeaders = Object.fromEntries([...headers].filter(([name]) => !OF_ONE_ANSWER.has(name)));
  if (publicMinutes > 0) pageHeaders['cache-control'] = `public, max-age=0, s-maxage=${publicMinutes * 60}`;
  return {
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    headers: { ...pageHeaders, vary: dependsOnCookies ? 'Accept-Encoding, Cookie' : 'Accept-Encoding' },
    br,
    gzip,
    tags,
    bytes: br.length + gzip.length + JSON.stringify(pageHeaders).length,
    freshUntil: 0,
    nextTryAt: 0,
  };
}

export async function sendToGuest(copy: Copy, { headers }: Request): Promise<Response> {
  const encoding = encodingFor(headers.get('accept-encoding'));
  const etag = `"${copy.etag}-${encoding}"`;
  if (headers.get('if-none-match')?.includes(copy.etag))
    return new Response(null, { status: 304, headers: { ...copy.headers, etag } });
  return sendEncoded(copy, encoding, { etag });
}

/** A browser would still show its cached copy after sign-out, so it must not cache this one. */
export const sendToSignedIn = (copy: Copy, { headers }: Request): Promise<Response> =>
  sendEncoded(copy, encodingFor(headers.get('accept-encoding')), { 'cache-control': 'no-store' });

async function sendEncoded(copy: Copy, encoding: Encoding, own: Record<string, string>): Promise<Response> {
  const body = encoding === 'identity' ? await textOf(copy) : copy[encoding];
  const headers: Record<string, string> = { ...copy.headers, ...own, 'content-length': String(body.length) };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return new Response(body, { headers });
}

/** Decompresses a copy, once for concurrent readers. */
export async function textOf(copy: Copy): Promise<Buffer<ArrayBuffer>> {
  const shared = copy.text?.deref();
  if (shared) return shared;
  copy.decompressing ??= decompress(copy.br).finally(() => (copy.decompressing = undefined));
  const text = await copy.decompressing;
  copy.text = new WeakRef(text);
  return text;
}
