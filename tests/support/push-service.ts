import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Browser = ReturnType<typeof newBrowser>;
export type Received = { path: string; headers: IncomingHttpHeaders; bytes: Buffer };

export function newBrowser(name = randomBytes(6).toString('hex')) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://push.example/send/${name}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    /** Decrypts one message by RFC 8291, independently of the shop's library. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const senderKey = body.subarray(21, 21 + body[20]!);
      const shared = keys.computeSecret(senderKey);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
      const ikm = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, length));
      const sealed = body.subarray(21 + body[20]!);
      const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      opener.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

export function readVapid(authorization: string): { key: string; aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: encode(point.subarray(1, 33)), y: encode(point.subarray(33)) };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  if (!isRight) throw new Error('the signature does not fit');
  return {
    key,
    ...(JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { aud: string; sub: string; exp: number }),
  };
}

const encode = (bytes: Buffer) => bytes.toString('base64url');

/** `answerNext` sets the statuses of the next requests; otherwise 201. */
export async function openPushService() {
  const received: Received[] = [];
  const next: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, bytes: Buffer.concat(parts) });
      response.writeHead(next.shift() ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerNext: (...statuses: number[]) => void next.push(...statuses),
    readBy: (browser: Browser) =>
      received
        .filter(({ path }) => browser.subscription.endpoint.endsWith(path))
        .map(({ bytes }) => JSON.parse(browser.decrypt(bytes)) as Record<string, unknown>),
    reset: () => {
      received.length = 0;
      next.length = 0;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
