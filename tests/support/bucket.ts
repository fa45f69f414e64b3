import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type File = { bytes: Buffer; type: string; cacheControl?: string };

/** An S3 bucket that accepts only signed requests. */
export async function openBucket(host = '127.0.0.1') {
  const files = new Map<string, File>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = `http://${host}:${(server.address() as AddressInfo).port}`;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    const { pathname, searchParams } = new URL(request.url!, address);
    const key = decodeURIComponent(pathname).replace(/^\/pictures\/?/, '');
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!signed && !(isRead && key.startsWith('media/'))) return response.writeHead(403).end();
    if (searchParams.has('list-type')) return response.writeHead(200, XML).end(listOf(files));
    if (request.method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': cacheControl } = request.headers;
      files.set(key, { bytes, type, cacheControl });
      return response.writeHead(200, { ETag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      files.delete(key);
      return response.writeHead(204).end();
    }
    const file = files.get(key);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Length': file.bytes.length,
      'Content-Type': file.type,
      ETag: '"1"',
      'Last-Modified': new Date().toUTCString(),
    });
    return response.end(request.method === 'HEAD' ? undefined : file.bytes);
  };

  return {
    files,
    publicUrl: `${address}/pictures`,
    settings: {
      S3_ENDPOINT: address,
      S3_REGION: 'auto',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const XML = { 'Content-Type': 'application/xml' };
const listOf = (files: Map<string, File>) =>
  `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${[...files]
    .map(
      ([key, { bytes }]) =>
        `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>"1"</ETag><LastModified>2026-11-21T10:00:00.000Z</LastModified></Contents>`,
    )
    .join('')}</ListBucketResult>`;
