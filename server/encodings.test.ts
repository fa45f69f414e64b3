import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, encodingFor, fillGzip, gzipTemplate, takesGzip } from './encodings.ts';

const text = fc.string({ unit: 'binary', maxLength: 3_000 }).map((value) => Buffer.from(value));

test('a text whose middle is put in later unpacks to the whole, whatever stands where', () => {
  fc.assert(
    fc.property(text, text, text, text, (before, after, part, other) => {
      const template = gzipTemplate(before, after);
      for (const middle of [part, other])
        expect(gunzipSync(fillGzip(template, middle))).toEqual(Buffer.concat([before, middle, after]));
    }),
  );
});

test('a browser gets the best of what it takes, and nothing that it refuses', () => {
  expect(encodingFor('gzip, deflate, br, zstd')).toBe('br');
  expect(encodingFor('gzip, br;q=0')).toBe('gzip');
  expect(encodingFor('gzip;q=0.0, br;q=0')).toBe('identity');
  expect(encodingFor(undefined)).toBe('identity');
  expect([takesGzip('br, gzip'), takesGzip('br'), takesGzip(null)]).toEqual([true, false, false]);
});

test('what is kept holds no more memory than its own length', async () => {
  const text = Buffer.from('a page of the shop, '.repeat(500));
  const { before, after, textAfter } = gzipTemplate(text.subarray(0, 4_000), text.subarray(4_010));
  const buffers = [await compress(text, 'br', 'once'), await compress(text, 'gzip', 'once'), before, after, textAfter];
  for (const buffer of buffers) expect(buffer.buffer.byteLength).toBe(buffer.length);
});
