import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  changeCollection,
  deleteCollection,
  getCollection,
  getCollectionForAdmin,
  listCollections,
  listCollectionsForAdmin,
  moveCollection,
  saveCollection,
  undoCollectionChange,
} from './collections.server.ts';
import { collectionForm } from './forms.ts';

let shop: TestShop;
let ids: [string, string, string];
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  ids = [await idOf('Lamp'), await idOf('Vase'), await idOf('Bowl')];
});
afterAll(() => shop.close());

const idOf = async (title: string) => (await shop.makeArtwork({ title })).id;
const form = (changes: Record<string, string> = {}) =>
  collectionForm.parse({ title: 'Deepawali', published: 'on', artworks: ids.join(' '), ...changes });
async function make(changes: Record<string, string> = {}): Promise<string> {
  const saved = await saveCollection(shop.as.admin(), form(changes));
  if (!saved.ok) throw new Error(saved.reason);
  return saved.value;
}
const titlesIn = async (slug: string, limit = 12) =>
  (await getCollection(shop.as.guest(), slug, limit)).artworks.map(({ title }) => title);

test('shows its artworks in its order, with a count and first picture', async () => {
  await make({ artworks: [ids[2], ids[0], ids[1]].join(' ') });
  expect(await titlesIn('deepawali')).toEqual(['Bowl', 'Lamp', 'Vase']);
  expect(await titlesIn('deepawali', 2)).toEqual(['Bowl', 'Lamp']);
  const [bowl] = await shop.database.select().from(artworks).where(eq(artworks.id, ids[2]));
  expect(await listCollections(shop.as.guest())).toMatchObject([
    { slug: 'deepawali', title: 'Deepawali', count: 3, picture: { url: bowl!.images[0] } },
  ]);
  await shop.database.update(artworks).set({ status: 'archived' }).where(eq(artworks.id, ids[2]));
  expect(await titlesIn('deepawali')).toEqual(['Lamp', 'Vase']);
  expect((await listCollections(shop.as.guest()))[0]!.count).toBe(2);
});

test('uses the chosen picture, or the first artwork’s without one', async () => {
  const { images } = await shop.makeArtwork({ title: 'Brass diya' });
  await make({ image: images[0]! });
  const [lamp] = await shop.database.select().from(artworks).where(eq(artworks.id, ids[0]));
  const pictures = async () => (await listCollections(shop.as.guest())).map(({ picture }) => picture.url);
  expect(await pictures()).toEqual([images[0]]);
  await shop.database.delete(mediaGallery).where(eq(mediaGallery.publicUrl, images[0]!));
  expect(await pictures()).toEqual([lamp!.images[0]]);
});

test('shows an unpublished collection only to admins, and lists no empty one', async () => {
  await saveCollection(shop.as.admin(), { ...form({ title: 'Wedding' }), published: false });
  await make({ title: 'Empty', artworks: '' });
  expect(await listCollections(shop.as.guest())).toEqual([]);
  await expect(getCollection(shop.as.customer(), 'wedding', 12)).rejects.toThrow('This collection');
  expect((await getCollection(shop.as.admin(), 'wedding', 12)).count).toBe(3);
  expect((await getCollection(shop.as.guest(), 'empty', 12)).count).toBe(0);
  await expect(listCollectionsForAdmin(shop.as.customer())).rejects.toThrow();
});

test('gives collections with one name distinct addresses that stay', async () => {
  const id = await make();
  await make();
  const { version } = await getCollectionForAdmin(shop.as.admin(), id);
  expect(await saveCollection(shop.as.admin(), { id, ...form({ title: 'Lights', version: String(version) }) })).toEqual(
    {
      ok: true,
      value: id,
    },
  );
  expect((await listCollections(shop.as.guest())).map(({ slug, title }) => [slug, title])).toEqual([
    ['deepawali', 'Lights'],
    ['deepawali-2', 'Deepawali'],
  ]);
  expect(await saveCollection(shop.as.admin(), { id, ...form({ version: String(version) }) })).toMatchObject({
    ok: false,
    reason: 'stale',
  });
});

test('saves a repeated form once, unless the collection changed in the meantime', async () => {
  const id = crypto.randomUUID();
  const save = (changes: Record<string, string> = {}) =>
    saveCollection(shop.as.admin(), { ...form({ id, ...changes }), isNew: true });
  const added = { ok: true, value: id };
  expect(await Promise.all([save(), save()])).toEqual([added, added]);
  expect(await save({ title: 'Lights' })).toEqual(added);
  expect(await save({ title: 'Lights' })).toEqual(added);
  expect(await listCollectionsForAdmin(shop.as.admin())).toMatchObject([{ id, title: 'Lights', count: 3 }]);
  expect(await save({ title: 'Lamps' })).toMatchObject({ reason: 'stale' });
});

test('collections can be reordered, and deleted without their artworks', async () => {
  const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })];
  const admin = shop.as.admin();
  await moveCollection(admin, two, -1);
  await moveCollection(admin, two, -1);
  expect((await listCollections(shop.as.guest())).map(({ title }) => title)).toEqual(['Two', 'One']);
  expect([await deleteCollection(admin, one), await deleteCollection(admin, one)]).toEqual([true, false]);
  expect(await shop.database.$count(artworks)).toBe(3);
});

test('adds and removes several artworks once, and undoes both', async () => {
  const id = await make({ artworks: ids[0] });
  const admin = shop.as.admin();
  const titles = async () => (await getCollectionForAdmin(admin, id)).artworks.map(({ title }) => title);
  expect(await changeCollection(admin, id, { step: 'add', artworks: { search: 'vase' } })).toBe(1);
  expect(await titles()).toEqual(['Lamp', 'Vase']);
  await changeCollection(admin, id, { step: 'add', artworks: [ids[2]] });
  const later = { ...admin, now: new Date(admin.now.getTime() + 1000) };
  expect(await changeCollection(later, id, { step: 'remove', artworks: [ids[0], ids[2]] })).toBe(2);
  expect(await titles()).toEqual(['Vase']);
  expect(await undoCollectionChange(admin, 'remove', later.now)).toBe(2);
  expect(await titles()).toEqual(['Lamp', 'Vase', 'Bowl']);
  await expect(changeCollection(shop.as.customer(), id, { step: 'remove', artworks: ids })).rejects.toThrow();
});
