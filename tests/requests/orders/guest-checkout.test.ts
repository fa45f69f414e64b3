import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authUsers, userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { stockHolds } from '#app/modules/orders/holds/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { asGuest, fillCart, newBuyer } from '#tests/support/guest-buyer.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { TYPED_COUPON } from '#app/ui/shop/coupon-fields.tsx';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
beforeAll(async () => {
  shop = await openRequestShop();
  await sellToGuests(true);
});
afterAll(() => shop.close());

const sellToGuests = (guestCheckout: boolean) => updateSettings(shop.systemContext(), { guestCheckout });
const PASSWORD = 'bindu-and-lotus';
async function place(visitor: Visitor, contact: Record<string, string>, changes: Record<string, string> = {}) {
  const shown = Object.fromEntries(fieldsOf((await visitor.get('/checkout')).text));
  const { country: _country, ...address } = ADDRESS;
  const fields = { ...shown, ...address, ...contact, paymentReferenceId: newReference(), ...changes };
  return visitor.post('/checkout', fields as Record<string, string>);
}
async function buy(visitor = shop.visitor(), contact = newBuyer()) {
  if (!(await visitor.get('/cart')).text.includes('Proceed to Checkout')) await fillCart(shop, visitor);
  await asGuest(visitor, contact);
  const answer = await place(visitor, contact);
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/profile/orders?placed='),
  ]);
  const [order] = await shop.database.select().from(orders).where(eq(orders.customerEmail, contact.email));
  return { visitor, contact, order: order!, placedAt: answer.headers.get('location')! };
}

describe('while guests are not served', () => {
  test('the cart asks for a sign-in, and no guest can begin', async () => {
    await sellToGuests(false);
    try {
      const visitor = shop.visitor();
      await fillCart(shop, visitor);
      expect((await visitor.get('/cart')).text).toContain('Login to Checkout');
      expect((await visitor.ask('/checkout')).headers.get('location')).toBe('/cart?signin=1&returnTo=%2Fcheckout');
      expect((await visitor.ask('/checkout/guest')).headers.get('location')).toBe('/checkout');
      const before = await shop.database.$count(authUsers);
      expect((await visitor.post('/checkout/guest', newBuyer())).status).toBe(404);
      expect(await shop.database.$count(authUsers)).toBe(before);
    } finally {
      await sellToGuests(true);
    }
  });
});

describe('a guest', () => {
  test('buys with name, email and phone, and sees the placed order', async () => {
    const visitor = shop.visitor();
    await fillCart(shop, visitor);
    const cart = (await visitor.get('/cart')).text;
    expect(cart).toContain('Proceed to Checkout');
    expect(cart).not.toContain('Login to Checkout');
    const start = await visitor.ask('/checkout');
    expect([start.status, start.headers.get('location')]).toEqual([303, '/checkout/guest']);
    const { contact, order, placedAt } = await buy(visitor);
    expect(order).toMatchObject({ customerName: 'Ila Pant', customerEmail: contact.email, status: 'processing' });
    const placed = textOf((await visitor.get(placedAt)).text);
    expect(placed).toContain('Order placed successfully!');
    expect(placed).toContain(order.orderNumber);
    expect(placed).toContain('Keep this order in an account');
    expect((await visitor.get('/')).text).toContain('Sign in');
  });

  test('finds the order elsewhere by the link in its email', async () => {
    const { contact, order } = await buy();
    const mail = await shop.mailTo(contact.email, 'order-placed');
    expect(mail).toContain(`/track-order?order=${order.orderNumber}`);
    const elsewhere = shop.visitor();
    const shown = Object.fromEntries(fieldsOf((await elsewhere.get(`/track-order?order=${order.orderNumber}`)).text));
    expect(Object.values(shown)).toContain(order.orderNumber);
    const open = async (visitor: Visitor, phoneDigits: string) => {
      const fields = { order: order.orderNumber, phoneDigits };
      return textOf(await (await visitor.post(`/track-order?order=${order.orderNumber}`, fields)).text());
    };
    expect(await open(elsewhere, contact.phone.slice(-4))).toContain('14 Mall Road');
    expect(await open(shop.visitor(), '0000')).not.toContain('14 Mall Road');
  });

  test.each([
    ['name', { name: '' }, 'Name is required'],
    ['email', { email: 'ila' }, 'Email is invalid'],
    ['phone', { phone: '12345' }, 'Phone must be 10 digits'],
  ])('corrects a wrong %s beside its field and keeps the rest', async (_field, change, message) => {
    const visitor = shop.visitor();
    await fillCart(shop, visitor);
    const answer = await visitor.post('/checkout/guest', { ...newBuyer(), ...change });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(text).toContain('Continue as guest');
  });

  test('cannot apply a coupon, in the cart or at checkout', async () => {
    const visitor = shop.visitor();
    await fillCart(shop, visitor);
    const contact = await asGuest(visitor);
    for (const path of ['/cart', '/checkout']) {
      const answer = await visitor.post(path, {
        intent: 'apply-coupon',
        [path === '/cart' ? 'couponCode' : TYPED_COUPON]: 'WELCOME10',
      });
      const text = answer.status === 303 ? (await visitor.get(path)).text : await answer.text();
      expect([path, text]).toEqual([path, expect.stringContaining('Please log in to apply a coupon.')]);
    }
    const answer = await place(visitor, contact, { couponCode: 'WELCOME10' });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('log in')]);
    expect(await shop.database.$count(orders, eq(orders.customerEmail, contact.email))).toBe(0);
  });

  test('sees no page of an account except the orders', async () => {
    const { visitor } = await buy();
    for (const path of ['/profile', '/profile/requests', '/profile/settings', '/profile/security', '/profile/wishlist'])
      expect([path, (await visitor.ask(path)).headers.get('location')]).toEqual([
        path,
        expect.stringContaining('/login?returnTo='),
      ]);
    expect((await visitor.ask('/profile/orders')).status).toBe(200);
  });

  test('sees nothing of another guest or customer with the same address', async () => {
    const customer = shop.visitor();
    await customer.signUpAs('Meera Joshi');
    const [meera] = await shop.database.select().from(userProfiles).where(eq(userProfiles.name, 'Meera Joshi'));
    const first = await buy(shop.visitor(), { ...newBuyer(), email: meera!.email });
    const second = await buy(shop.visitor(), { ...newBuyer(), email: meera!.email, name: 'Somebody Else' });
    const numbers = [first.order.orderNumber];
    const seen = (await second.visitor.get('/profile/orders')).text;
    for (const number of numbers) expect(seen.split(number).length - 1).toBeLessThanOrEqual(1);
    expect((await customer.get('/profile/orders')).text).not.toContain(first.order.orderNumber);
    expect((await second.visitor.ask(`/profile/orders/${first.order.id}/invoice`)).status).toBe(404);
    expect((await customer.ask(`/profile/orders/${first.order.id}/invoice`)).status).toBe(404);
  });

  test('gets no code and no new password for an account that cannot sign in', async () => {
    const { contact } = await buy();
    const customer = shop.visitor();
    await customer.signUpAs('Bina Pant');
    const [bina] = await shop.database.select().from(userProfiles).where(eq(userProfiles.name, 'Bina Pant'));
    for (const [path, template] of [
      ['/login?mode=code', 'sign-in-code'],
      ['/login?mode=forgot', 'password-reset'],
    ] as const) {
      await shop.visitor().post(path, { email: contact.email });
      await shop.visitor().post(path, { email: bina!.email });
      await shop.mailTo(bina!.email, template);
    }
    const { rows } = await shop.database.execute<{ template: string }>(
      sql`select template from messages where recipient = ${contact.email}`,
    );
    expect(rows.map(({ template }) => template)).toEqual(['order-placed']);
    expect((await shop.visitor().post('/login', { email: contact.email, password: PASSWORD })).status).toBe(401);
    expect((await shop.visitor().post('/login', { email: contact.phone, password: PASSWORD })).status).toBe(401);
  });

  test('keeps the order in an account by one password', async () => {
    const { visitor, contact, order, placedAt } = await buy();
    const short = await visitor.post(placedAt, { intent: 'keep-account', password: '123' });
    expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('at least 6 characters')]);
    const made = await visitor.post(placedAt, { intent: 'keep-account', password: PASSWORD });
    expect([made.status, made.headers.get('location')]).toEqual([303, placedAt]);
    expect((await visitor.ask('/profile')).status).toBe(200);
    expect((await visitor.post(placedAt, { intent: 'keep-account', password: PASSWORD })).status).toBe(404);
    const elsewhere = shop.visitor();
    expect((await elsewhere.post('/login', { email: contact.email, password: PASSWORD })).status).toBe(303);
    expect((await elsewhere.get('/profile/orders')).text).toContain(order.orderNumber);
  });

  test('is shown to the owner as a guest until there is an account', async () => {
    const { visitor, contact, placedAt } = await buy();
    const owner = await signInAdmin(shop);
    const [person] = await shop.database.select().from(userProfiles).where(eq(userProfiles.email, contact.email));
    const find = `/admin/users?q=${encodeURIComponent(contact.email)}`;
    const rowOf = async () =>
      textOf((await owner.get(find)).text)
        .split('Role Joined')
        .at(-1)!;
    expect(await rowOf()).toMatch(/\bGuest\b/);
    expect(await rowOf()).not.toMatch(/\bUser\b/);
    expect(textOf((await owner.get(`/admin/users/${person!.id}`)).text)).toMatch(/\bGuest\b/);
    await visitor.post(placedAt, { intent: 'keep-account', password: PASSWORD });
    expect(await rowOf()).toMatch(/\bUser\b/);
    expect(await rowOf()).not.toMatch(/\bGuest\b/);
    expect(textOf((await owner.get(`/admin/users/${person!.id}`)).text)).not.toMatch(/\bGuest\b/);
  });

  test('cannot take over an address that has an account', async () => {
    const customer = shop.visitor();
    await customer.signUpAs('Uma Rawat');
    const [uma] = await shop.database.select().from(userProfiles).where(eq(userProfiles.name, 'Uma Rawat'));
    const { visitor, placedAt } = await buy(shop.visitor(), { ...newBuyer(), email: uma!.email });
    const refused = await visitor.post(placedAt, { intent: 'keep-account', password: PASSWORD });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('already exists')]);
    expect(await shop.database.$count(authUsers, eq(authUsers.email, uma!.email))).toBe(1);
  });

  test('keeps the cart when signing in', async () => {
    const customer = shop.visitor();
    await customer.signUpAs('Tara Negi');
    const [tara] = await shop.database.select().from(userProfiles).where(eq(userProfiles.name, 'Tara Negi'));
    const visitor = shop.visitor();
    await fillCart(shop, visitor, 3);
    await asGuest(visitor);
    expect((await visitor.get('/cart')).text).toContain('Cart, 3 items');
    const email = `other.${tara!.email}`;
    await visitor.post('/login?mode=signup&returnTo=%2Fcheckout', {
      name: 'Tara Negi',
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect((await visitor.get('/cart')).text).toContain('Cart, 3 items');
    expect((await visitor.get('/profile')).text).toContain(email);
  });
});

describe('a guest who pays on delivery', () => {
  beforeAll(() =>
    updateSettings(shop.systemContext(), {
      paymentMethods: ['manual', 'cod'],
      unmatchedOrders: { orders: 20, artworks: 100, artworksPerNetwork: 300 },
    }),
  );
  let streets = 0;
  const street = () => `${(streets += 1)} Temple Lane`;
  const CASH = { paymentMethod: 'manual', paymentReferenceId: '', payBy: 'cash' };
  const buyForCash = async ({ street: to = street(), ...shared }: Record<string, string> = {}, network?: string) => {
    const visitor = shop.visitor(network);
    await fillCart(shop, visitor);
    const contact = await asGuest(visitor, { ...newBuyer(), ...shared });
    const answer = await place(visitor, contact, { ...CASH, street: to });
    const isPlaced = answer.headers.get('location')?.startsWith('/profile/orders?placed=') === true;
    return isPlaced ? 'placed' : textOf(await answer.text());
  };
  const TOO_MANY = expect.stringContaining('You already have 2 cash on delivery orders');

  test.each([
    ['phone', { phone: '9123456780' }, { phone: '+91 91234 56780' }],
    ['email', { email: 'uma@example.in' }, { email: 'Uma@Example.in' }],
    ['delivery address', { street: '7, Lower Mall Road' }, { street: '7 lower mall road' }],
  ])('has two open orders with one %s, on any browser', async (_fact, shared, written) => {
    expect([await buyForCash(shared), await buyForCash(shared)]).toEqual(['placed', 'placed']);
    expect(await buyForCash(written)).toEqual(TOO_MANY);
    expect(await buyForCash()).toBe('placed');
  });

  test('shares the pieces of one network', async () => {
    const unmatchedOrders = { orders: 20, artworks: 100, artworksPerNetwork: 3 };
    await updateSettings(shop.systemContext(), { unmatchedOrders });
    const network = '203.0.113.251';
    for (let n = 0; n < 3; n += 1) expect(await buyForCash({}, network)).toBe('placed');
    expect(await buyForCash({}, network)).toContain('Order creation failed: we’re still confirming');
    expect(await buyForCash()).toBe('placed');
  });

  test('does not count for customers at the same address', async () => {
    const shared = { street: '12 Cantonment Road' };
    for (let n = 0; n < 2; n += 1) expect(await buyForCash(shared)).toBe('placed');
    const visitor = shop.visitor();
    await visitor.signUpAs('Lata Bisht');
    await fillCart(shop, visitor);
    const answer = await place(visitor, newBuyer(), { ...CASH, ...shared });
    expect(answer.headers.get('location')).toContain('placed=');
  });
});

test('ten guests of one network hold no more than one network may', async () => {
  await updateSettings(shop.systemContext(), {
    unmatchedOrders: { orders: 2, artworks: 10, artworksPerNetwork: 30 },
  });
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const visitor = shop.visitor('203.0.113.250');
    await fillCart(shop, visitor, 5);
    const contact = await asGuest(visitor);
    const shown = Object.fromEntries(fieldsOf((await visitor.get('/checkout')).text));
    const { country: _country, ...address } = ADDRESS;
    const answer = await visitor.post('/checkout', {
      ...(shown as Record<string, string>),
      ...address,
      ...contact,
      intent: 'show-qr',
    });
    statuses.push(answer.status);
  }
  const held = await shop.database.select().from(stockHolds);
  expect(held.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(30);
  expect(held).toHaveLength(6);
  expect(statuses.slice(6).every((status) => status >= 400)).toBe(true);
  expect(await shop.database.$count(authUsers, like(authUsers.email, '%@guest.invalid'))).toBeGreaterThan(9);
});
