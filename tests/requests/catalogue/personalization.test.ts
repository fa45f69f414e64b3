import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { orderCart } from '#tests/support/checkout.ts';
import { textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let admin: Visitor;
let artworkId: string;
let address: string;
beforeAll(async () => {
  shop = await openRequestShop();
  admin = await signInAdmin(shop);
  const row = await insertArtwork(shop.database, {
    title: 'Aipan Nameplate',
    category: 'Home',
    price: rupees(700),
    stockCount: 4,
  });
  artworkId = row.id;
  address = `/artwork/${row.slug}`;
});
afterAll(() => shop.close());

const row = (at: number, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([input, value]) => [`fields.${at}.${input}`, value]));
const FORM = {
  ...row(0, {
    id: '',
    label: 'Name on the plate',
    kind: 'text',
    maxLength: '20',
    hint: 'In any script',
    required: 'yes',
  }),
  ...row(1, { id: '', label: 'Width', kind: 'cm', maxLength: '', hint: '' }),
  ...row(2, { id: '', label: '', kind: 'text', maxLength: '', hint: '' }),
};
const fieldIds = async () =>
  (await shop.database.select().from(artworks).where(eq(artworks.id, artworkId)))[0]!.personalizationFields.map(
    ({ id }) => `personalization.${id}`,
  ) as [string, string];

test('the owner’s form keeps its input with errors, and saves without script', async () => {
  const page = `/admin/artworks/${artworkId}/personalization`;
  const version = /name="version" value="(\d+)"/.exec((await admin.get(page)).text)![1]!;
  const refused = await admin.post(page, { ...FORM, version, 'fields.0.maxLength': '900' });
  const shown = await refused.text();
  expect([refused.status, shown.includes('value="900"'), shown.includes('value="Width"')]).toEqual([422, true, true]);
  const old = await admin.post(page, { ...FORM, version: '999' });
  expect([old.status, textOf(await old.text()).includes('sold or changed in the meantime')]).toEqual([409, true]);
  const saved = await admin.post(page, { ...FORM, version });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `/admin/artworks?done=save&of=${artworkId}`]);
  expect(textOf((await admin.get(`/admin/artworks/${artworkId}`)).text)).toContain('Edit custom text or measurements');
  expect((await shop.visitor().post(page, { ...FORM, version })).status).toBe(404);
});

test('a shopper without script answers, corrects and changes personalization', async () => {
  const guest = shop.visitor();
  const [name, width] = await fieldIds();
  expect(textOf((await guest.get('/gallery?q=nameplate')).text)).toContain('Choose options');
  const page = (await guest.get(address)).text;
  expect(textOf(page)).toMatch(/Name on the plate.*In any script\. Up to 20 characters.*Width, in cm.*\(optional\)/s);
  expect(textOf(page)).toContain('Personalised pieces can’t be returned unless something is wrong');
  const buy = (fields: Record<string, string>) =>
    guest.post(address, { intent: 'add', artworkId, quantity: '2', returnTo: address, ...fields });
  const missing = await buy({ [name]: '', [width]: '18.5' });
  const again = await missing.text();
  expect(missing.status).toBe(422);
  expect(textOf(again)).toContain('Please answer: Name on the plate');
  expect(again).toMatch(/value="18\.5"/);
  expect(again).toMatch(/name="quantity"[^>]*value="2"/);
  expect(guest.cookies.has('guest_cart')).toBe(false);

  const added = await buy({ [name]: '<b>Asha</b>', [width]: '18.5' });
  expect([added.status, added.headers.get('location')]).toEqual([303, address]);
  const [cookie] = added.headers.getSetCookie().filter((line) => line.startsWith('guest_answers='));
  expect(cookie).toContain('HttpOnly');
  expect(decodeURIComponent(guest.cookies.get('guest_cart')!)).not.toContain('Asha');
  const cart = (await guest.get('/cart')).text;
  expect(textOf(cart)).toMatch(/Name on the plate: <b>Asha<\/b>.*Width: 18\.5 cm.*Same for all 2/s);
  expect(cart).not.toContain('<b>Asha');
  // The card of an artwork sends no answers, so the item keeps its own.
  await guest.post('/visitor-state', { intent: 'add', artworkId, quantity: '1', returnTo: '/cart' });
  expect(textOf((await guest.get('/cart')).text)).toContain('All 3 will be made the same way');

  const line = /href="(\/cart\/lines\/[^"]+\/personalization)"/.exec(cart)![1]!;
  expect((await guest.get(line)).text).toMatch(/value="18\.5"/);
  const wrong = await guest.post(line, { [name]: 'x'.repeat(21), [width]: '' });
  expect([wrong.status, textOf(await wrong.text()).includes('At most 20 characters')]).toEqual([422, true]);
  expect((await guest.post(line, { [name]: 'Ila', [width]: '' })).headers.get('location')).toBe('/cart');
  expect(textOf((await guest.get('/cart')).text)).toMatch(/Name on the plate: Ila/);
  expect((await shop.visitor().get(line)).status).toBe(404);

  await guest.signUpAs('Ila Pant');
  const own = await guest.get('/cart');
  expect(textOf(own.text)).toMatch(/Name on the plate: Ila/);
  expect(guest.cookies.has('guest_answers')).toBe(false);
});

test('a foreign form or another artwork’s answer adds nothing', async () => {
  const guest = shop.visitor();
  const [name] = await fieldIds();
  const card = await guest.post('/visitor-state', { intent: 'add', artworkId, quantity: '1', returnTo: '/gallery' });
  expect(card.status).toBe(303);
  expect(textOf((await guest.get('/cart')).text)).toContain('Enter them on its page');
  const strange = { intent: 'add', artworkId, quantity: '1', [name]: 'Asha', 'personalization.gone': 'x' };
  const refused = await guest.post(address, strange);
  expect([refused.status, textOf(await refused.text()).includes('have changed')]).toEqual([422, true]);
  expect((await guest.post(address, { ...strange, price: '1' })).status).toBe(400);
  expect(guest.cookies.has('guest_cart')).toBe(false);
});

test('an invalid cookie of answers does not lose the cart', async () => {
  const guest = shop.visitor();
  const [name] = await fieldIds();
  await guest.post(address, { intent: 'add', artworkId, quantity: '1', [name]: 'Asha' });
  for (const garbage of ['', 'x', '%00', 'bnVsbA%3D%3D', Buffer.from('{"a":{"b":7}}').toString('base64')]) {
    guest.cookies.set('guest_answers', garbage);
    expect(textOf((await guest.get('/cart')).text)).toContain('Still needed: Name on the plate');
  }
});

test('checkout, order, packing slip and My Orders show the answers', async () => {
  const { visitor, context } = await signInCustomer(shop, 'Kiran Pant');
  const [name, width] = await fieldIds();
  await visitor.post(address, { intent: 'add', artworkId, quantity: '1', [name]: 'Kiran', [width]: '20' });
  const checkout = await visitor.get('/checkout');
  expect(textOf(checkout.text)).toContain('Name on the plate: Kiran');
  expect(checkout.text).toMatch(/name="seenAnswers" value="[\w-]{22}"/);
  const order = await orderCart(context);
  for (const page of [`/admin/orders/${order.id}`, `/admin/orders/${order.id}/packing-slip`])
    expect(textOf((await admin.get(page)).text)).toMatch(/Name on the plate: Kiran.*Width: 20 cm/s);
  expect(textOf((await visitor.get('/profile/orders')).text)).toMatch(/Name on the plate: Kiran.*Width: 20 cm/s);
  const tracked = (who: Visitor) => who.get(`/track-order?order=${order.orderNumber}`);
  expect((await tracked(shop.visitor())).text).not.toContain('Kiran');
  const draft = await admin.get(`/admin/orders/new?line=${artworkId}:1`);
  expect(textOf(draft.text)).toContain('Aipan Nameplate: Name on the plate');
});
