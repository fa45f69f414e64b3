import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GST_RATES, withGst, withoutGst } from '#app/basics/gst-rates.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { applyImport, planImport } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { changeArtworks, getArtwork, saveArtwork } from './artworks.server.ts';
import { artworkSchema } from './forms.ts';
import { saveVariants } from './options.server.ts';
import { artworks, artworkVariants } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const REGULAR = { status: 'regular', gstin: '05ABCDE1234F1Z6', ownStateOnly: false } as const;
const excludeGst = (pricesExcludeGst = true) =>
  updateSettings(shop.as.admin(), { seller: { ...REGULAR, pricesExcludeGst } });
const priceOf = async (id: string) => (await getArtwork(shop.as.admin(), id)).price;
const soap = (over: object = {}) => shop.makeArtwork({ price: rupees(100), gstRate: 18, mrp: rupees(420), ...over });

test('a price without GST is exact after adding GST and removing it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), fc.constantFrom(...GST_RATES), (net, rate) => {
      const price = withGst(paise(net), rate);
      expect(price).toBeGreaterThanOrEqual(net);
      expect(withoutGst(price, rate)).toBe(net);
    }),
  );
});

describe('the artwork form', () => {
  const save = async (id: string, over: object) => {
    const { pictures, createdAt: _createdAt, ...artwork } = await getArtwork(shop.as.admin(), id);
    const { version, title, category, medium, gstRate, hsn, mrp, price } = artwork;
    const images = pictures.map(({ url }) => url);
    const typed = { id, version, title, category, medium, gstRate, hsn, images, mrp: mrp && String(mrp / 100) };
    return saveArtwork(shop.as.admin(), artworkSchema.parse({ ...typed, price: String(price! / 100), ...over }));
  };

  test('stores the price with GST', async () => {
    await excludeGst();
    const { id } = await shop.makeArtwork({ price: rupees(100), gstRate: 18 });
    expect(await save(id, { price: '420' })).toMatchObject({ ok: true, value: { price: rupees(495.6) } });
    await excludeGst(false);
    expect(await save(id, { price: '420' })).toMatchObject({ ok: true, value: { price: rupees(420) } });
  });

  test('refuses 420 plus 18% GST against an MRP of 420', async () => {
    await excludeGst();
    const { id } = await soap();
    expect(await save(id, { price: '420' })).toMatchObject({ ok: false, reason: 'price-above-mrp' });
    expect(await save(id, { id: '7', price: '420' })).toMatchObject({ ok: false, reason: 'price-above-mrp' });
    expect(await priceOf(id)).toBe(rupees(100));
    expect(await save(id, { price: '355.93' })).toMatchObject({ ok: true, value: { price: 420_00 } });
  });

  test('keeps a price that no net price produces', async () => {
    await excludeGst();
    const { id } = await shop.makeArtwork({ price: paise(10_03), gstRate: 40 });
    expect(withGst(withoutGst(paise(10_03), 40), 40)).not.toBe(10_03);
    await save(id, { price: String(withoutGst(paise(10_03), 40) / 100), style: 'Aipan' });
    expect(await priceOf(id)).toBe(10_03);
    await save(id, { price: String(withoutGst(paise(10_03), 40) / 100), gstRate: '5' });
    expect(await priceOf(id)).toBe(withGst(withoutGst(paise(10_03), 40), 5));
  });
});

test('variants are stored with GST, and refused above the MRP', async () => {
  await excludeGst();
  const { id, version } = await soap();
  const variant = { size: 'Large', cloth: '', stockCount: 1, dimensions: { width: 0, height: 0, unit: 'cm' as const } };
  const save = (price: number) =>
    saveVariants(shop.as.admin(), { artworkId: id, version, variants: [{ ...variant, price: rupees(price) }] });
  expect(await save(420)).toMatchObject({ reason: 'above-mrp', data: { at: 0 } });
  expect(await save(200)).toMatchObject({ ok: true, value: { price: rupees(236) } });
  const [stored] = await shop.database.select().from(artworkVariants).where(eq(artworkVariants.artworkId, id));
  expect(stored!.price).toBe(rupees(236));
});

test('a bulk change counts without GST, and refuses what is above the MRP', async () => {
  await excludeGst();
  const { id } = await soap({ price: rupees(118) });
  const change = (step: 'set' | 'raise' | 'raise-percent', amount: number) =>
    changeArtworks(shop.as.admin(), [id], { price: { step, amount: paise(amount) } });
  expect(await change('raise', 10_00)).toEqual({ changed: 1, refused: 0 });
  expect(await priceOf(id)).toBe(rupees(129.8));
  await change('raise-percent', 10_00);
  expect(await priceOf(id)).toBe(rupees(142.78));
  await change('set', 300_00);
  expect(await priceOf(id)).toBe(rupees(354));
  expect(await change('set', 420_00)).toEqual({ changed: 0, refused: 1 });
});

describe('an import', () => {
  const planned = async (text: string) => {
    const plan = await planImport(shop.as.admin(), text);
    if (!plan.ok) throw new Error(plan.reason);
    return plan.value;
  };

  test('of another file takes prices without GST and says so', async () => {
    await excludeGst();
    const { id } = await soap();
    const file = (price: string) => `id,price\n${id},${price}`;
    expect(await planned(file('420'))).toMatchObject({
      rows: [{ outcome: 'refused', reasons: ['price: Enter a price up to the MRP'] }],
      notes: ['Prices in this file are without GST. The shop adds it, and the preview shows what customers pay.'],
    });
    expect((await planned(file('200'))).rows[0]!.changes).toEqual([{ column: 'price', before: '100', after: '236' }]);
    await applyImport(shop.as.admin(), file('200'));
    expect(await priceOf(id)).toBe(rupees(236));
    expect((await planned(file('200'))).rows).toMatchObject([{ outcome: 'unchanged' }]);
    expect((await planned(`id,stock_count\n${id},9`)).rows[0]!.changes).toHaveLength(1);
  });

  test('of the shop’s own file takes the price that customers pay', async () => {
    await excludeGst();
    const { id, title } = await soap();
    expect(await planned(`id,title,price_rupees,version\n${id},${title},300,1`)).toMatchObject({
      rows: [{ changes: [{ column: 'price', before: '100', after: '300' }] }],
      notes: ['This file is from this shop, so its prices include GST.'],
    });
    expect((await planned(`id,price_rupees\n${id},100`)).rows).toMatchObject([{ outcome: 'unchanged' }]);
    await excludeGst(false);
    expect((await planned(`id,price\n${id},300`)).notes).toEqual([]);
  });
});

test('a rate that changes in the settings leaves prices as they are', async () => {
  await excludeGst();
  const { id } = await shop.makeArtwork({ price: rupees(105) });
  await updateSettings(shop.as.admin(), { gst: { oil: { rate: 18, hsn: '9701' } } as never });
  expect(await priceOf(id)).toBe(rupees(105));
  const [row] = await shop.database.select().from(artworks).where(eq(artworks.id, id));
  expect(row!.price).toBe(rupees(105));
});
