import { expect, test } from 'vitest';
import { compress, encodingFor } from './encodings.ts';

test('chooses the browser’s best accepted encoding, never a refused one', () => {
  expect(encodingFor('gzip, deflate, br, zstd')).toBe('br');
  expect(encodingFor('gzip, br;q=0')).toBe('gzip');
  expect(encodingFor('gzip;q=0.0, br;q=0')).toBe('identity');
  expect(encodingFor(undefined)).toBe('identity');
});

test('a compressed page takes no more memory than its length', async () => {
  const text = Buffer.from('a page of the shop, '.repeat(500));
  const buffers = [await compress(text, 'br', 'once'), await compress(text, 'gzip', 'once')];
  for (const buffer of buffers) expect(buffer.buffer.byteLength).toBe(buffer.length);
});
