import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { checkToken, forgetIdleLimits, hasToken, returnToken, takeToken } from './limits.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const LIMIT = { capacity: 3, refillPerMinute: 6 };
const take = (key = 'a') => takeToken(shop.as.guest(), key, LIMIT);
const pass = (seconds: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000));

test('allows its capacity, even at once; then says how long to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => take()));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(await take()).toEqual({ ok: false, reason: 'too-many', data: { retryAfterSeconds: 10 } });
  expect(await take('b')).toMatchObject({ ok: true });
});

test('refills while refusing, so no one is locked out', async () => {
  for (let n = 0; n < 3; n += 1) await take();
  for (let n = 0; n < 3; n += 1) {
    pass(3);
    expect(await take()).toMatchObject({ ok: false });
  }
  pass(1);
  expect(await take()).toMatchObject({ ok: true });
});

test('never exceeds capacity, and a clock set back refills nothing', async () => {
  await take();
  pass(3600);
  for (let n = 0; n < 3; n += 1) expect(await take()).toMatchObject({ ok: true });
  pass(-3600);
  expect(await take()).toMatchObject({ ok: false, data: { retryAfterSeconds: 10 } });
  pass(10);
  expect(await take()).toMatchObject({ ok: true });
});

test('checking consumes nothing', async () => {
  for (let n = 0; n < 5; n += 1) expect(await hasToken(shop.as.guest(), 'a', LIMIT)).toBe(true);
  for (let n = 0; n < 3; n += 1) await take();
  expect(await hasToken(shop.as.guest(), 'a', LIMIT)).toBe(false);
  const check = () => checkToken(shop.as.guest(), 'a', LIMIT);
  expect(await check()).toEqual({ ok: false, reason: 'too-many', data: { retryAfterSeconds: 10 } });
  pass(5);
  expect(await check()).toMatchObject({ data: { retryAfterSeconds: 5 } });
  pass(5);
  expect(await check()).toMatchObject({ ok: true });
});

test('a returned token is usable again, within the capacity', async () => {
  for (let n = 0; n < 3; n += 1) await take();
  await returnToken(shop.as.guest(), 'a', LIMIT);
  expect(await take()).toMatchObject({ ok: true });
  expect(await take()).toMatchObject({ ok: false });
  for (let n = 0; n < 9; n += 1) await returnToken(shop.as.guest(), 'a', LIMIT);
  for (let n = 0; n < 3; n += 1) expect(await take()).toMatchObject({ ok: true });
  expect(await take()).toMatchObject({ ok: false });
});

test('deletes an unused bucket', async () => {
  for (let n = 0; n < 3; n += 1) await take();
  pass(3 * 24 * 3600);
  await forgetIdleLimits(shop.as.shop());
  expect(await shop.database.$count(sql`rate_limits`)).toBe(0);
});
