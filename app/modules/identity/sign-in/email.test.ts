import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Shop } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { anonymisePerson } from '#app/modules/identity/users/anonymise-person.server.ts';
import { findVisitor } from './sessions.server.ts';
import { signUp } from './sign-in.server.ts';
import { prepareConfirmationMail, confirmEmail, requestEmailChange } from './email.server.ts';
import { changePassword } from './credentials.server.ts';
import { makePasswordResetLink, resetPassword } from './password-reset.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const PASSWORD = 'bindu-and-lotus';
const EMAIL = 'meera@example.in';
const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;

async function meera(): Promise<Shop & { userId: string }> {
  const made = await signUp(shop.as.guest(), { name: 'Meera Joshi', email: EMAIL, password: PASSWORD });
  if (!made.ok) throw new Error(made.reason);
  const { userId, cookies } = made.value;
  const browser = new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
  return { ...shop.as.guest(), actor: await findVisitor(shop.as.guest(), browser), userId };
}

async function wantsAddress(person: Shop, email: string): Promise<string> {
  const asked = await requestEmailChange({ ...person, now: shop.clock.now }, { email, currentPassword: PASSWORD });
  if (!asked.ok) throw new Error(asked.reason);
  return latestRequest();
}
async function latestRequest(): Promise<string> {
  const { rows } = await shop.database.execute<{ payload: { requestId: string } }>(
    sql`select payload from outbox where name = 'accounts.email-change-requested' order by created_at desc, id desc limit 1`,
  );
  return rows[0]!.payload.requestId;
}
async function linkFor(request: { requestId: string } | { userId: string }): Promise<string> {
  const mail = await prepareConfirmationMail(shop.as.shop(), request);
  if (mail?.kind !== 'link') throw new Error('no link is mailed');
  return tokenOf(mail.link);
}
const open = async (token: string) => {
  const answer = await confirmEmail(shop.as.guest(), token);
  return answer.ok ? answer.value : answer.reason;
};

test.each([
  [
    'changed',
    (person: Shop) =>
      changePassword(person, {
        currentPassword: PASSWORD,
        password: 'chowki-of-rings',
        confirmPassword: 'chowki-of-rings',
      }),
  ],
  [
    'set anew',
    async (person: Shop & { userId: string }) => {
      const reset = await makePasswordResetLink(shop.as.shop(), person.userId);
      return resetPassword(shop.as.guest(), { token: tokenOf(reset!.link), password: 'chowki-of-rings' });
    },
  ],
])('after the password was %s, a pending address change is refused', async (_, change) => {
  const person = await meera();
  const own = await linkFor({ userId: person.userId });
  const mailed = await linkFor({ requestId: await wantsAddress(person, 'thief@example.in') });
  expect(await change(person)).toMatchObject({ ok: true });
  expect(await open(mailed)).toBe('link-not-good');
  expect(await open(own)).toBe('confirmed');
});

test('only the last of several requested addresses is valid', async () => {
  const person = await meera();
  const mistyped = await linkFor({ requestId: await wantsAddress(person, 'stranger@example.in') });
  shop.later(5);
  const unmailed = await wantsAddress(person, 'stranger@example.org');
  shop.later(5);
  const wanted = await linkFor({ requestId: await wantsAddress(person, 'meera@new.example') });
  expect(await prepareConfirmationMail(shop.as.shop(), { requestId: unmailed })).toBeUndefined();
  expect([await open(mistyped), await open(wanted)]).toEqual(['link-not-good', 'changed']);
});

test('a link to another address restores no deleted account', async () => {
  const person = await meera();
  const token = await linkFor({ requestId: await wantsAddress(person, 'meera@new.example') });
  await anonymisePerson(shop.as.shop(), person.userId);
  expect(await open(token)).toBe('link-not-good');
  const { rows } = await shop.database.execute<{ row: string }>(
    sql`select row_to_json(t)::text as row from auth_verifications t`,
  );
  expect(rows.filter(({ row }) => row.includes(person.userId))).toEqual([]);
});
