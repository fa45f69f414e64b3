import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

const TOKEN = 'a token that only tests have';
let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop({ METRICS_TOKEN: TOKEN, BACKUP_DIR: '/nowhere/yet' });
});
afterAll(() => shop.close());

const ask = (authorization?: string) =>
  shop.app.fetch(new Request('http://shop.test/metrics', authorization ? { headers: { authorization } } : {}));
const read = async () => {
  const text = await (await ask(`Bearer ${TOKEN}`)).text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};

test('needs the token, and does not exist without the setting', async () => {
  for (const wrong of [undefined, TOKEN, `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${btoa(`x:${TOKEN}`)}`]) {
    const refused = await ask(wrong);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.text()).not.toContain('bisvar_');
  }
  const right = await ask(`Bearer ${TOKEN}`);
  expect([right.status, right.headers.get('content-type'), right.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  const without = await openRequestShop();
  expect((await without.visitor().get('/metrics')).status).toBe(404);
  await without.close();
});

test('every line is valid for Prometheus, and every metric has its type', async () => {
  const text = await (await ask(`Bearer ${TOKEN}`)).text();
  expect(text.endsWith('\n')).toBe(true);
  const types = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, typed] = /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
    if (typed) types.add(typed);
    else if (!line.startsWith('# HELP ')) {
      const [, name = ''] = /^(\w+)(?:\{\w+="[^"\\]+"(?:,\w+="[^"\\]+")*\})? -?[\d.]+(?:e-?\d+)?$/.exec(line) ?? [];
      expect([line, types.has(name.replace(/_(bucket|sum|count)$/, '')) || types.has(name)]).toEqual([line, true]);
    }
  }
});

test('counts requests, waiting work and failures', async () => {
  const before = await read();
  const visitor = shop.visitor();
  await visitor.get('/login');
  await visitor.get('/nowhere-at-all');
  await shop.database.insert(outbox).values([
    { name: 'test.failed', payload: {}, state: 'dead' },
    { name: 'test.later', payload: {}, nextAttemptAt: new Date(Date.now() + 3_600_000) },
  ]);
  const after = await read();
  const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
  expect(grown('bisvar_requests_total{status="2xx"}')).toBe(1);
  expect(grown('bisvar_requests_total{status="4xx"}')).toBe(1);
  expect(grown('bisvar_request_duration_seconds_count')).toBe(2);
  expect(grown('bisvar_request_duration_seconds_bucket{le="+Inf"}')).toBe(2);
  expect(grown('bisvar_outbox_events{state="failed"}')).toBe(1);
  expect(grown('bisvar_outbox_events{state="waiting"}')).toBe(1);
  expect(grown('bisvar_outbox_events{state="late"}')).toBe(0);
  expect(after.get('bisvar_database_connections{state="open"}')).toBeGreaterThan(0);
  expect(after.get('bisvar_memory_bytes{of="process"}')).toBeGreaterThan(10_000_000);
  expect(after.get('bisvar_backups_sound')).toBe(0);
});
