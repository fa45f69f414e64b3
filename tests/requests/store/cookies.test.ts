import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { linkOf } from '#app/modules/requests/requests/access.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { rupees } from '#app/basics/money.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { openRequestShop, type RequestShop, signInAdmin, signInCustomer } from '#tests/support/request-shop.ts';

const ID = '3f1b0c52-8f5e-4d0a-9c37-5d2f9b6a7e10';

let shop: RequestShop;
let secure: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
  secure = await openRequestShop({ SHOP_URL: 'https://shop.test' });
  for (const each of [shop, secure]) {
    await each.database.insert(artworks).values({
      id: ID,
      title: 'Brass diya',
      price: rupees(1000),
      medium: 'oil',
      category: 'Oil Painting',
      stockCount: 5,
      images: ['/media/none.webp'],
    });
    await saveCoupon(each.systemContext(), { code: 'WELCOME10', discountPercentage: 10, validFrom: '2020-01-01' });
  }
});
afterAll(async () => {
  await shop.close();
  await secure.close();
});

/** The cookies that the shop set on 22 November 2026. Browsers keep them for a year. */
const WRITTEN_BEFORE = {
  guest_cart: `0b8c3a1e-6f0d-4b1a-9f43-27c1d0b5e9aa~${ID}*2`,
  guest_wishlist: ID,
  appliedCoupon: 'WELCOME10',
  cookie_choice: 'af',
  dismissed_offer: 'WELCOME10',
};

const visitorFromBefore = (of = shop) => {
  const visitor = of.visitor();
  for (const [name, value] of Object.entries(WRITTEN_BEFORE)) visitor.cookies.set(name, value);
  return visitor;
};

test('reads cart, wishlist and cookie choice of the previous version', async () => {
  const visitor = visitorFromBefore();
  const { text } = await visitor.get('/cart');
  expect(text).toContain('aria-label="Cart, 2 items"');
  expect(text).toContain('Brass diya');
  expect(text).not.toContain('cookie-banner');
  expect(text).not.toContain('offer-code');
  await visitor.post('/visitor-state', { intent: 'add', artworkId: ID, quantity: '1' });
  expect(visitor.cookies.get('guest_cart')).toMatch(new RegExp(`^[0-9a-f-]{36}~${ID}\\*3$`));
  await visitor.post('/visitor-state', { intent: 'wish', artworkId: ID, wanted: 'yes' });
  await visitor.post('/cookies', { choice: 'custom', analytics: 'on', functional: 'on' });
  expect(Object.fromEntries(visitor.cookies)).toMatchObject({
    guest_wishlist: ID,
    cookie_choice: expect.stringMatching(/^af\.1\.\d{10}$/),
  });
});

test('moves them at sign-in, with a former coupon', async () => {
  const visitor = visitorFromBefore();
  await visitor.signUpAs('Asha Rawat');
  visitor.cookies.set('appliedCoupon', WRITTEN_BEFORE.appliedCoupon);
  const { text } = await visitor.get('/cart');
  expect(text).toContain('aria-label="Cart, 2 items"');
  expect(text).toContain('WELCOME10');
  expect(text).toContain('₹1,950');
  expect((await visitor.get('/profile/wishlist')).text).toContain('Brass diya');
});

test('a visitor who changes nothing gets no cookie', async () => {
  for (const visitor of [shop.visitor(), visitorFromBefore()]) {
    visitor.cookies.delete('appliedCoupon');
    expect((await visitor.ask('/gallery')).headers.getSetCookie()).toEqual([]);
  }
});

test('shows a flash message once, only with the shop’s signature', async () => {
  const visitor = shop.visitor();
  await visitor.post('/cookies', { choice: 'all' });
  const value = visitor.cookies.get('flash')!;
  expect((await visitor.get('/cookies')).text).toContain('<p>Cookie choice saved.</p>');
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

test('accepts former secrets while listed, and signs with the current one', async () => {
  const [BEFORE, PRESENT] = ['a secret of before that only tests have', 'another secret that only tests have'];
  const opened = await openTestDatabase();
  // A process caches by its database object, so this is a copy.
  const startWith = (settings: Record<string, string>) =>
    openRequestShop(settings, async () => ({
      ...opened,
      database: Object.create(opened.database) as typeof opened.database,
      close: async () => {},
    }));
  const before = await startWith({ SESSION_SECRET: BEFORE });
  const visitor = before.visitor();
  const { email, password } = await visitor.signUpAs('Usha Bhatt');
  await visitor.post('/cookies', { choice: 'all' });
  const changed = await startWith({
    SESSION_SECRET: PRESENT,
    SESSION_SECRET_PREVIOUS: BEFORE,
  });
  const dropped = await startWith({ SESSION_SECRET: PRESENT });
  try {
    const after = changed.visitor();
    for (const [name, value] of visitor.cookies) after.cookies.set(name, value);
    expect((await after.get('/cookies')).text).toContain('<p>Cookie choice saved.</p>');
    expect((await after.ask('/profile')).status).toBe(200);
    const session = (await (await after.ask('/api/auth/get-session')).json()) as { user: { email: string } } | null;
    expect(session?.user.email).toBe(email);
    const stranger = dropped.visitor();
    for (const [name, value] of visitor.cookies) stranger.cookies.set(name, value);
    expect((await stranger.ask('/profile')).status).not.toBe(200);

    const anew = changed.visitor();
    expect((await anew.post('/login', { email, password })).status).toBe(303);
    const other = dropped.visitor();
    for (const [name, value] of anew.cookies) other.cookies.set(name, value);
    expect((await other.ask('/profile')).status).toBe(200);
  } finally {
    for (const each of [before, changed, dropped]) await each.close();
    await opened.close();
  }
});

test('over https, session and known device are for this host only', async () => {
  const person = { email: 'asha@example.in', password: 'bindu-and-lotus' };
  await secure.visitor().signUpAs('Asha Rawat', person);
  const answer = await secure.visitor().post('/login', person);
  const lines = answer.headers.getSetCookie().filter((line) => /session_token|device/.test(line));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-(bisvar\.session_token|device)=/);
    expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
    expect(line).not.toContain('Domain');
  }
});

test.each([
  '__Secure-bisvar.session_token',
  'bisvar.session_token',
  '__host-bisvar.session_token',
  '__Secure-Host-bisvar.session_token',
])('over https a session in the cookie %s is refused', async (name) => {
  const person = secure.visitor();
  await person.signUpAs('Meera Joshi', { email: `${crypto.randomUUID()}@example.in` });
  const planted = secure.visitor();
  planted.cookies.set(name, person.cookies.get('__Host-bisvar.session_token')!);
  const page = await planted.get('/profile');
  expect(page.status).toBe(303);
  expect(page.headers.getSetCookie().join()).not.toContain('session_token=');
});

async function linesOfEverything(of: RequestShop): Promise<Map<string, string>> {
  const lines = new Map<string, string>();
  const { fetch } = of.app;
  of.app.fetch = async (...asked) => {
    const response = await fetch(...asked);
    for (const line of response.headers.getSetCookie()) lines.set(line.split('=', 1)[0]!, line);
    return response;
  };
  const plate = await insertArtwork(of.database, {
    title: 'Aipan plate',
    price: rupees(700),
    category: 'Home',
    stockCount: 4,
    personalizationFields: [{ id: 'name', label: 'Name', kind: 'text', required: true, maxLength: 20, hint: '' }],
  });
  const guest = of.visitor();
  const answers = { intent: 'add', artworkId: plate.id, quantity: '1', 'personalization.name': 'Asha' };
  await guest.post(`/artwork/${plate.slug}`, answers);
  await guest.post('/visitor-state', { intent: 'wish', artworkId: ID, wanted: 'yes' });
  await guest.post('/cookies', { choice: 'all' });
  await guest.post('/api/delivery', { pin: '263601', artworkId: ID, page: '/' });
  const form = new FormData();
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#2a4374' } })
    .jpeg()
    .toBuffer();
  form.set('picture', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }));
  await guest.ask(`/custom-order/pictures/${crypto.randomUUID()}`, { method: 'POST', body: form });

  const { visitor, context } = await signInCustomer(of, 'Ila Pant');
  await putIntoCart(context, ID);
  await visitor.post('/cart', { intent: 'apply-coupon', couponCode: 'WELCOME10' });
  const placed = await placeOrder(context, await checkoutOf(context));
  if (!placed.ok) throw new Error(placed.reason);
  await guest.get(`/track-order?order=${placed.value.orderNumber}`);
  const request = await insertRequest(of.systemContext(), {
    kind: 'custom',
    userId: 'userId' in context.actor ? context.actor.userId : null,
    artworkId: ID,
    name: 'Ila Pant',
    email: 'ila.pant@example.in',
    phone: '9876543210',
    message: '',
    designStyle: 'Two fish',
    fabricSource: 'purchase_for_me',
    wantStitching: false,
  });
  const link = (await linkOf(of.systemContext(), request!.requestId, 'email'))!;
  await guest.get(new URL(link).pathname);
  await (await signInAdmin(of)).post('/admin', { intent: 'language', language: 'hi', returnTo: '/admin' });
  of.app.fetch = fetch;
  return lines;
}

const EVERY = [
  'appliedCoupon',
  'bisvar.session_token',
  'commission',
  'cookie_choice',
  'delivery_pin',
  'device',
  'flash',
  'guest_answers',
  'guest_cart',
  'guest_wishlist',
  'inspiration_key',
  'tracked',
  'whatsapp_language',
];

test('over https cookies are __Host- and Secure; over http names stay', async () => {
  const overHttps = await linesOfEverything(secure);
  expect([...overHttps.keys()].toSorted()).toEqual(EVERY.map((name) => `__Host-${name}`).toSorted());
  for (const [name, line] of overHttps) {
    const attributes = line.split('; ').slice(1);
    expect([name, attributes]).toEqual([name, expect.arrayContaining(['Secure', 'Path=/'])]);
    expect([name, line]).toEqual([name, expect.not.stringMatching(/Domain|Path=(?!\/(;|$))/)]);
  }
  expect([...(await linesOfEverything(shop)).keys()].toSorted()).toEqual(EVERY.toSorted());
});

test('over https moves cookies to new names and deletes old ones', async () => {
  const visitor = visitorFromBefore(secure);
  visitor.cookies.set('delivery_pin', '263601').set('__Host-has_script', '1').delete('appliedCoupon');
  const { text } = await visitor.get('/gallery');
  expect(text).toContain('aria-label="Cart, 2 items"');
  expect(text).not.toContain('cookie-banner');
  expect(Object.fromEntries(visitor.cookies)).toEqual({
    '__Host-has_script': '1',
    '__Host-guest_cart': WRITTEN_BEFORE.guest_cart,
    '__Host-guest_wishlist': ID,
    '__Host-cookie_choice': 'af',
    '__Host-delivery_pin': '263601',
    '__Host-dismissed_offer': 'WELCOME10',
  });
  expect((await visitor.ask('/cart')).headers.getSetCookie()).toEqual([]);
  await visitor.signUpAs('Leela Sah');
  expect((await visitor.get('/cart')).text).toContain('aria-label="Cart, 2 items"');
});

test('a change under an old cart cookie answers with the new one', async () => {
  const visitor = visitorFromBefore(secure);
  visitor.cookies.delete('appliedCoupon');
  const before = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await visitor.post('/visitor-state', { intent: 'add', artworkId: ID, quantity: '1' });
  expect(visitor.cookies.get('__Host-guest_cart')).toMatch(/\*3$/);
  expect(visitor.cookies.has('guest_cart')).toBe(false);
  const late = await secure.visitor().ask('/gallery.data', { headers: { cookie: before } });
  expect(late.headers.getSetCookie()).toEqual([]);
  // Another host of the domain may set a cookie, which the shop must ignore.
  visitor.cookies.set('guest_cart', `planted~${ID}*5`);
  expect((await visitor.get('/cart')).text).toContain('aria-label="Cart, 3 items"');
  expect(visitor.cookies.has('guest_cart')).toBe(false);
});

test('reads an older flash message or coupon once, under any name', async () => {
  const visitor = secure.visitor();
  await visitor.post('/cookies', { choice: 'all' });
  const value = visitor.cookies.get('__Host-flash')!;
  visitor.cookies.set('flash', value).delete('__Host-flash');
  expect((await visitor.get('/cookies')).text).toContain('<p>Cookie choice saved.</p>');
  expect(visitor.cookies.has('flash') || visitor.cookies.has('__Host-flash')).toBe(false);
  visitor.cookies.set('appliedCoupon', 'WELCOME10');
  await visitor.get('/cart');
  expect([...visitor.cookies.keys()].filter((name) => name.includes('Coupon'))).toEqual([]);
});
