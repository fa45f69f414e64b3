import { afterAll, beforeAll, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { saveCoupon } from '#app/modules/coupons/coupons.server.ts';
import { rupees } from '#app/basics/money.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

const ID = '3f1b0c52-8f5e-4d0a-9c37-5d2f9b6a7e10';

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
  await shop.database.insert(artworks).values({
    id: ID,
    title: 'Brass diya',
    price: rupees(1000),
    medium: 'oil',
    category: 'Oil Painting',
    stockCount: 5,
    images: ['/media/none.webp'],
  });
  await saveCoupon(shop.systemContext(), { code: 'WELCOME10', discountPercentage: 10, validFrom: '2020-01-01' });
});
afterAll(() => shop.close());

/** What the shop of 22 November 2026 wrote, to the letter: browsers keep these for up to a year. */
const WRITTEN_BEFORE = {
  guest_cart: `0b8c3a1e-6f0d-4b1a-9f43-27c1d0b5e9aa~${ID}*2`,
  guest_wishlist: ID,
  appliedCoupon: 'WELCOME10',
  cookie_choice: 'af',
  dismissed_offer: 'WELCOME10',
};

const visitorFromBefore = () => {
  const visitor = shop.visitor();
  for (const [name, value] of Object.entries(WRITTEN_BEFORE)) visitor.cookies.set(name, value);
  return visitor;
};

test('a browser keeps the cart, wishlist and cookie choice that the version before wrote, and gets them back the same', async () => {
  const visitor = visitorFromBefore();
  const { text } = await visitor.get('/cart');
  expect(text).toContain('aria-label="Cart, 2 items"');
  expect(text).toContain('Brass diya');
  expect(text).not.toContain('cookie-banner');
  expect(text).not.toContain('offer-code');
  await visitor.post('/cart/lines', { artworkId: ID, quantity: '1' });
  expect(visitor.cookies.get('guest_cart')).toMatch(new RegExp(`^[0-9a-f-]{36}~${ID}\\*3$`));
  await visitor.post('/wishlist/entries', { artworkId: ID, wanted: 'yes' });
  await visitor.post('/cookies', { choice: 'custom', analytics: 'on', functional: 'on' });
  expect(Object.fromEntries(visitor.cookies)).toMatchObject({
    guest_wishlist: ID,
    cookie_choice: expect.stringMatching(/^af\.1\.\d{10}$/),
  });
});

test('they come along at sign-in, and so does a coupon from before for who is signed in', async () => {
  const visitor = visitorFromBefore();
  await visitor.signUpAs('Asha Rawat');
  visitor.cookies.set('appliedCoupon', WRITTEN_BEFORE.appliedCoupon);
  const { text } = await visitor.get('/cart');
  expect(text).toContain('aria-label="Cart, 2 items"');
  expect(text).toContain('WELCOME10');
  expect(text).toContain('₹1,950');
  expect((await visitor.get('/profile/wishlist')).text).toContain('Brass diya');
});

test('a visitor who changes nothing is sent no cookie', async () => {
  for (const visitor of [shop.visitor(), visitorFromBefore()]) {
    visitor.cookies.delete('appliedCoupon');
    expect((await visitor.ask('/gallery')).headers.getSetCookie()).toEqual([]);
  }
});

test('a flash message is shown once, and only if this shop signed it', async () => {
  const visitor = shop.visitor();
  await visitor.post('/cookies', { choice: 'all' });
  const value = visitor.cookies.get('flash')!;
  expect((await visitor.get('/cookies')).text).toContain('<p>Your cookie choice is saved.</p>');
  expect(visitor.cookies.has('flash')).toBe(false);
  const [, signature] = decodeURIComponent(value).split('.');
  for (const forged of [
    Buffer.from('[{"text":"Send money"}]').toString('base64'),
    `${Buffer.from('[{"text":"Send money"}]').toString('base64')}.${signature}`,
  ]) {
    visitor.cookies.set('flash', encodeURIComponent(forged));
    expect((await visitor.get('/cookies')).text).not.toContain('Send money');
  }
});

test('over https a session and a known device are for this host alone; who has them by their earlier names stays signed in and gets the new ones', async () => {
  const secure = await openRequestShop({ SHOP_URL: 'https://shop.test' });
  const person = { email: 'asha@example.in', password: 'bindu-and-lotus' };
  await secure.visitor().signUpAs('Asha Rawat', person);
  const visitor = secure.visitor();
  const answer = await visitor.post('/login', person);
  const lines = answer.headers.getSetCookie().filter((line) => /session_token|device/.test(line));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-(bisvar\.session_token|device)=/);
    expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
    expect(line).not.toContain('Domain');
  }

  const session = visitor.cookies.get('__Host-bisvar.session_token')!;
  const device = visitor.cookies.get('__Host-device')!;
  const fromBefore = secure.visitor();
  fromBefore.cookies.set('__Secure-bisvar.session_token', session).set('device', device);
  expect((await fromBefore.get('/profile')).status).toBe(200);
  const now = Object.fromEntries(fromBefore.cookies);
  expect(now).toMatchObject({ '__Host-bisvar.session_token': session, '__Host-device': device });
  expect(Object.keys(now)).not.toContain('__Secure-bisvar.session_token');
  expect(Object.keys(now)).not.toContain('device');
  expect((await fromBefore.get('/profile')).status).toBe(200);

  const stranger = secure.visitor();
  stranger.cookies.set('__Secure-bisvar.session_token', `${session.slice(0, -4)}AAAA`);
  expect((await stranger.get('/profile')).status).toBe(303);
  await secure.close();
});
