import { log } from '#app/platform/log.server.ts';
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { compress, encodingFor, type Encoding, type GzipTemplate } from './encodings.ts';
import { templateOf } from './signed-in-pages.ts';

type Sent = { headers: OutgoingHttpHeader[]; body: Buffer };

/** A page as it was rendered last: compressed both ways, with the headers it is sent with. */
export type Copy = {
  etag: string;
  br: Sent;
  gzip: Sent;
  /** What it is sent with however it is compressed. */
  common: [string, string][];
  notModified: OutgoingHttpHeader[];
  /** Undefined for what is no document. */
  template: GzipTemplate | undefined;
  /** Its text while it is being sent to somebody, and while it is being made. */
  text?: WeakRef<Buffer>;
  decompressing?: Promise<Buffer>;
  tags: readonly string[];
  bytes: number;
  /** Milliseconds since 1970; a dropped page has none left. */
  freshUntil: number;
  /** Not asked for anew before, because the last time it could not be rendered. */
  nextTryAt: number;
};

/** Said anew with each answer, or true for the rendering alone. */
const NOT_CACHED = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
  'vary',
  'x-request-id',
]);

const decompress = promisify(brotliDecompress);

export const rawHeaders = (headers: Headers): OutgoingHttpHeader[] => [...headers].flat();

export type Copies = ReturnType<typeof openCopies>;

/** Copies of pages in bounded memory: what was asked for longest ago goes first. */
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
    /** The one that was asked for last is dropped last. */
    touch(key: string, copy: Copy) {
      copies.delete(key);
      copies.set(key, copy);
    },
    /** Has the copies with a tag, or all, rendered again before they are sent. */
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
  const [br, gzipped] = await Promise.all([compress(body, 'br', 'once'), compress(body, 'gzip', 'once')]);
  const template = templateOf(body);
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const common = [...headers].filter(([name]) => !NOT_CACHED.has(name.toLowerCase()));
  const dependsOnCookies = publicMinutes === 0 && headers.get('Vary')?.includes('Cookie');
  common.push(['Vary', dependsOnCookies ? 'Accept-Encoding, Cookie' : 'Accept-Encoding']);
  // Never with what somebody's own state is put into, which is sent with `common`.
  const raw = common.flatMap(([name, value]) =>
    publicMinutes > 0 && name.toLowerCase() === 'cache-control'
      ? [name, `public, max-age=0, s-maxage=${publicMinutes * 60}`]
      : [name, value],
  );
  const inEncoding = (encoding: Encoding, text: Buffer): Sent => ({
    headers: [
      ...raw,
      'ETag',
      `"${etag}-${encoding}"`,
      'Content-Encoding',
      encoding,
      'Content-Length',
      String(text.length),
    ],
    body: text,
  });
  return {
    etag,
    br: inEncoding('br', br),
    gzip: inEncoding('gzip', gzipped),
    common,
    notModified: raw,
    template,
    tags,
    bytes: br.length + gzipped.length + JSON.stringify(raw).length + bytesOf(template),
    freshUntil: 0,
    nextTryAt: 0,
  };
}

const bytesOf = (template: GzipTemplate | undefined): number =>
  template ? template.before.length + template.after.length + template.textAfter.length : 0;

export function send(incoming: IncomingMessage, outgoing: ServerResponse, copy: Copy): void {
  const { headers, method } = incoming;
  const encoding = encodingFor(headers['accept-encoding'] as string | undefined);
  if (headers['if-none-match']?.includes(copy.etag)) {
    outgoing.writeHead(304, [...copy.notModified, 'ETag', `"${copy.etag}-${encoding}"`]);
    outgoing.end();
    return;
  }
  if (encoding !== 'identity') {
    const { headers: raw, body } = copy[encoding];
    outgoing.writeHead(200, raw);
    outgoing.end(method === 'HEAD' ? undefined : body);
    return;
  }
  textOf(copy)
    .then((body) => {
      outgoing.writeHead(200, [
        ...copy.notModified,
        'ETag',
        `"${copy.etag}-identity"`,
        'Content-Length',
        String(body.length),
      ]);
      outgoing.end(method === 'HEAD' ? undefined : body);
    })
    .catch((error: unknown) => {
      logUnsent(error);
      outgoing.destroy();
    });
}

/** Hardly anybody asks for it, so it isn't kept; but those who do share one, or whoever reads slowly would take memory of their own. */
async function textOf(copy: Copy): Promise<Buffer> {
  const shared = copy.text?.deref();
  if (shared) return shared;
  copy.decompressing ??= decompress(copy.br.body).finally(() => (copy.decompressing = undefined));
  const text = await copy.decompressing;
  copy.text = new WeakRef(text);
  return text;
}

/** Nobody awaits what is sent: a failure there must end its connection, not the process. */
export const logUnsent = (error: unknown) => log.error({ err: error }, 'a page could not be sent');
