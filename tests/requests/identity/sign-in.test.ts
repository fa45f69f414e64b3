import { createHook } from 'node:async_hooks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
});
afterAll(() => shop.close());

const person = {
  name: 'Asha Rawat',
  email: 'asha.rawat@example.in',
  password: 'bindu-and-lotus',
  confirmPassword: 'bindu-and-lotus',
};
const mistakes = (text: string) =>
  [...text.matchAll(/<span class="field-error" id="field-(\w+)-error">.*?<\/svg>([^<]+)<\/span>/g)].map(
    ([, field, shown]) => `${field}: ${shown}`,
  );

test('hashes passwords off the event loop', async () => {
  const started = new Set<string>();
  const hook = createHook({ init: (_id, type) => void started.add(type) }).enable();
  await shop.visitor().signUpAs('Jaya Pant');
  hook.disable();
  expect([...started]).toContain('SCRYPTREQUEST');
});

describe('the sign-in without JavaScript', () => {
  test('is an open dialog over home, with a form and linked tabs', async () => {
    const { status, text } = await shop.visitor().get('/login?returnTo=%2Fprofile');
    expect(status).toBe(200);
    expect(text).toMatch(/<dialog[^>]* open=""/);
    expect(text).toContain('Welcome Back');
    expect(text).toMatch(
      /<form[^>]*method="post"[^>]*action="\/login\?returnTo=%2Fprofile"|<form[^>]*action="\/login\?returnTo=%2Fprofile"[^>]*method="post"/,
    );
    expect(text).toContain('href="/login?mode=signup&amp;returnTo=%2Fprofile"');
    expect(text).toMatch(/name="robots" content="noindex"/);
  });

  test('shows errors beside each field in the specified words', async () => {
    const visitor = shop.visitor();
    const answers = async (path: string, fields: Record<string, string>) => {
      const response = await visitor.post(path, fields);
      expect(response.status).toBe(400);
      return mistakes(await response.text());
    };
    expect(await answers('/login', { email: '', password: '' })).toEqual([
      'email: Email is required',
      'password: Password is required',
    ]);
    expect(await answers('/login', { email: 'asha@example', password: 'short' })).toEqual([
      'email: Email is invalid',
      'password: Password must be at least 6 characters',
    ]);
    expect(await answers('/login?mode=signup', { name: ' ', email: '', password: '', confirmPassword: '' })).toEqual([
      'name: Name is required',
      'email: Email is required',
      'password: Password is required',
      'confirmPassword: Please confirm your password',
    ]);
    expect(await answers('/login?mode=signup', { ...person, confirmPassword: 'another-one' })).toEqual([
      'confirmPassword: Passwords do not match',
    ]);
    expect(
      await answers('/login?mode=signup', { ...person, password: 'password1', confirmPassword: 'password1' }),
    ).toEqual(['password: This password is too common. Choose another']);
  });

  test('refuses an undeliverable address at its field', async () => {
    const address = { email: 'asha..rawat@example.in' };
    const person = { ...address, name: 'Asha', password: 'bindu-and-lotus', confirmPassword: 'bindu-and-lotus' };
    for (const [path, form] of [
      ['/login', { ...address, password: 'bindu-and-lotus' }],
      ['/login?mode=signup', person],
      ['/login?mode=code', address],
    ] as const) {
      const response = await shop.visitor().post(path, form);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.text()).toContain('Email is invalid');
    }
  });

  test('keeps the input, but never the password', async () => {
    const response = await shop.visitor().post('/login?mode=signup', {
      name: 'Asha <b>Rawat</b>',
      email: 'asha@',
      password: 'a-secret-word',
      confirmPassword: 'a-secret-word',
    });
    const text = await response.text();
    expect(text).toContain('value="Asha &lt;b&gt;Rawat&lt;/b&gt;"');
    expect(text).toContain('value="asha@"');
    expect(text).not.toContain('a-secret-word');
  });

  test('answers a wrong password and an unknown address with the same page', async () => {
    const { email } = await shop.visitor().signUpAs('Lata Tamta');
    const answer = async (address: string) => {
      const response = await shop.visitor().post('/login', { email: address, password: 'not-this-one' });
      const text = await response.text();
      return { status: response.status, text: text.replaceAll(address, '…') };
    };
    const [wrong, unknown] = [await answer(email), await answer('nobody@example.in')];
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('Wrong email or password');
    expect(unknown).toEqual(wrong);
  });
});

let people = 0;

describe('signing up and in', () => {
  test('creates an account, says so, and is signed in', async () => {
    const visitor = shop.visitor();
    const response = await visitor.post('/login?mode=signup&returnTo=%2Fprofile', person);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('Your account is ready');
    expect(text).toMatch(/<a[^>]*href="\/profile"[^>]*><span>Continue/);
    expect((await visitor.get('/profile')).text.replaceAll('<!-- -->', '')).toContain('Namaste, Asha Rawat');
    const again = await shop.visitor().post('/login?mode=signup', { ...person, name: 'Somebody' });
    expect(again.status).toBe(422);
  });

  test.each([
    ['/profile', '/profile'],
    ['//elsewhere.example', '/'],
    ['/\\elsewhere.example', '/'],
    ['https://elsewhere.example/a', '/'],
    ['javascript:alert(1)', '/'],
  ])('returns to %s by redirecting to %s', async (wanted, location) => {
    const member = await shop.visitor().signUpAs('Somebody', { email: `somebody${(people += 1)}@example.in` });
    const response = await shop
      .visitor()
      .post(`/login?returnTo=${encodeURIComponent(wanted)}`, { email: member.email, password: member.password });
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
  });

  test('a signed-in visitor is not offered sign-in', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Janki Devi');
    const response = await visitor.ask('/login?returnTo=%2Fprofile');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/profile']);
  });
});

test.each([
  ['/profile', '/login?returnTo=%2Fprofile'],
  ['/profile/orders', '/login?returnTo=%2Fprofile%2Forders'],
  ['/wishlist', '/login?returnTo=%2Fwishlist'],
  ['/checkout', '/cart?signin=1&returnTo=%2Fcheckout'],
])('a guest at %s is asked to sign in first', async (path, location) => {
  const response = await shop.visitor().ask(path);
  expect([response.status, response.headers.get('location')]).toEqual([303, location]);
});

test('over the cart, the dialog asks guests to sign in for checkout', async () => {
  const { text } = await shop.visitor().get('/cart?signin=1&returnTo=%2Fcheckout');
  expect(text).toMatch(/<dialog[^>]* open=""/);
  expect(text).toContain('Sign in to check out');
});

test('keeps the reason to sign in through errors, if known', async () => {
  const visitor = shop.visitor();
  const { text } = await visitor.get('/login?why=request&returnTo=%2Fartwork%2F9');
  expect(text).toContain('Please log in to request an order.');
  expect(text).toContain('href="/login?mode=signup&amp;returnTo=%2Fartwork%2F9&amp;why=request"');
  const refused = await visitor.post('/login?returnTo=%2Fartwork%2F9&why=request', { email: '', password: '' });
  expect(await refused.text()).toContain('Please log in to request an order.');
  const dialog = async (path: string) => /<dialog.*<\/dialog>/s.exec((await visitor.get(path)).text)?.[0];
  for (const why of ['Send+money', 'constructor'])
    expect(await dialog(`/login?why=${why}`)).toBe(await dialog('/login'));
});

test('shows a flash message once, on the sign-in page', async () => {
  for (const path of ['/profile', '/profile.data']) {
    const visitor = shop.visitor();
    await visitor.post('/cookies', { choice: 'essential', returnTo: path });
    expect((await visitor.ask(path)).status).toBe(path === '/profile' ? 303 : 202);
    const { text } = await visitor.get('/login?returnTo=%2Fprofile');
    expect(text).toContain('<p>Cookie choice saved.</p>');
    expect((await visitor.get('/login?returnTo=%2Fprofile')).text).not.toContain('choice saved');
  }
});

describe('signing out', () => {
  test('is done by a form, never by a link', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Pushpa Bhatt');
    await visitor.ask('/logout');
    expect((await visitor.ask('/profile')).status).toBe(200);
    const response = await visitor.post('/logout', {});
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect((await visitor.ask('/profile')).headers.get('location')).toBe('/login?returnTo=%2Fprofile');
  });
});

describe('the profile', () => {
  test('is edited in place and shows the saved values', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Geeta Martolia');
    expect((await visitor.get('/profile')).text).toMatch(/Not provided.*No address provided/s);
    const fields = {
      name: 'Geeta M',
      email,
      phone: '98765 43210',
      street: 'Mall Road',
      city: 'Munsiyari',
      state: 'Uttarakhand',
      zipCode: '262554',
    };
    const refused = await visitor.post('/profile?index', { ...fields, phone: '12345', zipCode: '12' });
    expect(mistakes(await refused.text()).sort()).toEqual([
      'phone: Phone must be 10 digits',
      'zipCode: PIN code must be 6 digits',
    ]);
    const saved = await visitor.post('/profile?index', { ...fields, currentPassword: person.password });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/profile?saved=1']);
    const { text } = await visitor.get('/profile?saved=1');
    expect(text).toContain('Profile updated successfully!');
    expect(text).toMatch(/Geeta M.*9876543210.*Mall Road.*Munsiyari 262554.*Uttarakhand/s);
  });

  test('a stale profile form is saved only when sent again', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Hema Rawat');
    const typed = { name: 'Hema R', email, phone: '', street: '1 Mall Road', city: 'Almora', state: 'Uttarakhand' };
    const home = { ...typed, zipCode: '263601', measurements: 'Bust 92 cm' };
    const office = {
      label: 'Office',
      street: '7 Lala Bazaar',
      city: 'Almora',
      state: 'Uttarakhand',
      zipCode: '263601',
    };
    const seenIn = (text: string) => new Map(fieldsOf(text)).get('seen') ?? '';
    const edit = async () => seenIn((await visitor.get('/profile?edit=1')).text);
    const save = async (seen: string, changes: Record<string, string> = {}) => {
      const saved = await visitor.post('/profile?index', { ...home, ...changes, seen });
      return { status: saved.status, text: await saved.text() };
    };
    const shown = async () => textOf((await visitor.get('/profile')).text);
    expect((await save(await edit())).status).toBe(303);
    const seen = await edit();
    await visitor.post('/profile/addresses/new', office);
    const [, id] = /\/profile\/addresses\/([\w-]+)"(?:(?!<\/form>).)*value="first"/s.exec(
      (await visitor.get('/profile')).text,
    )!;
    await visitor.post(`/profile/addresses/${id}`, { intent: 'first' });

    const refused = await save(seen, { street: '', city: '', state: '', zipCode: '' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('changed in the meantime');
    expect(refused.text).toContain('value="Hema R"');
    expect(await shown()).toMatch(/7 Lala Bazaar.*1 Mall Road/);
    const again = await save(seenIn(refused.text), { street: '9 Lala Bazaar', measurements: 'Bust 94 cm' });
    expect(again.status).toBe(303);
    expect(await shown()).toMatch(/9 Lala Bazaar.*Bust 94 cm.*1 Mall Road/);
    expect((await save(seen, { measurements: '' })).status).toBe(409);
    expect(await shown()).toContain('Bust 94 cm');
  });

  test('a new email needs the password, and applies when its link opens', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Jaya Bisht');
    const fields = { name: 'Jaya B', phone: '', street: '', city: '', state: '', zipCode: '' };
    const save = (more: Record<string, string>) => visitor.post('/profile?index', { ...fields, ...more });
    const asked = await (await save({ email: 'jaya@new.example' })).text();
    expect(mistakes(asked)).toEqual(['currentPassword: Enter your current password']);
    expect(asked).toMatch(/value="jaya@new\.example".*name="currentPassword"/s);
    const wrong = await save({ email: 'jaya@new.example', currentPassword: 'not-this' });
    expect(mistakes(await wrong.text())).toEqual(['currentPassword: Wrong current password']);
    expect((await visitor.get('/profile')).text).not.toContain('Jaya B<');
    const saved = await save({ email: 'jaya@new.example', currentPassword: person.password });
    expect(saved.headers.get('location')).toBe('/profile?saved=1&mailed=1');
    const { text } = await visitor.get('/profile?saved=1&mailed=1');
    expect(text).toMatch(/Profile updated successfully!.*we have sent a link to it.*Jaya B/s);
    expect(text).toContain(email);
    expect(await shop.mailTo('jaya@new.example', 'confirm-email')).toContain('/verify-email?token=');
  });

  test('a new phone needs the password, and keeps the input', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Maya Pant');
    const fields = { email, street: '', city: '', state: '', zipCode: '' };
    const save = (more: Record<string, string>) => visitor.post('/profile?index', { ...fields, ...more });
    const phoneOf = async () => textOf((await visitor.get('/profile')).text).match(/Phone (\d{10}|Not provided)/)?.[1];
    const edit = (await visitor.get('/profile?edit=1')).text;
    expect(edit).not.toContain('name="currentPassword"');

    const asked = await save({ name: 'Maya P', phone: '98765 00011' });
    const text = await asked.text();
    expect([asked.status, mistakes(text)]).toEqual([400, ['currentPassword: Enter your current password']]);
    expect(text).toMatch(/value="Maya P".*value="98765 00011".*name="currentPassword"/s);
    const wrong = await save({ name: 'Maya P', phone: '98765 00011', currentPassword: 'not-this' });
    const again = await wrong.text();
    expect(mistakes(again)).toEqual(['currentPassword: Wrong current password']);
    expect(again).toMatch(/value="Maya P".*value="98765 00011".*name="currentPassword"/s);
    expect(await phoneOf()).toBe('Not provided');

    expect((await save({ name: 'Maya P', phone: '98765 00011', currentPassword: person.password })).status).toBe(303);
    expect(await phoneOf()).toBe('9876500011');
    expect((await save({ name: 'Maya Pant', phone: '+91 98765 00011' })).status).toBe(303);
    expect((await save({ name: 'Maya Pant', phone: '' })).status).toBe(400);
    expect(await phoneOf()).toBe('9876500011');
  });

  test('shows errors without a field above the form', async () => {
    const visitor = shop.visitor();
    await visitor.signUpAs('Kunti Joshi');
    const fields = { name: 'Kunti J', phone: '', street: '', city: '', state: '', zipCode: '' };
    const save = (n: number) =>
      visitor.post('/profile?index', { ...fields, email: `kunti${n}@new.example`, currentPassword: 'not-this' });
    for (let n = 0; n < 5; n += 1) await save(n);
    const refused = await save(5);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(/role="alert".*Error updating profile: Too many tries\..*value="Kunti J"/s);
  });

  test('greets people without a name by their email address', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Lali Sah');
    await shop.database.update(userProfiles).set({ name: '' }).where(eq(userProfiles.email, email));
    expect(textOf((await visitor.get('/profile')).text)).toContain(`Namaste, ${email.split('@')[0]}`);
  });

  test('refuses unknown fields, such as isAdmin', async () => {
    const visitor = shop.visitor();
    const { email } = await visitor.signUpAs('Hansi Rana');
    const fields = { name: 'Hansi', email, phone: '', street: '', city: '', state: '', zipCode: '' };
    const response = await visitor.post('/profile?index', { ...fields, isAdmin: 'true', is_admin: 'true' });
    expect(response.status).toBe(400);
    expect((await visitor.get('/admin')).status).toBe(404);
    const text = await response.text();
    expect(text).toMatch(/role="alert".*Error updating profile: Unknown field: isAdmin, Unknown field: is_admin/s);
    expect(text).toContain('value="Hansi"');
  });
});

describe('a forgotten password', () => {
  test('is reset by the emailed link; every address gets the same answer', async () => {
    const member = await shop.visitor().signUpAs('Bimla Sah');
    const visitor = shop.visitor();
    const answer = async (email: string) => {
      const response = await visitor.post('/login?mode=forgot', { email });
      return {
        status: response.status,
        text: (await response.text()).replaceAll(email, '…'),
      };
    };
    const known = await answer(member.email);
    expect(known.status).toBe(200);
    expect(known.text).toContain('If an account uses this email, we have sent a link to it.');
    expect(await answer('nobody@example.in')).toEqual(known);

    const mail = await shop.mailTo(member.email, 'password-reset');
    const link = /http:\/\/shop\.test(\/reset-password\?token=[\w-]+)/.exec(mail)![1]!;
    expect((await visitor.get(link)).text).toContain('New password');
    expect(
      mistakes(await (await visitor.post(link, { password: 'new-lotus-word', confirmPassword: 'other' })).text()),
    ).toEqual(['confirmPassword: Passwords do not match']);
    expect(
      await (await visitor.post(link, { password: 'new-lotus-word', confirmPassword: 'new-lotus-word' })).text(),
    ).toContain('Password changed.');
    expect((await visitor.get(link)).text).toContain('This link has been used or has expired.');
    expect((await visitor.post('/login', { email: member.email, password: 'new-lotus-word' })).status).toBe(303);
  });
});
