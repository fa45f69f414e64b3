import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRemotePictures } from '#app/adapters/remote-pictures/remote-pictures.server.ts';
import { openStorage } from '#app/adapters/storage/storage.server.ts';
import { rupees } from '#app/basics/money.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { listStockChanges } from '#app/modules/catalogue/artworks/stock-history.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { insertPicture } from '#tests/support/artworks.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { decodeTable, importRefusal } from './artwork-import.ts';
import { getArtwork, listArtworksForAdmin } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { applyImport, type ImportOptions, planImport } from './product-import.server.ts';
import { productMappingSchema } from './product-mapping.ts';

let shop: TestShop;
let admin: Shop;
let name: string;
let address: string;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  admin = shop.as.admin();
  address = (await shop.makeArtwork()).images[0]!;
  name = address.replace('/media/', '').replace('.webp', '.png');
});

async function planned(text: string, options?: ImportOptions) {
  const plan = await planImport(admin, text, options);
  if (!plan.ok) throw new Error(importRefusal(plan));
  return plan.value;
}
async function imported(text: string, options?: ImportOptions) {
  const plan = await applyImport(admin, text, options);
  if (!plan.ok) throw new Error(importRefusal(plan));
  return plan.value;
}
const outcomes = async (text: string, options?: ImportOptions) =>
  (await planned(text, options)).rows.map(({ outcome }) => outcome);
const reasonsOf = async (text: string, options?: ImportOptions) =>
  (await planned(text, options)).rows.flatMap(({ reasons }) => reasons);
const mapping = (places: object) => productMappingSchema.parse(places);

const table = (columns: string, rows: Record<string, string>[]): string => {
  const names = columns.split(',');
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows.map((row) => names.map((column) => quoted(row[column] ?? '')).join(','))].join('\n');
};

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Status';
const cdn = (file: string) => `https://cdn.shopify.com/s/files/1/0001/products/${file}?v=1700000000`;
const simple = (wanted: Record<string, string> = {}) => ({
  Handle: 'brass-diya',
  Title: 'Brass Diya',
  'Body (HTML)': '<p>Cast by hand.</p>',
  Type: 'Brass',
  Published: 'true',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '4',
  'Variant Price': '1250.50',
  'Image Src': cdn(name),
  'Image Position': '1',
  Status: 'active',
  ...wanted,
});
const runner = () => [
  {
    ...simple(),
    Handle: 'table-runner',
    Title: 'Table runner, “Aipan”',
    'Body (HTML)':
      '<h2>Made "by hand"</h2>\n<p>One line,<br>another &amp; <a href="https://x.example">more</a>.</p>\n<ul>\n<li>Cotton</li>\n<li>Red</li>\n</ul><script>alert(1)</script>',
    Type: 'Table Runners',
    Tags: 'aipan, hand made',
    'Option1 Name': 'Size',
    'Option1 Value': 'Large',
    'Option2 Name': 'Fabric',
    'Option2 Value': 'Cotton',
    'Option3 Name': 'Border',
    'Option3 Value': 'Gold',
    'Variant Inventory Qty': '3',
    'Variant Price': '1500.00',
    'Variant Compare At Price': '1900.00',
    'SEO Title': 'Aipan table runner',
    'SEO Description': 'Painted in Almora.',
  },
  {
    Handle: 'table-runner',
    'Option1 Value': 'Small',
    'Option2 Value': 'Cotton',
    'Option3 Value': 'Gold',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '2',
    'Variant Price': '1000.00',
  },
];

describe('Shopify’s products', () => {
  test('combines several rows into one artwork; a repeat changes nothing', async () => {
    const second = (await shop.makeArtwork()).images[0]!;
    const picture = { 'Image Src': cdn(second.replace('/media/', '').replace('.webp', '.png')), 'Image Position': '1' };
    const text = table(SHOPIFY, [
      { ...runner()[0]!, 'Image Position': '2' },
      runner()[1]!,
      { Handle: 'table-runner', ...picture },
      simple(),
    ]);
    const plan = await planned(text);
    expect(plan).toMatchObject({ counts: { added: 2, refused: 0 }, unmapped: [], toFetch: 0 });
    expect(plan.notes).toEqual(['Compare-at prices are not imported, because they are not an MRP.']);
    expect(plan.rows.map(({ line }) => line)).toEqual([2, 10]);
    expect(plan.rows[0]!.changes).toEqual([
      { column: 'price', before: '', after: '1000' },
      { column: 'medium', before: '', after: 'fabric' },
      { column: 'category', before: '', after: 'Table Runners' },
      { column: 'stock_count', before: '', after: '5' },
      {
        column: 'variants',
        before: '',
        after: 'Large, Border: Gold, Cotton, ₹1,500, 3 in stock; Small, Border: Gold, Cotton, ₹1,000, 2 in stock',
      },
    ]);
    expect((await imported(text)).counts).toMatchObject({ added: 2 });
    const id = uuidFrom('shopify\ntable-runner');
    const artwork = await getArtwork(admin, id);
    expect(artwork).toMatchObject({
      title: 'Table runner, “Aipan”',
      description: 'Made "by hand"\n\nOne line,\nanother & more.\n\n• Cotton\n• Red',
      price: rupees(1000),
      stockCount: 5,
      hasVariants: true,
      mrp: null,
      tags: ['aipan', 'hand made'],
      metaTitle: 'Aipan table runner',
      metaDescription: 'Painted in Almora.',
      status: 'published',
      pictures: [{ url: second }, { url: address }],
      variants: [
        { size: 'Large, Border: Gold', cloth: 'Cotton', price: rupees(1500), stockCount: 3 },
        { size: 'Small, Border: Gold', cloth: 'Cotton', price: rupees(1000), stockCount: 2 },
      ],
    });
    expect(await getArtwork(admin, uuidFrom('shopify\nbrass-diya'))).toMatchObject({
      price: rupees(1250.5),
      stockCount: 4,
      hasVariants: false,
    });
    expect(await outcomes(text)).toEqual(['unchanged', 'unchanged']);
    expect((await imported(text)).counts).toMatchObject({ unchanged: 2 });
    expect(await getArtwork(admin, id)).toMatchObject({ version: artwork.version, variants: artwork.variants });
  });

  test('keeps ids of changed variants, and notes new and removed ones', async () => {
    const [large, small] = runner() as unknown as [Record<string, string>, Record<string, string>];
    await imported(table(SHOPIFY, [large, small]));
    const id = uuidFrom('shopify\ntable-runner');
    const before = await getArtwork(admin, id);
    const text = table(SHOPIFY, [
      { ...large, 'Option1 Value': 'Huge', 'Variant Price': '2000' },
      { ...small, 'Variant Inventory Qty': '7' },
    ]);
    const plan = await imported(text);
    expect(plan.rows[0]).toMatchObject({
      outcome: 'changed',
      changes: [{ column: 'stock_count', before: '5', after: '10' }, { column: 'variants' }],
    });
    const after = await getArtwork(admin, id);
    expect(after.variants.map(({ size, stockCount }) => [size, stockCount])).toEqual([
      ['Huge, Border: Gold', 3],
      ['Small, Border: Gold', 7],
    ]);
    expect(after.variants[1]!.id).toBe(before.variants[1]!.id);
    expect(
      (await listStockChanges(admin, { artworkId: id })).changes.map(({ change, reason }) => [change, reason]),
    ).toEqual(
      expect.arrayContaining([
        [-3, 'Variant removed'],
        [3, 'First count'],
        [5, ''],
      ]),
    );
    expect(await outcomes(text)).toEqual(['unchanged']);
    expect(await outcomes(`id,title,price,stock_count\n${id},${after.title.replace(',', ' ')},5,99`)).toEqual([
      'changed',
    ]);
    expect((await planned(`id,price,stock_count\n${id},5,99`)).counts).toMatchObject({ unchanged: 1 });
  });

  test('reads Windows line ends, a byte order mark and newer column names', async () => {
    const windows = `\uFEFF${table('Handle,Title,Type,Variant Price,Image Src', [simple()])}`.replaceAll('\n', '\r\n');
    const plan = await imported(windows);
    expect(plan).toMatchObject({ counts: { added: 1 }, notes: [expect.stringContaining('New pieces start at 0')] });
    expect(await getArtwork(admin, uuidFrom('shopify\nbrass-diya'))).toMatchObject({ stockCount: 0, description: '' });
    const newer = table('Title,URL handle,Description,Type,Status,Price,Inventory quantity,Product image URL', [
      {
        Title: 'Brass Diya',
        'URL handle': 'brass-diya',
        Description: 'Cast by hand.\nPolished.',
        Type: 'Brass',
        Status: 'Active',
        Price: '1250.50',
        'Inventory quantity': '2',
        'Product image URL': cdn(name),
      },
    ]);
    expect((await planned(newer)).rows).toMatchObject([
      { outcome: 'changed', changes: [{ after: 'Cast by hand.\nPolished.' }, { after: '2' }] },
    ]);
  });

  test('keep their status: draft, archived, hidden', async () => {
    const simpleOf = (handle: string, wanted: Record<string, string>) => simple({ Handle: handle, ...wanted });
    await imported(
      table(SHOPIFY, [
        simpleOf('one', { Status: 'draft' }),
        simpleOf('two', { Status: 'archived' }),
        simpleOf('three', { Published: 'false' }),
        simpleOf('four', { Status: 'unlisted' }),
      ]),
    );
    const statuses = ['one', 'two', 'three', 'four'].map(
      async (handle) => (await getArtwork(admin, uuidFrom(`shopify\n${handle}`))).status,
    );
    expect(await Promise.all(statuses)).toEqual(['draft', 'archived', 'draft', 'draft']);
  });

  test('follows the mapping, and names an unmapped column once', async () => {
    const of = (handle: string, type: string) => simple({ Handle: handle, Type: type });
    const text = table(SHOPIFY, [
      of('a', 'Mugs'),
      of('b', 'Mugs'),
      of('c', 'Oil Paintings'),
      of('d', 'Prints'),
      of('e', ''),
    ]);
    const plan = await planned(text);
    expect(plan.unmapped).toEqual(['*', 'Mugs', 'Prints']);
    expect(plan.rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
      ['refused', '“Mugs” is not mapped to a medium and category'],
      ['refused', '“Mugs” is not mapped to a medium and category'],
      ['added'],
      ['refused', '“Prints” is not mapped to a medium and category'],
      ['refused', 'It has no type or category: map “*”'],
    ]);
    const ownMapping = mapping({
      mugs: { medium: 'handcraft', category: 'Pottery' },
      'Oil paintings': { medium: 'oil' },
      '*': { medium: 'fabric', category: 'Other' },
    });
    const places = (await planned(text, { mapping: ownMapping })).rows.map(({ changes }) =>
      changes.filter(({ column }) => column === 'medium' || column === 'category').map(({ after }) => after),
    );
    expect(places).toEqual([
      ['handcraft', 'Pottery'],
      ['handcraft', 'Pottery'],
      ['oil', 'Oil Paintings'],
      ['fabric', 'Other'],
      ['fabric', 'Other'],
    ]);
    expect(() => mapping({ Mugs: { medium: 'clay' } })).toThrow('One of fabric, oil, handcraft, skin-care');
  });

  test('refuses and names a broken row, and imports the others', async () => {
    const many = Array.from({ length: 21 }, (_, n) => ({
      ...runner()[0]!,
      Handle: 'many',
      'Option1 Value': `Size ${n}`,
    }));
    const [large, small] = runner() as unknown as [Record<string, string>, Record<string, string>];
    const text = table(SHOPIFY, [
      simple(),
      simple({ Handle: '', Title: 'Lost' }),
      simple({ Handle: 'free', 'Variant Price': '' }),
      simple({ Handle: 'oversold', 'Variant Inventory Qty': '-2' }),
      simple({ Handle: 'gift', 'Gift Card': 'TRUE' }),
      simple({ Handle: 'bare', 'Image Src': '' }),
      simple({ Handle: 'gone', 'Image Src': cdn('gone.jpg') }),
      ...many,
      { ...large, Handle: 'same', 'Body (HTML)': '' },
      { ...small, Handle: 'same', 'Option1 Value': 'Large' },
      { ...large, Handle: 'cream', Type: 'Skin care', 'Body (HTML)': '' },
    ]);
    const plan = await imported(text);
    expect(plan.rows.map(({ title, reasons }) => [title, ...reasons])).toEqual([
      ['Brass Diya'],
      ['Lost', 'It has no handle'],
      ['Brass Diya', 'price: Please fill in all required fields'],
      ['Brass Diya'],
      ['Brass Diya', 'Gift cards can’t be imported'],
      ['Brass Diya', 'images: Please add at least one image'],
      ['Brass Diya', 'images: gone.jpg is not in Photos. Upload it there first.'],
      ['Table runner, “Aipan”', 'variants: At most 20'],
      ['Table runner, “Aipan”', 'variants: Large, Border: Gold, Cotton: Enter a different name for each variant'],
      ['Table runner, “Aipan”', 'variants: Skin care can’t have variants, because each size needs its own label'],
    ]);
    expect((await listArtworksForAdmin(admin)).counts.all).toBe(3);
  });

  test('reports what the owner changed since, then overwrites it', async () => {
    const text = table(SHOPIFY, [simple()]);
    await imported(text);
    await imported(`id,title\n${uuidFrom('shopify\nbrass-diya')},Diya of brass`);
    expect((await planned(text)).rows).toMatchObject([
      { outcome: 'changed', changes: [{ column: 'title', before: 'Diya of brass', after: 'Brass Diya' }] },
    ]);
  });
});

const WOO =
  'ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,In stock?,Stock,Length (cm),Width (cm),Height (cm),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Meta: _yoast_wpseo_title,Meta: rank_math_description';
const upload = (file: string) => `https://shop.example/wp-content/uploads/2026/01/${file}`;
const woo = (wanted: Record<string, string> = {}) => ({
  ID: '101',
  Type: 'simple',
  Name: 'Brass &amp; copper diya',
  Published: '1',
  'Is featured?': '0',
  'In stock?': '1',
  Stock: '4',
  'Regular price': '1250.50',
  Categories: 'Home > Brass',
  Images: upload(name),
  ...wanted,
});

describe('WooCommerce’s products', () => {
  test('imports variations by number or SKU; a repeat changes nothing', async () => {
    const text = table(WOO, [
      woo({
        SKU: 'DIYA',
        'Is featured?': '1',
        'Short description': String.raw`Cast by <b>hand</b>.`,
        Description: String.raw`First paragraph.\n\nA line\nand another.\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>`,
        'Sale price': '999',
        Categories: String.raw`Home > Brass, Gifts\, large`,
        Tags: String.raw`diya, red\, gold`,
        'Length (cm)': '12',
        'Width (cm)': '8.5',
        'Meta: _yoast_wpseo_title': '%%title%%',
        'Meta: rank_math_description': 'A lamp.',
      }),
      {
        ID: '203',
        Type: 'variation',
        Name: 'Sari - Red',
        Published: '1',
        'In stock?': '0',
        'Regular price': '4500',
        Parent: 'id:200',
        'Attribute 1 name': 'Colour',
        'Attribute 1 value(s)': 'Red',
      },
      woo({
        ID: '200',
        Type: 'variable',
        Name: 'Sari',
        Stock: '',
        'Regular price': '',
        Categories: 'Saris',
        'Attribute 1 name': 'Colour',
        'Attribute 1 value(s)': 'Red, Blue',
      }),
      {
        ID: '201',
        Type: 'variation',
        Name: 'Sari - Blue',
        Published: '1',
        Stock: '2',
        'Regular price': '4000',
        Parent: 'id:200',
        'Attribute 1 name': 'Colour',
        'Attribute 1 value(s)': 'Blue',
        'Width (cm)': '110',
        'Height (cm)': '550',
      },
      {
        ID: '202',
        Type: 'variation',
        Name: 'Sari - Green',
        Published: '0',
        Stock: '2',
        'Regular price': '1',
        Parent: 'id:200',
        'Attribute 1 name': 'Colour',
        'Attribute 1 value(s)': 'Green',
      },
    ]);
    expect((await imported(text)).rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
      ['added'],
      ['added'],
    ]);
    expect(await getArtwork(admin, uuidFrom('woocommerce\n101'))).toMatchObject({
      title: 'Brass & copper diya',
      description: 'Cast by hand.\n\nFirst paragraph.\n\nA line\nand another.\n• one\n• two',
      price: rupees(999),
      stockCount: 4,
      featured: true,
      medium: 'handcraft',
      category: 'Brass',
      tags: ['diya', 'red', 'gold'],
      dimensions: { width: 8.5, height: 12, unit: 'cm' },
      metaTitle: '',
      metaDescription: 'A lamp.',
      pictures: [{ url: address }],
    });
    expect(await getArtwork(admin, uuidFrom('woocommerce\n200'))).toMatchObject({
      title: 'Sari',
      medium: 'fabric',
      category: 'Saris',
      price: rupees(4000),
      stockCount: 2,
      variants: [
        { size: '', cloth: 'Red', price: rupees(4500), stockCount: 0 },
        { size: '', cloth: 'Blue', stockCount: 2, dimensions: { width: 110, height: 550, unit: 'cm' } },
      ],
    });
    expect(await outcomes(text)).toEqual(['unchanged', 'unchanged']);
  });

  test('imports price on request, drafts of hidden products, and no timed sales', async () => {
    const text = table(WOO, [
      woo({ ID: '1', 'Regular price': '' }),
      woo({ ID: '2', Published: '0', 'Sale price': '5', 'Date sale price ends': '2027-01-01' }),
      woo({ ID: '3', Published: "'-1", Stock: '' }),
      woo({ ID: '4', 'Visibility in catalog': 'hidden', Stock: '', 'In stock?': '0' }),
    ]);
    expect((await imported(text)).notes).toEqual(['Scheduled sales are not imported; the regular price is used.']);
    const artworks = ['1', '2', '3', '4'].map((id) => getArtwork(admin, uuidFrom(`woocommerce\n${id}`)));
    expect((await Promise.all(artworks)).map(({ price, status, stockCount }) => [price, status, stockCount])).toEqual([
      [null, 'published', 4],
      [rupees(1250.5), 'draft', 4],
      [rupees(1250.5), 'draft', 1],
      [rupees(1250.5), 'draft', 0],
    ]);
  });

  test('with unusual numbers are read exactly', async () => {
    const text = table(WOO, [
      woo({ ID: '1', 'Regular price': '499.9000', 'Length (cm)': '.5', 'Width (cm)': '12.', 'Height (cm)': '.25' }),
      woo({ ID: '2', 'Regular price': '499.0000', Stock: '-4' }),
      woo({ ID: '3', 'Regular price': '1,499.00', 'Length (cm)': '10.00', 'Width (cm)': '0', 'Height (cm)': '' }),
    ]);
    expect((await imported(text)).notes).toEqual(['Stock counts below 0 are imported as 0.']);
    const artworks = ['1', '2', '3'].map((id) => getArtwork(admin, uuidFrom(`woocommerce\n${id}`)));
    expect(
      (await Promise.all(artworks)).map(({ price, stockCount, dimensions: { width, height } }) => [
        price,
        stockCount,
        width,
        height,
      ]),
    ).toEqual([
      [rupees(499.9), 4, 12, 0.25],
      [rupees(499), 0, 0, 0],
      [rupees(1499), 4, 0, 10],
    ]);
  });

  test('with an invalid price are refused, naming the price', async () => {
    const prices = ['1.499,00', '1.23E+05', '-5.00', '10.005', '499.000', '0'];
    const text = table(
      WOO,
      prices.map((price, at) => woo({ ID: String(at + 1), 'Regular price': price })),
    );
    expect(await reasonsOf(text)).toEqual(
      prices.map((price) => `price: “${price}” is not a price in rupees. Enter a price like 1499 or 99.50`),
    );
  });

  test('products on a Sale shelf take their descriptive category', async () => {
    const categories = ['Sale, Pottery', 'New arrivals, Home > Pottery', 'Uncategorized, Brass lamps', 'Uncategorized'];
    const rows = categories.map((Categories, at) => woo({ ID: String(at + 1), Categories }));
    const all = mapping({ '*': { medium: 'handcraft' } });
    expect((await imported(table(WOO, rows), { mapping: all })).rows.map(({ reasons }) => reasons)).toEqual([
      [],
      [],
      [],
      ['“Uncategorized” is not mapped to a medium and category'],
    ]);
    const artworks = ['1', '2', '3'].map((id) => getArtwork(admin, uuidFrom(`woocommerce\n${id}`)));
    expect((await Promise.all(artworks)).map(({ category }) => category)).toEqual([
      'Pottery',
      'Pottery',
      'Brass lamps',
    ]);
  });

  test('removes page-builder short codes and keeps their text', async () => {
    const Description =
      '[vc_row][vc_column width="1/2"]Cast [sold] by hand.[/vc_column][/vc_row][gallery ids="1,2"][contact-form-7 id="5"]';
    await imported(table(WOO, [woo({ ID: '1', Description })]));
    const { description } = await getArtwork(admin, uuidFrom('woocommerce\n1'));
    expect(description).toBe('Cast [sold] by hand.');
  });

  test('in UTF-16 are read, and in another encoding are not', () => {
    const text = 'ID,Type,Name\n1,simple,दीया';
    expect(decodeTable(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(text);
    expect(decodeTable(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe(text);
    expect(decodeTable(Buffer.from(text))).toBe(text);
    expect(decodeTable(Buffer.from('Name\nDécor', 'latin1'))).toBeUndefined();
  });

  test('refuses and names rows that are not artworks', async () => {
    const variation = { Type: 'variation', Name: 'Sari - Blue', 'Regular price': '1', Stock: 'parent' };
    const options = { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': 'Large' };
    expect(
      await reasonsOf(
        table(WOO, [
          woo({ ID: '', SKU: '' }),
          woo({ ID: '2', Type: 'grouped' }),
          woo({ ID: '3', Type: 'simple, virtual', Categories: 'Uncategorized' }),
          woo({ ID: '4', Type: 'variable' }),
          { ...variation, ...options, ID: '5', Parent: 'id:999' },
          woo({ ID: '6', SKU: 'SHARED', Type: 'variable' }),
          { ...variation, ...options, ID: '7', Parent: 'SHARED' },
        ]),
      ),
    ).toEqual([
      'It has neither an ID nor a SKU',
      'Products of type “grouped” can’t be imported',
      '“Uncategorized” is not mapped to a medium and category',
      'Its variations aren’t in this table',
      'Its product, “id:999”, isn’t in this table',
      'Its variations share one stock count: enter a count for each',
    ]);
  });
});

describe('pictures by address', () => {
  let server: Server;
  let asked: string[];
  const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;
  const remote = () => ({
    remotePictures: openRemotePictures({
      host: 'localhost',
      test: { port: (server.address() as AddressInfo).port },
    }),
  });
  beforeAll(async () => {
    const pictureOf = (background: string) =>
      sharp({ create: { width: 60, height: 60, channels: 3, background } })
        .png()
        .toBuffer();
    const pictures: Record<string, Uint8Array> = {
      '/a/front.png': await pictureOf('#c04020'),
      '/b/front.png': await pictureOf('#2040c0'),
      '/a/page.png': Buffer.from('<html>'),
    };
    server = createServer((request, response) => {
      asked.push(request.url!);
      const picture = pictures[request.url!.replace(/\?.*/, '')];
      if (picture) response.end(picture);
      else response.writeHead(404).end();
    });
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  });
  beforeEach(async () => {
    asked = [];
    shop.suppliers.storage = await openStorage(shop.config);
    admin = shop.as.shop();
  });
  afterAll(() => server.close());
  const fileText = () =>
    table(SHOPIFY, [
      simple({ Handle: 'one', 'Image Src': at('/a/front.png?v=1'), 'Image Alt Text': 'A red diya' }),
      simple({ Handle: 'two', 'Image Src': at('/b/front.png?v=1') }),
      simple({ Handle: 'three', 'Image Src': at('/a/gone.png') }),
      simple({ Handle: 'four', 'Image Src': at('/a/page.png') }),
      simple({ Handle: 'five', 'Image Src': 'http://elsewhere.example/front.png' }),
      simple({ Handle: 'six', Type: 'Mugs', 'Image Src': at('/a/mug.png') }),
    ]);

  test('fetches each picture once by its address, and never again', async () => {
    const plan = await planned(fileText(), remote());
    expect([plan.toFetch, plan.counts.added]).toEqual([5, 4]);
    expect(asked).toEqual([]);
    const done = await imported(fileText(), remote());
    expect(done.rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
      ['added'],
      ['added'],
      ['refused', `images: ${at('/a/gone.png')} no longer exists`],
      ['refused', `images: ${at('/a/page.png')}: Please select an image file`],
      ['refused', 'images: front.png is not in Photos. Upload it there first.'],
      ['refused', '“Mugs” is not mapped to a medium and category'],
    ]);
    expect(asked.toSorted()).toEqual(['/a/front.png?v=1', '/a/gone.png', '/a/page.png', '/b/front.png?v=1']);
    const [one, two] = await Promise.all(
      ['one', 'two'].map((handle) => getArtwork(admin, uuidFrom(`shopify\n${handle}`))),
    );
    expect(one!.pictures[0]!.url).not.toBe(two!.pictures[0]!.url);
    expect(one!.pictures[0]!.alt).toBe('A red diya');
    asked = [];
    expect((await imported(fileText(), remote())).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(asked.toSorted()).toEqual(['/a/gone.png', '/a/page.png']);
    expect(await outcomes(fileText())).toEqual(['unchanged', 'unchanged', 'refused', 'refused', 'refused', 'refused']);
  });

  test('fetches nothing without a named host, and refuses ambiguous files', async () => {
    await insertPicture(shop.database, {}, 'front');
    expect((await reasonsOf(fileText())).filter((reason) => reason.includes('front.png'))).toEqual(
      Array(3).fill('images: Several pictures in this table are named front.png. Rename them.'),
    );
    expect(await outcomes(table(SHOPIFY, [simple({ 'Image Src': at('/a/front.png?v=1') })]))).toEqual(['added']);
    expect(asked).toEqual([]);
  });
});

test('imports a thousand products with three variants, then changes nothing', { timeout: 120_000 }, async () => {
  const [large, small] = runner() as unknown as [Record<string, string>, Record<string, string>];
  const text = table(
    SHOPIFY,
    Array.from({ length: 1_000 }, (_, n) => [
      { ...large, Handle: `runner-${n}`, Title: `Runner ${n}` },
      { ...small, Handle: `runner-${n}` },
      { ...small, Handle: `runner-${n}`, 'Option1 Value': 'Tiny' },
    ]).flat(),
  );
  expect((await imported(text)).counts).toMatchObject({ added: 1_000 });
  expect((await planned(text)).counts).toMatchObject({ unchanged: 1_000 });
  expect((await imported(text.replaceAll('1000.00', '1001.00'))).counts).toMatchObject({ changed: 1_000 });
});

test('refuses a file with too many rows or products', async () => {
  const rows = (count: number) => `Handle,Title,Variant Price\n${'one,One,5\n'.repeat(count)}`;
  expect(await planImport(admin, rows(25_001))).toMatchObject({ reason: 'too-many-rows' });
  const lines = Array.from({ length: 5_001 }, (_, n) => `${n},One,5\n`).join('');
  expect(await planImport(admin, `Handle,Title,Variant Price\n${lines}`)).toMatchObject({ reason: 'too-many-rows' });
});
