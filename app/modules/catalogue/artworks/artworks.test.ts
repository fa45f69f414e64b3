import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { deletePicture } from '#app/modules/catalogue/media/media.server.ts';
import { mediaGallery } from '#app/modules/catalogue/media/tables.server.ts';
import { readConfig } from '#app/platform/config.server.ts';
import { openReadCache } from '#app/platform/read-cache.server.ts';
import { log } from '#app/platform/log.server.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { insertPicture } from '#tests/support/artworks.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { addressOf, filterFromAddress } from '#app/routes/storefront/gallery/gallery-address.ts';
import { sampleCatalogue } from '#samples/catalogue/sample-artworks.ts';
import { type Artwork, sampleId } from './artwork.ts';
import { MEDIUMS, shownMedium, storedAs } from './medium.ts';
import {
  addArtwork,
  deleteArtworks,
  featuredArtworks,
  findArtworks,
  getArtwork,
  relatedArtworks,
  returnStock,
  saveArtwork,
  searchArtworks,
  summariesOf,
  takeStock,
  usesOfPictures,
} from './artworks.server.ts';
import { AVAILABILITIES, SIZES, SORTS, filterInMemory, type ArtworkFilter } from './filter.ts';
import { artworkFormSchema, type ArtworkInput, artworkSchema } from './forms.ts';
import { ADD_AN_IMAGE, FILL_IN_REQUIRED } from './artwork-fields.ts';

let shop: TestShop;
let context: Shop;
const removed: string[] = [];
const IMAGE = '/media/one.webp';

beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.storage = {
    put: async () => {},
    open: async () => undefined,
    remove: async (names) => void removed.push(...names),
  };
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  removed.length = 0;
  context = { ...shop.as.shop(), config: readConfig({}) };
  const picture = { width: 800, height: 1000, widths: [160, 400, 800], altText: 'A picture' };
  await insertPicture(shop.database, picture, 'one');
});

const guest = (): Shop => ({ ...context, actor: { kind: 'guest' } });

function artworkOf(over: Partial<Record<keyof ArtworkInput, unknown>> = {}): ArtworkInput {
  return artworkSchema.parse({
    title: 'Himalayan Dawn',
    price: '14500',
    medium: 'oil',
    category: 'Oil Painting',
    images: [IMAGE],
    stockCount: 2,
    ...over,
    ...(typeof over.price === 'number' ? { price: String(over.price) } : {}),
  });
}
async function add(
  over: Partial<Record<keyof ArtworkInput, unknown>> = {},
  id?: string,
  now = context.now,
): Promise<Artwork> {
  const added = await addArtwork({ ...context, now }, artworkOf(over), id);
  if (!added.ok) throw new Error(added.reason);
  return added.value;
}

async function restOf(shop: Shop, filter: ArtworkFilter): Promise<{ id: string }[]> {
  const { artworks, next } = await findArtworks(shop, { ...filter, limit: 12 });
  return next === undefined ? artworks : [...artworks, ...(await restOf(shop, { ...filter, after: next }))];
}

describe('finding', () => {
  test('shows twelve of all matches, and counts each kind', async () => {
    for (let number = 1; number <= 14; number++)
      await add({ title: `Piece ${number}`, medium: number > 10 ? 'skin-care' : 'oil' });
    const found = await findArtworks(guest());
    expect(found.artworks).toHaveLength(12);
    expect(found.total).toBe(14);
    expect(found.facets.mediums).toEqual([
      { name: 'oil', count: 10 },
      { name: 'skin-care', count: 4 },
    ]);
    expect(found.facets.categories).toEqual([
      { name: 'Oil Painting', count: 10 },
      { name: 'Skin Care', count: 4 },
    ]);
    expect(found.artworks[0]?.picture).toMatchObject({ url: IMAGE, widths: [160, 400, 800], alt: 'A picture' });
    expect((await findArtworks(guest(), { limit: 13 })).artworks).toHaveLength(14);
  });

  test('counts each filter beside the other kinds’ filters', async () => {
    await add({ title: 'Dawn', medium: 'oil', dimensions: { width: 60, height: 80, unit: 'cm' }, stockCount: 1 });
    await add({ title: 'Dusk', medium: 'oil', dimensions: { width: 12, height: 16, unit: 'inches' }, stockCount: 0 });
    await add({ title: 'Saree', medium: 'fabric', category: 'Fabric Painting' });
    const { total, facets } = await findArtworks(guest(), { mediums: ['oil'], availability: ['ready'] });
    expect(total).toBe(1);
    expect(facets.mediums).toEqual([{ name: 'oil', count: 1 }]);
    expect(facets.availability).toEqual([{ name: 'ready', count: 1 }]);
    expect(facets.sizes).toEqual([{ name: 'medium', count: 1 }]);
    expect((await findArtworks(guest(), { availability: ['ready'] })).facets.availability).toEqual([
      { name: 'ready', count: 1 },
      { name: 'to-order', count: 1 },
    ]);
  });

  test('finds as many artworks as a filter’s count says, in either spelling', async () => {
    for (const category of ['Wall Hanging', 'Wall hanging', 'Wall Hanging', 'Handcraft', 'Terracotta'])
      await add({ category, medium: 'handcraft', dimensions: { width: 0, height: 30, unit: 'cm' } });
    const { facets } = await findArtworks(guest());
    expect(facets.categories).toEqual([
      { name: 'Handcraft', count: 5 },
      { name: 'Wall Hanging', count: 3 },
      { name: 'Terracotta', count: 1 },
    ]);
    expect(facets.sizes).toEqual([{ name: 'small', count: 5 }]);
    for (const kind of ['categories', 'mediums', 'sizes'] as const)
      for (const { name, count } of facets[kind])
        expect((await findArtworks(guest(), { [kind]: [name] })).total).toBe(count);
  });

  test('shows the titled placeholder for a missing picture', async () => {
    const { id } = await add();
    await shop.database.delete(mediaGallery);
    expect((await findArtworks(guest())).artworks[0]?.picture).toMatchObject({
      url: '/placeholder.webp',
      alt: 'Himalayan Dawn',
    });
    expect((await getArtwork(guest(), id)).pictures).toHaveLength(1);
  });

  test('the database and the cached catalogue give equal results for any filter', async () => {
    const names = ['Aipan Saree', 'Brass Diya', 'Neem Soap', '100% Silk_Scarf', 'Lotus Pond'];
    const listed = fc.array(
      fc.record({
        title: fc.constantFrom(...names),
        medium: fc.constantFrom(...MEDIUMS),
        category: fc.constantFrom('Oil Painting', 'oil', 'Fabric Painting', 'Skin Care', 'skin care', 'Handcraft'),
        price: fc.constantFrom(1, 180, 49_999, 50_000, 60_000, 'on request' as const),
        featured: fc.boolean(),
        dimensions: fc.record({
          width: fc.constantFrom(0, 16, 40, 41),
          height: fc.constantFrom(0, 15.75, 100, 100.5),
          unit: fc.constantFrom('cm', 'inches'),
        }),
        stockCount: fc.constantFrom(0, 2),
        day: fc.integer({ min: 1, max: 3 }),
        tags: fc.subarray(['silk', 'gift', 'deepawali']),
      }),
      { maxLength: 30 },
    );
    const filters: fc.Arbitrary<ArtworkFilter> = fc.record(
      {
        within: fc.constantFrom('oil', 'OIL painting', 'skin-care', 'Skin Care', 'handcraft', 'none such'),
        categories: fc.subarray(['Oil Painting', 'handcraft', 'skin care']),
        mediums: fc.subarray(['fabric', 'Skin-Care', 'oil']),
        sizes: fc.subarray([...SIZES]),
        availability: fc.subarray([...AVAILABILITIES]),
        priceFrom: fc.constantFrom(rupees(0), rupees(180), rupees(181)),
        priceUpTo: fc.constantFrom(rupees(180), rupees(49_999), rupees(50_000), rupees(70_000)),
        q: fc.constantFrom('', 'saree', 'SARI', 'diya lamp', '%', '_', '100%', 'k_s', 'gift of silk', 'soaps'),
        sort: fc.constantFrom(...SORTS),
        limit: fc.constantFrom(12, 24),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(listed, fc.array(filters, { minLength: 1, maxLength: 6 }), async (listed, filters) => {
        await shop.database.execute('truncate artworks cascade');
        const here = { ...context, config: readConfig({}) };
        const all: Artwork[] = [];
        for (const { day, ...fields } of listed)
          all.push(await add(fields, undefined, new Date(Date.UTC(2026, 0, day))));
        for (const filter of filters) {
          const found = await findArtworks(here, filter);
          const expected = filterInMemory(all, filter);
          if (found.searchedFor !== undefined) continue;
          expect({ ids: found.artworks.map(({ id }) => id), total: found.total, facets: found.facets }).toEqual({
            ids: expected.artworks.map(({ id }) => id),
            total: expected.total,
            facets: expected.facets,
          });
          if (found.next !== undefined)
            expect(
              [...found.artworks, ...(await restOf(here, { ...filter, after: found.next }))].map(({ id }) => id),
            ).toEqual(filterInMemory(all, { ...filter, limit: 600 }).artworks.map(({ id }) => id));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('a filter survives being written to an address and read back', () => {
    fc.assert(
      fc.property(
        fc.record({
          categories: fc.uniqueArray(fc.constantFrom('Oil Painting', 'Handcraft')),
          mediums: fc.uniqueArray(fc.constantFrom('oil', 'fabric')),
          sizes: fc.subarray([...SIZES]),
          availability: fc.subarray([...AVAILABILITIES]),
          priceFrom: fc.constantFrom(rupees(0), rupees(500)),
          priceUpTo: fc.constantFrom(rupees(50_000), rupees(900)),
          q: fc.constantFrom('', 'saree & silk'),
          sort: fc.constantFrom(...SORTS),
          limit: fc.constantFrom(12, 24, 600),
          after: fc.constantFrom(undefined, 'WyJ0cnVlIl0'),
        }),
        (filter) => {
          expect(filterFromAddress(addressOf(filter))).toEqual(filter);
        },
      ),
    );
    expect(
      filterFromAddress(new URLSearchParams('category=skin-care&sort=evil&max=abc&show=99999'), 'oil'),
    ).toMatchObject({ within: 'skin-care', sort: 'featured', limit: 600 });
  });

  test('lists skin care under handcraft, labelled skin care on the card', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MEDIUMS),
        fc.constantFrom('Oil Painting', 'Handcraft', 'Skin Care'),
        (medium, category) => {
          const stored = storedAs({ medium, category });
          expect(['fabric', 'oil', 'handcraft']).toContain(stored.medium);
          expect(shownMedium(stored)).toBe(medium === 'handcraft' && category === 'Skin Care' ? 'skin-care' : medium);
        },
      ),
    );
    expect(shownMedium({ medium: 'handcraft', category: 'SKIN care' })).toBe('skin-care');
  });

  test('features at most six, and relates at most four of one kind', async () => {
    for (let number = 0; number < 8; number++) await add({ title: `Featured ${number}`, featured: true });
    await add({ title: 'Soap', medium: 'skin-care' });
    const plain = await add({ title: 'Plain' });
    expect((await featuredArtworks(guest())).artworks).toHaveLength(6);
    const related = await relatedArtworks(guest(), plain);
    expect(related).toHaveLength(4);
    expect(related.every((one) => one.id !== plain.id && one.medium === 'oil')).toBe(true);
  });
});

describe('searching', () => {
  beforeEach(async () => {
    await add({ title: 'Aipan Threshold Saree', category: 'Fabric Painting', medium: 'fabric', tags: ['kumaon'] });
    await add({
      title: 'Brass Diyas, Set of Five',
      category: 'Handcraft',
      medium: 'handcraft',
      description: 'Beside a folded saree',
    });
    await add({ title: 'Reetha Shampoo 100%', medium: 'skin-care', tags: ['hair'] });
  });
  const titles = async (query: string) => (await searchArtworks(guest(), query)).map(({ title }) => title);

  test('ranks titles before descriptions', async () => {
    expect(await titles('SAREE')).toEqual(['Aipan Threshold Saree', 'Brass Diyas, Set of Five']);
  });
  test('the trade’s other words find the same', async () => {
    expect(await titles('sari')).toContain('Aipan Threshold Saree');
    expect(await titles('deepak')).toEqual(['Brass Diyas, Set of Five']);
    expect(await titles('साड़ी')).toContain('Aipan Threshold Saree');
  });
  test('corrects a typing error and says what it searched for', async () => {
    expect(await titles('shampo')).toEqual(['Reetha Shampoo 100%']);
    expect(await titles('tresholdd')).toEqual(['Aipan Threshold Saree']);
    expect(await findArtworks(guest(), { q: 'kumoan' })).toMatchObject({ total: 1, searchedFor: 'kumaon' });
    expect(await titles('xyzzy')).toEqual([]);
  });
  test('common words do not prevent a spelling correction', async () => {
    expect(await titles('tresholdd of the kumaon')).toEqual(['Aipan Threshold Saree']);
    expect(await findArtworks(guest(), { q: 'kumoan for the saree' })).toMatchObject({
      total: 1,
      searchedFor: 'kumaon for the saree',
    });
  });
  test('a plural finds its singular, with any postposition', async () => {
    await add({ title: 'Papier Box with Butterfly', category: 'Handcraft', medium: 'handcraft' });
    for (const plural of ['boxes', 'butterflies', 'sarees'])
      expect(await titles(plural)).toContain(
        plural === 'sarees' ? 'Aipan Threshold Saree' : 'Papier Box with Butterfly',
      );
  });
  test('finds a letter stored as one code point or as two', async () => {
    await add({ title: 'लाल सा\u095Cी', category: 'Handcraft', medium: 'handcraft' });
    await add({ title: 'Pa\u0302te Bowl', category: 'Handcraft', medium: 'handcraft' });
    expect(await titles('सा\u0921\u093Cी')).toContain('लाल सा\u0921\u093Cी');
    expect(await titles('p\u00E2te')).toEqual(['P\u00E2te Bowl']);
  });
  test('wildcards are ordinary characters, and an empty query finds nothing', async () => {
    expect(await titles('%')).toEqual(['Reetha Shampoo 100%']);
    expect(await titles('_')).toEqual([]);
    expect(await titles('   ')).toEqual([]);
    expect(await titles('hair '.repeat(20) + 'nothing at all')).toEqual(['Reetha Shampoo 100%']);
  });
});

describe('one artwork', () => {
  test('maps 1 to 14 to the sample, and no other invalid id', async () => {
    await add({ title: 'Fourth' }, sampleId(4));
    expect((await getArtwork(guest(), '4')).title).toBe('Fourth');
    for (const id of ['5', '0', '15', '04', 'x', '', "1' or true", sampleId(9)])
      await expect(getArtwork(guest(), id)).rejects.toThrow(NotFound);
  });

  test('summaries omit missing values', async () => {
    const { id } = await add();
    expect([...(await summariesOf(guest(), [id, sampleId(9), 'nonsense'])).keys()]).toEqual([id]);
  });
});

describe('saving', () => {
  test('title, price and category are required, and one image', () => {
    const wrong = (over: object) =>
      artworkSchema.safeParse({ title: 'T', price: '1', category: 'C', images: [IMAGE], ...over }).error?.issues[0]
        ?.message;
    for (const over of [
      { title: ' ' },
      { price: '' },
      { price: '0' },
      { price: '0.001' },
      { price: 'free' },
      { category: '' },
      { title: undefined },
    ])
      expect(wrong(over)).toBe(FILL_IN_REQUIRED);
    expect(wrong({ images: [] })).toBe(ADD_AN_IMAGE);
    expect(wrong({ is_admin: true })).toBeDefined();
    expect(
      artworkSchema.parse({
        title: 'T',
        price: '12.5',
        category: 'C',
        images: [IMAGE],
        stockCount: '',
        tags: [' a ', 'a', ''],
        mainImageIndex: 3,
      }),
    ).toMatchObject({
      price: 1250,
      stockCount: 0,
      tags: ['a'],
      mainImageIndex: 0,
      medium: 'fabric',
      dimensions: { unit: 'cm' },
    });
  });

  test.each(['18.5', '-2', 'abc', '1e3', '9999999999'])('a stock of %s is refused, beside its field', (stockCount) => {
    const { error } = artworkSchema.safeParse({ title: 'T', price: '1', category: 'C', images: [IMAGE], stockCount });
    expect(error?.issues.map(({ path }) => path)).toEqual([['stockCount']]);
  });

  test('accepts a decimal size, and refuses other text at its field', () => {
    const sized = (width: string, height: string) =>
      artworkFormSchema.safeParse({
        title: 'T',
        price: '1',
        category: 'C',
        medium: 'oil',
        images: IMAGE,
        width,
        height,
      });
    expect(sized('18.5', '')).toMatchObject({ data: { dimensions: { width: 18.5, height: 0, unit: 'cm' } } });
    expect(sized('-2', 'abc').error?.issues.map(({ path }) => path)).toEqual([
      ['dimensions', 'width'],
      ['dimensions', 'height'],
    ]);
  });

  test('only admins save and delete; others get not found', async () => {
    const { id } = await add();
    await expect(saveArtwork(guest(), artworkOf())).rejects.toThrow(NotFound);
    await expect(deleteArtworks(guest(), [id])).rejects.toThrow(NotFound);
  });

  test('inserts id 7, updates a UUID, and refuses an unknown UUID', async () => {
    const added = await saveArtwork(context, artworkOf({ id: '7' }));
    expect(added.ok && added.value.id).not.toBe('7');
    if (!added.ok) throw new Error();
    const changed = await saveArtwork(
      context,
      artworkOf({ id: added.value.id, title: 'Dusk', stockCount: 0, version: added.value.version }),
    );
    expect(changed).toMatchObject({ ok: true, value: { title: 'Dusk', inStock: false, version: 2 } });
    expect(await saveArtwork(context, artworkOf({ id: sampleId(3) }))).toMatchObject({ reason: 'not-found' });
    expect(await saveArtwork(context, artworkOf({ images: ['/media/nowhere.webp'] }))).toMatchObject({
      reason: 'unknown-image',
    });
  });

  test('saves a repeated form once, unless the artwork changed in the meantime', async () => {
    const id = crypto.randomUUID();
    const save = (over: Partial<Record<keyof ArtworkInput, unknown>> = {}) =>
      saveArtwork(context, artworkOf({ id, ...over }), { isNew: true });
    const [one, same] = await Promise.all([save(), save()]);
    expect([one, same]).toMatchObject([
      { ok: true, value: { id, version: 1 } },
      { ok: true, value: { id, version: 1 } },
    ]);
    expect(await save({ title: 'Dusk' })).toMatchObject({ ok: true, value: { title: 'Dusk', version: 2 } });
    expect(await save({ title: 'Dusk' })).toMatchObject({ ok: true, value: { version: 2 } });
    const overtaken = await save({ title: 'Night' });
    expect(overtaken).toMatchObject({ reason: 'stale', data: { title: 'Dusk', version: 2 } });
    expect(await save({ title: 'Night', version: 2 })).toMatchObject({ ok: true, value: { title: 'Night' } });
    expect((await findArtworks(guest())).total).toBe(1);
  });

  test('a save that doesn’t know of a sale is refused', async () => {
    const { id, version } = await add();
    await takeStock(context, [{ artworkId: id, quantity: 1 }]);
    expect(await saveArtwork(context, artworkOf({ id, version, stockCount: 2 }))).toMatchObject({
      reason: 'stale',
    });
    expect((await getArtwork(context, id)).stockCount).toBe(1);
  });

  test('refuses to delete a used picture; deletes an unused one with files', async () => {
    const { id } = await add();
    const [picture] = await shop.database.select({ id: mediaGallery.id }).from(mediaGallery);
    expect(await deletePicture(context, picture!.id, usesOfPictures)).toMatchObject({
      reason: 'in-use',
      data: { titles: ['Himalayan Dawn'] },
    });
    await deleteArtworks(context, [id]);
    expect(await deletePicture(context, picture!.id, usesOfPictures)).toMatchObject({ ok: true });
    expect(removed).toContain('one-400.avif');
    await expect(deletePicture(context, picture!.id, usesOfPictures)).rejects.toThrow(NotFound);
  });
});

describe('stock', () => {
  test('takes all lines or none, and names the first missing one', async () => {
    const one = await add({ stockCount: 3 });
    const two = await add({ title: 'Rare', stockCount: 1 });
    expect(
      await takeStock(context, [
        { artworkId: one.id, quantity: 2 },
        { artworkId: two.id, quantity: 2 },
      ]),
    ).toEqual({ ok: false, reason: 'out-of-stock', data: { artworkId: two.id, title: 'Rare', available: 1 } });
    expect((await getArtwork(context, one.id)).stockCount).toBe(3);
    expect(
      (
        await takeStock(context, [
          { artworkId: one.id, quantity: 2 },
          { artworkId: two.id, quantity: 1 },
        ])
      ).ok,
    ).toBe(true);
    expect([(await getArtwork(context, one.id)).stockCount, (await getArtwork(context, two.id)).inStock]).toEqual([
      1,
      false,
    ]);
    await returnStock(context, [
      { artworkId: one.id, quantity: 2 },
      { artworkId: sampleId(9), quantity: 1 },
    ]);
    expect((await getArtwork(context, one.id)).stockCount).toBe(3);
  });

  test('adds up repeated lines of one artwork', async () => {
    const { id } = await add({ stockCount: 3 });
    expect(
      await takeStock(context, [
        { artworkId: id, quantity: 2 },
        { artworkId: id, quantity: 2 },
      ]),
    ).toMatchObject({ data: { available: 3 } });
  });

  test('never takes fabric or deleted artworks', async () => {
    const fabric = await add({ medium: 'fabric', stockCount: 9 });
    expect(await takeStock(context, [{ artworkId: fabric.id, quantity: 1 }])).toMatchObject({
      reason: 'out-of-stock',
      data: { available: 0 },
    });
    expect(await takeStock(context, [{ artworkId: sampleId(2), quantity: 1 }])).toMatchObject({
      reason: 'out-of-stock',
      data: { artworkId: sampleId(2) },
    });
    await expect(takeStock(context, [{ artworkId: fabric.id, quantity: 0 }])).rejects.toThrow(RangeError);
  });

  test('a failed transaction returns the stock it took', async () => {
    const { id } = await add({ stockCount: 1 });
    await expect(
      inTransaction(context, async (context) => {
        await takeStock(context, [{ artworkId: id, quantity: 1 }]);
        throw new Error('no order');
      }),
    ).rejects.toThrow('no order');
    expect((await getArtwork(context, id)).stockCount).toBe(1);
  });

  test('taking and returning never makes stock negative or too large', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 8 }),
        async (stock, quantities) => {
          const { id } = await add({ stockCount: stock });
          const taken: number[] = [];
          for (const quantity of quantities) {
            const left = stock - taken.reduce((total, one) => total + one, 0);
            const result = await takeStock(context, [{ artworkId: id, quantity }]);
            expect(result.ok).toBe(quantity <= left);
            if (result.ok) taken.push(quantity);
          }
          for (const quantity of taken) await returnStock(context, [{ artworkId: id, quantity }]);
          expect((await getArtwork(context, id)).stockCount).toBe(stock);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('when artworks can’t be read', () => {
  test('shows the last catalogue, marked, or the sample without one', async () => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
    const { id } = await add({ featured: true });
    const before = { ...context, readCache: openReadCache() };
    expect(await featuredArtworks(before)).toMatchObject({ stale: false, artworks: [{ id }] });
    await shop.database.execute('alter table artworks rename to artworks_away');
    try {
      expect(await findArtworks(before)).toMatchObject({
        stale: true,
        total: 1,
        artworks: [{ id, stale: true }],
        problem: expect.stringContaining('artworks'),
      });
      expect(await getArtwork(before, id)).toMatchObject({ stale: true, title: 'Himalayan Dawn' });
      expect(await featuredArtworks(before)).toMatchObject({ stale: true, artworks: [{ id, stale: true }] });
      expect(logged).toHaveBeenCalledTimes(3);
      const never = {
        ...context,
        readCache: openReadCache(),
        suppliers: { ...shop.suppliers, fallbackArtworks: () => Promise.resolve(sampleCatalogue()) },
      };
      expect(await findArtworks(never, { within: 'skin-care' })).toMatchObject({ stale: true, total: 4 });
      expect((await getArtwork(never, '7')).id).toBe('7');
    } finally {
      await shop.database.execute('alter table artworks_away rename to artworks');
    }
    expect((await findArtworks(before)).stale).toBe(false);
  });

  test('the next page stays the same', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {});
    for (let at = 0; at < 14; at += 1) await add({ title: `Bowl ${at}` });
    const before = { ...context, readCache: openReadCache() };
    const { next: after } = await findArtworks(before);
    const { artworks } = await findArtworks(before, { after });
    await shop.database.execute('alter table artworks rename to artworks_away');
    try {
      const onward = await findArtworks(before, { after });
      expect(onward).toMatchObject({ stale: true, total: 14 });
      expect(onward.artworks.map(({ id }) => id)).toEqual(artworks.map(({ id }) => id));
    } finally {
      await shop.database.execute('alter table artworks_away rename to artworks');
    }
  });

  test('featured artworks are shown, however many artworks are newer', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {});
    const { id } = await add({ featured: true });
    await shop.database.execute(sql`
      insert into artworks (title, price, category, medium, images, created_at)
      select 'Bowl ' || n, 50000, 'Handcraft', 'handcraft', images, created_at + n * interval '1 second'
      from artworks, generate_series(1, 501) as n where id = ${id}::uuid`);
    const before = { ...context, readCache: openReadCache() };
    await featuredArtworks(before);
    await shop.database.execute('alter table artworks rename to artworks_away');
    try {
      expect((await featuredArtworks(before)).artworks).toMatchObject([{ id }]);
    } finally {
      await shop.database.execute('alter table artworks_away rename to artworks');
    }
  });
});
