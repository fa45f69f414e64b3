import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { saveUser } from '#app/modules/identity/users/users.server.ts';
import { SETTING_NAMES } from '#app/platform/config.server.ts';
import { makeAdmin, openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

const BROWSER_FILES = fileURLToPath(new URL('../../build/client', import.meta.url));

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
});
afterAll(() => shop.close());

describe('every answer', () => {
  test.each(['/', '/nowhere', '/api/auth/ok', '/healthz', '/robots.txt'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await shop.visitor().get(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.has('strict-transport-security')).toBe(false);
    },
  );

  test('a file opened directly may run nothing', async () => {
    const page = (await shop.visitor().get('/')).text;
    const [, script = ''] = /href="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    for (const path of [script, '/scenes/peacock-panel-1-400.avif', '/media/nothing.webp']) {
      const { headers } = await shop.visitor().get(path);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('its policy lists only its own scripts, by hash', async () => {
    const { headers, text } = await shop.visitor().get('/');
    const [, allowed = ''] = /script-src ([^;]*);/.exec(headers.get('content-security-policy') ?? '') ?? [];
    const scripts = [...text.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
      .filter(([, attributes = '']) => !attributes.includes('application/ld+json'))
      .map(([, attributes, script = '']) => {
        expect(attributes).not.toContain('src=');
        return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
      });
    expect(scripts.length).toBeGreaterThan(1);
    expect(allowed.split(' ').toSorted()).toEqual([...new Set(scripts), `'strict-dynamic'`].toSorted());
    expect(text).not.toMatch(/<[^>]+\sstyle="/);
    expect(text).not.toMatch(/<[^>]+\son[a-z]+="/);
  });
});

describe('a request that changes something', () => {
  const cases: [string, Record<string, string>, number][] = [
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }, 403],
    ['from a neighbouring site', { 'sec-fetch-site': 'same-site', origin: 'http://blog.shop.test' }, 403],
    [
      'with a foreign Origin, whatever else it says',
      { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' },
      403,
    ],
    ['that says nothing of where it comes from', { 'sec-fetch-site': '' }, 403],
    ['with no Origin to speak of', { 'sec-fetch-site': '', origin: 'null' }, 403],
    ['from our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://shop.test' }, 401],
    ['from our own page in an old browser', { 'sec-fetch-site': '', origin: 'http://shop.test' }, 401],
  ];
  test.each(cases)('%s', async (_, headers, status) => {
    const response = await shop.visitor().ask('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'email=nobody@example.in&password=not-this-one',
    });
    expect(response.status).toBe(status);
  });

  test('is refused when too large, with or without a length header', async () => {
    const announced = await shop
      .visitor()
      .post('/api/auth/sign-in/email', { email: 'a'.repeat(70_000), password: 'x' });
    expect(announced.status).toBe(413);
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384).fill(97));
      },
    });
    const untold = await shop
      .visitor()
      .ask('/api/auth/sign-in/email', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(untold.status).toBe(413);
  });
});

describe('an unknown address', () => {
  test('shows home with status 404, kept out of search', async () => {
    const { status, text } = await shop.visitor().get('/nowhere/at/all');
    expect(status).toBe(404);
    expect(text).toMatch(/<meta name="robots" content="noindex"/);
  });

  test('gets the same answer as /admin, in any spelling', async () => {
    const guest = shop.visitor();
    const customer = shop.visitor();
    await customer.signUpAs('Hema Pant');
    for (const visitor of [guest, customer]) {
      const unknown = await visitor.get('/nowhere');
      for (const path of [
        '/admin',
        '/ADMIN',
        '/%61dmin',
        '/admin/',
        '/admin/orders',
        '/database-test',
        '/admin/orders/00000000-0000-4000-8000-000000000000',
      ]) {
        const closed = await visitor.get(path);
        expect([path, closed.status]).toEqual([path, 404]);
        expect(closed.text).toBe(unknown.text);
      }
    }
  });

  test('gets the same answer as /admin, for forms and scripts', async () => {
    const customer = shop.visitor();
    await customer.signUpAs('Deepa Bora');
    const unknown = await customer.post('/nowhere', {});
    const closed = await customer.post('/admin', {});
    expect([closed.status, await closed.text()]).toEqual([unknown.status, await unknown.text()]);
    expect((await customer.get('/admin.data')).text).toBe((await customer.get('/nowhere.data')).text);
  });
});

describe('the sitemap', () => {
  test('lists every public page, and no personal one', async () => {
    const sitemap = await shop.visitor().get('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('application/xml');
    expect(sitemap.text).toContain('<loc>http://shop.test/gallery/fabric</loc>');
    expect(sitemap.text).not.toMatch(/admin|profile|cart/);
    const robots = await shop.visitor().get('/robots.txt');
    expect(robots.text).toContain('Sitemap: http://shop.test/sitemap.xml');
    expect(robots.text).not.toContain('admin');
  });

  test('lists only existing pages', async () => {
    const { text } = await shop.visitor().get('/sitemap.xml');
    for (const [, address] of text.matchAll(/<loc>http:\/\/shop\.test([^<]+)<\/loc>/g))
      expect([address, (await shop.visitor().ask(address!)).status]).toEqual([address, 200]);
  });
});

describe('health', () => {
  test('is reported to machines', async () => {
    expect(await shop.visitor().get('/healthz')).toMatchObject({ status: 200 });
    expect(await shop.visitor().get('/readyz')).toMatchObject({ status: 200, text: 'ready' });
  });

  test('continues during overload', async () => {
    shop.seemBusy(true);
    onTestFinished(() => shop.seemBusy(false));
    const away = await shop.visitor().get('/cart');
    expect(away).toMatchObject({ status: 503, text: 'The shop is very busy. Please try again in a moment.' });
    expect([away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual(['5', 'no-store']);
    expect((await shop.visitor().get('/healthz')).status).toBe(200);
  });
});

test('shows people an overload page that retries unless something was sent', async () => {
  shop.seemBusy(true);
  onTestFinished(() => shop.seemBusy(false));
  const visitor = shop.visitor();
  const headers = { accept: 'text/html' };
  const looked = await visitor.ask('/cart', { headers });
  const page = await looked.text();
  expect([looked.status, looked.headers.get('retry-after')]).toEqual([503, '5']);
  expect(looked.headers.get('content-type')).toContain('text/html');
  expect(page).toContain('<h1 class="text-h3">The shop is very busy</h1>');
  expect(page).toContain('<meta http-equiv="refresh" content="5" />');
  for (const [, sheet] of page.matchAll(/rel="stylesheet" href="([^"]+)"/g))
    expect([sheet, (await visitor.ask(sheet!)).status]).toEqual([sheet, 200]);
  expect(page).toMatch(/href="\/assets\/first-[^"]+\.css"/);
  const sent = await (await visitor.post('/contact', { subject: 'Hello' }, { headers })).text();
  expect(sent).toContain('Go back and try again in a moment');
  expect(sent).not.toContain('http-equiv="refresh"');
});

test('the offline page retries when online, and allows only its script', async () => {
  const answer = await shop.visitor().ask('/offline');
  const scripts = [...(await answer.text()).matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => script!,
  );
  expect(scripts).toEqual([expect.stringContaining("addEventListener('online'")]);
  const hash = createHash('sha256').update(scripts[0]!).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}' 'strict-dynamic';`);
});

test('a notification script gets overload as JSON', async () => {
  shop.seemBusy(true);
  onTestFinished(() => shop.seemBusy(false));
  const answer = await shop.visitor().post('/api/sendNotification', {}, { headers: { accept: '*/*' } });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toEqual({ error: expect.any(String) });
});

describe('secrets', () => {
  test('and the names of settings are in no file that browsers get', async () => {
    const files = await readdir(BROWSER_FILES, { recursive: true });
    const scripts = files.filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    for (const name of scripts) {
      const text = await readFile(join(BROWSER_FILES, name), 'utf8');
      for (const setting of [...SETTING_NAMES.filter((each) => each.includes('_')), 'process.env', 'postgres://'])
        expect(text.includes(setting), `${setting} in ${name}`).toBe(false);
    }
  });

  test('created by the shop are private, and a torn one is refused', async () => {
    const own = await openRequestShop({ SESSION_SECRET: '' });
    const file = join(own.config.dataDirectory, 'session-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).length).toBeGreaterThan(40);
    await own.close();
    const torn = await mkdtemp(join(tmpdir(), 'bisvar-torn-'));
    onTestFinished(() => rm(torn, { recursive: true }));
    await writeFile(join(torn, 'session-secret'), 'short');
    await expect(openRequestShop({ SESSION_SECRET: '', DATA_DIR: torn })).rejects.toThrow('is damaged');
  });
});

describe('a session', () => {
  test('is in an HttpOnly same-site cookie, never in a body', async () => {
    const visitor = shop.visitor();
    const response = await visitor.ask('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Tara', email: 'tara@example.in', password: 'bindu-and-lotus' }),
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^bisvar\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = decodeURIComponent(visitor.cookies.get('bisvar.session_token')!).split('.')[0]!;
    const session = await visitor.get('/api/auth/get-session');
    expect(JSON.parse(session.text)).toMatchObject({ user: { email: 'tara@example.in' } });
    for (const text of [await response.text(), session.text]) expect(text).not.toContain(token);
  });

  test('keeps every page out of every cache', async () => {
    const visitor = shop.visitor();
    expect((await visitor.get('/')).headers.get('cache-control')).toBe('private, no-cache');
    await visitor.signUpAs('Maya Negi');
    expect((await visitor.get('/')).headers.get('cache-control')).toBe('no-store');
  });

  test('ends with sign-out', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Rekha Joshi');
    const stolen = visitor.cookies.get('bisvar.session_token')!;
    await visitor.ask('/api/auth/sign-out', { method: 'POST' });
    expect(visitor.cookies.has('bisvar.session_token')).toBe(false);
    visitor.cookies.set('bisvar.session_token', stolen);
    expect((await visitor.get('/api/auth/get-session')).text).toBe('null');
  });
});

describe('limits', () => {
  test('count the true address, despite forged headers', async () => {
    const visitor = shop.visitor('198.51.100.7');
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const response = await visitor.ask('/api/auth/sign-in/email', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.0.${n}`,
          'x-real-ip': `10.0.1.${n}`,
          forwarded: `for=10.0.2.${n}`,
          'x-visitor-address': `10.0.3.${n}`,
        },
        body: JSON.stringify({ email: `person${n}@example.in`, password: 'not-this-one' }),
      });
      statuses.push(response.status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  });
});

test('an admin’s role applies at once, both ways', async () => {
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs('Kamla Bisht');
  const kind = async () => {
    const cookie = `bisvar.session_token=${visitor.cookies.get('bisvar.session_token')}`;
    return (await shop.app.shop.contextFor(new Headers({ cookie }), '203.0.113.1')).actor.kind;
  };
  expect(await kind()).toBe('customer');
  await makeAdmin(shop, email);
  expect(await kind()).toBe('admin');
  // The module would end their sessions, so the row is changed directly.
  const own = eq(userProfiles.email, email);
  await shop.database.update(userProfiles).set({ isAdmin: false }).where(own);
  expect(await kind()).toBe('customer');
  await shop.database.update(userProfiles).set({ isAdmin: true }).where(own);
  const [user] = await shop.database.select().from(userProfiles).where(own);
  await saveUser(shop.systemContext(), user!.id, { name: 'Kamla Bisht', phone: '', isAdmin: false, role: 'owner' });
  expect(await kind()).toBe('guest');
});

test('a former admin gets no more events, at once', async () => {
  const visitor = shop.visitor();
  const { email } = await visitor.signUpAs('Nanda Devi');
  await makeAdmin(shop, email);
  const stream = await visitor.ask('/api/events');
  expect(stream.status).toBe(200);
  const [user] = await shop.database.select().from(userProfiles).where(eq(userProfiles.email, email));
  await saveUser(shop.systemContext(), user!.id, { name: 'Nanda Devi', phone: '', isAdmin: false, role: 'owner' });
  const reader = stream.body!.getReader();
  let isOpen = true;
  while (isOpen) isOpen = !(await reader.read()).done;
  expect((await visitor.ask('/api/events')).status).toBe(204);
});

test('signing out ends the event streams of that session', async () => {
  const visitor = shop.visitor();
  await visitor.signUpAs('Hema Rana');
  const streams = [await visitor.ask('/api/events'), await visitor.ask('/api/events?age=10')];
  await visitor.post('/logout', {});
  for (const stream of streams) {
    const reader = stream.body!.getReader();
    let isOpen = true;
    while (isOpen) isOpen = !(await reader.read()).done;
  }
  expect((await visitor.ask('/api/events')).status).toBe(204);
});

test.each([
  '/reset-password',
  '/invitation',
  '/verify-email',
  '/not-my-order',
  '/refund',
  '/order/invoice',
  '/order/pay',
])('%s sends its secret to no other site', async (path) => {
  const { headers } = await shop.visitor().get(`${path}?token=secret`);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a limit names its wait, in text and header', async () => {
  const { email } = await shop.visitor().signUpAs('Meera Joshi');
  const guess = { email, password: 'not-this-one' };
  const stranger = shop.visitor();
  for (let tries = 0; tries < 5; tries += 1) await stranger.post('/login', guess);
  for (const path of ['/login', '/login.data', '/api/auth/sign-in/email']) {
    const response = await stranger.post(path, guess);
    expect([path, response.status]).toEqual([path, 429]);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
});

test('pictures sent too often get the wait as well', async () => {
  const visitor = shop.visitor();
  const send = async () => {
    const body = new FormData();
    body.set('picture', new File(['no picture'], 'lotus.jpg', { type: 'image/jpeg' }));
    return visitor.ask(`/custom-order/pictures/${crypto.randomUUID()}`, { method: 'POST', body });
  };
  for (let sent = 0; sent < 30; sent += 1) expect((await send()).status).toBe(400);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeOneOf(Array.from({ length: 20 }, (_, at) => 41 + at));
});

test.each(['/custom-order', '/custom-order/pictures/2b1f7c1e-8a53-4f0e-9d3c-6a1d2f0b9c11'])(
  'a large body to %s costs a token, refused or not',
  async (path) => {
    const visitor = shop.visitor(`198.51.100.${path.length}`);
    const send = () =>
      visitor.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(1024 * 1024 + 1),
      });
    let sent = 1;
    let refused = await send();
    for (; refused.status !== 429 && sent < 100; sent += 1) refused = await send();
    expect(refused.status).toBe(429);
    expect(sent).toBeGreaterThan(60);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);
