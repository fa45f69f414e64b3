import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BreachedPasswordsStandIn,
  openBreachedPasswordsStandIn,
} from '#tests/support/breached-passwords-stand-in.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

const BREACHED = 'lotus-on-the-lake';
const PASSWORD = 'bindu-and-lotus';
const ANOTHER = 'chowki-of-rings';
const MESSAGE = 'This password is too common. Choose another';

let list: BreachedPasswordsStandIn;
let shop: RequestShop;
beforeAll(async () => {
  list = await openBreachedPasswordsStandIn({ breached: [BREACHED] });
  shop = await openRequestShop({ BREACHED_PASSWORDS_API_URL: list.url });
});
beforeEach(() => list.reset());
afterAll(async () => {
  await shop.close();
  await list.stop();
});

const linkIn = (mail: string) => /http:\/\/shop\.test(\/[\w-]+\?token=[\w-]+)/.exec(mail)![1]!;
const twice = (password: string) => ({ password, confirmPassword: password });
const person = (email: string) => ({ name: 'Sarla Devi', email });
const isSignedIn = async (visitor: Visitor) => (await visitor.ask('/profile')).status === 200;

test('refuses a breached password in the same words everywhere', async () => {
  const visitor = shop.visitor();
  const forms: [path: string, fields: Record<string, string>, who: Visitor][] = [];
  forms.push(['/login?mode=signup', person('sarla@example.in'), visitor]);
  const member = shop.visitor();
  const { email } = await member.signUpAs('Tara Joshi');
  forms.push(['/profile/security/password', { currentPassword: PASSWORD }, member]);
  await visitor.post('/login?mode=forgot', { email });
  forms.push([linkIn(await shop.mailTo(email, 'password-reset')), {}, visitor]);
  const admin = await signInAdmin(shop);
  await admin.post('/admin/users/invite', { email: 'uma@example.in', name: 'Uma', role: '' });
  forms.push([linkIn(await shop.mailTo('uma@example.in', 'invitation')), { name: 'Uma Negi' }, visitor]);
  for (const [path, fields, who] of forms) {
    list.reset();
    const refused = await who.post(path, { ...fields, ...twice(BREACHED) });
    expect([path, refused.status, textOf(await refused.text()).includes(MESSAGE)]).toEqual([path, 400, true]);
    const taken = await who.post(path, { ...fields, ...twice(ANOTHER) });
    expect([path, taken.status < 400]).toEqual([path, true]);
    expect(list.asked).toHaveLength(2);
  }
});

test('creates an account after two seconds without the service’s answer', async () => {
  await shop.database.execute(sql`delete from rate_limits`);
  const visitor = shop.visitor();
  list.answerNext('hang');
  const began = performance.now();
  const made = await visitor.post('/login?mode=signup', { ...person('vidya@example.in'), ...twice(BREACHED) });
  expect([made.status, list.asked.length]).toEqual([200, 1]);
  expect(performance.now() - began).toBeGreaterThan(1_900);
  expect(await isSignedIn(visitor)).toBe(true);
});
