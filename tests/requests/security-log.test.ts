import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeGoogle } from '#tests/support/fake-google.ts';
import { openRequestShop, type RequestShop, signInAdmin } from '#tests/support/request-shop.ts';
import { totp } from '#tests/support/totp.ts';
import { readLog } from '#tests/support/written-log.ts';

type Line = Record<string, unknown>;

const PASSWORD = 'bindu-and-lotus';
const GOOGLE = { GOOGLE_CLIENT_ID: 'client.example', GOOGLE_CLIENT_SECRET: 'a secret of Google' };
const PHONE = '9876501234';
let shop: RequestShop;
let written: Line[];
const everything: Line[][] = [];
beforeAll(async () => {
  readLog();
  shop = await openRequestShop({ LOG_LEVEL: 'info', ...GOOGLE });
});
beforeEach(async () => {
  written = readLog();
  everything.push(written);
  await shop.database.execute(sql`delete from rate_limits`);
});
afterEach(() => vi.unstubAllGlobals());
afterAll(async () => {
  readLog();
  await shop.close();
});

async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const from = written.length;
  await work();
  const lines = written.slice(from);
  const answered = lines.filter(({ msg }) => msg === 'request').map(({ request }) => request);
  return lines
    .filter(({ msg }) => msg === 'security')
    .map(({ level: _level, time, msg: _msg, request, ...said }) => {
      expect([answered.includes(request), typeof time]).toEqual([true, 'number']);
      return said;
    });
}

const idOf = async (email: string) =>
  (await shop.database.execute<{ id: string }>(sql`select id from auth_users where email = ${email}`)).rows[0]!.id;

test('logs each sign-in with method and account, and refusals with reason', async () => {
  const visitor = shop.visitor();
  const email = 'anju.negi@example.in';
  const made = await linesOf(() => visitor.signUpAs('Anju Negi', { email }));
  const userId = await idOf(email);
  expect(made).toEqual([{ event: 'signed-in', by: 'sign-up', userId }]);

  const login = (fields: Record<string, string>, at = shop.visitor(), mode = 'signin') =>
    linesOf(() => at.post(`/login?mode=${mode}`, fields));
  expect(await login({ email, password: PASSWORD })).toEqual([{ event: 'signed-in', by: 'password', userId }]);
  const wrong = { event: 'sign-in-refused', by: 'password', why: 'wrong-email-or-password' };
  expect(await login({ email, password: 'not-this-one' })).toEqual([{ ...wrong, userId }]);
  expect(await login({ email: 'nobody@example.in', password: PASSWORD })).toEqual([wrong]);
  expect(await login({ intent: 'enter', email, code: '000000' }, shop.visitor(), 'code')).toEqual([
    { event: 'sign-in-refused', by: 'mailed-code', why: 'wrong-code', userId },
  ]);
  await shop.visitor().signUpAs('Asha Negi', { email: 'asha.negi@example.in' });
  await login({ email: 'asha.negi@example.in' }, shop.visitor(), 'code');
  const code = /^\d{6}$/m.exec(await shop.mailTo('asha.negi@example.in', 'sign-in-code'))![0];
  expect(await login({ intent: 'enter', email: 'asha.negi@example.in', code }, shop.visitor(), 'code')).toEqual([
    { event: 'signed-in', by: 'mailed-code', userId: await idOf('asha.negi@example.in') },
  ]);

  const twoStep = (fields: Record<string, string>) => visitor.post('/profile/security/two-step', fields);
  const started = await (await twoStep({ intent: 'start', currentPassword: PASSWORD })).text();
  const secret = /secret=([A-Z2-7]+)/.exec(started)![1]!;
  const on = await (await twoStep({ intent: 'confirm', code: totp(secret) })).text();
  const recovery = /<li>([0-9A-Z]{5}-[0-9A-Z]{5})<\/li>/.exec(on)![1]!;
  const half = shop.visitor();
  expect(await login({ email, password: PASSWORD }, half)).toEqual([
    { event: 'second-factor-asked', by: 'password', userId },
  ]);
  expect(await login({ code: '000000' }, half, 'second-factor')).toEqual([
    { event: 'sign-in-refused', by: 'app-code', why: 'wrong-code', userId },
  ]);
  expect(await login({ code: totp(secret, 1) }, half, 'second-factor')).toEqual([
    { event: 'signed-in', by: 'app-code', userId },
  ]);
  const other = shop.visitor();
  await other.post('/login', { email, password: PASSWORD });
  expect(await login({ code: recovery }, other, 'second-factor')).toEqual([
    { event: 'signed-in', by: 'recovery-code', userId },
  ]);
  expect(await linesOf(() => other.post('/logout', {}))).toEqual([{ event: 'signed-out', userId }]);

  const guesser = shop.visitor();
  for (let n = 0; n < 5; n += 1) await login({ email, password: 'not-this-one' }, guesser);
  expect(await login({ email, password: PASSWORD }, guesser)).toEqual([
    { event: 'limit-reached', limit: 'sign-in' },
    { event: 'sign-in-refused', by: 'password', why: 'too-many-tries' },
  ]);
});

test('logs each Google sign-in, accepted or refused', async () => {
  const back = async (claims: Record<string, unknown>) => {
    fakeGoogle(GOOGLE.GOOGLE_CLIENT_ID, {
      sub: 'g-1',
      email: 'gauri.pant@example.in',
      email_verified: true,
      ...claims,
    });
    const visitor = shop.visitor();
    const away = await visitor.post('/login?returnTo=%2Fprofile', { intent: 'google' });
    const state = new URL(away.headers.get('location')!).searchParams.get('state');
    return linesOf(() => visitor.ask(`/api/auth/callback/google?code=a-code&state=${state}`));
  };
  const entered = await back({ name: 'Gauri Pant' });
  const userId = await idOf('gauri.pant@example.in');
  expect(entered).toEqual([{ event: 'signed-in', by: 'google', userId }]);
  expect(await back({ aud: 'another.example' })).toEqual([
    { event: 'sign-in-refused', by: 'google', why: 'not-let-in' },
  ]);
  await shop.database.execute(sql`update auth_users set two_factor_enabled = true where id = ${userId}`);
  expect(await back({})).toEqual([{ event: 'second-factor-asked', by: 'google', userId }]);
});

test('logs refused access with the account', async () => {
  const owner = shop.visitor();
  await owner.signUpAs('Beena Rawat', { email: 'beena.rawat@example.in' });
  const beena = await idOf('beena.rawat@example.in');
  const role = { event: 'access-refused', why: 'role' };
  expect(await linesOf(() => owner.ask('/admin/orders'))).toEqual([{ ...role, userId: beena }]);
  expect(await linesOf(() => shop.visitor().ask('/admin/orders'))).toEqual([role]);
  const helper = await signInAdmin(shop, { name: 'Deepa Negi', role: 'helper' });
  expect(await linesOf(() => helper.ask('/admin/settings'))).toEqual([
    { ...role, userId: await idOf('deepa.negi@example.in') },
  ]);
  expect(await linesOf(() => shop.visitor().ask('/profile/orders'))).toContainEqual({
    event: 'access-refused',
    why: 'sign-in',
  });
  const anothers = await linesOf(() => owner.ask(`/profile/orders/${crypto.randomUUID()}/invoice.pdf`));
  expect(anothers).toEqual([{ event: 'access-refused', why: 'not-theirs', userId: beena }]);
});

test('logs changes of password, second factor, role, state and sessions', async () => {
  const visitor = shop.visitor();
  const email = 'champa.devi@example.in';
  await visitor.signUpAs('Champa Devi', { email });
  const userId = await idOf(email);
  const change = (currentPassword: string) =>
    linesOf(() =>
      visitor.post('/profile/security/password', {
        currentPassword,
        password: 'chowki-of-rings',
        confirmPassword: 'chowki-of-rings',
      }),
    );
  expect(await change('not-this-one')).toEqual([{ event: 'password-refused', userId }]);
  expect(await change(PASSWORD)).toEqual([
    { event: 'password-changed', userId },
    { event: 'sessions-ended', which: 'others', userId },
  ]);
  const twoStep = (fields: Record<string, string>) => visitor.post('/profile/security/two-step', fields);
  const started = await (await twoStep({ intent: 'start', currentPassword: 'chowki-of-rings' })).text();
  const secret = /secret=([A-Z2-7]+)/.exec(started)![1]!;
  expect(await linesOf(() => twoStep({ intent: 'confirm', code: '000000' }))).toEqual([
    { event: 'second-factor-refused', userId },
  ]);
  expect(await linesOf(() => twoStep({ intent: 'confirm', code: totp(secret) }))).toEqual([
    { event: 'sessions-ended', which: 'others', userId },
    { event: 'second-factor-changed', isOn: true, userId },
  ]);
  expect(await linesOf(() => twoStep({ intent: 'off', currentPassword: 'chowki-of-rings' }))).toEqual([
    { event: 'second-factor-changed', isOn: false, userId },
  ]);
  const everywhere = { device: 'all', currentPassword: 'chowki-of-rings' };
  expect(await linesOf(() => visitor.post('/profile/security', everywhere))).toEqual([
    { event: 'sessions-ended', which: 'all', userId },
    { event: 'signed-out', userId },
  ]);
  expect(
    await linesOf(() =>
      visitor.post('/reset-password?token=made-up', {
        password: 'chowki-of-rings',
        confirmPassword: 'chowki-of-rings',
      }),
    ),
  ).toEqual([{ event: 'password-link-refused' }]);

  const owner = await signInAdmin(shop, { name: 'Kamla Bisht' });
  const actorId = await idOf('kamla.bisht@example.in');
  const fields = { name: 'Champa Devi', phone: PHONE, isAdmin: 'yes', role: 'helper' };
  expect(await linesOf(() => owner.post(`/admin/users/${userId}/edit`, fields))).toEqual([
    { event: 'role-changed', role: 'helper', userId, actorId },
    { event: 'sessions-ended', which: 'all', userId, actorId },
  ]);
  expect(await linesOf(() => owner.post(`/admin/users/${userId}`, { intent: 'state', active: 'no' }))).toEqual([
    { event: 'account-switched', isOn: false, userId, actorId },
    { event: 'sessions-ended', which: 'all', userId, actorId },
  ]);
  await shop.database.execute(sql`alter table audit_log rename column action to deed`);
  expect(await linesOf(() => owner.post(`/admin/users/${userId}`, { intent: 'state', active: 'yes' }))).toEqual([]);
  await shop.database.execute(sql`alter table audit_log rename column deed to action`);
});

test('logs evaded limits, forms and foreign posts', async () => {
  const visitor = shop.visitor();
  await visitor.signUpAs('Durga Pant', { email: 'durga.pant@example.in' });
  const userId = await idOf('durga.pant@example.in');
  expect(await linesOf(() => visitor.post('/cookies', { choice: 'nonsense' }))).toEqual([
    { event: 'request-refused', why: 'unreadable', userId },
  ]);
  const foreign = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://thief.example' } };
  expect(await linesOf(() => visitor.post('/visitor-state', {}, foreign))).toEqual([
    { event: 'request-refused', why: 'other-site' },
  ]);
  const guess = async () => {
    for (let n = 0; n < 11; n += 1) await visitor.post('/cart', { intent: 'apply-coupon', couponCode: `GUESS${n}` });
  };
  expect(await linesOf(guess)).toContainEqual({ event: 'limit-reached', limit: 'coupon-guess', userId });
});

test('logs unencrypted connections of a live shop at start, without secrets', async () => {
  const live = await openRequestShop({
    SHOP_MODE: 'live',
    LOG_LEVEL: 'warn',
    SMTP_URL: 'smtp://shop:hush@mail.example:587',
    DATABASE_URL: 'postgres://shop:hush@database.example/shop',
  });
  await live.close();
  const msg = 'what goes to another machine isn’t encrypted';
  expect(written).toMatchObject([
    { level: 40, msg, setting: 'DATABASE_URL', write: 'sslmode=verify-full behind a question mark' },
    { level: 40, msg, setting: 'SMTP_URL', write: 'smtps://, or requireTLS=true behind a question mark' },
  ]);
  expect(JSON.stringify(written)).not.toContain('hush');
});

test('logs no address, phone, network address or typed text', () => {
  const lines = everything.flat();
  expect(lines.filter(({ msg }) => msg === 'security').length).toBeGreaterThan(40);
  expect(JSON.stringify(lines)).not.toMatch(
    new RegExp(
      `example\\.in|203\\.0\\.113|${PHONE}|${PASSWORD}|not-this-one|chowki|GUESS|made-up|Negi|Rawat|Devi|Pant`,
    ),
  );
});
