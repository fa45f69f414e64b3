import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '#scripts/machine.mjs';
import { readConfig } from '#app/platform/config.server.ts';
import { startPostgresServer } from '#tests/support/postgres-server.ts';

/** The way to a server, which can be cut and mended. */
async function openLine({ port: farPort, hostname }: URL) {
  const ends = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(Number(farPort), hostname);
    for (const end of [near, far]) {
      ends.add(end);
      // The other end is gone already.
      end.on('error', () => end.destroy());
    }
    near.pipe(far).pipe(near);
  });
  const port = await freePort('127.0.0.1');
  const mend = () => new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<unknown>((resolve) => {
      line.close(resolve);
      for (const end of ends) end.destroy();
      ends.clear();
    });
  await mend();
  return { port, mend, cut };
}

test('while the database is away each page says so with 503 and when to come again, and all is well once it is back', async () => {
  const server = await startPostgresServer();
  const address = new URL(await server.createDatabase());
  const line = await openLine(address);
  address.port = String(line.port);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'bisvar-outage-'));
  const built = pathToFileURL(join(import.meta.dirname, '../../build/server/index.js')).href;
  const { openApp } = (await import(built)) as { openApp: typeof import('#server/app.ts').openApp };
  const app = await openApp(
    readConfig({
      SHOP_MODE: 'live',
      SHOP_URL: 'http://shop.test',
      DATA_DIR: dataDirectory,
      DATABASE_URL: address.href,
      LOG_LEVEL: 'silent',
      SESSION_SECRET: 'a secret that only tests have, 32+',
    }),
  );
  const bindings = { incoming: { socket: { remoteAddress: '203.0.113.7' } } } as unknown as Parameters<
    typeof app.fetch
  >[1];
  const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
  const ask = async (path: string, init: RequestInit = {}) => {
    const { status, headers: answered } = await app.fetch(
      new Request(`http://shop.test${path}`, { ...init, headers }),
      bindings,
    );
    return { status, retryAfter: answered.get('Retry-After') };
  };
  const askAll = () =>
    Promise.all([
      ask('/'),
      ask('/gallery'),
      ask('/cart'),
      ask('/cart.data'),
      ask('/about'),
      ask('/cart/lines', {
        method: 'POST',
        body: new URLSearchParams({ artworkId: '00000000-0000-4000-8000-000000000011' }),
      }),
    ]);
  try {
    expect((await askAll()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404]);
    await line.cut();
    const away = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) };
    expect(await askAll()).toEqual(Array.from({ length: 6 }, () => away));
    await line.mend();
    await expect.poll(async () => (await askAll()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404]);
  } finally {
    await app.close();
    await line.cut();
    await server.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
