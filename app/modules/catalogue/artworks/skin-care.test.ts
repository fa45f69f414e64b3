import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { asLive } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { factsOf } from './artwork-fields.ts';
import { sampleId } from './artwork.ts';
import { getArtwork, saveArtwork, setMissingOrigins } from './artworks.server.ts';
import { planImport } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { artworkSchema } from './forms.ts';
import { artworks } from './tables.server.ts';

let shop: TestShop;
let image: string;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  image = (await shop.makeArtwork({ countryOfOrigin: 'India' })).images[0]!;
});
afterAll(() => shop.close());

const FACTS = {
  maker: 'Bisvar Studio, Almora 263601',
  netQuantity: '100 g',
  mrp: '200',
  bestBefore: '24 months from making',
  licenceNumber: 'UK/COS/12',
};
const soap = (changes: Record<string, unknown> = {}) =>
  artworkSchema.parse({
    title: 'Neem Soap',
    price: '180',
    medium: 'skin-care',
    category: 'Skin Care',
    images: [image],
    ...FACTS,
    ...changes,
  });

describe('skin care in a live shop', () => {
  test.each(Object.keys(FACTS))('is not published without its %s, and in a demo is', async (name) => {
    const input = soap({ [name]: '' });
    expect(await saveArtwork(asLive(shop.as.admin()), input)).toMatchObject({
      reason: 'skin-care-facts',
      data: { missing: [name] },
    });
    expect(await shop.database.$count(artworks)).toBe(1);
    expect(await saveArtwork(shop.as.admin(), input)).toMatchObject({ ok: true });
  });

  test('publishes with all five details and shows its country of origin', async () => {
    const saved = await saveArtwork(asLive(shop.as.admin()), soap({ countryOfOrigin: 'India' }));
    if (!saved.ok) throw new Error(saved.reason);
    const facts = factsOf(await getArtwork(shop.as.guest(), saved.value.id)).map(
      ({ name, text }) => `${name}: ${text}`,
    );
    expect(facts).toEqual(
      expect.arrayContaining([
        'Made by: Bisvar Studio, Almora 263601',
        'Net quantity: 100 g',
        'MRP, including all taxes: ₹200',
        'Best before: 24 months from making',
        'Licence number: UK/COS/12',
        'Country of origin: India',
      ]),
    );
    expect(facts).toContain('Medium: Skin care');
    expect(facts.filter((fact) => fact.startsWith('Category'))).toEqual([]);
    const vase = soap({
      medium: 'handcraft',
      category: 'Clay',
      ...Object.fromEntries(Object.keys(FACTS).map((name) => [name, ''])),
    });
    expect(await saveArtwork(asLive(shop.as.admin()), vase)).toMatchObject({ ok: true });
  });

  test('is recognised by its category, and cannot change without the details', async () => {
    const { id } = await shop.makeArtwork({ medium: 'handcraft', category: 'Skin Care', images: [image] });
    const typed = soap({ id, medium: 'handcraft', category: 'skin care', maker: '' });
    expect(await saveArtwork(asLive(shop.as.admin()), typed)).toMatchObject({ reason: 'skin-care-facts' });
  });

  test('is refused by an import, naming the missing details', async () => {
    const table = `title,price,medium,category,images,maker\nNeem Soap,180,skin-care,Skin Care,${image},Bisvar`;
    const reasonsIn = async (context: Shop) => {
      const plan = await planImport(context, table);
      return plan.ok ? plan.value.rows[0]!.reasons.map((reason) => reason.split(':')[0]) : undefined;
    };
    expect(await reasonsIn(asLive(shop.as.admin()))).toEqual(['net_quantity', 'mrp', 'best_before', 'licence_number']);
    expect(await reasonsIn(shop.as.admin())).toEqual([]);
  });
});

test('no price is above the MRP', () => {
  const read = artworkSchema.safeParse({ ...soap(), price: '200.01', mrp: '200' });
  expect(read.error?.issues).toMatchObject([{ path: ['price'], message: 'Enter a price up to the MRP' }]);
  expect(soap({ price: '200' }).mrp).toBe(rupees(200));
});

test('sets the country of origin only where it is missing', async () => {
  await shop.makeArtwork({ id: sampleId(3) });
  await shop.makeArtwork({ id: sampleId(4), countryOfOrigin: 'Nepal' });
  await expect(setMissingOrigins(shop.as.customer(), 'India')).rejects.toThrow(NotFound);
  expect(await setMissingOrigins(shop.as.admin(), 'India')).toBe(1);
  expect(await getArtwork(shop.as.guest(), sampleId(4))).toMatchObject({ countryOfOrigin: 'Nepal', version: 1 });
  expect(await getArtwork(shop.as.guest(), sampleId(3))).toMatchObject({ countryOfOrigin: 'India', version: 2 });
  expect(await shop.database.select().from(auditLog).where(eq(auditLog.action, 'artwork.origin'))).toHaveLength(1);
});
