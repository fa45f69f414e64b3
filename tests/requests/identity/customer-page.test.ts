import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wishlist } from '#app/modules/catalogue/wishlist/tables.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { contactMessages } from '#app/modules/messaging/contact/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let owner: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  owner = await signInAdmin(shop);
});
afterAll(() => shop.close());

test('a person’s page joins orders, requests, wishes, notes and messages', async () => {
  const { visitor, context } = await signInCustomer(shop, 'Heera Negi');
  const person = (await shop.database.select().from(userProfiles).where(eq(userProfiles.name, 'Heera Negi')))[0]!;
  const artwork = await insertArtwork(shop.database, { title: 'Hill Dawn' });
  await putIntoCart(context, artwork.id);
  const order = await orderCart(context);
  await shop.database.insert(wishlist).values({ userId: person.id, artworkId: artwork.id });
  await shop.database.insert(contactMessages).values({
    ticketNumber: 'T-1',
    name: 'Heera',
    email: person.email,
    subject: 'A frame for it',
    message: 'Can you frame it?',
  });
  const path = `/admin/users/${person.id}`;
  const shown = textOf((await owner.get(path)).text);
  for (const text of ['Heera Negi', order.orderNumber, artwork.title, 'A frame for it']) expect(shown).toContain(text);
  expect(shown).toMatch(/To come ₹[1-9]/);
  expect((await owner.get(path)).text).toContain(`href="mailto:${person.email}"`);

  const seen = Object.fromEntries(fieldsOf((await owner.get(path)).text)).seen!;
  const saved = await owner.post(path, { intent: 'note', note: 'Likes red.', seen });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?done=note`]);
  const late = await owner.post(path, { intent: 'note', note: 'Likes blue.', seen });
  expect([late.status, textOf(await late.text())]).toEqual([409, expect.stringContaining('Likes red.')]);
  expect((await visitor.get('/profile')).text).not.toContain('Likes red.');
  const helper = await signInAdmin(shop, { name: 'Deepa Joshi', role: 'helper' });
  expect((await helper.get(path)).status).toBe(404);
  expect((await helper.get('/admin/orders')).text).not.toContain(path);
  expect((await owner.get('/admin/orders')).text).toContain(path);
});

test('a new account’s page says what will appear', async () => {
  await signInCustomer(shop, 'Gita Bora');
  const person = (await shop.database.select().from(userProfiles).where(eq(userProfiles.name, 'Gita Bora')))[0]!;
  const shown = textOf((await owner.get(`/admin/users/${person.id}`)).text);
  for (const text of ['No orders yet.', 'No requests yet.', 'No wishes yet.', 'No consents given yet.'])
    expect(shown).toContain(text);
});
