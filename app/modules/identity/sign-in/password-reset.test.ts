import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { findVisitor } from './sessions.server.ts';
import { signIn, signUp } from './sign-in.server.ts';
import { attemptsByStranger, takeAttempt } from './attempts.server.ts';
import {
  isGoodResetLink,
  makePasswordResetLink,
  requestPasswordReset,
  resetPassword,
} from './password-reset.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const meera = { name: 'Meera Joshi', email: 'meera@example.in', password: 'bindu-and-lotus' };

async function withLink() {
  const made = await signUp(shop.as.guest(), meera);
  if (!made.ok) throw new Error(made.reason);
  const reset = await makePasswordResetLink(shop.as.shop(), made.value.userId);
  return { ...made.value, token: new URL(reset!.link).searchParams.get('token')!, reset: reset! };
}
const asked = async () =>
  (
    await shop.database.execute<{ payload: { userId: string | null } }>(
      sql`select payload from outbox where name = 'accounts.password-reset-requested' order by created_at, id`,
    )
  ).rows.map(({ payload }) => payload.userId);

test('a link sets a new password once, and ends every session', async () => {
  const { token, cookies, reset } = await withLink();
  expect(reset).toMatchObject({ email: meera.email, name: 'Meera Joshi' });
  expect(await resetPassword(shop.as.guest(), { token, password: 'chowki-of-rings' })).toMatchObject({ ok: true });
  expect(await findVisitor(shop.as.guest(), new Headers({ cookie: cookies[0]!.split(';')[0]! }))).toEqual({
    kind: 'guest',
  });
  expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: false });
  expect(await signIn(shop.as.guest(), { ...meera, password: 'chowki-of-rings' })).toMatchObject({ ok: true });
  expect(await resetPassword(shop.as.guest(), { token, password: 'another-time' })).toMatchObject({
    ok: false,
    reason: 'link-not-good',
  });
});

test('only one of two simultaneous uses of a link succeeds', async () => {
  const { token } = await withLink();
  const answers = await Promise.all(
    ['first-word', 'second-word'].map((password) => resetPassword(shop.as.guest(), { token, password })),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
});

test('a link expires after 30 minutes, or when another is used', async () => {
  const { token, userId } = await withLink();
  const other = new URL((await makePasswordResetLink(shop.as.shop(), userId))!.link).searchParams.get('token')!;
  shop.clock.now = new Date(shop.clock.now.getTime() + 29 * 60_000);
  expect(await isGoodResetLink(shop.as.guest(), token)).toBe(true);
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_001);
  expect(await resetPassword(shop.as.guest(), { token, password: 'chowki-of-rings' })).toMatchObject({
    reason: 'link-not-good',
  });
  shop.clock.now = new Date(shop.clock.now.getTime() - 10 * 60_000);
  await resetPassword(shop.as.guest(), { token: other, password: 'chowki-of-rings' });
  expect(await isGoodResetLink(shop.as.guest(), token)).toBe(false);
});

test('stores no token in clear', async () => {
  const { token } = await withLink();
  const { rows } = await shop.database.execute<{ text: string }>(
    sql`select identifier || value as text from auth_verifications`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).not.toContain(token);
});

test('writes one event for any address, at most three an hour', async () => {
  const { userId } = await withLink();
  for (const email of [meera.email, 'nobody@example.in']) {
    const answers = [];
    for (let n = 0; n < 4; n += 1)
      answers.push(await requestPasswordReset({ ...shop.as.guest(), visitorAddress: `198.51.100.${n}` }, { email }));
    expect(answers).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: true },
      { ok: false, reason: 'too-many-tries', data: { retryAfterSeconds: 1200 } },
    ]);
  }
  const events = await asked();
  expect([events.filter((id) => id === userId).length, events.filter((id) => id === null).length]).toEqual([3, 3]);
});

test('limits one visitor who asks for many addresses', async () => {
  const ask = (n: number) => requestPasswordReset(shop.as.guest(), { email: `person-${n}@example.in` });
  for (let n = 0; n < 10; n += 1) expect(await ask(n)).toMatchObject({ ok: true });
  expect(await ask(10)).toMatchObject({ ok: false, reason: 'too-many-tries' });
});

test('only the shop creates links, and none for a deactivated account', async () => {
  const { userId } = await withLink();
  await expect(makePasswordResetLink(shop.as.admin(), userId)).rejects.toBeInstanceOf(NotFound);
  await shop.database.execute(sql`update user_profiles set deactivated_at = now() where id = ${userId}`);
  expect(await makePasswordResetLink(shop.as.shop(), userId)).toBeUndefined();
});

test('a reset link signs its browser in while strangers use all attempts', async () => {
  const { token } = await withLink();
  const everywhere = attemptsByStranger(shop.as.guest(), 'sign-in', meera.email).slice(-1);
  while (!(await takeAttempt(shop.as.guest(), everywhere)));
  const reset = await resetPassword(shop.as.guest(), { token, password: 'chowki-of-rings' });
  const browser = new Headers({ cookie: reset.ok ? reset.value.cookie.split(';')[0]! : '' });
  const person = { ...meera, password: 'chowki-of-rings' };
  expect(await signIn(shop.as.guest(), person)).toMatchObject({ reason: 'too-many-tries' });
  expect(await signIn(shop.as.guest(), person, browser)).toMatchObject({ ok: true });
});
