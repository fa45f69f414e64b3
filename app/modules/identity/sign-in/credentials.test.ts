import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findVisitor } from './sessions.server.ts';
import { signUp } from './sign-in.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { isOwnPassword } from './credentials.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

test('counts only wrong passwords, so repeated right ones never wait', async () => {
  const password = 'bindu-and-lotus';
  const made = await signUp(shop.as.guest(), { name: 'Meera Joshi', email: 'meera@example.in', password });
  if (!made.ok) throw new Error(made.reason);
  const browser = new Headers({ cookie: made.value.cookies.map((cookie) => cookie.split(';')[0]).join('; ') });
  const meera = { ...shop.as.guest(), actor: await findVisitor(shop.as.guest(), browser) };
  for (let n = 0; n < 6; n += 1) expect(await isOwnPassword(meera, password)).toMatchObject({ ok: true });
  for (let n = 0; n < 4; n += 1)
    expect(await isOwnPassword(meera, 'guess')).toMatchObject({ reason: 'wrong-password' });
  expect(await isOwnPassword(meera, password)).toMatchObject({ ok: true });
  expect(await isOwnPassword(meera, 'guess')).toMatchObject({ reason: 'wrong-password' });
  expect(await isOwnPassword(meera, password)).toMatchObject({ reason: 'too-many-tries' });
});
