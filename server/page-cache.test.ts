import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cachedAddressOf, canonicalPathOf } from '#app/cached-pages.ts';
import { log } from '#app/platform/log.server.ts';
import type { HonoEnv } from './hono-env.ts';
import { openPageCache } from './page-cache.ts';
import { makeCopy, textOf as textOfCopy } from './page-copy.ts';

const AN_EVENING = Date.parse('2026-11-21T18:00:00Z');
const PUBLIC_ORIGIN = 'http://shop.test';

type Given = Omit<Parameters<typeof openPageCache>[0], 'publicOrigin'> & {
  render: (address: string) => Promise<Response>;
};

async function open({ render, ...given }: Partial<Given> = {}) {
  const pages = new Map<string, Response | 'away'>();
  const rendered: string[] = [];
  const clock = { now: AN_EVENING };
  const cache = openPageCache({ publicOrigin: PUBLIC_ORIGIN, now: () => clock.now, ...given });
  const renderPage = async (address: string) => {
    rendered.push(address);
    const page = pages.get(address);
    if (page === 'away') return new Response('away', { status: 503 });
    return (
      page?.clone() ??
      new Response(`page ${address}`, { headers: { 'Content-Type': 'text/html', 'X-Request-Id': 'x' } })
    );
  };
  const app = new Hono<HonoEnv>().use(cache.answer).all('*', async (context) => {
    const { url, headers } = context.req.raw;
    if (!url.startsWith(PUBLIC_ORIGIN)) return new Response('otherwise', { status: 299 });
    expect([...headers.keys()]).toEqual(['accept']);
    return (render ?? renderPage)(url.slice(PUBLIC_ORIGIN.length));
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
      ask({ port, path, headers, method }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(parts),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  const textOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).body.toString();
  return { cache, pages, rendered, clock, get, textOf };
}

test('renders a page once for simultaneous requests, in each encoding', async () => {
  const { rendered, get } = await open();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => get('/gallery', { 'accept-encoding': 'gzip, br' })),
  );
  expect(rendered).toEqual(['/gallery']);
  for (const { status, headers, body } of answers) {
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, 'br', 'text/html']);
    expect(headers).not.toHaveProperty('x-request-id');
    expect(brotliDecompressSync(body).toString()).toBe('page /gallery');
  }
  const zipped = await get('/gallery', { 'accept-encoding': 'gzip, br;q=0' });
  expect([zipped.headers['content-encoding'], gunzipSync(zipped.body).toString()]).toEqual(['gzip', 'page /gallery']);
  const plain = await get('/gallery');
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, 'page /gallery']);
  const head = await get('/gallery', { 'accept-encoding': 'br' }, 'HEAD');
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    answers[0]!.headers['content-length'],
  ]);
  expect(rendered).toEqual(['/gallery']);
});

test('uncompressed answers share one buffer among slow readers', async () => {
  const copy = await makeCopy(new Headers(), Buffer.from('a page'), { tags: [], publicMinutes: 0 });
  const [first, second] = await Promise.all([textOfCopy(copy), textOfCopy(copy)]);
  expect(second).toBe(first);
  expect(await textOfCopy(copy)).toBe(first);
  expect(first.toString()).toBe('a page');
});

test('answers 304 to a browser that has the page, until it changes', async () => {
  const { get, pages, cache } = await open();
  const { headers } = await get('/about', { 'accept-encoding': 'br' });
  const again = { 'accept-encoding': 'br', 'if-none-match': headers['etag']! };
  expect(await get('/about', again)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  pages.set('/about', new Response('another page'));
  expect((await get('/about', again)).status).toBe(304);
  cache.drop('settings');
  expect((await get('/about', again)).status).toBe(200);
});

test('a change evicts only the pages that show it', async () => {
  const { textOf, cache, rendered } = await open();
  const [one, other] = ['/artwork/lakshmi-chowki', '/artwork/hill-women'];
  const all = ['/', '/gallery', one, other, '/terms'];
  const renderedBy = async (tag?: string) => {
    rendered.length = 0;
    cache.drop(tag);
    for (const path of all) await textOf(path);
    return [...rendered];
  };
  await renderedBy();
  expect(await renderedBy('artwork lakshmi-chowki')).toEqual([one]);
  expect(await renderedBy('calendar')).toEqual([one, other]);
  expect(await renderedBy('catalogue')).toEqual(all);
  expect(await renderedBy('settings')).toEqual(all);
  expect(await renderedBy('coupons')).toEqual(all);
  expect(await renderedBy('nothing that is shown')).toEqual([]);
  expect(await renderedBy()).toEqual(all);
});

test('does not cache a page that changed while it was rendered', async () => {
  let finish = () => {};
  let count = 0;
  const { textOf, cache } = await open({
    render: async () => {
      count += 1;
      const text = `rendering ${count}`;
      if (count === 1) await new Promise<void>((resolve) => (finish = resolve));
      return new Response(text);
    },
  });
  const first = textOf('/');
  while (count === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  cache.drop('catalogue');
  finish();
  expect(await first).toBe('rendering 1');
  expect(await textOf('/')).toBe('rendering 2');
  expect(await textOf('/')).toBe('rendering 2');
});

test('serves the last good copy without the database, retrying after a second', async () => {
  const { textOf, pages, cache, rendered, clock, get } = await open();
  await textOf('/gallery');
  pages.set('/gallery', 'away');
  pages.set('/faq', 'away');
  cache.drop();
  rendered.length = 0;
  for (let time = 0; time < 5; time += 1) expect(await textOf('/gallery')).toBe('page /gallery');
  expect(rendered).toEqual(['/gallery']);
  expect((await get('/faq')).status).toBe(503);
  clock.now += 1_001;
  pages.set('/gallery', new Response('back'));
  expect(await textOf('/gallery')).toBe('back');
});

test('does not cache an error response', async () => {
  const { pages, get, rendered } = await open();
  pages.set('/gallery?q=%00', new Response('unreadable', { status: 400 }));
  for (const _ of [1, 2]) expect((await get('/gallery?q=%00')).status).toBe(400);
  expect(rendered).toHaveLength(2);
});

test('survives a failing background render, and renders again', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const fails = { now: true };
  const publicMinutes = async () => {
    if (fails.now) throw new Error('the settings could not be read');
    return 0;
  };
  const { cache, get, rendered } = await open({ publicMinutes });
  for (const _ of [1, 2]) expect((await get('/gallery')).body.toString()).toBe('page /gallery');
  expect(rendered).toHaveLength(2);
  expect(logged.mock.calls.map(([, message]) => message)).toEqual(Array(2).fill('a page could not be rendered'));
  fails.now = false;
  expect((await get('/gallery')).status).toBe(200);
  fails.now = true;
  cache.drop('settings');
  expect((await get('/gallery')).status).toBe(200);
});

test('does not cache a page that shows the last known catalogue', async () => {
  const cache = openPageCache({ publicOrigin: PUBLIC_ORIGIN });
  let usesFallback = true;
  const app = new Hono<HonoEnv>().use(cache.answer).get('*', (context) => {
    context.set('usesFallback', usesFallback);
    return context.text(usesFallback ? 'the last known catalogue' : 'the catalogue');
  });
  const textNow = async () => (await app.request('/gallery')).text();
  expect(await textNow()).toBe('the last known catalogue');
  usesFallback = false;
  expect(await textNow()).toBe('the catalogue');
  usesFallback = true;
  cache.drop();
  expect(await textNow()).toBe('the catalogue');
});

test('signed-in browsers with script get the cached page without ETag, at once', async () => {
  const { get, rendered, cache } = await open();
  const cookie = 'bisvar.session_token=abc; has_script=1; flash=abc';
  expect((await get('/gallery', { cookie })).status).toBe(299);
  const guests = await get('/gallery');
  const theirs = await get('/gallery', { cookie, 'if-none-match': guests.headers['etag']! });
  expect([theirs.status, theirs.body.toString()]).toEqual([200, 'page /gallery']);
  expect([theirs.headers['etag'], theirs.headers['cache-control']]).toEqual([undefined, 'no-store']);
  expect((await get('/gallery.data', { cookie })).status).toBe(299);
  cache.drop();
  expect((await get('/gallery', { cookie })).status).toBe(299);
  expect(rendered).toEqual(['/gallery']);
});

test('serves the last good copy of a page that renders slowly', async () => {
  const late = Promise.withResolvers<void>();
  let rendered = 0;
  const { textOf, cache } = await open({
    render: async () => {
      const page = `page ${(rendered += 1)}`;
      if (rendered > 1) await late.promise;
      return new Response(page);
    },
  });
  await textOf('/');
  cache.drop();
  const first = textOf('/');
  while (rendered < 2) await wait(1);
  expect(await textOf('/')).toBe('page 1');
  expect(rendered).toBe(2);
  late.resolve();
  expect(await first).toBe('page 2');
});

test('renders every page again at midnight in India', async () => {
  const { textOf, rendered, clock } = await open();
  await textOf('/');
  clock.now = Date.parse('2026-11-21T18:29:59Z');
  await textOf('/');
  expect(rendered).toEqual(['/']);
  clock.now = Date.parse('2026-11-21T18:30:00Z');
  await textOf('/');
  expect(rendered).toEqual(['/', '/']);
});

test('a page started before midnight belongs to the day before', async () => {
  const days: number[] = [];
  const { textOf, clock } = await open({
    render: async () => {
      days.push(clock.now);
      clock.now = Date.parse('2026-11-21T18:30:00Z');
      return new Response('a page');
    },
  });
  clock.now = Date.parse('2026-11-21T18:29:59Z');
  for (const _ of [1, 2, 3]) await textOf('/');
  expect(days).toEqual([Date.parse('2026-11-21T18:29:59Z'), Date.parse('2026-11-21T18:30:00Z')]);
});

test('without notifications no page is older than half a second', async () => {
  const { textOf, rendered, clock, cache } = await open();
  cache.setHearing(false);
  await textOf('/');
  clock.now += 499;
  await textOf('/');
  expect(rendered).toEqual(['/']);
  clock.now += 1;
  await textOf('/');
  expect(rendered).toEqual(['/', '/']);
});

test('bounds its memory by evicting the least recently used page', async () => {
  const { textOf, cache, rendered } = await open({
    maxBytes: 60_000,
    render: async (address) => {
      rendered.push(address);
      return new Response(Array.from({ length: 300 }, () => Math.random().toString(36).slice(2)).join(''));
    },
  });
  for (let page = 0; page < 30; page += 1) {
    await textOf(`/gallery?q=${page}`);
    await textOf('/');
    expect(cache.takeCounts().bytes).toBeLessThanOrEqual(60_000);
  }
  expect(rendered.filter((address) => address === '/')).toEqual(['/']);
  expect(cache.takeCounts().pages).toBeLessThan(20);
});

test('answers a missing page to everyone waiting, uncached', async () => {
  const { get, pages, cache } = await open();
  const path = '/artwork/lakshmi-chowki';
  pages.set(path, new Response('nothing here', { status: 404, headers: { 'Content-Type': 'text/html' } }));
  const { status, body } = await get(path);
  expect([status, body.toString(), cache.takeCounts().pages]).toEqual([404, 'nothing here', 0]);
});

test.each([
  ['a session', { cookie: 'bisvar.session_token=abc' }],
  ['a session over https', { cookie: 'a=b; __Host-bisvar.session_token=abc' }],
  ['a waiting message', { cookie: 'flash=abc; has_script=1' }],
  ['a coupon', { cookie: 'appliedCoupon=WELCOME10; has_script=1' }],
  ['a cart without a script', { cookie: 'guest_cart=abc' }],
  ['an answer to the cookie question without a script', { cookie: 'cookie_choice=afm' }],
  ['a message over https', { cookie: '__Host-flash=abc; __Host-has_script=1' }],
  ['a coupon over https', { cookie: '__Host-appliedCoupon=WELCOME10; __Host-has_script=1' }],
  ['a cart over https without a script', { cookie: '__Host-guest_cart=abc; has_script=1' }],
  ['an earlier cart cookie over https', { cookie: 'guest_cart=abc; __Host-has_script=1' }],
])('does not serve the cached page to a request with %s', async (_, headers) => {
  const { get, rendered } = await open();
  expect((await get('/', headers)).status).toBe(299);
  expect(rendered).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['other sites’ cookies', 'other=1; _ga=2'],
  ['a cart, in a browser that runs the script', 'guest_cart=abc*1; has_script=1; guest_wishlist=abc'],
  ['a cart over https', '__Host-has_script=1; __Host-guest_cart=abc*1'],
  ['an empty cart cookie', 'guest_cart='],
])('a guest with %s gets the shared page', async (_, cookie) => {
  const { get } = await open();
  expect((await get('/', cookie ? { cookie } : {})).status).toBe(200);
});

test.each([
  '/cart',
  '/checkout',
  '/contact',
  '/login',
  '/gallery?signin=1',
  '/gallery/',
  '//evil.example/',
  '/artwork/1',
  '/artwork/00000000-0000-4000-8000-000000000001',
  '/artwork/lakshmi-chowki?pin=263601',
  `/gallery?q=${'a'.repeat(600)}`,
])('%s is not cached', async (path) => {
  const { get } = await open();
  expect((await get(path)).status).toBe(299);
  expect((await get('/', {}, 'POST')).status).toBe(299);
});

test('shares a page between query orders and campaign parameters', async () => {
  const { textOf, rendered } = await open();
  for (const path of [
    '/gallery?sort=newest&kind=Oil&kind=Fabric',
    '/gallery?kind=Oil&utm_source=whatsapp&kind=Fabric&sort=newest&fbclid=x',
  ])
    await textOf(path);
  expect(rendered).toEqual(['/gallery?kind=Oil&kind=Fabric&sort=newest']);
  await textOf('/?utm_campaign=diwali');
  await textOf('/_.data');
  expect(rendered.slice(1)).toEqual(['/', '/_.data']);
});

test.each(['/faq?q=wash', '/faq.data?q=wash', '/gallery?after=12', '/artwork/himalayan-dawn?variant=1'])(
  '%s is rendered for each visitor, not cached',
  (path) => expect(cachedAddressOf(path)).toBeUndefined(),
);

test.each(['/gallery?x=1', '/gallery?x=2&y=%00', '/gallery?ref=a&utm_source=b'])(
  '%s gets the cached gallery',
  async (path) => {
    const { get, rendered } = await open();
    expect((await get(path)).status).toBe(200);
    expect(rendered).toEqual(['/gallery']);
  },
);

test.each([
  ['/Gallery', '/gallery'],
  ['/gallery/', '/gallery'],
  ['//gallery//Oil/', '/gallery/oil'],
  ['/Artwork/Himalayan-Dawn', '/artwork/himalayan-dawn'],
  ['/gallery', undefined],
  ['/', undefined],
  ['/artwork/5/', undefined],
  ['/Profile', undefined],
])('%s has its canonical address at %s', (path, canonical) => {
  expect(canonicalPathOf(path)).toBe(canonical);
});
