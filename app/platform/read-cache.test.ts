import { expect, test } from 'vitest';
import { openReadCache } from './read-cache.server.ts';

const EVENING = new Date('2026-11-21T18:00:00Z');
const secondsLater = (seconds: number) => new Date(EVENING.getTime() + seconds * 1_000);

function openCounted() {
  const cache = openReadCache();
  let count = 0;
  const read = (key: Parameters<typeof cache.read>[0], now = EVENING) =>
    cache.read(key, now, async () => ({ count: (count += 1) }));
  return { cache, read };
}

test('reads a value once, and again after a notice of its tag', async () => {
  const { cache, read } = openCounted();
  const [first, second] = await Promise.all([read('settings'), read('settings')]);
  expect(second).toBe(first);
  cache.drop('catalogue');
  expect((await read('settings')).count).toBe(1);
  cache.drop('settings');
  expect((await read('settings')).count).toBe(2);
  cache.drop();
  expect((await read('settings')).count).toBe(3);
});

test('reads a tagged value again after midnight in India', async () => {
  const { read } = openCounted();
  await read('current offer');
  expect((await read('current offer', secondsLater(1_799))).count).toBe(1);
  expect((await read('current offer', secondsLater(1_800))).count).toBe(2);
});

test('reads a tagged value each time while no notices arrive', async () => {
  const { cache, read } = openCounted();
  cache.setHearing(false);
  await read('settings');
  expect((await read('settings')).count).toBe(2);
  cache.setHearing(true);
  await read('settings');
  expect((await read('settings')).count).toBe(3);
});

test('reads a timed value once a minute, and keeps it on failure', async () => {
  const { cache, read } = openCounted();
  expect(cache.findLast('last known catalogue')).toBeUndefined();
  await read('last known catalogue');
  cache.setHearing(false);
  expect((await read('last known catalogue', secondsLater(59))).count).toBe(1);
  expect((await read('last known catalogue', secondsLater(60))).count).toBe(2);
  const failing = cache.read('last known catalogue', secondsLater(300), () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect(cache.findLast('last known catalogue')).toEqual({ count: 2 });
});

test('returns a value that cannot be changed', async () => {
  const value = await openReadCache().read('collections', EVENING, async () => [{ title: 'For a wedding' }]);
  expect(() => (value[0]!.title = 'Other')).toThrow(TypeError);
});
