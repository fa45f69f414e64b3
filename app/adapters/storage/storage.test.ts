import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '#app/modules/catalogue/media/provider.ts';
import { readConfig } from '#app/platform/config.server.ts';
import { openBucket } from '#tests/support/bucket.ts';
import { copyFiles, openStorage, uploadFiles } from './storage.server.ts';

let s3: Awaited<ReturnType<typeof openBucket>>;
let directory: string;
const inBucket = () => readConfig({ DATA_DIR: directory, ...s3.settings });
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storage-'));
  s3 = await openBucket();
});
afterAll(async () => {
  await s3.close();
  await rm(directory, { recursive: true });
});

const KINDS: [string, () => Promise<Storage>][] = [
  ['the disk', () => openStorage({ dataDirectory: directory })],
  ['a bucket', () => openStorage(inBucket())],
];

describe.each(KINDS)('on %s', (_kind, open) => {
  test('returns a file as it was stored, until it is deleted', async () => {
    const storage = await open();
    for (const name of ['one-400.webp', 'inspiration/one.webp']) {
      const bytes = Buffer.from(`not really ${name}`);
      await storage.put(name, bytes, 'image/webp');
      const file = await storage.open(name);
      expect(file?.size).toBe(bytes.length);
      expect(Buffer.from(await new Response(file?.stream).arrayBuffer())).toEqual(bytes);
      await storage.remove([name, 'never-there.webp']);
      expect(await storage.open(name)).toBeUndefined();
    }
  });
});

describe('in a bucket', () => {
  test('gives up when a request is never answered', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const config = readConfig({ DATA_DIR: directory, ...s3.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` });
    const storage = await openStorage(config, { answersWithinMs: 100 });
    await expect(storage.open('one.webp')).rejects.toThrow();
    await expect(storage.put('one.webp', Buffer.from('public'), 'image/webp')).rejects.toThrow();
    silent.closeAllConnections();
    silent.close();
  });

  test('keeps public pictures cacheable for a year, and private ones elsewhere', async () => {
    const storage = await openStorage(inBucket());
    await storage.put('one.webp', Buffer.from('public'), 'image/webp');
    await storage.put('inspiration/one.webp', Buffer.from('private'), 'image/webp');
    expect(s3.files.get('media/one.webp')).toMatchObject({
      type: 'image/webp',
      cacheControl: 'public, max-age=31536000, immutable',
    });
    expect([...s3.files.keys()]).toEqual(['media/one.webp', 'inspiration/one.webp']);
    expect(s3.files.get('inspiration/one.webp')?.cacheControl).toBeUndefined();
  });

  test('a backup keeps its file names and can be restored', async () => {
    const saved = join(directory, 'saved');
    await copyFiles(inBucket(), saved);
    expect((await readdir(saved, { recursive: true })).toSorted()).toEqual([
      'inspiration',
      join('inspiration', 'one.webp'),
      'one.webp',
    ]);
    expect(await readFile(join(saved, 'one.webp'), 'utf8')).toBe('public');
    const before = new Map(s3.files);
    s3.files.clear();
    await uploadFiles(inBucket(), saved);
    expect(Object.fromEntries(s3.files)).toEqual(Object.fromEntries(before));
  });
});
