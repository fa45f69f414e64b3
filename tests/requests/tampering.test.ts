import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS, newReference } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let asha: Visitor;
let other: Visitor;
let people: Record<'asha' | 'other', string>;
let artwork: { id: string };
let fabric: { id: string };

beforeAll(async () => {
  shop = await openRequestShop();
  asha = shop.visitor();
  other = shop.visitor();
  await asha.signUpAs('Asha Rawat');
  await other.signUpAs('Meera Joshi');
  const profiles = await shop.database.select().from(userProfiles);
  people = {
    asha: profiles.find((one) => one.name === 'Asha Rawat')!.id,
    other: profiles.find((one) => one.name === 'Meera Joshi')!.id,
  };
  artwork = await insertArtwork(shop.database);
  fabric = await insertArtwork(shop.database, {
    title: 'Aipan Dupatta',
    medium: 'fabric',
    category: 'Fabric Painting',
  });
});
beforeEach(async () => {
  await shop.database.delete(cart);
  await shop.database.insert(cart).values({ userId: people.asha, artworkId: artwork.id, quantity: 2 });
});
afterAll(() => shop?.close());

async function filledIn(visitor: Visitor, changes: Record<string, string> = {}): Promise<URLSearchParams> {
  const { status, text } = await visitor.get('/checkout');
  expect(status).toBe(200);
  const shown = new Map(fieldsOf(text));
  const fields = { ...Object.fromEntries(shown), ...ADDRESS, paymentReferenceId: newReference(), ...changes };
  delete (fields as Record<string, string>)['country'];
  return new URLSearchParams(fields);
}
const send = async (visitor: Visitor, fields: URLSearchParams) => {
  const response = await visitor.ask('/checkout', { method: 'POST', body: fields });
  return { status: response.status, location: response.headers.get('location'), text: textOf(await response.text()) };
};
const everything = async () => ({
  orders: await shop.database.select().from(orders),
  payments: await shop.database.select().from(payments),
  stock: await shop.database
    .select({ id: artworks.id, stock: artworks.stockCount })
    .from(artworks)
    .orderBy(artworks.id),
  cart: await shop.database.select().from(cart),
  // The worker may write emails at the same time.
  announced: (await shop.database.select().from(outbox))
    .filter((event) => event.name.startsWith('orders.'))
    .map((event) => event.id)
    .toSorted(),
});

describe('a tampered checkout is refused with its field and changes nothing', () => {
  const named: [field: string, value: string, message: string][] = [
    ...['0', '-1', '1000000000', '1.5', 'two'].map((value): [string, string, string] => [
      'quantity',
      value,
      'quantity must be a whole number from 1 to 1000',
    ]),
    ['quantity', '3', 'Order creation failed: your cart has changed.'],
    ['price', '1', 'Order creation failed: your cart has changed.'],
    ['price', '-100000', 'price must be an amount in paise'],
    ['price', '0.01', 'price must be an amount in paise'],
    ['seenTotal', '1', 'Order creation failed: the total is ₹2,150, not ₹0.01.'],
    ['seenTotal', '-1', 'seenTotal must be an amount in paise'],
    ['seenTotal', 'free', 'seenTotal must be an amount in paise'],
    ['artworkId', crypto.randomUUID(), 'Order creation failed: your cart has changed.'],
    ['artworkId', "1' or '1'='1", 'artworkId must be the id of an artwork'],
    ['key', crypto.randomUUID(), 'Order creation failed: your checkout session has expired.'],
    ['key', 'mine', 'key must be the key of an open checkout'],
    ['paymentMethod', 'free', 'Invalid payment method'],
    ['paymentMethod', 'cod', 'Cash on delivery is currently unavailable.'],
    ['paymentReferenceId', '1 2 3', 'Please enter a valid payment reference ID (minimum 6 characters)'],
    ['couponCode', 'NOPE', 'Invalid coupon code'],
    ['state', 'Kumaon', 'State is required'],
    ['phone', '12345', 'Phone must be 10 digits'],
    ['discountAmount', '200000', 'Unknown field: discountAmount'],
    ['status', 'delivered', 'Unknown field: status'],
    ['userId', crypto.randomUUID(), 'Unknown field: userId'],
  ];
  test.each(named)('%s = %s', async (field, value, message) => {
    const fields = await filledIn(asha, { [field]: value });
    const before = await everything();
    const answer = await send(asha, fields);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toContain(message);
    expect(await everything()).toEqual(before);
  });

  test('a field sent twice', async () => {
    const fields = await filledIn(asha);
    fields.append('seenTotal', '1');
    const before = await everything();
    const answer = await send(asha, fields);
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining('seenTotal must be an amount in paise'),
    ]);
    expect(await everything()).toEqual(before);
  });

  test('fabric as a line, in the form or in the cart itself', async () => {
    const asLine = await send(asha, await filledIn(asha, { artworkId: fabric.id }));
    expect([asLine.status, asLine.text]).toEqual([409, expect.stringContaining('your cart has changed')]);
    const fields = await filledIn(asha);
    await shop.database.insert(cart).values({ userId: people.asha, artworkId: fabric.id, quantity: 1 });
    const before = await everything();
    const inCart = await send(asha, fields);
    expect([inCart.status, inCart.text]).toEqual([
      409,
      expect.stringContaining('Order creation failed: Aipan Dupatta is painted to order.'),
    ]);
    expect(await everything()).toEqual(before);
  });

  test('the key, the cart and the order of another customer', async () => {
    await shop.database.insert(cart).values({ userId: people.other, artworkId: artwork.id, quantity: 1 });
    const theirs = await filledIn(other);
    const before = await everything();
    const answer = await send(asha, theirs);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('your checkout session has expired')]);
    expect(await everything()).toEqual(before);

    const placed = await send(other, theirs);
    expect(placed.status).toBe(303);
    const orderId = /placed=([0-9a-f-]+)/.exec(placed.location ?? '')![1]!;
    const afterwards = await everything();
    for (const id of [orderId, crypto.randomUUID(), 'nonsense']) {
      const cancel = await asha.post('/profile/orders', { orderId: id });
      expect([cancel.status, textOf(await cancel.text())]).toEqual([404, expect.not.stringContaining('Brass Lota')]);
    }
    expect(await everything()).toEqual(afterwards);
    expect((await asha.get('/profile/orders')).text).not.toContain(orderId);
  });

  test('a signed-out visitor is sent to the cart to sign in', async () => {
    const fields = await filledIn(asha);
    const before = await everything();
    const answer = await send(shop.visitor(), fields);
    expect(answer.status).toBe(303);
    expect(answer.location).toMatch(/^\/cart\?signin=1/);
    expect(await everything()).toEqual(before);
  });
});

describe('a customer who has already paid', () => {
  const help = (reference: string) => new RegExp(`Your money is not lost\\..*reference\\s+${reference}`);

  test.each([
    ['a changed total', { seenTotal: '1' }],
    ['a checkout that is not open any more', { key: crypto.randomUUID() }],
    ['a changed cart', { price: '1' }],
  ])('reads after %s what happens to the money, with the reference', async (_, changes) => {
    const fields = await filledIn(asha, changes);
    const reference = fields.get('paymentReferenceId')!;
    expect((await send(asha, fields)).text).toMatch(help(reference));
    fields.set('paymentReferenceId', '');
    expect((await send(asha, fields)).text).not.toContain('Your money is not lost');
  });

  test('reads it over an emptied cart too', async () => {
    const fields = await filledIn(asha);
    await shop.database.delete(cart);
    const answer = await send(asha, fields);
    expect(answer.text).toContain('Your cart is empty');
    expect(answer.text).toMatch(help(fields.get('paymentReferenceId')!));
  });
});

describe('an honest checkout', () => {
  test('without JavaScript keeps input after an error, then orders once', async () => {
    const fields = await filledIn(asha, { phone: '98765', name: 'Asha "Didi" Rawat' });
    const refused = await asha.ask('/checkout', { method: 'POST', body: fields });
    const page = await refused.text();
    expect(refused.status).toBe(422);
    expect(textOf(page)).toContain('One thing to fix');
    const again = new Map(fieldsOf(page));
    expect(again.get('name')).toBe('Asha "Didi" Rawat');
    expect(again.get('paymentReferenceId')).toBe(fields.get('paymentReferenceId'));
    fields.set('phone', '98765 43210');
    const [first, second] = [await send(asha, fields), await send(asha, fields)];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.location).toBe(first.location);
    expect(await shop.database.select().from(cart).where(eq(cart.userId, people.asha))).toEqual([]);
    const mine = await asha.get(first.location!);
    expect(textOf(mine.text)).toContain('Order placed successfully!');
    expect(textOf(mine.text)).toContain('Brass Lota × 2');
    expect(textOf((await asha.get('/checkout')).text)).toContain('Your cart is empty');
  });

  test('is cancelled from My Orders, once', async () => {
    const placed = await send(asha, await filledIn(asha));
    const orderId = /placed=([0-9a-f-]+)/.exec(placed.location ?? '')![1]!;
    const [{ stock } = { stock: 0 }] = await shop.database
      .select({ stock: artworks.stockCount })
      .from(artworks)
      .where(eq(artworks.id, artwork.id));
    for (let times = 0; times < 2; times += 1)
      expect((await asha.post('/profile/orders', { orderId })).status).toBe(303);
    expect(
      (await shop.database.select({ stock: artworks.stockCount }).from(artworks).where(eq(artworks.id, artwork.id)))[0],
    ).toEqual({ stock: stock + 2 });
    expect(textOf((await asha.get('/profile/orders')).text)).toContain('Cancelled by you on');
  });
});
