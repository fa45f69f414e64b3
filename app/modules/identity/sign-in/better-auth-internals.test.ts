import { symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findVisitor, readSignedCookie, signedCookies } from './sessions.server.ts';
import { leaveForGoogle, leaveToLinkGoogle } from './google.server.ts';
import { confirmEnrolment, findEnrolment, startEnrolment } from './enrolment.server.ts';
import { readSignInCode, requestSignInCode } from './sign-in-code.server.ts';
import { signIn, signUp } from './sign-in.server.ts';
import { signedIn, type Shop } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { totp } from '#tests/support/totp.ts';
import {
  decrypt,
  dropSignInCodes,
  encrypt,
  findChallenge,
  presentPrefix,
  readOAuthState,
} from './better-auth-internals.server.ts';

const meera = { name: 'Meera Joshi', email: 'meera@example.in', password: 'bindu-and-lotus' };

let shop: TestShop;
let browser: Headers;
let asGuest: () => Shop;
let asMeera: () => Shop;

beforeAll(async () => {
  shop = await openTestShop();
  // Better Auth uses the machine's clock.
  shop.clock.now = new Date();
  asGuest = () => ({
    ...shop.as.guest(),
    config: { ...shop.config, google: { clientId: 'id', clientSecret: 'secret' } },
  });
  const made = await signUp(asGuest(), meera);
  if (!made.ok) throw new Error(made.reason);
  browser = headersOf(made.value.cookies);
  const actor = await findVisitor(asGuest(), browser);
  asMeera = () => ({ ...asGuest(), actor });
});
afterAll(() => shop.close());

const headersOf = (cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });

test('a session cookie is signed as we read it', async () => {
  const cookie = readSignedCookie(shop.as.guest(), browser, 'session_token');
  const { rows } = await shop.database.execute(sql`select token from auth_sessions`);
  expect(rows).toEqual([{ token: cookie!.value }]);
});

test('a sign-in code is stored where the shop deletes it', async () => {
  expect(await requestSignInCode(asGuest(), { email: meera.email })).toMatchObject({ ok: true });
  const { userId } = signedIn(asMeera());
  expect(await readSignInCode(shop.as.shop(), userId)).toMatchObject({ code: expect.stringMatching(/^\d{6}$/) });
  await dropSignInCodes(shop.as.shop(), meera.email);
  expect(await readSignInCode(shop.as.shop(), userId)).toBeUndefined();
  expect((await shop.database.execute(sql`select * from auth_verifications`)).rows).toEqual([]);
});

test('Google’s state holds the return address and the account to link', async () => {
  const stateOf = async (leaving: ReturnType<typeof leaveToLinkGoogle>) => {
    const left = await leaving;
    if (!left.ok) throw new Error(left.reason);
    return readOAuthState(shop.as.shop(), new URL(left.value.address).searchParams.get('state')!);
  };
  expect(await stateOf(leaveForGoogle(asGuest(), { returnTo: '/cart' }, browser))).toEqual({ callbackURL: '/cart' });
  expect(await stateOf(leaveToLinkGoogle(asMeera(), { currentPassword: meera.password }, browser))).toEqual({
    callbackURL: '/profile/security?google=linked',
    linkTo: signedIn(asMeera()).userId,
  });
});

test('encrypted values name their secret by number; cookies use the current secret', async () => {
  const earlier = shop.config.sessionSecret!;
  const under = (sessionSecret: string, ...earlierSessionSecrets: string[]) => ({
    ...asGuest(),
    config: { ...asGuest().config, sessionSecret, earlierSessionSecrets },
  });
  const changed = under('another secret that only tests have', earlier);
  expect(await decrypt(changed, await encrypt(asGuest(), 'kept'))).toBe('kept');
  expect(await decrypt(asGuest(), await encrypt(under(earlier, 'another secret that only tests have'), 'kept'))).toBe(
    'kept',
  );
  expect(await decrypt(changed, await symmetricEncrypt({ key: earlier, data: 'of before' }))).toBe('of before');
  const written = await encrypt(changed, 'new');
  expect([written.startsWith(presentPrefix(changed)), written.startsWith(presentPrefix(asGuest()))]).toEqual([
    true,
    false,
  ]);
  await expect(decrypt(asGuest(), written)).rejects.toThrow();

  const left = await leaveForGoogle(asGuest(), { returnTo: '/' }, browser);
  if (!left.ok) throw new Error(left.reason);
  const sent = headersOf([
    ...left.value.cookies,
    `bisvar.session_token=${/session_token=([^;]+)/.exec(browser.get('cookie')!)![1]}`,
  ]);
  const dropped = under('another secret that only tests have');
  expect(signedCookies(dropped, sent)).toBe('');
  const anew = new Headers({ cookie: signedCookies(changed, sent) });
  for (const what of ['state', 'session_token'] as const)
    expect(readSignedCookie(dropped, anew, what)?.value).toBe(readSignedCookie(asGuest(), sent, what)!.value);
});

test('a stored second factor matches enrolment; its pending sign-in names the person', async () => {
  const enrolment = await startEnrolment(asMeera(), meera.password, browser);
  if (!enrolment.ok) throw new Error(enrolment.reason);
  expect(enrolment.value.link).toMatch(
    /^otpauth:\/\/totp\/Bisvar:meera%40example\.in\?secret=[A-Z2-7]{32,}&issuer=Bisvar&/,
  );
  expect(await findEnrolment(asMeera())).toEqual(enrolment.value);
  expect(await confirmEnrolment(asMeera(), totp(enrolment.value.secret), browser)).toMatchObject({ ok: true });
  const waiting = await signIn(asGuest(), meera);
  if (waiting.ok || waiting.reason !== 'second-factor-needed') throw new Error('no second factor was asked for');
  const challenge = readSignedCookie(shop.as.guest(), headersOf(waiting.data.cookies), 'two_factor');
  expect(await findChallenge(shop.as.shop(), challenge!.value)).toBe(signedIn(asMeera()).userId);
  shop.clock.now = new Date(Date.now() + 11 * 60_000);
  expect(await findChallenge(shop.as.shop(), challenge!.value)).toBeUndefined();
});
