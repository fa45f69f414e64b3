// Compares cached guest pages with plain Node, which sends the same bytes. Needs `wrk`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { endWithProcess } from '#scripts/end-with-process.mjs';
import { startPostgresServer } from '#tests/support/postgres-server.ts';
import { type Figure, median, percentile, saveFigures } from './figures.ts';
import { signIn, startSampleShop } from './sample-shop.ts';
import { requestsPerSecond } from './wrk.ts';

const CONNECTIONS = 16;
const SECONDS = 5;
const ROUNDS = 3;
const SEQUENTIAL = 2_000;
const ORDERS_PER_SECOND = 5;
const ADDRESS = {
  name: 'Asha Rawat',
  email: 'asha@example.in',
  phone: '9876543210',
  zipCode: '263601',
  street: '14 Mall Road',
  city: 'Almora',
  state: 'Uttarakhand',
};
const PAGES = { home: '/', gallery: '/gallery', artwork: '/artwork/himalayan-dawn' };
const ENCODING = { 'accept-encoding': 'br' };
const rateOf = (url: string) =>
  requestsPerSecond(url, { headers: ENCODING, connections: CONNECTIONS, seconds: SECONDS });

async function firstByteOf(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let request = 0; request < SEQUENTIAL; request += 1)
    await new Promise<void>((resolve, reject) => {
      const began = performance.now();
      get(url, { agent, headers: ENCODING }, (response) => {
        times.push(performance.now() - began);
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  agent.destroy();
  return percentile(times, 95);
}

async function startBare(url: string) {
  const source = `
    const { createServer } = require('node:http');
    const [headers, body] = JSON.parse(process.argv[1]);
    const bytes = Buffer.from(body, 'base64');
    createServer((_, answer) => { answer.writeHead(200, headers); answer.end(bytes); })
      .listen(0, function () { process.send(this.address().port); });`;
  const answer = await new Promise<{ headers: string[]; body: string }>((resolve, reject) => {
    get(url, { headers: ENCODING }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ headers: response.rawHeaders, body: Buffer.concat(parts).toString('base64') }),
      );
    }).on('error', reject);
  });
  const headers = answer.headers.filter((_, at, all) => !/^(date|connection|keep-alive)$/i.test(all[at - (at % 2)]!));
  const server = spawn(process.execPath, ['-e', source, JSON.stringify([headers, answer.body])], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  endWithProcess(server);
  const [port] = (await once(server, 'message')) as [number];
  return { address: `http://localhost:${port}/`, close: () => server.kill() };
}

async function placeOrders(address: string): Promise<() => Promise<number>> {
  const own = { origin: address, 'sec-fetch-site': 'same-origin' };
  const cookie = await signIn(address, 'customer@bisvar.example', 'aipan-customer');
  const post = (path: string, fields: Record<string, string>) =>
    fetch(address + path, { method: 'POST', headers: { ...own, cookie }, body: new URLSearchParams(fields) });
  const open = async (path: string) => (await fetch(address + path, { headers: { cookie } })).text();
  await post('/cart.data', { intent: 'clear' });
  await post('/visitor-state.data', { intent: 'add', artworkId: SOLD.id, quantity: '1' });
  const [, seenTotal = ''] = /name="seenTotal"[^>]*value="(\d+)"/.exec(await open('/checkout')) ?? [];
  let isStopped = false;
  let placed = 0;
  const order = async () => {
    const [, key = ''] = /"key","([0-9a-f-]{36})"/.exec(await open('/checkout.data')) ?? [];
    const answer = await post('/checkout.data', {
      ...ADDRESS,
      key,
      seenTotal,
      price: String(SOLD.price),
      quantity: '1',
      artworkId: SOLD.id,
      paymentMethod: 'manual',
      paymentReferenceId: String(600_000_000_000 + Math.floor(Math.random() * 1e11)),
    });
    if (answer.status !== 202) throw new Error(`not placed: ${answer.status} ${(await answer.text()).slice(0, 600)}`);
    placed += 1;
    await post('/visitor-state.data', { intent: 'add', artworkId: SOLD.id, quantity: '1' });
  };
  const running = (async () => {
    while (!isStopped) await Promise.all([order(), wait(1_000 / ORDERS_PER_SECOND)]);
    return placed;
  })();
  running.catch(() => {});
  return () => {
    isStopped = true;
    return running;
  };
}

const server = await startPostgresServer();
const databaseUrl = await server.createDatabase();
// A process that made pictures stays slower, so the shop is restarted.
await (await startSampleShop({ databaseUrl })).close();
const shop = await startSampleShop({ databaseUrl });
const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();
const SOLD = { id: '00000000-0000-4000-8000-0000000000ff', price: 30_000 };
const { rows } = await database.query<{ path: string }>(
  `insert into artworks (id, title, price, medium, category, stock_count, images)
   values ($1, 'Clay bowl', $2, 'handcraft', 'Handcraft', 100000, '{/media/none.webp}') returning '/artwork/' || slug as path`,
  [SOLD.id, SOLD.price],
);
/** A sale removes only the page of the sold piece. */
const PAGES_WHILE_SELLING = { home: PAGES.home, gallery: PAGES.gallery, 'the sold artwork': rows[0]!.path };
await database.query(
  `insert into settings (key, value) values ('unmatched_orders', '{"orders":100000,"artworks":1000000,"artworksPerNetwork":1000000}') on conflict (key) do update set value = excluded.value`,
);
await database.end();
const figures: Figure[] = [];
const add = (figure: string, values: number[], references: number[], unit: string, target: string) =>
  figures.push({
    figure,
    value: median(values),
    unit,
    reference: { name: 'bare Node', value: median(references) },
    ratio: median(values) / median(references),
    target,
  });
const bares = new Map<string, Awaited<ReturnType<typeof startBare>>>();
for (const path of new Set([...Object.values(PAGES), ...Object.values(PAGES_WHILE_SELLING)]))
  bares.set(path, await startBare(shop.address + path));

async function compare(path: string): Promise<[rates: number[], bareRates: number[]]> {
  const [rates, bareRates]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bareRates.push(await rateOf(bares.get(path)!.address));
    rates.push(await rateOf(shop.address + path));
  }
  return [rates, bareRates];
}

for (const [name, path] of Object.entries(PAGES)) {
  add(`${name} from memory, ${CONNECTIONS} connections`, ...(await compare(path)), '/s', 'at least 0.5 ×');
  const [firsts, bareFirsts]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bareFirsts.push(await firstByteOf(bares.get(path)!.address));
    firsts.push(await firstByteOf(shop.address + path));
  }
  add(`${name} from memory, first byte, p95`, firsts, bareFirsts, 'ms', 'at most 0.5 ms');
}
for (const [name, path] of Object.entries(PAGES_WHILE_SELLING)) {
  const stop = await placeOrders(shop.address);
  const began = performance.now();
  const rates = await compare(path);
  const perSecond = ((await stop()) / (performance.now() - began)) * 1_000;
  add(`${name} while ${perSecond.toFixed(1)} orders a second are placed`, ...rates, '/s', 'at least 0.3 ×');
}
await server.stop();
for (const [name, path] of Object.entries(PAGES))
  add(`${name} while the database is stopped`, ...(await compare(path)), '/s', 'at least 0.5 ×');
for (const bare of bares.values()) bare.close();
await shop.close();
await saveFigures('page-cache', figures);
process.exit(0);
