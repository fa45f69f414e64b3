import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { importRefusal } from './artwork-import.ts';
import { getArtwork, listArtworksForAdmin, takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { applyImport, planImport } from './product-import.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';

let shop: TestShop;
let admin: Shop;
const ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  admin = shop.as.admin();
});

async function planned(text: string) {
  const plan = await planImport(admin, text);
  if (!plan.ok) throw new Error(importRefusal(plan));
  return plan.value;
}
async function imported(text: string) {
  const plan = await applyImport(admin, text);
  if (!plan.ok) throw new Error(importRefusal(plan));
  return plan.value;
}
const outcomes = async (text: string) => (await planned(text)).rows.map(({ outcome }) => outcome);

describe('a table of the hosted shop', () => {
  const table = (
    photo: string,
  ) => `id,title,description,price,medium,category,style,dimensions,images,main_image_index,in_stock,stock_count,featured,tags,date_created,created_at
${ID},"Soap, ""Rose""","Line one
line two",190.50,handcraft,skin care,,"{""width"": 8, ""height"": 5, ""unit"": ""cm""}","[""https://hosted.example/storage/v1/object/public/images/artwork-images/${photo}?t=1""]",0,true,7,t,"{rose,""hand made""}",2024-02-03T20:00:00Z,2024-02-04T10:00:00+00:00
7,Diya,,80,handcraft,Handcraft,,,{${photo}},3,false,,false,[],,
`;

  test('keeps ids, adds rows without a UUID, and repeats without changes', async () => {
    const artworkOf = await shop.makeArtwork();
    const photo = 'test-piece-';
    const name = artworkOf.images[0]!.replace('/media/', '').replace('.webp', '.png');
    expect(name).toContain(photo);
    expect(await outcomes(table(name))).toEqual(['added', 'added']);
    expect((await listArtworksForAdmin(admin)).counts.all).toBe(1);
    expect((await imported(table(name))).counts).toMatchObject({ added: 2, refused: 0 });
    expect(await getArtwork(admin, ID)).toMatchObject({
      title: 'Soap, "Rose"',
      description: 'Line one\nline two',
      price: rupees(190.5),
      medium: 'skin-care',
      dimensions: { width: 8, height: 5, unit: 'cm' },
      stockCount: 7,
      featured: true,
      tags: ['rose', 'hand made'],
      dateCreated: '2024-02-04',
      createdAt: new Date('2024-02-04T10:00:00Z'),
      pictures: [{ url: artworkOf.images[0] }],
    });
    expect(await outcomes(table(name))).toEqual(['unchanged', 'unchanged']);
    expect((await imported(table(name))).counts).toMatchObject({ unchanged: 2 });
    expect((await listArtworksForAdmin(admin)).counts.all).toBe(3);
    const diya = (await listArtworksForAdmin(admin, { search: 'diya' })).artworks[0]!;
    expect(diya.stockCount).toBe(0);
    expect((await getArtwork(admin, diya.id)).mainImageIndex).toBe(0);
    expect(
      (await shop.database.select().from(auditLog)).filter(({ action }) => action === 'artwork.import'),
    ).toHaveLength(2);
  });

  test('previews the cost of a new artwork and refuses an ambiguous price', async () => {
    const artworkOf = await shop.makeArtwork();
    const row = (price: string) =>
      `title;price;medium;category;images;stock_count\nPot;"${price}";handcraft;Clay;${artworkOf.images[0]};3`;
    expect((await planned(row('1,250'))).rows[0]!.changes).toEqual([
      { column: 'price', before: '', after: '1250' },
      { column: 'medium', before: '', after: 'handcraft' },
      { column: 'category', before: '', after: 'Clay' },
      { column: 'stock_count', before: '', after: '3' },
    ]);
    expect(await outcomes(row('1.250,00'))).toEqual(['refused']);
  });

  test('reads a date as India writes it, and refuses an ambiguous one', async () => {
    const artworkOf = await shop.makeArtwork();
    const row = (day: string) =>
      `title;price;category;images;date_created;created_at\nPot;80;Clay;${artworkOf.images[0]};${day};05/11/2026 10:30`;
    expect((await planned(row('05/11/2026'))).rows[0]!.changes).toEqual(
      expect.arrayContaining([
        { column: 'date_created', before: '', after: '5 November 2026' },
        { column: 'created_at', before: '', after: '5 November 2026, 10:30 AM' },
      ]),
    );
    expect((await planned(row('11/25/2026'))).rows[0]).toMatchObject({
      outcome: 'refused',
      reasons: ['date_created: Enter a day, like 05/11/2026'],
    });
    await imported(row('05/11/2026'));
    const [pot] = (await listArtworksForAdmin(admin, { search: 'pot' })).artworks;
    expect(await getArtwork(admin, pot!.id)).toMatchObject({
      dateCreated: '2026-11-05',
      createdAt: new Date('2026-11-05T05:00:00Z'),
    });
  });

  test('refuses only the row whose picture is missing, and names it', async () => {
    const plan = await imported(`${table('gone.jpg')}\n`);
    expect(plan.rows.map(({ line, outcome, reasons }) => [line, outcome, reasons])).toEqual([
      [2, 'refused', ['images: gone.jpg is not in Photos. Upload it there first.']],
      [4, 'refused', ['images: gone.jpg is not in Photos. Upload it there first.']],
    ]);
  });
});

describe('the shop’s own export', () => {
  test('exports money in paise, and imports it back unchanged', async () => {
    const artworkOf = await shop.makeArtwork({
      title: '=Dawn',
      price: rupees(145.05),
      tags: ['a b', 'c'],
      featured: true,
    });
    const own = (title: string, price: number) =>
      `id,title,price,medium,category,images,dimensions,tags,featured,stock_count,version
${artworkOf.id},${title},${price},oil,Oil Painting,{${artworkOf.images[0]}},"{""unit"": ""cm"", ""width"": 0, ""height"": 0}","{""a b"",c}",true,3,1`;
    expect(await outcomes(own("'=Dawn", 14_505))).toEqual(['unchanged']);
    expect((await planned(own("'=Dawn", 20_000))).rows[0]).toMatchObject({
      outcome: 'changed',
      changes: [{ column: 'price', before: '145.05', after: '200' }],
    });
  });
});

describe('a few columns', () => {
  test('changes only given columns, with any separator, and names a wrong cell', async () => {
    const one = await shop.makeArtwork({
      title: 'Dawn',
      tags: ['snow'],
      dimensions: { width: 80, height: 60, unit: 'cm' },
    });
    const two = await shop.makeArtwork({ title: 'Dusk' });
    const plan = await imported(`id;price;Stock Count;width\n${one.id};2000;9;\n${two.id};free;1;\n${one.id};5;5;`);
    expect(plan.rows.map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
      ['changed', []],
      ['refused', ['price: “free” is not a price in rupees. Enter a price like 1499 or 99.50']],
      ['refused', ['Same piece as line 2']],
    ]);
    expect(await getArtwork(admin, one.id)).toMatchObject({
      title: 'Dawn',
      price: rupees(2000),
      stockCount: 9,
      tags: ['snow'],
      dimensions: { width: 80, height: 60 },
    });
    expect(await getArtwork(admin, two.id)).toMatchObject({ price: rupees(1000) });
  });

  test('refuses the import when stock was sold after the preview', async () => {
    const { id } = await shop.makeArtwork();
    const text = `id,stock_count\n${id},5`;
    const { key } = await planned(text);
    await takeStock(shop.as.shop(), [{ artworkId: id, quantity: 1 }]);
    const refused = await applyImport(admin, text, { key });
    expect(refused).toMatchObject({
      reason: 'stale',
      data: { rows: [{ changes: [{ column: 'stock_count', before: '2', after: '5' }] }] },
    });
    expect((await getArtwork(admin, id)).stockCount).toBe(2);
  });
});

test('a file that is not a table of artworks is refused entirely', async () => {
  for (const text of ['', 'hello', 'a,b\n1,2', 'id,title\n"unfinished', `title\n${'x\n'.repeat(5001)}`]) {
    const plan = await planImport(admin, text);
    expect(plan.ok).toBe(false);
  }
  expect(await shop.database.select().from(artworks)).toEqual([]);
});

test('importing is not found for customers', async () => {
  await expect(planImport(shop.as.customer(), 'title\nx')).rejects.toThrow(NotFound);
  await expect(applyImport(shop.as.customer(), 'title\nx')).rejects.toThrow(NotFound);
});
