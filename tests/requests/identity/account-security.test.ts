import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';
import { totp } from '#tests/support/totp.ts';

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
});
afterAll(() => shop.close());

const PASSWORD = 'bindu-and-lotus';
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36';
const linkIn = (mail: string) => /http:\/\/shop\.test(\/[\w-]+\?token=[\w-]+)/.exec(mail)![1]!;
const codeIn = (mail: string) => /^\d{6}$/m.exec(mail)![0];
const isSignedIn = async (visitor: Visitor) => (await visitor.ask('/profile')).status === 200;
const secretIn = (html: string) => /secret=([A-Z2-7]+)/.exec(html)![1]!;
const recoveryCodesIn = (html: string) =>
  [...html.matchAll(/<li>([0-9A-Z]{5}-[0-9A-Z]{5})<\/li>/g)].map(([, code]) => code!);

async function withSecondFactor(name: string) {
  const visitor = shop.visitor();
  const member = await visitor.signUpAs(name);
  const started = await visitor.post('/profile/security/two-step', { intent: 'start', currentPassword: PASSWORD });
  expect(started.status).toBe(200);
  const secret = secretIn(await started.text());
  const spent = totp(secret);
  const on = await visitor.post('/profile/security/two-step', { intent: 'confirm', code: spent });
  const codes = recoveryCodesIn(await on.text());
  expect(codes).toHaveLength(10);
  return { visitor, secret, spent, codes, ...member };
}

describe('the address of an account', () => {
  test('is confirmed once, by the button behind the emailed link', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Chandra Negi');
    expect((await visitor.get('/profile')).text).toContain('Please confirm your email');
    const link = linkIn(await shop.mailTo(email, 'confirm-email'));
    const page = await visitor.get(link);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.get('/profile/security')).text).toContain('Not confirmed');
    expect(await (await visitor.post(link, {})).text()).toContain('Email confirmed.');
    expect((await visitor.get('/profile/security')).text).not.toContain('Not confirmed');
    expect((await visitor.post(link, {})).status).toBe(410);
    const used = (await shop.visitor().get(link)).text;
    const main = /<main[^>]*>(.*)<\/main>/s.exec(used)![1]!;
    expect(main).toContain('href="/login?returnTo=%2F"');
    expect(main).not.toContain('Create Account');
  });

  test('changes when the new address is confirmed, and emails the former one', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Deepa Bora');
    const change = (fields: Record<string, string>) => visitor.post('/profile/security/email', fields);
    expect(await (await change({ email: 'deepa@new.example', currentPassword: 'not-this' })).text()).toContain(
      'Wrong current password',
    );
    expect(await (await change({ email: 'deepa@new.example', currentPassword: PASSWORD })).text()).toContain(
      'If this address is available, we have sent a link to it.',
    );
    expect((await visitor.get('/profile/security/email')).text).toContain(email);
    await shop.visitor().post(linkIn(await shop.mailTo('deepa@new.example', 'confirm-email')), {});
    expect(await shop.mailTo(email, 'email-changed')).toContain('d…@new.example');
    expect((await shop.visitor().post('/login', { email, password: PASSWORD })).status).toBe(401);
    expect((await shop.visitor().post('/login', { email: 'deepa@new.example', password: PASSWORD })).status).toBe(303);
  });

  test('can be corrected six times an hour', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Geeta Fonia');
    const statusOf = async (n: number) => {
      // Five password attempts a minute are allowed, including correct ones.
      await shop.database.execute(sql`delete from rate_limits where key like 'password:%'`);
      const fields = { email: `geeta${n}@new.example`, currentPassword: PASSWORD };
      return (await visitor.post('/profile/security/email', fields)).status;
    };
    for (const n of [1, 2, 3, 4, 5, 6]) expect([n, await statusOf(n)]).toEqual([n, 200]);
    expect(await statusOf(7)).toBe(429);
  });

  test('cannot become another account’s, and does not reveal that it exists', async () => {
    const { email: taken } = await shop.visitor().signUpAs('Ekta Pal');
    const visitor = shop.visitor();
    await visitor.signUpAs('Fanny Dass');
    const answer = await visitor.post('/profile/security/email', { email: taken, currentPassword: PASSWORD });
    expect(await answer.text()).toContain('If this address is available, we have sent a link to it.');
    expect(await shop.mailTo(taken, 'already-registered')).toContain('we changed nothing');
  });
});

describe('a new password', () => {
  test('needs the current one, signs other devices out, and sends an email', async () => {
    const here = shop.visitor();
    const { email } = await here.signUpAs('Girija Kandpal');
    const there = shop.visitor();
    await there.post('/login', { email, password: PASSWORD });
    const change = (currentPassword: string, password: string) =>
      here.post('/profile/security/password', { currentPassword, password, confirmPassword: password });
    expect(await (await change('not-this', 'chowki-of-rings')).text()).toContain('Wrong current password');
    expect(await (await change(PASSWORD, 'iloveyou')).text()).toContain('This password is too common');
    expect((await change(PASSWORD, 'chowki-of-rings')).status).toBe(303);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect(await shop.mailTo(email, 'password-changed')).toContain('a new password');
    expect((await shop.visitor().post('/login', { email, password: 'chowki-of-rings' })).status).toBe(303);
  });
});

describe('an emailed code', () => {
  test('signs in once, pasted with spaces or not', async () => {
    const { email } = await shop.visitor().signUpAs('Hema Latwal');
    const visitor = shop.visitor();
    const asked = await visitor.post('/login?mode=code&returnTo=%2Fprofile', { email });
    expect(await asked.text()).toContain('autoComplete="one-time-code"');
    const code = codeIn(await shop.mailTo(email, 'sign-in-code'));
    const wrong = await visitor.post('/login?mode=code', {
      intent: 'enter',
      email,
      code: code === '000000' ? '000001' : '000000',
    });
    expect([wrong.status, await wrong.text()]).toEqual([
      401,
      expect.stringContaining('This code is wrong or has expired'),
    ]);
    const right = await visitor.post('/login?mode=code&returnTo=%2Fprofile', {
      intent: 'enter',
      email,
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect([right.status, right.headers.get('location')]).toEqual([303, '/profile']);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await shop.visitor().post('/login?mode=code', { intent: 'enter', email, code })).status).toBe(401);
  });

  test('expires after five wrong attempts', async () => {
    const { email } = await shop.visitor().signUpAs('Indu Pant');
    await shop.visitor().post('/login?mode=code', { email });
    const code = codeIn(await shop.mailTo(email, 'sign-in-code'));
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1)
      await shop.visitor().post('/login?mode=code', { intent: 'enter', email, code: wrong });
    await shop.database.execute(sql`delete from rate_limits`);
    expect((await shop.visitor().post('/login?mode=code', { intent: 'enter', email, code })).status).toBe(401);
  });
});

describe('the second step', () => {
  test('is required after the password, for every way to sign in', async () => {
    const { email, secret, codes } = await withSecondFactor('Jaya Rana');
    const visitor = shop.visitor();
    const asked = await visitor.post('/login?returnTo=%2Fprofile', { email, password: PASSWORD });
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('One more step')]);
    expect([...visitor.cookies.keys()].some((name) => name.endsWith('session_token'))).toBe(false);
    expect(await isSignedIn(visitor)).toBe(false);
    const again = await visitor.get('/login?mode=second-factor&returnTo=%2Fprofile');
    expect(again.text).toContain('One more step');
    expect((await visitor.post('/login?mode=second-factor', { code: '000000' })).status).toBe(401);
    const shown = totp(secret, 1);
    const passed = await visitor.post('/login?mode=second-factor&returnTo=%2Fprofile', { code: shown });
    expect([passed.status, passed.headers.get('location')]).toEqual([303, '/profile']);
    expect(await isSignedIn(visitor)).toBe(true);

    const other = shop.visitor();
    await other.post('/login?mode=code', { email });
    const code = codeIn(await shop.mailTo(email, 'sign-in-code'));
    expect(await (await other.post('/login?mode=code', { intent: 'enter', email, code })).text()).toContain(
      'One more step',
    );
    expect(await isSignedIn(other)).toBe(false);
    expect((await other.post('/login?mode=second-factor', { code: shown })).status).toBe(401);
    expect((await other.post('/login?mode=second-factor', { code: codes[0]!.toLowerCase() })).status).toBe(303);
    expect(await isSignedIn(other)).toBe(true);

    const third = shop.visitor();
    await third.post('/login', { email, password: PASSWORD });
    expect((await third.post('/login?mode=second-factor', { code: codes[0]! })).status).toBe(401);
  });

  test('shows recovery codes once, and replaces them with the password', async () => {
    const { visitor, email, codes } = await withSecondFactor('Isha Dhami');
    const pages = [await visitor.get('/profile/security/two-step'), await visitor.get('/profile/security')];
    expect(pages[1]!.text).toContain('Recovery codes left: 10');
    const { rows } = await shop.database.execute(sql`select two.backup_codes from auth_two_factors two
      join auth_users u on u.id = two.user_id where u.email = ${email}`);
    for (const code of codes)
      expect([code, pages.some(({ text }) => text.includes(code)), JSON.stringify(rows).includes(code)]).toEqual([
        code,
        false,
        false,
      ]);
    const renew = (currentPassword: string) =>
      visitor.post('/profile/security/two-step', { intent: 'codes', currentPassword });
    expect(recoveryCodesIn(await (await renew('not-this')).text())).toEqual([]);
    const renewed = recoveryCodesIn(await (await renew(PASSWORD)).text());
    expect(renewed).toHaveLength(10);
    expect(renewed).not.toContain(codes[0]);
  });

  test('accepts an app’s code once across all endpoints', async () => {
    const { email, secret, spent } = await withSecondFactor('Gita Mehra');
    const statusOf = async (code: string) => {
      const visitor = shop.visitor();
      await visitor.post('/login', { email, password: PASSWORD });
      const byForm = (await visitor.post('/login?mode=second-factor', { code })).status;
      const other = shop.visitor();
      await other.post('/login', { email, password: PASSWORD });
      const byApi = await other.ask('/api/auth/two-factor/verify-totp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      return [byForm, byApi.status, await isSignedIn(other)];
    };
    expect(await statusOf(spent)).toEqual([401, 401, false]);
    expect(await statusOf(totp(secret, 1))).toEqual([303, 401, false]);
  });

  test('is also required by the API', async () => {
    const { email, codes } = await withSecondFactor('Kavita Bisht');
    const visitor = shop.visitor();
    const call = (path: string, body: object) =>
      visitor.ask(`/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await (await call('/sign-in/email', { email, password: PASSWORD })).json()).toEqual({
      twoFactorRedirect: true,
    });
    expect(await (await visitor.ask('/api/auth/get-session')).json()).toBeNull();
    expect((await call('/two-factor/disable', { password: PASSWORD })).status).toBe(404);
    expect((await call('/two-factor/verify-backup-code', { code: 'AAAAA-AAAAA' })).status).toBe(401);
    expect((await call('/two-factor/verify-backup-code', { code: codes[1] })).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('ends after five wrong codes and must start again', async () => {
    const { email, codes } = await withSecondFactor('Leela Shah');
    const visitor = shop.visitor();
    await visitor.post('/login', { email, password: PASSWORD });
    for (let n = 0; n < 5; n += 1) {
      await shop.database.execute(sql`delete from rate_limits`);
      await visitor.post('/login?mode=second-factor', { code: `00000${n}` });
    }
    await shop.database.execute(sql`delete from rate_limits`);
    const over = await visitor.post('/login?mode=second-factor', { code: codes[0]! });
    expect([over.status, await over.text()]).toEqual([401, expect.stringContaining('Sign in again.')]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('turning it on ends other sessions; turning it off needs the password', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Mohini Rawat');
    const there = shop.visitor();
    await there.post('/login', { email, password: PASSWORD });
    const send = (fields: Record<string, string>) => visitor.post('/profile/security/two-step', fields);
    expect(await (await send({ intent: 'start', currentPassword: 'not-this' })).text()).toContain(
      'Wrong current password',
    );
    const secret = secretIn(await (await send({ intent: 'start', currentPassword: PASSWORD })).text());
    expect((await visitor.get('/profile/security/two-step')).text).not.toContain(secret);
    const wrong = await send({ intent: 'confirm', code: '000000' });
    expect([wrong.status, secretIn(await wrong.text())]).toEqual([401, secret]);
    await send({ intent: 'confirm', code: totp(secret) });
    expect([await isSignedIn(visitor), await isSignedIn(there)]).toEqual([true, false]);
    expect(await shop.mailTo(email, 'second-factor-changed')).toContain('you now need a code from your app');
    expect((await send({ intent: 'off', currentPassword: 'not-this' })).status).toBe(400);
    expect(await (await send({ intent: 'off', currentPassword: PASSWORD })).text()).toContain(
      'Two-step sign-in is off.',
    );
    expect((await shop.visitor().post('/login', { email, password: PASSWORD })).status).toBe(303);
  });
});

describe('devices', () => {
  const signOutAt = (visitor: Visitor, fields: { device: string; currentPassword?: string }) =>
    visitor.post('/profile/security', { currentPassword: PASSWORD, ...fields });
  const buttonsIn = (html: string) =>
    [...html.matchAll(/<button[^>]+>/g)].flatMap(([tag]) =>
      tag.includes('name="device"') ? (/value="([0-9a-f-]{36})"/.exec(tag)?.[1] ?? []) : [],
    );
  const errorOfField = (html: string) =>
    textOf(/id="field-currentPassword-error".*?<\/svg>(.*?)<\/span>/s.exec(html)![1]!);

  test('are listed and signed out singly or together, only one’s own', async () => {
    const here = shop.visitor('198.51.100.20');
    const { email } = await here.signUpAs('Nirmala Joshi');
    const there = shop.visitor('192.0.2.44');
    await there.post('/login', { email, password: PASSWORD }, { headers: { 'user-agent': PHONE } });
    const page = await here.get('/profile/security');
    expect(textOf(page.text)).toMatch(/Chrome on Android/);
    expect(textOf(page.text)).toContain('192.0.…');
    expect(textOf(page.text)).not.toContain('192.0.2.44');
    const [device] = buttonsIn(page.text);
    const stranger = shop.visitor();
    await stranger.signUpAs('Omi Stranger');
    expect((await signOutAt(stranger, { device: device! })).status).toBe(303);
    expect(await isSignedIn(there)).toBe(true);
    for (let tab = 0; tab < 2; tab += 1) {
      const ended = await signOutAt(here, { device: device! });
      expect([ended.status, ended.headers.get('location')]).toEqual([303, '/profile/security#devices']);
    }
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    await there.post('/login', { email, password: PASSWORD });
    expect((await signOutAt(here, { device: 'all' })).headers.get('location')).toBe('/');
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
  });

  test('are signed out only with the account’s password', async () => {
    const here = shop.visitor();
    const { email } = await here.signUpAs('Sunita Arya');
    const there = shop.visitor();
    await there.post('/login', { email, password: PASSWORD });
    const page = await here.get('/profile/security');
    expect(page.text.match(/name="currentPassword"/g)).toHaveLength(1);
    expect(page.text).toContain('action="/profile/security#devices"');
    const [device] = buttonsIn(page.text);
    for (const which of [device!, 'all'])
      for (const [currentPassword, why] of [
        ['', 'Enter your current password'],
        ['not-this', 'Wrong current password'],
      ] as const) {
        const refused = await signOutAt(here, { device: which, currentPassword });
        expect([refused.status, errorOfField(await refused.text())]).toEqual([400, why]);
      }
    const unknown = await signOutAt(here, { device: 'every' });
    expect([unknown.status, await unknown.text()]).toEqual([
      400,
      expect.stringContaining('Choose a device to sign out'),
    ]);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, true]);
    expect((await signOutAt(here, { device: device! })).status).toBe(303);
    expect(await isSignedIn(there)).toBe(false);
  });

  test('wrong second-factor codes cause a wait, named in text and header', async () => {
    const here = shop.visitor();
    await here.signUpAs('Tara Bhatt');
    const tryOnce = (currentPassword: string) =>
      here.post('/profile/security/two-step', { intent: 'start', currentPassword });
    for (let n = 0; n < 5; n += 1) expect((await tryOnce('not-this')).status).toBe(400);
    const waiting = await tryOnce(PASSWORD);
    const [, seconds] = /Too many tries\. Please try again in (\d+) seconds/.exec(await waiting.text()) ?? [];
    expect([waiting.status, waiting.headers.get('retry-after'), waiting.headers.get('cache-control')]).toEqual([
      429,
      seconds,
      'no-store',
    ]);
  });

  test('cause a wait after five wrong passwords, with its length', async () => {
    const here = shop.visitor();
    await here.signUpAs('Tulsi Bhatt');
    const tryOnce = (currentPassword: string) => signOutAt(here, { device: 'all', currentPassword });
    for (let n = 0; n < 5; n += 1) expect((await tryOnce('not-this')).status).toBe(400);
    const waiting = await tryOnce(PASSWORD);
    expect([waiting.status, Number(waiting.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await waiting.text()).toMatch(/Too many tries\. Please try again in \d+ seconds/);
    expect(await isSignedIn(here)).toBe(true);
  });

  test('of an account without a password are signed out without one', async () => {
    const here = shop.visitor();
    const { email } = await here.signUpAs('Uma Pandey');
    const there = shop.visitor();
    await there.post('/login', { email, password: PASSWORD });
    await shop.database.execute(
      sql`update auth_accounts set provider_id = 'google', password = null
        where user_id = (select id from auth_users where email = ${email})`,
    );
    const page = (await here.get('/profile/security')).text;
    expect(page).not.toContain('name="currentPassword"');
    expect((await here.post('/profile/security', { device: buttonsIn(page)[0]! })).status).toBe(303);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await here.post('/profile/security', { device: 'all' })).headers.get('location')).toBe('/');
    expect(await isSignedIn(here)).toBe(false);
  });

  test('that are new are reported by email, known ones are not', async () => {
    const here = shop.visitor();
    const { email } = await here.signUpAs('Prema Koranga');
    await here.post('/logout', {});
    await here.post('/login', { email, password: PASSWORD });
    const there = shop.visitor();
    await there.post('/login', { email, password: PASSWORD }, { headers: { 'user-agent': PHONE } });
    expect(await shop.mailTo(email, 'new-device')).toContain('Chrome on Android');
    const { rows } = await shop.database.execute(
      sql`select 1 from messages where recipient = ${email} and template = 'new-device'`,
    );
    expect(rows).toHaveLength(1);
  });
});

test('a database failure signs no one out', async () => {
  const visitor = shop.visitor();
  await visitor.signUpAs('Radha Mehra');
  const before = new Map(visitor.cookies);
  await shop.database.execute(sql`alter table auth_sessions rename to auth_sessions_away`);
  try {
    const response = await visitor.ask('/profile');
    expect(response.status).toBe(500);
    expect(response.headers.getSetCookie()).toEqual([]);
  } finally {
    await shop.database.execute(sql`alter table auth_sessions_away rename to auth_sessions`);
  }
  expect(visitor.cookies).toEqual(before);
  expect(await isSignedIn(visitor)).toBe(true);
});

describe('Google without credentials', () => {
  test('is not offered', async () => {
    expect((await shop.visitor().get('/login')).text).not.toContain('Continue with Google');
    expect((await shop.visitor().post('/login', { intent: 'google' })).status).toBe(404);
    expect((await shop.visitor().ask('/api/auth/callback/google?code=a&state=b')).status).toBe(404);
  });
});
