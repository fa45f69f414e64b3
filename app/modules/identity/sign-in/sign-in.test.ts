import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { PAINTED_LOTUS } from '#tests/support/hosted-backend.ts';
import { authAccounts } from './tables.server.ts';
import { findVisitor } from './sessions.server.ts';
import { grantAdmin } from '#app/modules/identity/users/admins.server.ts';
import { attemptsByStranger, attemptsFrom, takeAttempt } from './attempts.server.ts';
import { signInSchema } from './forms.ts';
import { readSignInCode, requestSignInCode, signInWithCode } from './sign-in-code.server.ts';
import { signIn, signOut, signUp } from './sign-in.server.ts';
import { isCommonPassword } from './known-passwords.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const meera = { name: 'Meera Joshi', email: 'meera@example.in', password: 'bindu-and-lotus' };
const cookieHeaders = (cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
const visitorWith = (cookies: string[]) => findVisitor(shop.as.guest(), cookieHeaders(cookies));

async function registered() {
  const made = await signUp(shop.as.guest(), meera);
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

describe('signing in by phone', () => {
  const tryPhone = (email: string, password = meera.password) => signIn(shop.as.guest(), { email, password });
  const give = (email: string, phone: string) =>
    shop.database.execute(sql`update user_profiles set phone = ${phone} where email = ${email}`);

  test('is possible with the phone of one account, in any spelling', async () => {
    const { userId } = await registered();
    await give(meera.email, '9876543210');
    for (const typed of ['9876543210', '+91 98765 43210', '098765-43210'])
      expect(await tryPhone(signInSchema.parse({ email: typed, password: meera.password }).email)).toMatchObject({
        ok: true,
        value: { userId },
      });
  });

  test('picks the account of a shared phone by its password', async () => {
    const { userId } = await registered();
    const wrong = { ok: false, reason: 'wrong-email-or-password' };
    expect(await tryPhone('9876543210')).toMatchObject(wrong);
    const nanda = { name: 'Nanda', email: 'nanda@example.in', password: 'chowki-of-rings' };
    await signUp(shop.as.guest(), nanda);
    for (const { email } of [meera, nanda]) await give(email, '9876543210');
    expect(await tryPhone('9876543210', 'another-word')).toMatchObject(wrong);
    expect(await tryPhone('9876543210')).toMatchObject({ ok: true, value: { userId } });
    expect(await tryPhone('9876543210', nanda.password)).toMatchObject({ ok: true });
    await signUp(shop.as.guest(), { ...meera, email: 'twin@example.in' });
    await give('twin@example.in', '9876543210');
    expect(await tryPhone('9876543210')).toMatchObject(wrong);
  });

  test('runs equally many queries, whether or not the phone is known', async () => {
    await registered();
    await signUp(shop.as.guest(), { ...meera, email: 'nanda@example.in', password: 'chowki-of-rings' });
    const asked = vi.spyOn((shop.database as unknown as { $client: { query: () => unknown } }).$client, 'query');
    const work: number[] = [];
    for (const owners of [[], [meera.email], [meera.email, 'nanda@example.in']]) {
      for (const email of owners) await give(email, '9876543210');
      asked.mockClear();
      await tryPhone('9876543210', 'another-word');
      work.push(asked.mock.calls.length);
    }
    expect(new Set(work).size).toBe(1);
  });

  test('shares no limit with the email of its account', async () => {
    await registered();
    await give(meera.email, '9876543210');
    for (let n = 0; n < 5; n += 1) await tryPhone('9876543210', 'guess');
    expect(await tryPhone('9876543210', 'guess')).toMatchObject({ reason: 'too-many-tries' });
    expect(await tryPhone(meera.email, 'guess')).toMatchObject({ reason: 'wrong-email-or-password' });
    expect(await tryPhone('9876543211', 'guess')).toMatchObject({ reason: 'wrong-email-or-password' });
  });
});

describe('signing up', () => {
  test('creates an account with its profile, and signs in', async () => {
    const { cookies, userId } = await registered();
    expect(await visitorWith(cookies)).toEqual({
      kind: 'customer',
      userId,
      sessionId: expect.any(String),
      name: 'Meera Joshi',
      email: 'meera@example.in',
      emailVerified: false,
    });
  });

  test('refuses an address that has an account', async () => {
    await registered();
    expect(await signUp(shop.as.guest(), { ...meera, name: 'Another' })).toMatchObject({
      ok: false,
      reason: 'email-taken',
    });
  });

  test('lets one of two simultaneous sign-ups with one address win', async () => {
    const answers = await Promise.all([signUp(shop.as.guest(), meera), signUp(shop.as.guest(), meera)]);
    expect(answers.map((answer) => (answer.ok ? 'made' : answer.reason)).sort()).toEqual(['email-taken', 'made']);
  });

  test('refuses a very common password in any spelling', async () => {
    expect(await isCommonPassword('QWERTY')).toBe(true);
    for (const own of ['Bisvar', 'bisvar2026!', '1Aipan1']) expect(await isCommonPassword(own)).toBe(true);
    expect(await isCommonPassword('bindu-and-lotus')).toBe(false);
    expect(await signUp(shop.as.guest(), { ...meera, password: 'iloveyou' })).toMatchObject({
      ok: false,
      reason: 'common-password',
    });
  });
});

describe('signing in', () => {
  test('creates a new token each time, in an HttpOnly cookie', async () => {
    const first = await registered();
    const second = await signIn(shop.as.guest(), meera);
    if (!second.ok) throw new Error(second.reason);
    expect(second.value.cookies[0]).toMatch(/^bisvar\.session_token=.+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(second.value.cookies[0]).not.toBe(first.cookies[0]);
  });

  test('answers a wrong password and an unknown address alike', async () => {
    await registered();
    const wrong = await signIn(shop.as.guest(), { email: meera.email, password: 'not-this-one' });
    const unknown = await signIn(shop.as.guest(), { email: 'nobody@example.in', password: 'not-this-one' });
    expect(wrong).toEqual({ ok: false, reason: 'wrong-email-or-password', data: undefined });
    expect(unknown).toEqual(wrong);
  });

  test('takes equally long for a wrong password and an unknown address', async () => {
    await registered();
    const asked = vi.spyOn((shop.database as unknown as { $client: { query: () => unknown } }).$client, 'query');
    const questionsOf = async (email: string) => {
      asked.mockClear();
      await signIn(shop.as.guest(), { email, password: 'not-this-one' });
      return asked.mock.calls.length;
    };
    const known = await questionsOf(meera.email);
    expect(known).toBeGreaterThan(3);
    expect(await questionsOf('nobody@example.in')).toBe(known);
  });

  test('does the same work for everyone while imported passwords remain', async () => {
    await registered();
    await signUp(shop.as.guest(), { ...meera, email: 'moved@example.in' });
    const bcrypt = vi.spyOn((await import('bcryptjs')).default, 'compare');
    const asked = vi.spyOn((shop.database as unknown as { $client: { query: () => unknown } }).$client, 'query');
    const workOf = async (email: string) => {
      bcrypt.mockClear();
      asked.mockClear();
      await signIn(shop.as.guest(), { email, password: 'not-this-one' });
      return [asked.mock.calls.length, bcrypt.mock.calls.length];
    };
    const [questions, none] = await workOf(meera.email);
    expect(none).toBe(0);
    await shop.database.execute(sql`
      update auth_accounts set password = ${PAINTED_LOTUS} from auth_users
      where auth_users.id = user_id and email = 'moved@example.in'`);
    for (const email of [meera.email, 'moved@example.in', 'nobody@example.in'])
      expect([email, await workOf(email)]).toEqual([email, [questions, 1]]);
  });

  test('accepts an imported password and replaces its hash', async () => {
    const { userId } = await registered();
    const long = 'é'.repeat(36);
    const { hash } = (await import('bcryptjs')).default;
    const hashOf = async () =>
      (await shop.database.select().from(authAccounts).where(eq(authAccounts.userId, userId)))[0]!.password;
    const moved = await hash(long, 10);
    await shop.database.update(authAccounts).set({ password: moved }).where(eq(authAccounts.userId, userId));
    expect(await signIn(shop.as.guest(), { ...meera, password: `${long}!` })).toMatchObject({ ok: true });
    expect(await hashOf()).toBe(moved);
    expect(await signIn(shop.as.guest(), { ...meera, password: long })).toMatchObject({ ok: true });
    expect(await hashOf()).toMatch(/^[0-9a-f]{32}:/);
    expect(await signIn(shop.as.guest(), { ...meera, password: `${long}!` })).toMatchObject({ ok: false });
  });

  test('delays repeated guesses from one network longer and longer, never forever', async () => {
    await registered();
    const tryWrong = () =>
      signIn({ ...shop.as.guest(), visitorAddress: '198.51.100.1' }, { email: meera.email, password: 'guess' });
    for (let n = 0; n < 5; n += 1) expect(await tryWrong()).toMatchObject({ reason: 'wrong-email-or-password' });
    expect(await tryWrong()).toMatchObject({ reason: 'too-many-tries', data: { retryAfterSeconds: 12 } });
    for (let n = 6; n < 26; n += 1) {
      shop.clock.now = new Date(shop.clock.now.getTime() + 12_000);
      await tryWrong();
    }
    expect(await tryWrong()).toMatchObject({ reason: 'too-many-tries' });
    shop.clock.now = new Date(shop.clock.now.getTime() + 12_000);
    const later = await tryWrong();
    expect(later).toMatchObject({ reason: 'too-many-tries' });
    expect((later as unknown as { data: { retryAfterSeconds: number } }).data.retryAfterSeconds).toBeGreaterThan(60);
    expect(await signIn({ ...shop.as.guest(), visitorAddress: '198.51.100.99' }, meera)).toMatchObject({ ok: true });
    shop.clock.now = new Date(shop.clock.now.getTime() + 60 * 60_000);
    expect(await signIn({ ...shop.as.guest(), visitorAddress: '198.51.100.1' }, meera)).toMatchObject({ ok: true });
  });

  test('gives a known browser ten attempts an hour despite strangers', async () => {
    const { cookies } = await registered();
    const stranger = { ...shop.as.guest(), visitorAddress: '198.51.100.1' };
    const known = cookieHeaders(cookies);
    const other = await signUp(stranger, { ...meera, email: 'nanda@example.in' });
    if (!other.ok) throw new Error(other.reason);
    const everywhere = attemptsByStranger(shop.as.guest(), 'sign-in', meera.email).slice(-1);
    while (!(await takeAttempt(shop.as.guest(), everywhere)));
    const waits = { reason: 'too-many-tries' };
    expect(await signIn(shop.as.guest(), meera)).toMatchObject(waits);
    expect(await signIn(shop.as.guest(), meera, cookieHeaders(other.value.cookies))).toMatchObject(waits);
    expect(await signIn(shop.as.guest(), meera, known)).toMatchObject({ ok: true });

    const tryWrong = () => signIn(shop.as.guest(), { email: meera.email, password: 'guess' }, known);
    for (let n = 0; n < 10; n += 1) expect(await tryWrong()).toMatchObject({ reason: 'wrong-email-or-password' });
    expect(await tryWrong()).toMatchObject({ ...waits, data: { retryAfterSeconds: 360 } });
    expect(await signIn(shop.as.guest(), meera, known)).toMatchObject(waits);
    shop.later(6);
    expect(await signIn(shop.as.guest(), meera, known)).toMatchObject({ ok: true });
  });

  test.each([5, 30, 99])('lets the owner in on a new device after %i failed attempts', async (tries) => {
    await registered();
    for (let n = 0; n < tries; n += 1) {
      const stranger = { ...shop.as.guest(), visitorAddress: `198.51.100.${n % 20}` };
      await signIn(stranger, { email: meera.email, password: 'guess' });
    }
    expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: true });
  });

  test('delays a network address that tries many accounts', async () => {
    const guesses = Array.from({ length: 20 }, (_, n) => ({ email: `person${n}@example.in`, password: 'guess' }));
    await Promise.all(guesses.map((guess) => signIn(shop.as.guest(), guess)));
    expect(await signIn(shop.as.guest(), { email: 'person21@example.in', password: 'guess' })).toMatchObject({
      reason: 'too-many-tries',
    });
  });

  test('counts only wrong attempts, so repeated sign-ins never wait', async () => {
    await registered();
    for (let n = 0; n < 21; n += 1) expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: true });
    const tryWrong = () => signIn(shop.as.guest(), { email: meera.email, password: 'guess' });
    for (let n = 0; n < 4; n += 1) expect(await tryWrong()).toMatchObject({ reason: 'wrong-email-or-password' });
    expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: true });
    expect(await tryWrong()).toMatchObject({ reason: 'wrong-email-or-password' });
    expect(await tryWrong()).toMatchObject({ reason: 'too-many-tries' });
  });

  test('counts only wrong emailed codes on a shared network address', async () => {
    const { userId } = await registered();
    // Better Auth uses the machine's clock.
    shop.clock.now = new Date();
    const others = attemptsFrom(shop.as.guest(), 'code');
    for (let n = 0; n < 19; n += 1) expect(await takeAttempt(shop.as.guest(), others)).toBeUndefined();
    await requestSignInCode(shop.as.guest(), meera);
    const { code } = (await readSignInCode(shop.as.shop(), userId))!;
    expect(await signInWithCode(shop.as.guest(), { email: meera.email, code })).toMatchObject({ ok: true });
    const tryWrong = () => signInWithCode(shop.as.guest(), { email: meera.email, code: '000000' });
    expect(await tryWrong()).toMatchObject({ reason: 'wrong-code' });
    expect(await tryWrong()).toMatchObject({ reason: 'too-many-tries' });
  });

  test('does not let a switched-off account in, nor keep it in', async () => {
    const { cookies, userId } = await registered();
    await shop.database.execute(sql`update user_profiles set deactivated_at = now() where id = ${userId}`);
    expect(await visitorWith(cookies)).toEqual({ kind: 'guest' });
    expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: false, reason: 'wrong-email-or-password' });
  });
});

describe('finding the visitor', () => {
  test('treats a forged, broken or foreign cookie as a guest’s', async () => {
    const { cookies } = await registered();
    const value = cookies[0]!.split(';')[0]!;
    for (const cookie of [
      value.replace(/=..../, '=AAAA'),
      value.slice(0, -6),
      'bisvar.session_token=%E0%A4%A',
      'bisvar.session_token=',
      'x=1',
    ]) {
      expect(await findVisitor(shop.as.guest(), new Headers({ cookie }))).toEqual({ kind: 'guest' });
    }
  });

  test('reads the role from the database at each request', async () => {
    const { cookies, userId } = await registered();
    await shop.database.execute(sql`update user_profiles set is_admin = true where id = ${userId}`);
    expect(await visitorWith(cookies)).toMatchObject({ kind: 'admin' });
    await shop.database.execute(sql`update user_profiles set is_admin = false where id = ${userId}`);
    expect(await visitorWith(cookies)).toMatchObject({ kind: 'customer' });
  });

  test('ends every session of a person who becomes an admin', async () => {
    const { cookies } = await registered();
    await grantAdmin(shop.as.shop(), 'MEERA@example.in');
    expect(await visitorWith(cookies)).toEqual({ kind: 'guest' });
    const again = await signIn(shop.as.guest(), meera);
    expect(again.ok && (await visitorWith(again.value.cookies))).toMatchObject({ kind: 'admin' });
  });

  test('live: admins need a second factor, and 12 idle hours sign out', async () => {
    const { cookies, userId } = await registered();
    await shop.database.execute(sql`update user_profiles set is_admin = true where id = ${userId}`);
    const asLive = () =>
      findVisitor({ ...shop.as.guest(), config: { ...shop.config, mode: 'live' } }, cookieHeaders(cookies));
    expect(await asLive()).toMatchObject({ kind: 'customer', needsSecondFactor: true });
    await shop.database.execute(sql`update auth_users set two_factor_enabled = true where id = ${userId}`);
    expect(await asLive()).toMatchObject({ kind: 'admin' });
    const seen = (hoursAgo: number) =>
      shop.database.execute(
        sql`update auth_sessions set updated_at = ${shop.clock.now.toISOString()}::timestamptz - make_interval(hours => ${hoursAgo})`,
      );
    await seen(11);
    expect(await asLive()).toMatchObject({ kind: 'admin' });
    expect(await asLive()).toMatchObject({ kind: 'admin' });
    await seen(13);
    expect(await asLive()).toEqual({ kind: 'guest' });
    expect(await visitorWith(cookies)).toEqual({ kind: 'guest' });
  });

  test('treats an ended or expired session as a guest’s', async () => {
    const { cookies } = await registered();
    shop.clock.now = new Date(Date.now() + 31 * 24 * 60 * 60_000);
    expect(await visitorWith(cookies)).toEqual({ kind: 'guest' });
    shop.clock.now = new Date();
    expect(await visitorWith(cookies)).toMatchObject({ kind: 'customer' });
    const { cookies: forgetting } = await signOut(shop.as.guest(), cookieHeaders(cookies));
    expect(forgetting[0]).toMatch(/^bisvar\.session_token=; Max-Age=0/);
    expect(await visitorWith(cookies)).toEqual({ kind: 'guest' });
  });
});
