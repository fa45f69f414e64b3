import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { toHolder } from '#app/modules/orders/holds/holder.server.ts';
import { endHolds, holdStock, lockHolds } from '#app/modules/orders/holds/holds.server.ts';
import { artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { inTransaction, signedIn } from '#app/platform/shop.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let shop: RequestShop;
let admin: Visitor;
let id: string;
let address: string;
beforeAll(async () => {
  shop = await openRequestShop();
  admin = await signInAdmin(shop);
  const row = await insertArtwork(shop.database, {
    title: 'Jute Runner',
    category: 'Home',
    price: rupees(700),
    stockCount: 4,
  });
  id = row.id;
  address = `/artwork/${row.slug}`;
});
afterAll(() => shop.close());

const line = (at: number, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`variants.${at}.${name}`, value]));
const FORM = {
  unit: 'cm',
  ...line(0, { id: '', size: 'Long', cloth: '', price: '1,200', stockCount: '1', width: '180', height: '40' }),
  ...line(1, { id: '', size: 'Short', cloth: '', price: '800', stockCount: '2', width: '90', height: '40' }),
  ...line(2, { id: '', size: '', cloth: '', price: '', stockCount: '', width: '', height: '' }),
};
const variantIds = async () =>
  Object.fromEntries(
    (await shop.database.select().from(artworkVariants).where(eq(artworkVariants.artworkId, id))).map((row) => [
      row.size,
      row.id,
    ]),
  );

test('the owner’s form keeps its input with errors, and saves without script', async () => {
  const page = `/admin/artworks/${id}/variants`;
  const version = /name="version" value="(\d+)"/.exec((await admin.get(page)).text)![1]!;
  const refused = await admin.post(page, { ...FORM, version, 'variants.1.price': 'cheap' });
  const shown = await refused.text();
  expect([refused.status, shown.includes('value="cheap"'), shown.includes('value="Long"')]).toEqual([422, true, true]);
  const old = await admin.post(page, { ...FORM, version: '999' });
  expect([old.status, textOf(await old.text()).includes('sold or changed in the meantime')]).toEqual([409, true]);
  const saved = await admin.post(page, { ...FORM, version });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `/admin/artworks?done=save&of=${id}`]);
  const form = (await admin.get(`/admin/artworks/${id}`)).text;
  expect(textOf(form)).toContain('The lowest variant price');
  expect(textOf((await admin.get(`/admin/artworks/${id}/stock-history`)).text)).toContain('Counted by variant');
  expect((await shop.visitor().post(page, { ...FORM, version })).status).toBe(404);
});

test('a shopper sees “from”, chooses without script, and the cart names it', async () => {
  const guest = shop.visitor();
  const gallery = await guest.get('/gallery?q=jute');
  expect(textOf(gallery.text)).toMatch(/from ₹800.*Choose options/s);
  const { text } = await guest.get(address);
  const { Long, Short } = await variantIds();
  expect(text).toMatch(new RegExp(`<input form="buy"[^>]*name="variantId" checked="" value="${Long}"`));
  expect(text).toContain('"@type":"ProductGroup","name":"Jute Runner"');
  expect(text).toMatch(
    /"name":"Jute Runner \(Long\)".*"price":"1200.00".*"name":"Jute Runner \(Short\)".*"price":"800.00"/,
  );
  expect((await guest.get(`${address}?variant=${Short}`)).text).toContain(
    `name="variantId" checked="" value="${Short}"`,
  );
  const add = (fields: Record<string, string>) =>
    guest.post('/visitor-state', { intent: 'add', artworkId: id, quantity: '1', returnTo: address, ...fields });
  await add({});
  expect(textOf((await guest.get('/cart')).text)).toContain('Choose one on its page');
  await add({ variantId: Long! });
  await add({ variantId: Short! });
  await add({ variantId: Short! });
  const cart = textOf((await guest.get('/cart')).text);
  expect(cart).toMatch(/Jute Runner \(Long\).*₹1,200/s);
  expect(cart).toMatch(/Jute Runner \(Short\).*₹1,600/s);
});

test('checkout names the variant, and another variant’s price changes the cart', async () => {
  const customer = shop.visitor();
  await customer.signUpAs('Kiran Pant');
  const { Short } = await variantIds();
  await customer.post('/visitor-state', {
    intent: 'add',
    artworkId: id,
    variantId: Short!,
    quantity: '1',
    returnTo: '/',
  });
  const { text } = await customer.get('/checkout');
  expect(text).toContain(`name="variantId" value="${Short}"`);
  expect(textOf(text)).toContain('Jute Runner (Short)');
});

test('the till and a draft list each variant separately', async () => {
  const { Long } = await variantIds();
  const till = await admin.get('/admin/sale?q=jute');
  expect(textOf(till.text)).toMatch(/Jute Runner \(Long\).*Jute Runner \(Short\)/s);
  const picked = await admin.get(`/admin/sale?line=${id}.${Long}:1`);
  expect(textOf(picked.text)).toContain('1 · ₹1,200');
  const found = await admin.get('/admin/orders/new?q=jute');
  expect(found.text).toContain(`line=${id}.${Long}%3A1`);
});

test('every editable count includes the pieces that checkouts hold', async () => {
  const { Long } = await variantIds();
  const { context } = await signInCustomer(shop);
  const { userId } = signedIn(context);
  const lines = [{ artworkId: id, variantId: Long!, quantity: 1 }];
  const holder = toHolder(context, { userId });
  const starts = { hour: new Map(), day: new Map() };
  expect(
    await inTransaction(context, (shop) => holdStock(shop, { userId, holder, held: [], lines, starts })),
  ).toMatchObject({
    ok: true,
  });
  const shown = async (page: string) => textOf((await admin.get(`/admin/artworks/${page}`)).text);
  const text = '1 held by a checkout now, not included in this number';
  expect(await shown(id)).toContain(`Total of all variants. ${text}`);
  const variants = await shown(`${id}/variants`);
  expect([variants.includes('Jute Runner: 2 in stock now, 1 held by a checkout'), variants.split(text).length]).toEqual(
    [true, 2],
  );
  expect(await shown(`${id}/stock-history`)).toContain('Jute Runner: 2 in stock now, 1 held by a checkout');
  expect(await shown(`stock?id=${id}`)).toContain('Jute Runner : 1 held by a checkout now');
  expect(await shown(`price?id=${id}`)).not.toContain('held by a checkout');
  await inTransaction(context, async (shop) => endHolds(shop, await lockHolds(shop, userId)));
  for (const page of [id, `${id}/variants`, `${id}/stock-history`, `stock?id=${id}`])
    expect(await shown(page)).not.toContain('held by a checkout');
});

test('a form after a sale shows it and keeps the shop’s stock', async () => {
  const page = `/admin/artworks/${id}/variants`;
  const sellOne = async (variantId: string) =>
    expect(
      await inTransaction(shop.systemContext(), (shop) => takeStock(shop, [{ artworkId: id, variantId, quantity: 1 }])),
    ).toEqual({
      ok: true,
    });
  const seen = Object.fromEntries(fieldsOf((await admin.get(page)).text));
  const { Long, Short } = await variantIds();
  await sellOne(Long!);
  await sellOne(Short!);
  const again = await admin.post(page, { ...seen, 'variants.0.price': '1,300', 'variants.1.stockCount': '5' });
  const html = await again.text();
  expect(again.status).toBe(409);
  expect(textOf(html)).toMatch(/Saved: Long · ₹1,200 · 0 in stock.*Saved: Short · ₹800 · 1 in stock/s);
  const shown = Object.fromEntries(fieldsOf(html));
  expect(shown).toMatchObject({
    'variants.0.price': '1,300',
    'variants.0.stockCount': '0',
    'variants.1.stockCount': '5',
  });
  await sellOne(Short!);
  const third = Object.fromEntries(fieldsOf(await (await admin.post(page, shown)).text()));
  expect((await admin.post(page, third)).status).toBe(303);
  const left = await shop.database.select().from(artworkVariants).where(eq(artworkVariants.artworkId, id));
  expect(Object.fromEntries(left.map(({ size, price, stockCount }) => [size, [price, stockCount]]))).toEqual({
    Long: [rupees(1300), 0],
    Short: [rupees(800), 5],
  });
});

test('a form after another save names variants it would remove', async () => {
  const page = `/admin/artworks/${id}/variants`;
  const seen = Object.fromEntries(fieldsOf((await admin.get(page)).text));
  const wide = line(2, { size: 'Wide', price: '900', stockCount: '1' });
  expect((await admin.post(page, { ...seen, ...wide })).status).toBe(303);
  const again = await admin.post(page, seen);
  expect(again.status).toBe(409);
  expect(textOf(await again.text())).toContain('Saving removes these variants: Wide (1 in stock).');
});
