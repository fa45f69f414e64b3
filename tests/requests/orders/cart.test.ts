import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { parseGuestCart } from '#app/modules/orders/cart/guest-cart.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { saveCoupon } from '#app/modules/orders/coupons/coupons.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { wishlist } from '#app/modules/catalogue/wishlist/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
beforeAll(async () => void (shop = await openRequestShop()));
afterAll(() => shop.close());

let made = 0;
const makeArtwork = (wanted: Partial<typeof artworks.$inferInsert> = {}) => {
  made += 1;
  return insertArtwork(shop.database, {
    title: `Piece ${made}`,
    medium: 'oil',
    category: 'Oil Painting',
    stockCount: 3,
    ...wanted,
  });
};
let people = 0;
const customer = async () => {
  const visitor = shop.visitor();
  await visitor.signUpAs(`Asha ${(people += 1)}`);
  return visitor;
};

const postByScript = (visitor: Visitor, path: string, fields: Record<string, string>) =>
  visitor.post(`${path}.data`, fields);
const readText = ({ text }: { text: string }) =>
  text
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&');
const read = async (visitor: Visitor, path: string) => readText(await visitor.get(path));
const countIn = (page: { text: string }) => /aria-label="Cart(?:, (\d+) items?)?"/.exec(page.text)?.[1] ?? '0';
const lineIdIn = (page: { text: string }) => /name="lineId" value="([^"]+)"/.exec(page.text)![1]!;

test('without JavaScript a guest adds, changes and removes with 303s', async () => {
  const { id, title } = await makeArtwork({ title: 'Marigolds in a Brass Lota', price: rupees(9800) });
  const guest = shop.visitor();
  expect(await read(guest, '/cart')).toContain('Your cart is empty');

  const added = await guest.post('/visitor-state', {
    intent: 'add',
    artworkId: id,
    quantity: '1',
    returnTo: '/gallery/oil?sort=newest',
  });
  expect([added.status, added.headers.get('location')]).toEqual([303, '/gallery/oil?sort=newest']);
  const page = await guest.get('/cart');
  expect(readText(page)).toContain(`Added ${title} to your cart`);
  expect(readText(page)).toContain('₹9,800');
  expect(countIn(page)).toBe('1');
  expect(await read(guest, '/cart')).not.toContain('Added');

  const changed = await guest.post('/cart', { intent: 'quantity', lineId: lineIdIn(page), quantity: '2' });
  expect([changed.status, changed.headers.get('location')]).toEqual([303, '/cart']);
  expect(countIn(await guest.get('/cart'))).toBe('2');
  await guest.post('/cart', { intent: 'quantity', lineId: lineIdIn(page), quantity: '2', step: '-1' });
  expect(countIn(await guest.get('/cart'))).toBe('1');
  // The phone’s bar has a link. The specified button is in the summary.
  const { text } = await guest.get('/cart');
  const [, bar = ''] = /class="dock">(.*?)<\/main>/s.exec(text) ?? [];
  expect(bar).toContain('<span>Sign In</span>');
  expect(bar).not.toContain('Login to Checkout');
  await guest.post('/cart', { intent: 'quantity', lineId: lineIdIn(page), quantity: '0' });
  expect(await read(guest, '/cart')).toContain('Your cart is empty');
});

test('a guest’s full wishlist says that its oldest item was removed', async () => {
  const { id } = await makeArtwork();
  const guest = shop.visitor();
  const wishlist = Array.from({ length: 50 }, () => randomUUID()).join('~');
  await guest.post('/visitor-state', { intent: 'restore', cart: '[]', wishlist });
  const added = await postByScript(guest, '/visitor-state', { intent: 'wish', artworkId: id, wanted: 'yes' });
  expect(await added.text()).toContain('We removed the oldest piece, because a wishlist without an account holds 50.');
  const again = await postByScript(guest, '/visitor-state', { intent: 'wish', artworkId: id, wanted: 'yes' });
  expect(await again.text()).toContain('Added to wishlist');
});

test('with JavaScript the same posts return data, and do not redirect', async () => {
  const { id } = await makeArtwork({ title: 'Brass diya', stockCount: 2 });
  const guest = shop.visitor();
  const added = await postByScript(guest, '/visitor-state', { intent: 'add', artworkId: id, quantity: '2' });
  expect(added.status).toBe(200);
  expect(await added.text()).toContain('Added Brass diya to your cart');
  expect(await (await postByScript(guest, '/visitor-state', { intent: 'add', artworkId: id })).text()).toContain(
    'Only 2 in stock, and your cart already has them: Brass diya',
  );
  expect(parseGuestCart(decodeURIComponent(guest.cookies.get('guest_cart')!)).lines).toEqual([
    { artworkId: id, quantity: 2 },
  ]);
});

test.each([
  ['nothing', {}],
  ['a quantity of letters', { quantity: 'many' }],
  ['a negative quantity', { quantity: '-3' }],
  ['half a piece', { quantity: '0.5' }],
  ['a price', { price: '1' }],
])('a post with %s adds nothing to the cart', async (_, fields) => {
  const { id } = await makeArtwork();
  const guest = shop.visitor();
  const answer = await guest.post('/visitor-state', {
    intent: 'add',
    ...(Object.keys(fields).length > 0 && { artworkId: id }),
    ...fields,
  });
  expect(answer.status).toBe(400);
  expect(guest.cookies.has('guest_cart')).toBe(false);
});

test('the return address never leads out of the shop', async () => {
  const { id } = await makeArtwork();
  for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const answer = await shop.visitor().post('/visitor-state', { intent: 'add', artworkId: id, returnTo });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cart']);
  }
});

test('a full guest cart of fifty artworks says so', async () => {
  const { id } = await makeArtwork();
  const guest = shop.visitor();
  await guest.post('/visitor-state', { intent: 'add', artworkId: id, quantity: '1' });
  const others = Array.from({ length: 49 }, () => `${randomUUID()}*1`);
  guest.cookies.set('guest_cart', [guest.cookies.get('guest_cart'), ...others].join('~'));
  const add = async (artworkId: string) =>
    await (await postByScript(guest, '/visitor-state', { intent: 'add', artworkId, quantity: '1' })).text();
  const full = 'You can add at most 50 different pieces. Sign in to add more.';
  expect(await add((await makeArtwork()).id)).toContain(full);
  expect(await add(id)).not.toContain(full);
});

test('refuses fabric, unknown artworks and cross-site posts', async () => {
  const saree = await makeArtwork({ title: 'Aipan saree', medium: 'fabric' });
  const guest = shop.visitor();
  expect(await (await postByScript(guest, '/visitor-state', { intent: 'add', artworkId: saree.id })).text()).toContain(
    'Aipan saree is painted to order. Choose Customize &',
  );
  expect(
    (await guest.post('/visitor-state', { intent: 'add', artworkId: '00000000-0000-4000-8000-ffffffffffff' })).status,
  ).toBe(404);
  expect(
    (
      await guest.post(
        '/visitor-state',
        { intent: 'add', artworkId: saree.id },
        { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
      )
    ).status,
  ).toBe(403);
});

test('another customer’s line is not found and stays unchanged', async () => {
  const { id } = await makeArtwork();
  const owner = await customer();
  await owner.post('/visitor-state', { intent: 'add', artworkId: id });
  const lineId = lineIdIn(await owner.get('/cart'));
  const stranger = await customer();
  expect((await stranger.post('/cart', { intent: 'quantity', lineId, quantity: '0' })).status).toBe(404);
  expect((await shop.visitor().post('/cart', { intent: 'quantity', lineId, quantity: '0' })).status).toBe(404);
  expect(countIn(await owner.get('/cart'))).toBe('1');
});

test('moves a guest’s cart at sign-in once, and reports changes', async () => {
  const diya = await makeArtwork({ title: 'Brass diya', stockCount: 3 });
  const gone = await makeArtwork({ title: 'Himalayan dawn' });
  const visitor = shop.visitor();
  await visitor.post('/visitor-state', { intent: 'add', artworkId: diya.id, quantity: '3' });
  await visitor.post('/visitor-state', { intent: 'add', artworkId: gone.id });
  await visitor.post('/visitor-state', { intent: 'wish', artworkId: gone.id, wanted: 'yes' });
  await visitor.get('/cart');
  await shop.database.update(artworks).set({ stockCount: 2 }).where(eq(artworks.id, diya.id));
  await shop.database.update(artworks).set({ stockCount: 0 }).where(eq(artworks.id, gone.id));
  const asGuest = visitor.cookies.get('guest_cart')!;

  await visitor.signUpAs(`Asha ${(people += 1)}`);
  const page = await visitor.get('/cart');
  expect(readText(page)).toContain('Only 2 left of Brass diya. We’ve changed the quantity in your cart.');
  expect(readText(page)).toContain('Himalayan dawn is no longer available. We removed it from your cart.');
  expect(countIn(page)).toBe('2');
  expect(visitor.cookies.has('guest_cart')).toBe(false);
  expect(visitor.cookies.has('guest_wishlist')).toBe(false);
  expect(await shop.database.select().from(wishlist).where(eq(wishlist.artworkId, gone.id))).toHaveLength(1);

  visitor.cookies.set('guest_cart', asGuest);
  await shop.database.update(artworks).set({ stockCount: 9 }).where(eq(artworks.id, diya.id));
  expect(countIn(await visitor.get('/cart'))).toBe('2');
  expect(await shop.database.select().from(cart).where(eq(cart.artworkId, diya.id))).toMatchObject([{ quantity: 2 }]);
});

test('a coupon shows refusals, applies its price, and ends at sign-out', async () => {
  const { id } = await makeArtwork({ price: rupees(10_160) });
  const save = (wanted: { id?: string; validUntil?: string } = {}) =>
    saveCoupon(shop.systemContext(), {
      code: 'DEEPAWALI15',
      discountPercentage: 15,
      validFrom: '2020-01-01',
      ...wanted,
    });
  const saved = await save();
  if (!saved.ok) throw new Error(saved.reason);

  const guest = shop.visitor();
  await guest.post('/visitor-state', { intent: 'add', artworkId: id });
  await guest.post('/cart', { intent: 'apply-coupon', couponCode: 'DEEPAWALI15' });
  const refusedPage = await read(guest, '/cart');
  expect(refusedPage).toContain('Please log in to apply a coupon.');
  expect(refusedPage).toContain('Login to Checkout');

  const visitor = await customer();
  await visitor.post('/visitor-state', { intent: 'add', artworkId: id });
  await visitor.post('/cart', { intent: 'apply-coupon', couponCode: 'nonsense' });
  expect(await read(visitor, '/cart')).toContain('Invalid coupon code');
  await visitor.post('/cart', { intent: 'apply-coupon', couponCode: '' });
  expect(await read(visitor, '/cart')).not.toContain('Invalid coupon code');
  await visitor.post('/cart', { intent: 'apply-coupon', couponCode: ' deepawali15 ' });
  const applied = await read(visitor, '/cart');
  expect(applied).toContain('15% OFF Applied!');
  expect(applied).toContain('−₹1,524');
  expect(applied).toContain('₹8,636');
  expect(applied).toContain('Proceed to Checkout');

  await visitor.post('/cart', { intent: 'remove-coupon' });
  expect(await read(visitor, '/cart')).not.toContain('OFF Applied!');

  await visitor.post('/cart', { intent: 'apply-coupon', couponCode: 'DEEPAWALI15' });
  await save({ id: saved.value.id, validUntil: '2020-12-31' });
  const expired = await read(visitor, '/cart');
  expect(expired).toContain('Coupon has expired');
  expect(expired).toContain('₹10,160');
  expect(visitor.cookies.has('appliedCoupon')).toBe(false);

  visitor.cookies.set('appliedCoupon', 'DEEPAWALI15');
  await visitor.post('/logout', {});
  expect(visitor.cookies.has('appliedCoupon')).toBe(false);
});

test('a forged coupon cookie gives no discount', async () => {
  const { id } = await makeArtwork({ price: rupees(500) });
  const guest = shop.visitor();
  guest.cookies.set('appliedCoupon', 'WELCOME10');
  await guest.post('/visitor-state', { intent: 'add', artworkId: id });
  expect(await read(guest, '/cart')).not.toContain('OFF Applied!');
  expect(guest.cookies.has('appliedCoupon')).toBe(false);
});

test('a guest with cleared cookies gets only their own cart back', async () => {
  const { id } = await makeArtwork();
  const guestState = {
    intent: 'restore',
    cart: JSON.stringify([
      { artworkId: id, quantity: 2 },
      { artworkId: 'nonsense', quantity: 1 },
    ]),
    wishlist: id,
  };
  const guest = shop.visitor();
  await guest.post('/visitor-state', guestState);
  expect(countIn(await guest.get('/cart'))).toBe('2');

  await guest.post('/cart', { intent: 'quantity', lineId: `guest-${id}`, quantity: '0' });
  await guest.post('/visitor-state', guestState);
  expect(countIn(await guest.get('/cart'))).toBe('0');

  const visitor = await customer();
  await visitor.post('/visitor-state', guestState);
  expect(countIn(await visitor.get('/cart'))).toBe('0');
  for (const wrong of ['', '{', '[1]', '{"artworkId":1}'])
    expect((await shop.visitor().post('/visitor-state', { intent: 'restore', cart: wrong, wishlist: '' })).status).toBe(
      400,
    );
});

test('the wishlist tab shows one’s own list only', async () => {
  const { id, title } = await makeArtwork({ title: 'Terracotta vase' });
  const visitor = await customer();
  expect(await read(visitor, '/profile/wishlist')).toContain('Your wishlist is empty');
  await visitor.post('/visitor-state', { intent: 'wish', artworkId: id, wanted: 'yes' });
  expect(await read(visitor, '/profile/wishlist')).toContain(title);
  expect(await read(await customer(), '/profile/wishlist')).not.toContain(title);
  await visitor.post('/visitor-state', { intent: 'wish', artworkId: id, wanted: 'no', returnTo: '/profile/wishlist' });
  expect(await read(visitor, '/profile/wishlist')).toContain('Your wishlist is empty');
});

test('cookies full of garbage are an empty cart, never an error', async () => {
  for (const garbage of ['~~~', '%E0%A4%A', 'x'.repeat(3000), '[{"text":1}]', '{']) {
    const guest = shop.visitor();
    for (const name of ['guest_cart', 'guest_wishlist', 'appliedCoupon', 'flash']) guest.cookies.set(name, garbage);
    expect(await read(guest, '/cart')).toContain('Your cart is empty');
  }
});

test('clearing removes every line and the coupon, for guest and customer', async () => {
  const { id } = await makeArtwork();
  await saveCoupon(shop.systemContext(), { code: 'CLEAR10', discountPercentage: 10, validFrom: '2020-01-01' });
  for (const visitor of [shop.visitor(), await customer()]) {
    await visitor.post('/visitor-state', { intent: 'add', artworkId: id });
    await visitor.post('/cart', { intent: 'apply-coupon', couponCode: 'CLEAR10' });
    const cleared = await visitor.post('/cart', { intent: 'clear' });
    expect([cleared.status, cleared.headers.get('location')]).toEqual([303, '/cart']);
    expect(await read(visitor, '/cart')).toContain('Your cart is empty');
    expect(visitor.cookies.has('appliedCoupon')).toBe(false);
  }
});

test('strikes the price before the coupon, and hints at a valid one', async () => {
  const { id } = await makeArtwork({ price: rupees(3000) });
  const visitor = await customer();
  await visitor.post('/visitor-state', { intent: 'add', artworkId: id });
  await saveCoupon(shop.systemContext(), { code: 'TENTH', discountPercentage: 10, validFrom: '2020-01-01' });
  expect(await read(visitor, '/cart')).toContain('Try TENTH for 10% off.');
  await visitor.post('/cart', { intent: 'apply-coupon', couponCode: ' tenth ' });
  const { text } = await visitor.get('/cart');
  expect(text).toContain('<s class="sum-was">₹3,000</s>');
  expect(readText({ text })).toContain('10% OFF Applied!');
  expect(readText({ text })).toContain('₹2,700');
});

test('an empty cart links the gallery, a filled one checkout', async () => {
  const { id } = await makeArtwork({ price: rupees(1200) });
  const [guest, asha] = [shop.visitor(), await customer()];
  expect(await read(guest, '/cart')).toMatch(/Your cart is empty.*Browse Gallery/s);
  for (const visitor of [guest, asha]) {
    await visitor.post('/visitor-state', { intent: 'add', artworkId: id });
    const shown = await read(visitor, '/cart');
    for (const wanted of ['Order summary', 'Subtotal₹1,200', 'Shipping₹150', 'Total₹1,350', 'Continue Shopping'])
      expect(shown).toContain(wanted);
  }
  expect((await guest.get('/cart')).text).toMatch(/<button[^>]*disabled=""[^>]*><span>Login to Checkout/);
  expect((await asha.get('/cart')).text).toMatch(/<a[^>]*href="\/checkout"[^>]*><span>Proceed to Checkout/);
  const wishes = await read(asha, '/profile/wishlist');
  expect(wishes).toMatch(/Your wishlist is empty.*Browse Gallery/s);
});

test('a coupon refusal gives its reason, and too many attempts a wait', async () => {
  const { id } = await makeArtwork();
  const asha = await customer();
  await asha.post('/visitor-state', { intent: 'add', artworkId: id });
  const coupon = { discountPercentage: 10, validFrom: '2020-01-01' };
  await saveCoupon(shop.systemContext(), { ...coupon, code: 'SOON', validFrom: '2999-01-01' });
  await saveCoupon(shop.systemContext(), { ...coupon, code: 'OVER', validUntil: '2020-02-01' });
  const once = await saveCoupon(shop.systemContext(), { ...coupon, code: 'ONCE', usageLimit: 1 });
  if (!once.ok) throw new Error(once.reason);
  await shop.database.update(coupons).set({ usedCount: 1 }).where(eq(coupons.id, once.value.id));
  const answerTo = async (code: string) => {
    await asha.post('/cart', { intent: 'apply-coupon', couponCode: code });
    return read(asha, '/cart');
  };
  for (const [code, reason] of [
    ['soon', 'Coupon is not yet active'],
    ['over', 'Coupon has expired'],
    ['once', 'Coupon usage limit reached'],
    ['nothing', 'Invalid coupon code'],
  ] as const)
    expect(await answerTo(code)).toContain(reason);
  expect(await answerTo('')).not.toMatch(/Invalid coupon code|Error validating/);
  for (let guess = 0; guess < 10; guess += 1)
    await postByScript(asha, '/cart', { intent: 'apply-coupon', couponCode: `GUESS${guess}` });
  expect(await answerTo('ONCE')).toContain('Error validating coupon');
});
