import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { fakeGoogle } from '#tests/support/fake-google.ts';
import { authVerifications } from '#app/modules/identity/sign-in/tables.server.ts';
import { openRequestShop, makeAdmin, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { totp } from '#tests/support/totp.ts';

const PASSWORD = 'bindu-and-lotus';
const LIVE = { SHOP_MODE: 'live', ADMIN_EMAIL: 'owner@shop.test', ADMIN_PASSWORD: PASSWORD };
const GOOGLE = { GOOGLE_CLIENT_ID: 'client.example', GOOGLE_CLIENT_SECRET: 'a secret of Google' };

let shop: RequestShop;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mailServer = await startMailServer();
  shop = await openRequestShop({ ...LIVE, ...GOOGLE, SMTP_URL: mailServer.url });
});
afterAll(async () => {
  await shop.close();
  await mailServer.stop();
});
afterEach(() => vi.unstubAllGlobals());

const person = (email: string, password = PASSWORD) => ({
  name: 'Sarla Devi',
  email,
  password,
  confirmPassword: password,
});
const linkIn = (mail: string) => /http:\/\/shop\.test(\/[\w-]+\?token=[\w-]+)/.exec(mail)![1]!;
const isSignedIn = async (visitor: Visitor) => (await visitor.ask('/profile')).status === 200;

async function register(email: string): Promise<void> {
  await shop.visitor().post('/login?mode=signup', person(email));
  await shop.visitor().post(linkIn(await shop.mailTo(email, 'confirm-email')), {});
}

async function answerOf(response: Response, email: string) {
  const text = (await response.text()).replaceAll(email, '…');
  const headers = Object.fromEntries(
    [...response.headers]
      .filter(([name]) => !['x-request-id', 'date', 'content-security-policy'].includes(name))
      .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[^;]+/, '=…') : value]),
  );
  return { status: response.status, headers, text };
}

describe('signing up with a mail server', () => {
  test.each(['Your refund waits: http://evil.test/claim', 'Refund at www.evil', 'Claim evil.com now', 'bit.ly/claim'])(
    'refuses the name %s beside its field and emails nothing',
    async (name) => {
      const answer = await shop.visitor().post('/login?mode=signup', { ...person('stranger@example.in'), name });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('Enter a name without a web address');
    },
  );

  test('emails no typed text, and names the account that the link creates', async () => {
    const typed = {
      ...person('quiet@example.in'),
      name: 'You won a prize, call 98765',
    };
    await shop.visitor().post('/login?mode=signup', typed);
    const mail = await shop.mailTo('quiet@example.in', 'confirm-email');
    expect(mail).not.toContain('prize');
    await shop.visitor().post('/login?mode=signup', { ...typed, email: 'owner@shop.test' });
    expect(await shop.mailTo('owner@shop.test', 'already-registered')).not.toContain('prize');
    const page = await shop.visitor().get(linkIn(mail));
    expect(page.text).toContain('You won a prize, call 98765');
    expect(page.text).toContain('quiet@example.in');
    expect(page.text).toContain('If you did not sign up, close this page.');
  });

  test('opens the account at once; its link confirms the address later', async () => {
    const visitor = shop.visitor();
    const answer = await visitor.post('/login?mode=signup', person('sarla@example.in'));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You are signed in.')]);
    const profile = (await visitor.get('/profile')).text;
    expect(profile).toContain('Please confirm your email');
    expect(profile).toContain('sarla@example.in');
    const elsewhere = shop.visitor();
    expect((await elsewhere.post('/login', { email: 'sarla@example.in', password: PASSWORD })).status).toBe(303);
    expect((await elsewhere.get('/profile')).text).toContain('Please confirm your email');
    const link = linkIn(await shop.mailTo('sarla@example.in', 'confirm-email'));
    expect(await (await visitor.post(link, {})).text()).toContain('Email confirmed.');
    expect((await visitor.get('/profile')).text).not.toContain('Please confirm your email');
    expect((await shop.visitor().post('/login', { email: 'sarla@example.in', password: PASSWORD })).status).toBe(303);
  });

  test('keeps a guest’s cart and leads to the checkout', async () => {
    const { rows } = await shop.database.execute<{ id: string }>(
      sql`insert into artworks (title, description, price, category, medium, images, stock_count)
        values ('Clay lamp', 'A lamp', 45000, 'Handcraft', 'handcraft', '{lamp.jpg}', 3) returning id`,
    );
    const guest = shop.visitor();
    await guest.post('/visitor-state', { intent: 'add', artworkId: rows[0]!.id, quantity: '2' });
    const answer = await guest.post('/login?mode=signup&returnTo=%2Fcheckout', person('cart@example.in'));
    expect(await answer.text()).toContain('href="/checkout"');
    for (const tab of ['first', 'second'])
      expect([tab, (await guest.get('/cart')).text]).toEqual([tab, expect.stringContaining('Clay lamp')]);
  });

  test('gives the address to the owner of the mailbox', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await shop.visitor().post('/login?mode=signup', person('tara@example.in', 'word-of-a-thief'));
    await shop.mailTo('tara@example.in', 'confirm-email');
    await shop.database.execute(sql`delete from rate_limits`);
    await shop.visitor().post('/login?mode=signup', person('tara@example.in', 'word-of-tara'));
    await shop.visitor().post(linkIn(await shop.mailTo('tara@example.in', 'confirm-email', 2)), {});
    const isConfirmedWith = async (password: string) => {
      const visitor = shop.visitor();
      await visitor.post('/login', { email: 'tara@example.in', password });
      return !(await visitor.get('/profile')).text.includes('Please confirm your email');
    };
    expect([await isConfirmedWith('word-of-a-thief'), await isConfirmedWith('word-of-tara')]).toEqual([false, true]);
    const late = await shop.visitor().post(linkIn(await shop.mailTo('tara@example.in', 'confirm-email')), {});
    expect(late.status).toBe(410);
    expect(await isConfirmedWith('word-of-a-thief')).toBe(false);
  });

  test.each([
    ['a code', '/login?mode=code', 'sign-in-code'],
    ['a new password', '/login?mode=forgot', 'password-reset'],
  ])('%s by email confirms an address that was only claimed', async (what, path, template) => {
    await shop.database.execute(sql`delete from rate_limits`);
    const email = `${template}@example.in`;
    await shop.visitor().post('/login?mode=signup', person(email));
    await shop.visitor().post(path, { email });
    const mail = await shop.mailTo(email, template);
    const visitor = shop.visitor();
    if (what === 'a code') {
      const code = /\b\d{6}\b/.exec(mail)![0];
      expect((await visitor.post('/login?mode=code', { intent: 'enter', email, code })).status).toBe(303);
    } else {
      const password = 'chowki-of-rings';
      await visitor.post(linkIn(mail), { password, confirmPassword: password });
      expect((await visitor.post('/login', { email, password })).status).toBe(303);
    }
    expect((await visitor.get('/profile')).text).not.toContain('Please confirm your email');
  });

  test('joins no request and emails no typed name until the address is confirmed', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await register('asked@example.in');
    await shop.database.execute(sql`delete from rate_limits`);
    const claiming = shop.visitor();
    await claiming.post('/login?mode=signup', { ...person('asked@example.in', 'word-of-a-thief'), name: 'You won' });
    await claiming.post('/profile/security/password', {
      currentPassword: 'word-of-a-thief',
      password: 'chowki-of-rings',
      confirmPassword: 'chowki-of-rings',
    });
    await shop.mailTo('asked@example.in', 'already-registered');
    const { rows } = await shop.database.execute<{ html: string }>(
      sql`select row_to_json(m)::text as html from messages m where recipient = 'asked@example.in'`,
    );
    expect(rows.filter(({ html }) => html.includes('You won'))).toEqual([]);
    const session = await (await claiming.ask('/api/auth/get-session')).json();
    expect(session).toMatchObject({ user: { email: 'asked@example.in', emailVerified: false } });
  });

  test('emails a person who already has an account', async () => {
    await register('uma@example.in');
    await shop.database.execute(sql`delete from rate_limits`);
    await shop.visitor().post('/login?mode=signup', person('uma@example.in', 'another-word'));
    expect(await shop.mailTo('uma@example.in', 'already-registered')).toContain('You already have an account');
    expect((await shop.visitor().post('/login', { email: 'uma@example.in', password: PASSWORD })).status).toBe(303);
  });
});

describe('that an address has an account', () => {
  const asking: [what: string, path: string, fields: (email: string) => Record<string, string>][] = [
    ['signing in', '/login', (email) => ({ email, password: 'not-this-one' })],
    ['signing up', '/login?mode=signup', person],
    ['a forgotten password', '/login?mode=forgot', (email) => ({ email })],
    ['a code by mail', '/login?mode=code', (email) => ({ email })],
    ['a wrong code', '/login?mode=code', (email) => ({ intent: 'enter', email, code: '123456' })],
  ];
  test.each(asking)('is not revealed by %s: not by text, status or headers', async (_, path, fields) => {
    await shop.database.execute(sql`delete from rate_limits`);
    const known = `known.${crypto.randomUUID()}@example.in`;
    const unknown = `nobody.${crypto.randomUUID()}@example.in`;
    await register(known);
    await shop.database.execute(sql`delete from rate_limits`);
    const ask = async (email: string) => answerOf(await shop.visitor().post(path, fields(email)), email);
    expect(await ask(unknown)).toEqual(await ask(known));
  });

  test('is not revealed to the person who signed up with it', async () => {
    const known = 'known.later@example.in';
    const unknown = 'nobody.later@example.in';
    await shop.database.execute(sql`delete from rate_limits`);
    await register(known);
    const see = async (email: string) => {
      await shop.database.execute(sql`delete from rate_limits`);
      const visitor = shop.visitor('203.0.113.200');
      await visitor.post('/login?mode=signup', person(email, 'word-of-a-thief'));
      const again = await shop.visitor().post('/login', { email, password: 'word-of-a-thief' });
      return [
        again.status,
        await answerOf(await visitor.post('/profile/security', { intent: 'confirmation' }), email),
        await answerOf(await visitor.ask('/profile'), email),
        await answerOf(await visitor.ask('/api/auth/get-session'), email),
      ].map((seen) => JSON.stringify(seen).replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…'));
    };
    expect(await see(unknown)).toEqual(await see(known));
  });

  test('is not revealed by the number of writes', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await register('vidya@example.in');
    await shop.database.execute(sql`delete from rate_limits`);
    const written = async (path: string, fields: Record<string, string>) => {
      const count = async () =>
        (
          await shop.database.execute<{ stored: number; events: number }>(
            sql`select (select count(*)::int from auth_verifications where identifier not like 'confirm-email:%') stored,
              (select count(*)::int from outbox where name like 'accounts.%') events`,
          )
        ).rows[0]!;
      const before = await count();
      await shop.visitor().post(path, fields);
      const after = await count();
      return [after.stored - before.stored, after.events - before.events];
    };
    for (const [path, fields] of [
      ['/login?mode=signup', person],
      ['/login?mode=code', (email: string) => ({ email })],
    ] as const)
      expect(await written(path, fields('nobody.known@example.in'))).toEqual(
        await written(path, fields('vidya@example.in')),
      );
  });

  test('is not revealed by a limit, which says when to retry', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await register('yamuna@example.in');
    for (const email of ['yamuna@example.in', 'nobody.yamuna@example.in']) {
      const again = async (path: string, times: number) => {
        for (let n = 1; n < times; n += 1) await shop.visitor().post(path, { email });
        const answer = await shop.visitor().post(path, { email });
        return [answer.status, /Too many tries\. Please try again in \d+ \w+/.exec(await answer.text())?.[0]];
      };
      expect(await again('/login?mode=code', 2)).toEqual([429, expect.stringContaining('seconds')]);
      expect(await again('/login?mode=forgot', 4)).toEqual([429, expect.stringContaining('minutes')]);
    }
  });
});

describe('an admin', () => {
  test('reaches only the screen for the second step until they have one', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    const visitor = shop.visitor();
    await visitor.post('/login', { email: 'owner@shop.test', password: PASSWORD });
    for (const path of ['/admin', '/admin/orders', '/', '/profile/orders']) {
      const response = await visitor.ask(path);
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        303,
        '/profile/security/two-step',
      ]);
    }
    const send = (fields: Record<string, string>) => visitor.post('/profile/security/two-step', fields);
    const started = await (await send({ intent: 'start', currentPassword: PASSWORD })).text();
    const secret = /secret=([A-Z2-7]+)/.exec(started)![1]!;
    await send({ intent: 'confirm', code: totp(secret) });
    expect((await visitor.get('/admin')).status).toBe(200);
    expect(await (await send({ intent: 'off', currentPassword: PASSWORD })).text()).toContain(
      'Admins of this shop need two-step sign-in.',
    );
    expect((await visitor.get('/admin')).status).toBe(200);
  });
});

describe('Google', () => {
  const claiming = (claims: Record<string, unknown>) => fakeGoogle(GOOGLE.GOOGLE_CLIENT_ID, claims);
  const leave = async (
    visitor: Visitor,
    path = '/login?returnTo=%2Fprofile',
    fields: Record<string, string> = { intent: 'google' },
  ) => {
    const response = await visitor.post(path, fields);
    expect(response.status).toBe(303);
    return new URL(response.headers.get('location')!);
  };
  const comeBack = (visitor: Visitor, from: URL) =>
    visitor.ask(`/api/auth/callback/google?code=a-code&state=${from.searchParams.get('state')}`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });

  test('is offered, with state and PKCE', async () => {
    const visitor = shop.visitor();
    const page = await visitor.get('/login');
    expect(page.text).toContain('Continue with Google');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://accounts.google.com;");
    const { origin, searchParams } = await leave(visitor);
    expect(origin).toBe('https://accounts.google.com');
    expect(searchParams.get('state')).toMatch(/^.{20,}$/);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('redirect_uri')).toBe('http://shop.test/api/auth/callback/google');
  });

  test('accepts no state naming a code or second step', async () => {
    const rows = { 'sign-in-otp-zoya@example.in': 'abc:0', '2fa-abc': crypto.randomUUID() };
    for (const [identifier, value] of Object.entries(rows)) {
      await shop.database
        .insert(authVerifications)
        .values({ identifier, value, expiresAt: new Date(Date.now() + 60_000) });
      const visitor = shop.visitor();
      const back = await visitor.ask(`/api/auth/callback/google?code=x&state=${identifier}`);
      expect([back.status, back.headers.get('location')]).toEqual([303, '/login?error=google']);
      expect(await isSignedIn(visitor)).toBe(false);
    }
  });

  test('creates an account for a confirmed address, then signs in to it', async () => {
    const { asked } = claiming({ sub: 'g-1', email: 'zoya@example.in', email_verified: true, name: 'Zoya Khan' });
    const visitor = shop.visitor();
    const away = await leave(visitor);
    const back = await comeBack(visitor, away);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/profile']);
    const verifier = asked[0]!.get('code_verifier')!;
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(away.searchParams.get('code_challenge'));
    expect((await visitor.get('/profile')).text).toContain('zoya@example.in');
    expect((await visitor.post('/profile/security', { intent: 'unlink-google' })).status).toBe(303);
    expect((await visitor.get('/profile/security')).text).toContain('Google is your only way to sign in.');
    const again = shop.visitor();
    await comeBack(again, await leave(again));
    expect(await isSignedIn(again)).toBe(true);
  });

  test('allows an account without password to save a phone', async () => {
    claiming({ sub: 'g-4', email: 'ravi@example.in', email_verified: true, name: 'Ravi Khan' });
    const visitor = shop.visitor();
    await comeBack(visitor, await leave(visitor));
    const fields = { name: 'Ravi', email: 'ravi@example.in', street: '', city: '', state: '', zipCode: '' };
    const saved = await visitor.post('/profile?index', { ...fields, phone: '9876500022' });
    expect(saved.headers.get('location')).toBe('/profile?saved=1');
    expect((await visitor.get('/profile')).text).toContain('9876500022');
    const email = await visitor.post('/profile?index', {
      ...fields,
      email: 'r@example.in',
      phone: '',
      currentPassword: 'x',
    });
    expect(await email.text()).toContain('You have no password yet.');
  });

  test('recognises a sign-in started before the secret changed', async () => {
    const opened = await openTestDatabase();
    const [before, present] = ['a secret of before that only tests have', 'another secret that only tests have'];
    const startWith = (settings: Record<string, string>) =>
      openRequestShop({ ...GOOGLE, ...settings }, async () => ({
        ...opened,
        // A process caches by its database object, so this is a copy.
        database: Object.create(opened.database) as typeof opened.database,
        close: async () => {},
      }));
    const first = await startWith({ SESSION_SECRET: before });
    const changed = await startWith({ SESSION_SECRET: present, SESSION_SECRET_PREVIOUS: before });
    const dropped = await startWith({ SESSION_SECRET: present });
    try {
      claiming({ sub: 'g-9', email: 'isha.g@example.in', email_verified: true, name: 'Isha' });
      for (const [after, isTaken] of [
        [dropped, false],
        [changed, true],
      ] as const) {
        const leaving = first.visitor();
        const away = await leave(leaving);
        const coming = after.visitor();
        for (const [name, value] of leaving.cookies) coming.cookies.set(name, value);
        await comeBack(coming, away);
        expect([isTaken, await isSignedIn(coming)]).toEqual([isTaken, isTaken]);
      }
    } finally {
      for (const each of [first, changed, dropped]) await each.close();
      await opened.close();
    }
  });

  test('refuses a state from another browser', async () => {
    claiming({ sub: 'g-2', email: 'thief@example.in', email_verified: true, name: 'Thief' });
    const away = await leave(shop.visitor());
    const other = shop.visitor();
    await comeBack(other, away);
    expect(await isSignedIn(other)).toBe(false);
  });

  test('neither finds nor creates an account by an unconfirmed address', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await register('asha.g@example.in');
    for (const email of ['asha.g@example.in', 'nobody.g@example.in']) {
      claiming({ sub: `g-${email}`, email, email_verified: false, name: 'Somebody' });
      const visitor = shop.visitor();
      const back = await comeBack(visitor, await leave(visitor));
      expect(back.headers.get('location')).toMatch(/^\/login\?error=/);
      expect(await isSignedIn(visitor)).toBe(false);
    }
  });

  test('refuses a token made for another shop', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    const claims = { sub: 'g-4', email: 'chitra@example.in', email_verified: true, name: 'Chitra' };
    claiming(claims);
    const own = shop.visitor();
    await comeBack(own, await leave(own));
    expect(await isSignedIn(own)).toBe(true);
    await register('dipa@example.in');
    const dipa = shop.visitor();
    await dipa.post('/login', { email: 'dipa@example.in', password: PASSWORD });
    for (const aud of ['another.example', [GOOGLE.GOOGLE_CLIENT_ID, 'another.example'], undefined]) {
      claiming({ ...claims, aud });
      const visitor = shop.visitor();
      const back = await comeBack(visitor, await leave(visitor));
      expect(back.headers.get('location')).toMatch(/^\/login\?error=/);
      expect(await isSignedIn(visitor)).toBe(false);
      claiming({ ...claims, sub: 'g-5', aud });
      const linked = await comeBack(dipa, await leave(dipa, '/profile/security/google', { currentPassword: PASSWORD }));
      expect(linked.headers.get('location')).toMatch(/^\/profile\/security\?error=/);
      expect((await dipa.get('/profile/security')).text).toContain('Not linked');
    }
  });

  test('is linked only with the account’s password', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await register('ela@example.in');
    const visitor = shop.visitor();
    await visitor.post('/login', { email: 'ela@example.in', password: PASSWORD });
    for (const [currentPassword, message] of [
      ['not it', 'Wrong current password'],
      ['', 'Enter your current password'],
    ] as const) {
      const refused = await visitor.post('/profile/security/google', { currentPassword });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(message)]);
    }
    const away = await leave(visitor, '/profile/security/google', { currentPassword: PASSWORD });
    expect(away.origin).toBe('https://accounts.google.com');
    expect((await visitor.get('/profile/security')).text).toContain('Not linked');
  });

  test('can be linked and unlinked, and requires the second factor', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    await register('bina@example.in');
    claiming({ sub: 'g-3', email: 'bina.elsewhere@example.in', email_verified: true, name: 'Bina' });
    const visitor = shop.visitor();
    await visitor.post('/login', { email: 'bina@example.in', password: PASSWORD });
    const back = await comeBack(
      visitor,
      await leave(visitor, '/profile/security/google', { currentPassword: PASSWORD }),
    );
    expect(back.headers.get('location')).toBe('/profile/security?google=linked');
    expect(await shop.mailTo('bina@example.in', 'google-changed')).toContain('a Google account was linked to');
    const started = await (
      await visitor.post('/profile/security/two-step', { intent: 'start', currentPassword: PASSWORD })
    ).text();
    const secret = /secret=([A-Z2-7]+)/.exec(started)![1]!;
    await visitor.post('/profile/security/two-step', { intent: 'confirm', code: totp(secret) });

    const other = shop.visitor();
    const halfIn = await comeBack(other, await leave(other));
    expect(halfIn.headers.get('location')).toBe('/login?mode=second-factor&returnTo=%2Fprofile');
    expect(await isSignedIn(other)).toBe(false);
    expect((await other.post('/login?mode=second-factor', { code: totp(secret, 1) })).status).toBe(303);
    expect(await isSignedIn(other)).toBe(true);

    await visitor.post('/profile/security', { intent: 'unlink-google' });
    expect((await visitor.get('/profile/security')).text).toContain('Not linked');
    expect(await shop.mailTo('bina@example.in', 'google-changed', 2)).toContain('a Google account was unlinked from');
  });
});

test('a live shop without mail server signs people up at once', async () => {
  const silent = await openRequestShop(LIVE);
  try {
    const visitor = silent.visitor();
    const answer = await visitor.post('/login?mode=signup', person('first@example.in'));
    expect(await answer.text()).toContain('You are signed in.');
    await makeAdmin(silent, 'first@example.in', { secondStep: false });
    expect((await visitor.ask('/')).headers.get('location')).toBe('/profile/security/two-step');
  } finally {
    await silent.close();
  }
});
