import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

export function encodingFor(accepted: string | null | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity';
}

/** A slice would keep the whole buffer in memory. */
const ownCopy = (part: Buffer): Buffer<ArrayBuffer> => {
  const copy = Buffer.allocUnsafeSlow(part.length);
  part.copy(copy);
  return copy;
};

/** Compresses in another thread. `effort`: `once` for stored content, and `each` for content for a single visitor. */
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
