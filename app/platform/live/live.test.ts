import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import type { OpenedDatabase } from '#app/platform/database/database.server.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { endStreamsOf, openLive, publish } from './live.server.ts';

let opened: OpenedDatabase;
let shop: Shop;
const log = { warn() {} };
beforeAll(async () => {
  opened = await openTestDatabase();
  shop = { database: opened.database } as Shop;
});
afterAll(() => opened.close());

const asha = { key: 'asha', address: '203.0.113.1' };
const update = { kind: 'order', id: 'f00d' } as const;

async function textOf(response: Response, forMs = 150): Promise<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const next = await Promise.race([reader.read(), wait(forMs, undefined)]);
    if (!next || next.done) break;
    text += decoder.decode(next.value);
  }
  reader.releaseLock();
  return text;
}

test('notifies subscribers of a topic after the commit, with an id only', async () => {
  const live = await openLive({ listen: opened.listen, log });
  const mine = live.open(asha, ['orders of asha']);
  const theirs = live.open({ key: 'meera', address: '203.0.113.2' }, ['orders of meera']);
  expect(mine.headers.get('content-type')).toContain('text/event-stream');
  expect(mine.headers.get('cache-control')).toBe('no-store');
  await publish(shop, ['orders of asha', 'orders'], update);
  await expect(
    inTransaction(shop, async (shop) => {
      await publish(shop, ['orders of meera'], update);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await textOf(mine)).toBe('retry: 3000\n\nevent: order\ndata: f00d\n\n');
  expect(await textOf(theirs)).toBe('retry: 3000\n\n');
  await live.close();
});

test('reaches subscribers in other processes on one database', async () => {
  const [one, other] = [await openLive({ listen: opened.listen, log }), await openLive({ listen: opened.listen, log })];
  const stream = other.open(asha, ['orders']);
  await publish(shop, ['orders'], update);
  expect(await textOf(stream)).toContain('data: f00d');
  await Promise.all([one.close(), other.close()]);
});

test('refuses too many streams, and allows more after one closes', async () => {
  const live = await openLive({ listen: opened.listen, log });
  const streams = Array.from({ length: 6 }, () => live.open(asha, ['orders']));
  expect(streams.map((stream) => stream.status)).toEqual(Array(6).fill(200));
  expect(live.open(asha, ['orders']).status).toBe(429);
  await streams[0]!.body!.cancel();
  expect(live.open(asha, ['orders']).status).toBe(200);
  for (let people = 0; people < 24; people += 1)
    expect(live.open({ key: `person ${people}`, address: asha.address }, ['orders']).status).toBe(200);
  expect(live.open({ key: 'one more', address: asha.address }, ['orders']).status).toBe(429);
  expect(live.open({ key: 'one more', address: '203.0.113.9' }, ['orders']).status).toBe(200);
  await live.close();
});

test('closes a stream that is not read', async () => {
  const live = await openLive({ listen: opened.listen, log });
  const stream = live.open(asha, ['orders']);
  for (let sent = 0; sent < 60; sent += 1) await publish(shop, ['orders'], update);
  const text = await textOf(stream);
  expect(text.match(/event: order/g)!.length).toBeLessThan(60);
  await live.close();
});

test('ends a person’s streams in every process after the commit', async () => {
  const [one, other] = [await openLive({ listen: opened.listen, log }), await openLive({ listen: opened.listen, log })];
  const mine = [one.open(asha, ['orders']), other.open(asha, ['orders'])];
  const theirs = one.open({ key: 'meera', address: '203.0.113.2' }, ['orders']);
  await inTransaction(shop, (shop) => endStreamsOf(shop, 'asha'));
  await publish(shop, ['orders'], update);
  for (const stream of mine) expect(await textOf(stream)).toBe('retry: 3000\n\n');
  expect(await textOf(theirs)).toContain('data: f00d');
  await Promise.all([one.close(), other.close()]);
});

test('ends every stream when the shop closes, and opens no more', async () => {
  const live = await openLive({ listen: opened.listen, log });
  const stream = live.open(asha, ['orders']);
  live.closeAll();
  const reader = stream.body!.getReader();
  await reader.read();
  expect(await reader.read()).toMatchObject({ done: true });
  expect(live.open(asha, ['orders']).status).toBe(503);
  await live.close();
});

test('starts with the events that a page missed', async () => {
  const start = Date.now();
  const clock = vi.spyOn(Date, 'now');
  const at = (seconds: number) => clock.mockReturnValue(start + seconds * 1_000);
  at(0);
  const live = await openLive({ listen: opened.listen, log });
  const early = live.open(asha, ['orders of asha']);
  at(60);
  await publish(shop, ['orders of asha'], update);
  await publish(shop, ['orders of meera'], { kind: 'order', id: 'beef' });
  expect(await textOf(early)).toContain('data: f00d');
  at(70);
  expect(await textOf(live.open(asha, ['orders of asha'], 15_000))).toBe('retry: 3000\n\nevent: order\ndata: f00d\n\n');
  at(90);
  expect(await textOf(live.open(asha, ['orders of asha'], 0))).toBe('retry: 3000\n\n');
  await live.close();
});

test('reports possible gaps when a page is too old', async () => {
  const live = await openLive({ listen: opened.listen, log });
  const old = live.open(asha, ['orders'], 3_600_000);
  expect(await textOf(old)).toBe('retry: 3000\n\nevent: missed\ndata: \n\n');
  await live.close();
});
