import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRawSync, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Which of our encodings a browser takes, by its Accept-Encoding; one that it refuses has `q=0`. */
export function encodingFor(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  return takesGzip(accepted) ? 'gzip' : 'identity';
}

/** Whether a browser takes gzip, whatever else it takes. */
export const takesGzip = (accepted: string | null): boolean =>
  accepted !== null && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted);

/** A copy with memory of its own: a small part of a chunk that is kept would keep the whole chunk. */
const ownCopy = (part: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(part.length);
  part.copy(copy);
  return copy;
};

/**
 * Compresses a whole text in another thread. `effort` is what it is for: `once` for what is kept and sent often, `each` for what is
 * sent to one person, where less than a millisecond wins four fifths.
 */
export async function compress(
  text: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  effort: 'once' | 'each',
): Promise<Buffer> {
  const compressed =
    encoding === 'gzip'
      ? await zip(text, { level: effort === 'once' ? 9 : 3 })
      : await brotli(text, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: effort === 'once' ? 6 : 3,
            [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
          },
        });
  return effort === 'once' ? ownCopy(compressed) : compressed;
}

/** A text that is compressed with gzip but for a short part in its middle, which is another each time. */
export type GzipTemplate = { before: Buffer; after: Buffer; crcBefore: number; length: number; textAfter: Buffer };

/** Ten bytes: gzip, deflate, no name, no time, whatever system (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

/** Compresses what stands before the part and behind it, each by itself, so that blocks can follow one another in between. */
export const gzipTemplate = (before: Buffer, after: Buffer): GzipTemplate => ({
  before: ownCopy(deflateRawSync(before, { level: 9, finishFlush: constants.Z_FULL_FLUSH })),
  after: ownCopy(deflateRawSync(after, { level: 9 })),
  crcBefore: crc32(before),
  length: before.length + after.length,
  textAfter: ownCopy(after),
});

/** The whole text with the part in its place, in gzip. Takes a small fraction of compressing it. */
export function fillGzip({ before, after, crcBefore, length, textAfter }: GzipTemplate, part: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(textAfter, crc32(part, crcBefore)), 0);
  trailer.writeUInt32LE((length + part.length) >>> 0, 4);
  const middle = deflateRawSync(part, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([GZIP_HEADER, before, middle, after, trailer]);
}
