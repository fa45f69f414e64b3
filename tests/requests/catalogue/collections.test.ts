import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { collections } from '#app/modules/catalogue/collections/tables.server.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop, signInAdmin, type Visitor } from '#tests/support/request-shop.ts';

let shop: RequestShop;
let ids: string[];
let admin: Visitor;
beforeAll(async () => {
  shop = await openRequestShop();
  admin = await signInAdmin(shop);
  const common = { images: ['/media/none.webp'], medium: 'oil' as const, category: 'Oil Painting', price: rupees(900) };
  const rows = await shop.database
    .insert(artworks)
    .values(['Diya Row', 'Rangoli Plate', 'Toran'].map((title) => ({ ...common, title, stockCount: 1 })))
    .returning({ id: artworks.id });
  ids = rows.map(({ id }) => id);
});
afterAll(() => shop.close());

const get = async (path: string) => {
  const answer = await shop.visitor().get(path);
  return { ...answer, shown: textOf(answer.text) };
};

test('the owner makes a collection without script, and shoppers find it everywhere', async () => {
  expect((await get('/')).text).not.toContain('href="/collections"');
  const form = { title: 'Deepawali <b>', description: 'For the lights.', published: 'on', artworks: ids.join(' ') };
  const refused = await admin.post('/admin/collections/new', { ...form, title: '' });
  expect([refused.status, textOf(await refused.text()).includes('Enter a name')]).toEqual([422, true]);
  const moved = await admin.post('/admin/collections/new', { ...form, intent: 'later 0' });
  expect(await moved.text()).toContain(`value="${[ids[1], ids[0], ids[2]].join(' ')}"`);
  const saved = await admin.post('/admin/collections/new', { ...form, artworks: [ids[1], ids[0], ids[2]].join(' ') });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/collections?done=saved']);

  const page = await get('/collections/deepawali-b');
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('<b>');
  const order = ['Rangoli Plate', 'Diya Row', 'Toran'].map((title) => page.shown.indexOf(title));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(page.text).toContain('<link rel="canonical" href="');
  expect((await get('/collections')).shown).toContain('3 pieces');
  expect((await get('/')).text).toContain('href="/collections"');
  const sitemap = (await get('/sitemap.xml')).text;
  expect([sitemap.includes('/collections</loc>'), sitemap.includes('/collections/deepawali-b</loc>')]).toEqual([
    true,
    true,
  ]);
});

test('the list adds and removes several artworks, with undo', async () => {
  const [row] = await shop.database.select().from(collections);
  const asked = await admin.post('/admin/artworks?q=toran', { intent: 'collection', all: 'on' });
  expect(asked.headers.get('location')).toMatch(/^\/admin\/artworks\/collection\?q=toran&several=1&all=on$/);
  expect(textOf((await admin.get(asked.headers.get('location')!)).text)).toContain('Change 1 artwork');
  const out = await admin.post('/admin/artworks/collection?q=toran', {
    all: 'on',
    step: 'remove',
    collection: row!.id,
  });
  expect(out.headers.get('location')).toContain('done=remove&count=1');
  expect((await get('/collections')).shown).toContain('2 pieces');
  const at = new URL(out.headers.get('location')!, 'http://shop').searchParams.get('at')!;
  await admin.post('/admin/artworks', { intent: 'undo', change: 'remove', at });
  expect((await get('/collections')).shown).toContain('3 pieces');
  const none = await admin.post('/admin/artworks/collection', { id: ids[0]!, step: 'add', collection: '' });
  expect(none.status).toBe(400);
});

test('a form repeated after a lost answer adds one collection', async () => {
  const { id } = Object.fromEntries(fieldsOf((await admin.get('/admin/collections/new')).text));
  const sent = { id: id!, title: 'Sent twice', artworks: ids.join(' ') };
  for (const _ of [1, 2]) expect((await admin.post('/admin/collections/new', sent)).status).toBe(303);
  const made = await shop.database.select().from(collections).where(eq(collections.title, 'Sent twice'));
  expect(made).toMatchObject([{ id, version: 1 }]);
  expect((await admin.post('/admin/collections/new', { ...sent, id: '7' })).status).toBe(422);
});

test('an unknown or unpublished collection is not found', async () => {
  expect((await get('/collections/none')).status).toBe(404);
  const [row] = await shop.database.select().from(collections);
  await admin.post(`/admin/collections/${row!.id}`, { title: 'Deepawali', artworks: ids.join(' ') });
  expect((await get('/collections/deepawali-b')).status).toBe(404);
  expect((await get('/collections')).shown).toContain('No collection yet');
  expect((await admin.get('/collections/deepawali-b')).status).toBe(200);
});
