import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from '#app/adapters/public-address.server.ts';
import { hostNameOf, openRemotePictures, type RemotePicturesOptions } from './remote-pictures.server.ts';

let server: Server;
let port: number;
let asked: string[];
let sent: Record<string, unknown>;
const answers: Record<string, (response: ServerResponse) => void> = {
  '/a%20b.jpg?v=1': (response) => response.end('a picture'),
  '/large': (response) => response.end(Buffer.alloc(101)),
  '/long': (response) => {
    // Without a content length, the size is only known while reading.
    const more = () => response.destroyed || (response.write(Buffer.alloc(50)), setTimeout(more, 5));
    more();
  },
  '/broken': (response) => {
    response.writeHead(200, { 'content-length': '50' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  },
  '/trouble': (response) => response.writeHead(500).end(),
  '/once': (response) => response.writeHead(302, { location: '/a%20b.jpg?v=1' }).end(),
  '/round': (response) => response.writeHead(301, { location: '/round' }).end(),
  '/away': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/next-door': (response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/a%20b.jpg?v=1` }).end(),
  '/other-port': (response) => response.writeHead(302, { location: 'http://localhost:1/' }).end(),
  '/silent': () => {},
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    sent = request.headers;
    const answer = answers[request.url!];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = (options: Partial<RemotePicturesOptions> = {}) =>
  openRemotePictures({ host: 'localhost', maxBytes: 100, ...options, test: { port, ...options.test } });
const reasonOf = async (path: string, remote = open()) => {
  const answer = await remote.fetch(`http://localhost:${port}${path}`);
  return answer.ok ? 'fetched' : answer.reason;
};

describe('a picture of the allowed host', () => {
  test('returns the picture with its file name, and sends only the address', async () => {
    const whole = { ok: true, value: { bytes: new Uint8Array(Buffer.from('a picture')), filename: 'a b.jpg' } };
    expect(await open().fetch(`http://localhost:${port}/a%20b.jpg?v=1`)).toEqual(whole);
    expect(Object.keys(sent).toSorted()).toEqual(['accept', 'connection', 'host', 'user-agent']);
    expect(await open().fetch(`http://localhost:${port}/once`)).toMatchObject({ value: { filename: 'once' } });
  });

  test('refuses a picture that is too large, missing or broken', async () => {
    expect(await reasonOf('/large')).toBe('too-large');
    expect(await reasonOf('/long')).toBe('too-large');
    expect(await reasonOf('/gone')).toBe('not-found');
    expect(await reasonOf('/broken')).toBe('unreachable');
    expect(await reasonOf('/trouble')).toBe('unreachable');
    expect(await reasonOf('/silent', open({ test: { answersWithinMs: 100 } }))).toBe('unreachable');
  });

  test('is refused once the maximum number is fetched', async () => {
    const remote = open({ maxCount: 2 });
    expect(await reasonOf('/gone', remote)).toBe('not-found');
    expect(await reasonOf('/once', remote)).toBe('fetched');
    expect(await reasonOf('/once', remote)).toBe('too-many');
    expect(asked).toHaveLength(3);
  });
});

describe('a disallowed address is never requested', () => {
  test('refuses redirects to another host, port or private name, and redirect loops', async () => {
    expect(await reasonOf('/away')).toBe('not-that-host');
    expect(await reasonOf('/next-door')).toBe('not-that-host');
    expect(await reasonOf('/other-port')).toBe('not-that-host');
    expect(await reasonOf('/round')).toBe('unreachable');
    expect(asked.filter((path) => path === '/round')).toHaveLength(4);
    expect(asked).not.toContain('/a%20b.jpg?v=1');
  });

  test('another host, protocol or port, or a user name before the host', async () => {
    let lookUps = 0;
    const resolve = async () => (lookUps++, [{ address: '198.51.100.7', family: 4 }]);
    const remote = openRemotePictures({ host: 'cdn.example', test: { resolve } });
    for (const address of [
      'https://cdn.example.evil.example/a.jpg',
      'https://evil.example/cdn.example/a.jpg',
      'https://cdn.example@evil.example/a.jpg',
      'https://somebody@cdn.example/a.jpg',
      'https://some:body@cdn.example/a.jpg',
      'http://cdn.example/a.jpg',
      'https://cdn.example:8443/a.jpg',
      'https://cdn.example./a.jpg',
      'ftp://cdn.example/a.jpg',
      'file:///etc/passwd',
      '//cdn.example/a.jpg',
      'cdn.example/a.jpg',
      'javascript:alert(1)',
      '',
      `https://cdn.example/${'a'.repeat(2000)}`,
    ]) {
      expect(remote.serves(address), address).toBe(false);
      expect(await remote.fetch(address), address).toMatchObject({ reason: 'not-that-host' });
    }
    expect(remote.serves('https://cdn.example/a.jpg?v=1')).toBe(true);
    expect(lookUps).toBe(0);
  });

  test('refuses private network addresses in every spelling', async () => {
    const hosts = ['10.0.0.1', '127.0.0.1', '2130706433', '0x7f.1', '169.254.169.254', '0.0.0.0', '100.64.0.1'];
    for (const host of hosts) {
      const remote = openRemotePictures({ host: new URL(`https://${host}`).hostname });
      expect(await remote.fetch(`https://${host}/`), host).toMatchObject({ reason: 'not-public' });
    }
  });

  test('refuses a name with any private network address', async () => {
    for (const addresses of [
      [],
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '93.184.215.14', family: 4 },
        { address: '10.1.2.3', family: 4 },
      ],
      [
        { address: '93.184.215.14', family: 4 },
        { address: '::ffff:93.184.215.14', family: 6 },
      ],
    ])
      expect(
        await openRemotePictures({ host: 'cdn.example', test: { resolve: async () => addresses } }).fetch(
          'https://cdn.example/a.jpg',
        ),
      ).toMatchObject({
        reason: 'not-public',
        data: { message: expect.stringContaining('https://cdn.example/a.jpg') },
      });
  });

  test('connects to the address that was checked, after a single lookup', async () => {
    let lookUps = 0;
    const resolve = async () => [{ address: ++lookUps === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const remote = openRemotePictures({ host: 'pictures.example', test: { port, resolve } });
    for (let n = 0; n < 3; n++)
      expect(await remote.fetch(`http://pictures.example:${port}/once`)).toMatchObject({ ok: true });
    expect(lookUps).toBe(1);
  });

  test('a host that cannot be found is reported, and looked up again', async () => {
    let lookUps = 0;
    const resolve = async () => {
      if (++lookUps === 1) throw new Error('ENOTFOUND');
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const remote = openRemotePictures({ host: 'pictures.example', test: { port, resolve } });
    expect(await remote.fetch(`http://pictures.example:${port}/once`)).toMatchObject({ reason: 'unreachable' });
    expect(await remote.fetch(`http://pictures.example:${port}/once`)).toMatchObject({ ok: true });
  });
});

test('accepts only a host name as host', () => {
  expect(['cdn.shopify.com', 'Shop.Example', 'xn--bcher-kva.example'].map(hostNameOf)).toEqual([
    'cdn.shopify.com',
    'shop.example',
    'xn--bcher-kva.example',
  ]);
  for (const text of [
    '',
    'https://a.example',
    'a.example/b',
    'a.example:80',
    'a b',
    'u@a.example',
    '[::1]',
    'a?b',
    '#',
  ])
    expect(hostNameOf(text), text).toBeUndefined();
});

describe('a public address', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const ipv4 = (first: number, second: fc.Arbitrary<number>) =>
    fc.tuple(fc.constant(first), second, byte, byte).map((bytes) => bytes.join('.'));
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
  const ipv6 = (first: fc.Arbitrary<number>) =>
    fc
      .tuple(
        first.map((number) => number.toString(16)),
        fc.array(group, { minLength: 7, maxLength: 7 }),
      )
      .map(([first, rest]) => [first, ...rest].join(':'));
  const between = (min: number, max: number) => fc.integer({ min, max });
  const never = (addresses: fc.Arbitrary<string>) =>
    fc.assert(fc.property(addresses, (address) => !isPublicAddress(address)));

  test('is never in IPv4’s private, local, shared, multicast and reserved ranges', () => {
    for (const first of [0, 10, 127]) never(ipv4(first, byte));
    never(ipv4(100, between(64, 127)));
    never(ipv4(169, fc.constant(254)));
    never(ipv4(172, between(16, 31)));
    never(ipv4(192, fc.constant(168)));
    never(ipv4(198, between(18, 19)));
    for (let first = 224; first < 256; first++) never(ipv4(first, byte));
  });

  test('refuses unassigned IPv6 addresses, embedded IPv4 addresses and zones', () => {
    never(ipv6(between(0, 0x1fff)));
    never(ipv6(between(0x4000, 0xffff)));
    never(ipv6(fc.constant(0x2002)));
    never(fc.tuple(byte, byte, byte, byte).map((bytes) => `::ffff:${bytes.join('.')}`));
    never(fc.tuple(byte, byte, byte, byte).map((bytes) => `64:ff9b::${bytes.join('.')}`));
    never(
      fc.constantFrom('::', '::1', 'fe80::1%eth0', '2606:4700::1%eth0', '2001::1', '2001:db8::1', 'fd00::1', 'ff02::1'),
    );
  });

  test('is every other address, and no other text', () => {
    for (const address of [
      '8.8.8.8',
      '23.227.38.33',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::6810:84e5',
      '2a00:1450::1',
    ])
      expect(isPublicAddress(address), address).toBe(true);
    fc.assert(fc.property(ipv4(151, byte), isPublicAddress));
    fc.assert(fc.property(ipv6(between(0x2400, 0x2dff)), isPublicAddress));
    fc.assert(fc.property(fc.string(), (text) => !isPublicAddress(text) || /^[\da-f.:]+$/i.test(text)));
    for (const text of ['', 'localhost', '8.8.8', '010.0.0.1', '8.8.8.8 ', '0x8.8.8.8'])
      expect(isPublicAddress(text), text).toBe(false);
  });
});
