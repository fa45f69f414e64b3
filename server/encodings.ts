import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Which of our encodings a browser takes, by its Accept-Encoding; one that it refuses has `q=0`. */
export function encodingFor(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity';
}

/** A copy with memory of its own: a small part of a chunk that is kept would keep the whole chunk. */
const ownCopy = (part: Buffer): Buffer<ArrayBuffer> => {
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
): Promise<Buffer<ArrayBuffer>> {
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
