import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
import { artworks, artworkVariants } from './tables.server.ts';

const seller = (status: string, pricesExcludeGst: boolean) => `
  insert into settings (key, value) values
    ('seller', '{"status": "${status}", "gstin": "05ABCDE1234F1Z6", "pricesExcludeGst": ${pricesExcludeGst}, "ownStateOnly": false}'),
    ('gst', '{"handcraft": {"rate": 12, "hsn": "4420"}, "skin-care": {"rate": 18, "hsn": "3401"}}');`;

const artwork = (n: number, { price, medium = 'oil', category = 'Oil Painting', rate = 'null', mrp = 'null' }: Row) => `
  insert into artworks (id, title, price, medium, category, images, stock_count, gst_rate, mrp, has_variants)
  values ('00000000-0000-4000-8000-00000000000${n}', 'Piece ${n}', ${price}, '${medium}', '${category}', '{a.webp}', 2, ${rate}, ${mrp}, ${n === 7});`;
type Row = { price: number | 'null'; medium?: string; category?: string; rate?: string; mrp?: string };

const ARTWORKS = [
  artwork(1, { price: 100_000 }),
  artwork(2, { price: 100_000, medium: 'handcraft', category: 'Clay' }),
  artwork(3, { price: 42_000, medium: 'handcraft', category: 'skin care', mrp: '42000' }),
  artwork(4, { price: 42_000, medium: 'handcraft', category: 'Skin Care', mrp: '60000' }),
  artwork(5, { price: 1_010, rate: '0.25' }),
  artwork(6, { price: 'null', rate: '18' }),
  artwork(7, { price: 20_000, rate: '18', mrp: '50000' }),
  artwork(8, { price: 100_000, rate: '0' }),
  ...[20_000, 48_000].map(
    (price) => `
    insert into artwork_variants (artwork_id, position, size, price, stock_count)
    values ('00000000-0000-4000-8000-000000000007', ${price}, '${price}', ${price}, 1);`,
  ),
].join('');

const pricesAfter = async (before: string, place?: { inMemory: true }) => {
  const opened = await openOldShop('0184', before, place);
  const prices = await opened.database
    .select({ price: artworks.price, version: artworks.version })
    .from(artworks)
    .orderBy(asc(artworks.id));
  const variants = await opened.database
    .select({ price: artworkVariants.price })
    .from(artworkVariants)
    .orderBy(asc(artworkVariants.price));
  await opened.close();
  return {
    prices: prices.map(({ price }) => price),
    variants: variants.map(({ price }) => price),
    versions: prices.map(({ version }) => version),
  };
};

test.each([
  ['server', undefined],
  ['embedded', { inMemory: true } as const],
])('migration 0185 adds GST to net prices, up to the MRP: %s', { timeout: 120_000 }, async (_, place) => {
  expect(await pricesAfter(seller('regular', true) + ARTWORKS, place)).toEqual({
    prices: [105_000, 112_000, 42_000, 49_560, 1_013, null, 23_600, 100_000],
    variants: [23_600, 50_000],
    versions: [2, 2, 2, 2, 2, 1, 2, 1],
  });
});

test.each([
  ['with GST', seller('regular', false)],
  ['without a GSTIN', ''],
])('migration 0185 leaves the prices of a shop %s', { timeout: 120_000 }, async (_, settings) => {
  const { prices, variants } = await pricesAfter(settings + ARTWORKS);
  expect(prices).toEqual([100_000, 100_000, 42_000, 42_000, 1_010, null, 20_000, 100_000]);
  expect(variants).toEqual([20_000, 48_000]);
});
