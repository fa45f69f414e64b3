import { gatewayHosts } from '#app/basics/payment-methods.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { watchLoad } from './load.ts';
import { mayChange } from './same-origin.ts';
import { type ScriptHashes, scriptHashesOf, securityHeaders } from './security-headers.ts';
import { visitorAddress } from './visitor-address.ts';

const post = (url: string, headers: Record<string, string>) => new Request(url, { method: 'POST', headers });

describe('the visitor address', () => {
  const claims = new Request('http://localhost/', { headers: { 'x-forwarded-for': '1.1.1.1, 198.51.100.4' } });
  test('is the socket’s, not a header’s', () =>
    expect(visitorAddress(claims, '203.0.113.9', false)).toBe('203.0.113.9'));
  test('is the last address in the header of a configured proxy', () =>
    expect(visitorAddress(claims, '127.0.0.1', true)).toBe('198.51.100.4'));
  test('is the socket’s when the proxy added none', () =>
    expect(visitorAddress(new Request('http://localhost/'), '127.0.0.1', true)).toBe('127.0.0.1'));
  test.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, network) =>
    expect(visitorAddress(new Request('http://localhost/'), address, false)).toBe(network),
  );
});

describe('a change is accepted from', () => {
  test('the public address, although a proxy uses another host name', () =>
    expect(
      mayChange(post('http://10.0.0.1:3000/', { origin: 'https://bisvar.example' }), 'https://bisvar.example/'),
    ).toBe(true));
  test('the host name that the browser requested', () =>
    expect(
      mayChange(post('http://127.0.0.1:3000/', { origin: 'http://127.0.0.1:3000' }), 'http://localhost:3000'),
    ).toBe(true));
  test('no other port of the same machine', () =>
    expect(
      mayChange(post('http://localhost:3000/', { origin: 'http://localhost:4000' }), 'http://localhost:3000'),
    ).toBe(false));
  test('reading needs no proof', () =>
    expect(
      mayChange(
        new Request('http://localhost:3000/', { headers: { 'sec-fetch-site': 'cross-site' } }),
        'http://localhost:3000',
      ),
    ).toBe(true));
});

const headersOf = async (path: string, given: Partial<Parameters<typeof securityHeaders>[0]>) => {
  const app = new Hono<{ Variables: ScriptHashes }>();
  app.use(securityHeaders({ https: false, gateways: [], development: false, ...given }));
  app.get('*', (context) => {
    context.set('scriptHashes', scriptHashesOf('<script>let a</script><script type="application/ld+json">{}</script>'));
    return context.text('');
  });
  return (await app.request(path)).headers;
};

test('pages require https only where the shop has it', async () => {
  expect((await headersOf('/', { https: true })).has('Strict-Transport-Security')).toBe(true);
  expect((await headersOf('/', { https: false })).has('Strict-Transport-Security')).toBe(false);
  expect(
    (await headersOf('/', { https: true, pictureOrigin: 'https://pictures.example' })).get('Content-Security-Policy'),
  ).toContain("img-src 'self' data: blob: https://pictures.example;");
});

test('every header is exactly as the threat list requires', async () => {
  const policyWith = ([img = '', connect = '', frame = '', style = '']: string[] = []) =>
    `default-src 'none'; script-src 'sha256-…' 'strict-dynamic'; style-src 'self';${style} img-src 'self' data: blob:${img}; connect-src 'self'${connect}; font-src 'self' data:; frame-src 'self'${frame}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'`;
  const gateway = ' https://*.razorpay.com';
  const expected = {
    '/': {
      'content-security-policy': policyWith(),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    },
    '/checkout': {
      'content-security-policy': policyWith([gateway, gateway, gateway, " style-src-attr 'unsafe-inline';"]),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy':
        'camera=(), geolocation=(), microphone=(), payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com"), usb=()',
    },
  };
  for (const [path, { 'content-security-policy': wanted, ...others }] of Object.entries(expected)) {
    const found = Object.fromEntries(await headersOf(path, { gateways: [gatewayHosts('razorpay')!] }));
    expect(found['content-security-policy']!.replace(/sha256-[\w+/=]+/, 'sha256-…')).toBe(wanted);
    expect(found).toEqual({
      ...others,
      'content-security-policy': expect.any(String),
      'content-type': expect.any(String),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
});

test('refuses visitors while the event loop lags, and accepts them again afterwards', async () => {
  const load = watchLoad({ tooLateInMs: 150, lookEveryMs: 50 });
  const lag = async (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    await wait(1);
    return load.isOverloaded();
  };
  expect(await lag(1_500)).toBe(false);
  const wasOverloaded: boolean[] = [];
  for (let turn = 0; turn < 8; turn += 1) wasOverloaded.push(await lag(400));
  expect(wasOverloaded).toContain(true);
  for (let tries = 0; tries < 50 && load.isOverloaded(); tries += 1) await wait(100);
  expect(load.isOverloaded()).toBe(false);
  load.stop();
});
