import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '#app/modules/media/provider.ts';
import { openStorage } from './storage.server.ts';

/** A bucket as S3 speaks: path-style, signed requests only. */
function bucket() {
  const files = new Map<string, { bytes: Buffer; type: string }>();
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    const name = new URL(request.url!, 'http://bucket').pathname;
    const file = files.get(name);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
      return response.writeHead(403).end();
    if (request.method === 'PUT') {
      files.set(name, { bytes, type: request.headers['content-type'] ?? '' });
      return response.writeHead(200, { ETag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      files.delete(name);
      return response.writeHead(204).end();
    }
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Length': file.bytes.length,
      'Content-Type': file.type,
      ETag: '"1"',
      'Last-Modified': new Date().toUTCString(),
    });
    return response.end(request.method === 'HEAD' ? undefined : file.bytes);
  };
  return { files, server };
}

const s3 = bucket();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storage-'));
  await new Promise<void>((resolve) => s3.server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  s3.server.close();
  await rm(directory, { recursive: true });
});

const KINDS: [string, () => Promise<Storage>][] = [
  ['the disk', () => openStorage({ dataDirectory: directory })],
  [
    'a bucket',
    () => {
      const endpoint = `http://127.0.0.1:${(s3.server.address() as AddressInfo).port}`;
      return openStorage({
        dataDirectory: directory,
        s3: {
          endpoint,
          region: 'auto',
          bucket: 'pictures',
          accessKeyId: 'key',
          secretAccessKey: 'secret',
          publicUrl: endpoint,
        },
      });
    },
  ],
];

describe.each(KINDS)('on %s', (kind, open) => {
  test('a file is what was put, until it is removed', async () => {
    const storage = await open();
    const bytes = Buffer.from('not really a picture');
    await storage.put('one-400.webp', bytes, 'image/webp');
    const file = await storage.open('one-400.webp');
    expect(file?.size).toBe(bytes.length);
    expect(Buffer.from(await new Response(file?.stream).arrayBuffer())).toEqual(bytes);
    if (kind === 'a bucket') expect(s3.files.get('/pictures/one-400.webp')?.type).toBe('image/webp');
    await storage.remove(['one-400.webp', 'never-there.webp']);
    expect(await storage.open('one-400.webp')).toBeUndefined();
  });
});
