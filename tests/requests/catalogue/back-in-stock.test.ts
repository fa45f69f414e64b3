import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { sweepBackInStockRequests } from '#app/modules/orders/holds/holds.server.ts';
import { backInStockRequests } from '#app/modules/orders/holds/tables.server.ts';
import { insertArtwork, insertSizes, stockSize } from '#tests/support/artworks.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

let shop: RequestShop;
beforeAll(async () => void (shop = await openRequestShop()));
afterAll(() => shop.close());

const ASK = { intent: 'back-in-stock' };
const UNDO = { intent: 'not-back-in-stock' };
const waiting = () => shop.database.select().from(backInStockRequests);

test('a guest without script asks about a sold-out piece, and undoes it', async () => {
  const { slug, id } = await insertArtwork(shop.database, { title: 'Sold Lamp', stockCount: 0 });
  const page = `/artwork/${slug}`;
  const guest = shop.visitor();
  const shown = (await guest.get(page)).text;
  expect(textOf(shown)).toContain('Request this piece');
  expect(textOf(shown)).toContain('Email me when it’s back');

  const wrong = await guest.post(page, { ...ASK, email: 'ila at example' });
  const html = await wrong.text();
  expect([wrong.status, textOf(html).includes('Invalid email address')]).toEqual([400, true]);
  expect(html).toContain('value="ila at example"');

  const email = 'ila@example.in';
  const asked = await (await guest.post(page, { ...ASK, email })).text();
  expect(textOf(asked)).toContain('We’ll email you once it’s available.');
  expect((await guest.post(page, { ...ASK, email })).status).toBe(200);
  expect(await waiting()).toMatchObject([{ artworkId: id, variantId: null, email }]);
  const undo = Object.fromEntries(fieldsOf(asked));
  const undone = await guest.post(page, { ...UNDO, email: undo['email']!, variantId: '' });
  expect(textOf(await undone.text())).toContain('Undone. We won’t email you about it.');
  expect(await waiting()).toEqual([]);
  expect((await guest.get(page)).text).not.toContain(email);

  await guest.post(page, { ...ASK, email });
  await shop.database.update(artworks).set({ stockCount: 1 }).where(eq(artworks.id, id));
  await sweepBackInStockRequests(shop.systemContext());
  expect(await shop.mailTo(email, 'back-in-stock')).toContain(page);
  expect(textOf((await guest.get(page)).text)).not.toContain('Email me when it’s back');
});

test('archived pieces, drafts and prices on request offer no email', async () => {
  for (const wanted of [{ status: 'archived' }, { status: 'draft' }, { price: null }] as const) {
    const { slug } = await insertArtwork(shop.database, { title: 'Other Lamp', stockCount: 0, ...wanted });
    expect((await shop.visitor().get(`/artwork/${slug}`)).text).not.toContain('Email me when');
  }
});

test('a sold-out variant is asked about beside one in stock', async () => {
  const stock = { Long: 0, Short: 2 };
  const { slug, variants } = await insertSizes(shop.database, { title: 'Jute Runner', stock });
  const [long] = variants;
  const person = shop.visitor();
  const { email } = await person.signUpAs('Ila Pant');
  const { text } = await person.get(`/artwork/${slug}`);
  expect(text).toContain(`<option value="${long!.id}">Long</option>`);
  expect(text).not.toMatch(/<option[^>]*>Short/);
  expect((await person.post(`/artwork/${slug}`, { ...ASK, variantId: crypto.randomUUID() })).status).toBe(404);
  expect((await person.post(`/artwork/${slug}`, { ...ASK, variantId: 'long' })).status).toBe(400);
  expect((await person.post(`/artwork/${slug}`, { ...ASK, variantId: long!.id })).status).toBe(200);
  await sweepBackInStockRequests(shop.systemContext());
  expect(await waiting()).toMatchObject([{ variantId: long!.id }]);
  await stockSize(shop.database, long!, 3);
  await sweepBackInStockRequests(shop.systemContext());
  expect(await shop.mailTo(email, 'back-in-stock')).toContain('Jute Runner (Long)');
  expect((await shop.database.execute(sql`select from back_in_stock_requests`)).rows).toEqual([]);
});
