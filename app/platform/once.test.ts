import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done, refused } from '#app/basics/result.ts';
import { contactMessages } from '#app/modules/messaging/contact/tables.server.ts';
import { forgetContactMessages, sendContactMessage } from '#app/modules/messaging/contact/contact.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { once, removeKeysOf, removeOldKeys } from './once.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const ID = '00000000-0000-4000-8000-00000000000a';
const KEY = '00000000-0000-4000-8000-0000000000aa';
let runs = 0;
beforeEach(() => {
  runs = 0;
});
const send = (content: unknown = { body: 'Hello' }, { scope = 'test', key = KEY } = {}) =>
  once<{ id: string; run: number }>(shop.as.guest(), { scope, key, content }, async () => {
    runs += 1;
    return done({ id: ID, run: runs });
  });
const keys = () => shop.database.$count(sql`idempotency_keys`);

test('the same content under a key gets the first answer', async () => {
  const first = await send();
  expect(first).toEqual(done({ id: ID, run: 1 }));
  expect(await send()).toEqual(first);
  expect(runs).toBe(1);
});

test('field order and undefined fields do not change the content', async () => {
  const first = await send({ body: 'Hello', lines: [{ amount: 1, title: 'Oil' }] });
  expect(await send({ lines: [{ title: 'Oil', amount: 1, note: undefined }], body: 'Hello' })).toEqual(first);
});

test('other content under a key is refused with the first answer', async () => {
  await send();
  expect(await send({ body: 'Hello again' })).toEqual(refused('key-used', { id: ID, run: 1 }));
  expect(runs).toBe(1);
});

test('another key, or the same key in another scope, runs again', async () => {
  await send();
  expect(await send(undefined, { key: ID })).toMatchObject({ value: { run: 2 } });
  expect(await send(undefined, { scope: 'other' })).toMatchObject({ value: { run: 3 } });
});

test('a refusal and an error leave the key unused', async () => {
  const form = { scope: 'test', key: KEY, content: { body: 'Hello' } };
  const no = await once<never, ReturnType<typeof refused<'no'>>>(shop.as.guest(), form, async () => refused('no'));
  expect(no).toEqual(refused('no'));
  const broken = once(shop.as.guest(), form, async () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await keys()).toBe(0);
  expect(await send({ body: 'Hello again' })).toMatchObject({ ok: true });
});

test('the key of something undone can be used again', async () => {
  await send();
  await removeKeysOf(shop.as.shop(), [ID]);
  expect(await send({ body: 'Hello again' })).toMatchObject({ value: { run: 2 } });
});

test('keys expire after 30 days', async () => {
  await send();
  for (const [days, left] of [
    [29, 1],
    [2, 0],
  ] as const) {
    shop.later(days * 24 * 60);
    await removeOldKeys(shop.as.shop());
    expect(await keys()).toBe(left);
  }
  await expect(removeOldKeys(shop.as.admin())).rejects.toThrow();
});

test('a key stores no typed text, and is deleted with its message', async () => {
  const typed = { name: 'Farida', email: 'farida@example.in', subject: 'Care', message: 'May I wash it?' };
  await sendContactMessage(shop.as.guest(), { ...typed, phone: '', artworkInterest: 'general', key: KEY });
  const { rows } = await shop.database.execute(
    sql`select to_jsonb(idempotency_keys)::text as text from idempotency_keys`,
  );
  expect(rows).toHaveLength(1);
  for (const text of Object.values(typed)) expect(String(rows[0]!.text)).not.toContain(text);
  const sent = eq(contactMessages.email, typed.email);
  expect(await shop.database.$count(contactMessages, sent)).toBe(1);
  await forgetContactMessages(shop.as.shop(), [{ email: typed.email, after: null, until: null }]);
  expect([await shop.database.$count(contactMessages, sent), await keys()]).toEqual([0, 0]);
});
