import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findVisitor } from './sessions.server.ts';
import { signUp } from './sign-in.server.ts';
import { acceptInvitation, invite, makeInvitationLink } from '#app/modules/identity/users/invitations.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { changePassword } from './credentials.server.ts';
import { makePasswordResetLink, resetPassword } from './password-reset.server.ts';

const BREACHED = 'lotus-on-the-lake';
const PASSWORD = 'bindu-and-lotus';
const MEERA = { name: 'Meera Joshi', email: 'meera@example.in', password: PASSWORD };
const REFUSED = { ok: false, reason: 'common-password' };

let shop: TestShop;
/** The embedded database has one connection, so an open transaction would block this forever. */
const asked = vi.fn(async (password: string) => {
  await shop.database.execute(sql`select 1`);
  return password === BREACHED;
});
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.breachedPasswords = { includes: asked };
});
beforeEach(() => shop.empty());
afterEach(() => {
  asked.mockClear();
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const tokenOf = ({ link }: { link: string }) => new URL(link).searchParams.get('token')!;

async function meera(): Promise<Shop & { userId: string }> {
  const made = await signUp(shop.as.guest(), MEERA);
  if (!made.ok) throw new Error(made.reason);
  const browser = new Headers({ cookie: made.value.cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
  asked.mockClear();
  return { ...shop.as.guest(), actor: await findVisitor(shop.as.guest(), browser), userId: made.value.userId };
}

type Way = (password: string) => Promise<{ ok: boolean }>;
const FORMS: [way: string, begin: () => Promise<Way>][] = [
  ['a sign-up', async () => (password) => signUp(shop.as.guest(), { ...MEERA, password })],
  [
    'a sign-up that claims its address',
    async () => {
      const live = { ...shop.config, mode: 'live' as const, smtpUrl: 'smtp://localhost' };
      return (password) => signUp({ ...shop.as.guest(), config: live }, { ...MEERA, password });
    },
  ],
  [
    'a change',
    async () => {
      const person = await meera();
      return (password) => changePassword(person, { currentPassword: PASSWORD, password, confirmPassword: password });
    },
  ],
  [
    'a mailed link',
    async () => {
      const token = tokenOf((await makePasswordResetLink(shop.as.shop(), (await meera()).userId))!);
      return (password) => resetPassword(shop.as.guest(), { token, password });
    },
  ],
  [
    'an invitation',
    async () => {
      const invited = await invite(shop.as.admin(), { email: MEERA.email });
      if (!invited.ok) throw new Error(invited.reason);
      const token = tokenOf((await makeInvitationLink(shop.as.shop(), invited.value.id))!);
      return (password) => acceptInvitation(shop.as.guest(), { token, name: MEERA.name, password });
    },
  ],
];

test.each(FORMS)('%s refuses a breached password and accepts another one', async (_, begin) => {
  const choose = await begin();
  expect(await choose(BREACHED)).toMatchObject(REFUSED);
  expect(await choose('chowki-of-rings')).toMatchObject({ ok: true });
  expect(asked.mock.calls).toEqual([[BREACHED], ['chowki-of-rings']]);
});

test.each(FORMS)('%s refuses a very common password without asking the service', async (_, begin) => {
  const choose = await begin();
  expect(await choose('iloveyou')).toMatchObject(REFUSED);
  expect(asked).not.toHaveBeenCalled();
});

test.each(FORMS)('%s continues when the service fails, and logs it without the password', async (_, begin) => {
  const choose = await begin();
  const warned = vi.spyOn(log, 'warn').mockReturnValue();
  asked.mockRejectedValueOnce(new Error('The list of breached passwords did not answer in time'));
  expect(await choose(BREACHED)).toMatchObject({ ok: true });
  expect(warned.mock.calls).toEqual([
    [
      { err: expect.objectContaining({ message: 'The list of breached passwords did not answer in time' }) },
      'a new password was taken without asking whether it was breached',
    ],
  ]);
  expect(JSON.stringify(warned.mock.calls)).not.toContain(BREACHED);
});

test('asks only with a right password, a valid link and few attempts', async () => {
  const person = await meera();
  const change = { currentPassword: 'not-this', password: BREACHED, confirmPassword: BREACHED };
  expect(await changePassword(person, change)).toMatchObject({ reason: 'wrong-password' });
  const madeUp = { token: 'made-up', password: BREACHED };
  expect(await resetPassword(shop.as.guest(), madeUp)).toMatchObject({ reason: 'link-not-good' });
  expect(await acceptInvitation(shop.as.guest(), { ...madeUp, name: 'Meera' })).toMatchObject({
    reason: 'link-not-good',
  });
  expect(asked).not.toHaveBeenCalled();
  const answers = [];
  for (let n = 0; n < 30; n += 1) answers.push(await signUp(shop.as.guest(), { ...MEERA, password: BREACHED }));
  expect(answers.at(-1)).toMatchObject({ reason: 'too-many-tries' });
  expect(asked.mock.calls.length).toBe(
    answers.filter((answer) => !answer.ok && answer.reason === 'common-password').length,
  );
});

test('the first admin’s password from the settings is not looked up', async () => {
  expect(await signUp(shop.as.shop(), { ...MEERA, password: BREACHED })).toMatchObject({ ok: true });
  expect(asked).not.toHaveBeenCalled();
});
