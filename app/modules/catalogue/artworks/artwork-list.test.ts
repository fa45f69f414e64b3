import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { draftFrom, draftOf } from '#app/routes/admin/catalogue/artworks/form/draft.ts';
import { moveItem, rearrange } from '#app/routes/admin/shared/move-item.ts';
import {
  changeArtworks,
  deleteArtworks,
  getArtwork,
  listArtworksForAdmin,
  saveArtwork,
  undoChange,
} from './artworks.server.ts';
import { ARTWORK_SORTS } from './artwork-list.ts';
import { artworkFormSchema, tagsOf } from './forms.ts';
import { artworks } from './tables.server.ts';

let shop: TestShop;
let admin: Shop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  admin = shop.as.admin();
});

const titles = async (asked: Parameters<typeof listArtworksForAdmin>[1]) =>
  (await listArtworksForAdmin(admin, asked)).artworks.map(({ title }) => title);
const noted = () => shop.database.select().from(auditLog);

describe('the owner’s list', () => {
  test('searches title, description and category, and counts by medium', async () => {
    await shop.makeArtwork({ title: 'Brass Diya', medium: 'handcraft', category: 'Handcraft' });
    await shop.makeArtwork({
      title: 'Neem Soap',
      medium: 'handcraft',
      category: 'Skin Care',
      description: '100% neem',
    });
    await shop.makeArtwork({ title: 'Dawn', description: 'Snow over a brass-yellow field' });
    expect(await titles({ search: 'BRASS' })).toEqual(['Dawn', 'Brass Diya']);
    expect(await titles({ search: 'skin' })).toEqual(['Neem Soap']);
    expect(await titles({ search: '%' })).toEqual(['Neem Soap']);
    expect(await titles({ medium: 'handcraft' })).toEqual(['Brass Diya']);
    expect(await titles({ medium: 'skin-care' })).toEqual(['Neem Soap']);
    expect((await listArtworksForAdmin(admin, { medium: 'oil' })).counts).toEqual({
      all: 3,
      fabric: 0,
      oil: 1,
      handcraft: 1,
      'skin-care': 1,
    });
  });

  test.each(ARTWORK_SORTS)('sorted by %s, its pages list every artwork once', async (sort) => {
    await shop.database.insert(artworks).values(
      Array.from({ length: 80 }, (_, n) => ({
        title: `${n % 2 ? 'b' : 'B'}asket ${n % 7}`,
        price: rupees(100 + (n % 5)),
        medium: 'oil' as const,
        category: 'Oil Painting',
        stockCount: n % 3,
        images: ['/media/x.webp'],
        createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 4))),
      })),
    );
    const read: string[] = [];
    const keys: (string | number)[] = [];
    let cursor: string | undefined;
    do {
      const page = await listArtworksForAdmin(admin, { sort, cursor });
      for (const artworkOf of page.artworks) {
        read.push(artworkOf.id);
        keys.push(
          sort.includes('title')
            ? artworkOf.title.toLowerCase()
            : sort.includes('price')
              ? artworkOf.price!
              : sort.includes('stock')
                ? artworkOf.stockCount
                : artworkOf.createdAt.getTime(),
        );
      }
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(read).size).toBe(80);
    const up = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(sort.startsWith('-') ? up.toReversed() : up);
  });

  test('is available to helpers, and not found for customers and guests', async () => {
    await shop.makeArtwork();
    expect((await listArtworksForAdmin(shop.as.helper())).counts.all).toBe(1);
    for (const other of [shop.as.guest(), shop.as.customer()])
      await expect(listArtworksForAdmin(other)).rejects.toThrow(NotFound);
  });
});

describe('several at once', () => {
  test('are featured, sold out and deleted; only real changes are logged', async () => {
    const one = await shop.makeArtwork({ featured: true });
    const two = await shop.makeArtwork();
    expect(await changeArtworks(admin, [one.id, two.id, 'nonsense'], 'feature')).toEqual({ changed: 1, refused: 0 });
    expect(await changeArtworks(admin, [one.id, two.id], 'out-of-stock')).toEqual({ changed: 2, refused: 0 });
    expect(await getArtwork(admin, two.id)).toMatchObject({
      featured: true,
      stockCount: 0,
      inStock: false,
      version: 3,
    });
    expect(await deleteArtworks(admin, [one.id, two.id, one.id])).toBe(2);
    expect(await deleteArtworks(admin, [one.id])).toBe(0);
    expect((await noted()).map(({ action, subjectId, after }) => [action, subjectId, after])).toEqual(
      expect.arrayContaining([
        ['artwork.feature', two.id, { featured: true }],
        ['artwork.out-of-stock', one.id, { stockCount: 0 }],
        ['artwork.delete', one.id, null],
      ]),
    );
    expect(await noted()).toHaveLength(5);
    await expect(changeArtworks(shop.as.customer(), [one.id], 'feature')).rejects.toThrow(NotFound);
    await expect(deleteArtworks(shop.as.customer(), [one.id])).rejects.toThrow(NotFound);
  });
});

describe('undoing a change of several artworks', () => {
  test('restores earlier values except of artworks changed since', async () => {
    const [one, two] = [await shop.makeArtwork(), await shop.makeArtwork({ featured: true })];
    await changeArtworks(admin, [one.id, two.id], 'out-of-stock');
    await changeArtworks(admin, [two.id], { stock: { step: 'set', count: 1, reason: '' } });
    expect(await undoChange(admin, 'feature', admin.now)).toEqual({ changed: 0, refused: 0 });
    expect(await undoChange(admin, 'out-of-stock', admin.now)).toEqual({ changed: 1, refused: 0 });
    expect(await getArtwork(admin, one.id)).toMatchObject({ stockCount: 3, version: 3 });
    expect((await getArtwork(admin, two.id)).stockCount).toBe(1);
    expect(await undoChange(admin, 'out-of-stock', admin.now)).toEqual({ changed: 0, refused: 0 });
    expect((await noted()).at(-1)).toMatchObject({ action: 'artwork.undo', after: { stockCount: 3 } });
    await expect(undoChange(shop.as.customer(), 'feature', admin.now)).rejects.toThrow(NotFound);
  });
});

describe('the form', () => {
  const typed = (over: Record<string, string> = {}) =>
    artworkFormSchema.parse({
      title: 'Dawn',
      price: '₹1,450.50',
      medium: 'skin-care',
      category: 'Soap',
      images: '/media/a.webp /media/b.webp',
      tags: ' gift, gift,, silk ',
      unit: 'inches',
      width: '12',
      ...over,
    });

  test('refuses a price with misplaced commas', () => {
    expect(typed({ price: '1,25,000' }).price).toBe(rupees(125_000));
    for (const price of ['1.250,00', '1,25', '12,5000']) expect(() => typed({ price })).toThrow();
  });

  test('is read as it is typed', () => {
    expect(typed()).toMatchObject({
      price: 145_050,
      images: ['/media/a.webp', '/media/b.webp'],
      tags: ['gift', 'silk'],
      dimensions: { width: 12, height: 0, unit: 'inches' },
      featured: false,
      dateCreated: null,
    });
    expect(tagsOf(' , a,b ,a')).toEqual(['a', 'b']);
  });

  test('opens an artwork with its main picture first; saving unchanged changes nothing', async () => {
    const { id } = await shop.makeArtwork({ medium: 'handcraft', category: 'Skin Care', price: rupees(180.5) });
    const other = await shop.makeArtwork();
    await shop.database
      .update(artworks)
      .set({ images: [(await getArtwork(admin, id)).pictures[0]!.url, ...other.images], mainImageIndex: 1 })
      .where(eq(artworks.id, id));
    const before = await getArtwork(admin, id);
    const draft = draftOf(before, undefined);
    expect(draft).toMatchObject({
      medium: 'skin-care',
      price: '180.5',
      images: [other.images[0], before.pictures[0]!.url],
    });
    const fields: Record<string, string> = {
      ...Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, String(value)])),
      images: draft.images.join(' '),
      tags: draft.tags.join(','),
      id,
      version: String(before.version),
    };
    const { featured: _unticked, priceOnRequest: _off, ...form } = fields;
    expect(draftFrom(form)).toEqual(draft);
    // These names exist on every object.
    expect(draftFrom({ ...form, medium: 'toString', status: '__proto__' })).toMatchObject({
      medium: 'fabric',
      status: 'published',
    });
    const saved = await saveArtwork(admin, artworkFormSchema.parse(form));
    expect(saved).toMatchObject({ ok: true, value: { price: before.price, medium: 'skin-care', mainImageIndex: 0 } });
    const stale = await saveArtwork(admin, artworkFormSchema.parse({ ...form, title: 'Mine' }));
    expect(stale).toMatchObject({ reason: 'stale', data: { title: before.title, version: 2 } });
    expect((await getArtwork(admin, id)).title).toBe(before.title);
    expect((await noted()).map(({ action, after }) => [action, Object.keys(after ?? {})])).toEqual([
      ['artwork.save', ['images', 'mainImageIndex']],
    ]);
  });

  test('moving keeps every picture', () => {
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
    expect(rearrange(['a', 'b', 'c'], 'later 0')).toEqual(['b', 'a', 'c']);
    expect(rearrange(['a', 'b', 'c'], 'remove 1')).toEqual(['a', 'c']);
    expect(rearrange(['a', 'b'], 'upload')).toEqual(['a', 'b']);
  });
});
