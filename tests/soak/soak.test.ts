import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Visitor } from '#tests/support/request-shop.ts';
import { type Footprint, type MeasuredShop, startMeasuredShop } from '#tests/support/measured-shop.ts';
import { signUpOver, startShoppers, visitorOver } from '#tests/support/shoppers.ts';

/** The default run is too short to measure growth. It only checks answers, and that resources are released. */
const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 0.25);
const SAMPLED_AFTER_MINUTES = Math.min(1, SOAK_MINUTES);
/** During warm-up, memory grows more than by a leak in a shorter run. */
const MEASURED_FROM_MINUTES = 30;
const isMeasured = SOAK_MINUTES >= MEASURED_FROM_MINUTES;
const SHOPPERS = 3;
const LISTENERS = 20;
const MAX_BUSY_SHARE = 0.01;
const WARM_UP_SHARE = 1 / 3;
const MAX_GROWTH_A_MINUTE = {
  heapMegabytes: 0.25,
  residentMegabytes: 1,
  handles: 0.5,
  sockets: 0.5,
  temporaryFiles: 0.05,
  waitingEvents: 0.5,
};

let shop: MeasuredShop;
let database: pg.Client;
let artwork: { id: string; path: string };
let paths: string[];
beforeAll(async () => {
  shop = await startMeasuredShop();
  database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  await database.query(
    `insert into settings (key, value) values ('unmatched_orders', '{"orders": 1000000, "artworks": 1000000, "artworksPerNetwork": 1000000}') on conflict (key) do update set value = excluded.value`,
  );
  const { rows } = await database.query<{ id: string; path: string; mine: boolean }>(
    `update artworks set stock_count = 1000000 where price is not null returning id, '/artwork/' || slug as path, medium = 'handcraft' as mine`,
  );
  artwork = rows.find(({ mine }) => mine)!;
  paths = [
    ...rows.map(({ path }) => path),
    '/',
    '/gallery',
    '/gallery?medium=oil',
    '/gallery?q=lamp',
    '/cart',
    '/about',
    '/contact',
    '/track-order',
    '/sitemap.xml',
    '/api/pin/263601',
    '/no-such-page',
    '/wishlist',
    '/custom-order',
  ];
}, 240_000);
afterAll(async () => {
  await database?.end();
  await shop?.stop();
});

type Sample = Footprint & { minute: number; waitingEvents: number };

function growthOf(samples: readonly Sample[], of: keyof Sample): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanMinute, meanValue] = [mean(samples.map(({ minute }) => minute)), mean(samples.map((each) => each[of]))];
  const over = samples.reduce((sum, each) => sum + (each.minute - meanMinute) * (each[of] - meanValue), 0);
  return over / samples.reduce((sum, { minute }) => sum + (minute - meanMinute) ** 2, 0);
}

test(`a shop in use for ${SOAK_MINUTES} minutes does not grow`, { timeout: (SOAK_MINUTES + 10) * 60_000 }, async () => {
  const before = await shop.measure();
  let isOver = false;
  const failed: string[] = [];
  const answers = { all: 0, busy: 0 };
  const noteStatus = (what: string, status: number, fine: (status: number) => boolean) => {
    answers.all += 1;
    if (status === 503) answers.busy += 1;
    else if (!fine(status)) failed.push(`${what}: ${status}`);
  };
  const counts: Record<string, number> = {};
  const again = async (
    what: string,
    pauseMillis: number,
    work: (turn: number) => Promise<Response | void>,
    fine = (status: number) => status < 400,
  ) => {
    for (let turn = 0; !isOver; turn += 1) {
      try {
        const response = await work(turn);
        await response?.arrayBuffer();
        counts[what] = (counts[what] ?? 0) + 1;
        if (response) noteStatus(what, response.status, fine);
      } catch (error) {
        failed.push(`${what}: ${String(error)}`);
      }
      await wait(pauseMillis);
    }
  };
  const signIn = (visitor: Visitor, email: string, password: string) =>
    visitor.ask('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  const shoppers = await Promise.all(
    Array.from(
      { length: SHOPPERS },
      async (_, index) => (await signUpOver(shop.url, `192.0.2.${index}`, `Shopper ${index}`)).visitor,
    ),
  );
  const load = await startShoppers(shoppers, artwork.id, { pauseMillis: 400 });
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, (_, index) => signUpOver(shop.url, `203.0.113.${index}`, `Listener ${index}`)),
  );
  const owner = visitorOver(shop.url, '192.0.2.200');
  expect((await signIn(owner, 'admin@bisvar.example', 'aipan-admin')).status).toBe(200);

  const listen = ({ visitor, address }: (typeof listeners)[number]) =>
    new Promise<void>((resolve, reject) => {
      const request = get(
        `${shop.url}/api/events`,
        {
          agent: false,
          headers: {
            'x-forwarded-for': address,
            cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        },
        (response) => {
          noteStatus('a live line', response.statusCode!, (status) => status === 200);
          response.on('error', () => {}).resume();
          setTimeout(() => (resolve(), request.destroy()), 5_000 + Math.random() * 10_000);
        },
      );
      request.on('error', reject);
    });
  const work = [
    ...[0, 1].map((which) =>
      again(
        'pages',
        150,
        (turn) => visitorOver(shop.url, `198.18.${which}.${turn % 250}`).ask(paths[(turn * 2 + which) % paths.length]!),
        (status) => status < 400 || status === 404,
      ),
    ),
    again('uploads', 5_000, async (turn) => {
      const body = new FormData();
      const picture = await sharp({
        create: { width: 800 + (turn % 100), height: 600, channels: 3, background: '#8c2f1d' },
      })
        .png()
        .toBuffer();
      body.set('picture', new File([new Uint8Array(picture)], `picture ${turn}.png`, { type: 'image/png' }));
      return owner.ask('/admin/media/pictures', { method: 'POST', body });
    }),
    again('admin pages', 2_000, (turn) =>
      owner.ask(['/admin', '/admin/orders', '/admin/artworks', '/admin/media'][turn % 4]!),
    ),
    again('sign-ins', 3_000, async (turn) => {
      const { email, password } = listeners[turn % LISTENERS]!;
      const visitor = visitorOver(shop.url, `198.19.0.${turn % 250}`);
      const answer = await signIn(visitor, email, password);
      await visitor.ask('/profile/orders');
      await visitor.ask('/api/auth/sign-out', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      return answer;
    }),
    ...listeners.map((listener) => again('live lines', 100, () => listen(listener))),
  ];

  const samples: Sample[] = [];
  const began = performance.now();
  for (let minute = 0; minute <= SOAK_MINUTES; minute += SAMPLED_AFTER_MINUTES) {
    const [events] = (
      await database.query<{ waiting: number }>(`select count(*)::int as waiting from outbox where state = 'waiting'`)
    ).rows;
    samples.push({ minute, ...(await shop.measure()), waitingEvents: events!.waiting });
    const { heapMegabytes, residentMegabytes, handles, sockets, temporaryFiles, waitingEvents } = samples.at(-1)!;
    console.log(
      `minute ${minute}: ${heapMegabytes.toFixed(1)} MB of heap, ${residentMegabytes.toFixed(0)} MB in all, ${handles} handles, ${sockets} sockets, ${temporaryFiles} temporary files, ${waitingEvents} events waiting, ${load.confirmed.length} orders`,
    );
    if (minute < SOAK_MINUTES)
      await wait(Math.max(0, began + (minute + SAMPLED_AFTER_MINUTES) * 60_000 - performance.now()));
  }
  isOver = true;
  await Promise.all([load.stop(), ...work]);

  expect([...failed, ...load.complaints]).toEqual([]);
  if (isMeasured) expect(answers.busy / answers.all).toBeLessThan(MAX_BUSY_SHARE);
  expect(load.confirmed.length).toBeGreaterThan(0);
  // Database connections and rate limits stay, so this number is smaller than that of the live connections.
  await expect.poll(() => shop.countSockets(), { timeout: 20_000 }).toBeLessThan(before.sockets + LISTENERS);
  await expect.poll(async () => (await shop.measure()).temporaryFiles).toBe(before.temporaryFiles);
  if (!isMeasured) return;

  const warm = samples.filter(({ minute }) => minute >= SOAK_MINUTES * WARM_UP_SHARE);
  const growth = Object.entries(MAX_GROWTH_A_MINUTE).map(([of, most]) => ({
    of,
    aMinute: Number(growthOf(warm, of as keyof Sample).toFixed(3)),
    most,
  }));
  console.log({ ...counts, busy: answers.busy, orders: load.confirmed.length }, growth);
  expect(growth.filter(({ aMinute, most }) => aMinute > most)).toEqual([]);
});
