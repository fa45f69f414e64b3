import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { addSampleArtworks, storeSamplePictures } from '#samples/catalogue/catalogue.ts';
import { SAMPLE_ARTWORKS } from '#samples/catalogue/sample-artworks.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { GOOGLE_ATTRIBUTES, META_FIELDS, problemsOf } from '#tests/support/feed-attributes.ts';
import { openLiveShop } from '#tests/support/live-shop.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';
import { putSamplePictures } from '#tests/support/sample-pictures.ts';
import { readXml, textsOf } from '#tests/support/xml.ts';

const FEEDS = ['/feeds/google.xml', '/feeds/meta.csv'] as const;
const HOSTILE = `=HYPERLINK("http://x") </g:title> & "Lamp" ]]> 'कमल'`;

let shop: RequestShop;
let runner: string;
beforeAll(async () => {
  shop = await openRequestShop();
  const context = shop.systemContext();
  await putSamplePictures(shop.database, (name, bytes) => context.suppliers.storage.put(name, bytes, 'image/webp'));
  await addSampleArtworks(context, await storeSamplePictures(context));
  // A constraint compares the artwork with its variants at the end of the transaction.
  runner = await shop.database.transaction(async (transaction) => {
    const wanted = { title: 'Jute Runner', price: rupees(800), stockCount: 3, hasVariants: true };
    const { id } = await insertArtwork(transaction as never, wanted);
    await transaction.insert(artworkVariants).values([
      { artworkId: id, position: 0, size: 'Long', cloth: 'Jute', price: rupees(1_200), stockCount: 0 },
      { artworkId: id, position: 1, size: 'Short', cloth: 'Jute', price: rupees(800), stockCount: 2 },
      { artworkId: id, position: 2, size: 'Wide', price: rupees(900), stockCount: 1 },
    ]);
    return id;
  });
}, 120_000);
afterAll(() => shop.close());

type Item = Record<string, string[]>;

async function googleItems(): Promise<Item[]> {
  shop.app.pageCache.drop();
  const root = readXml((await shop.visitor().get('/feeds/google.xml')).text);
  const [channel] = root.children;
  const items = channel!.children.filter(({ name }) => name === 'item');
  return items.map((item) => ({
    ...Object.fromEntries(item.children.map(({ name }) => [name, textsOf(item, name)])),
    'g:shipping': item.children
      .filter(({ name }) => name === 'g:shipping')
      .map((shipping) => textsOf(shipping, 'g:country').join() + textsOf(shipping, 'g:price').join()),
  }));
}

async function metaItems(): Promise<Item[]> {
  shop.app.pageCache.drop();
  const rows = parse<Record<string, string>>((await shop.visitor().get('/feeds/meta.csv')).text, { columns: true });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? [] : [value]])),
  );
}

const titled = (items: Item[], title: string) =>
  items.find((item) => [...(item['g:title'] ?? []), ...(item['title'] ?? [])].some((each) => each.startsWith(title)));

describe('the feeds', () => {
  test('have every attribute that Google and Meta require, for every sample piece', async () => {
    const [google, meta] = [await googleItems(), await metaItems()];
    const sold = SAMPLE_ARTWORKS.filter(({ medium }) => medium !== 'fabric').map(({ title }) => title);
    const variants = ['Long, Jute', 'Short, Jute', 'Wide'].map((name) => `Jute Runner (${name})`);
    expect(new Set(google.flatMap((item) => item['g:title']))).toEqual(new Set([...sold, ...variants]));
    expect(google).toHaveLength(sold.length + variants.length);
    expect(meta.map((item) => item['id'])).toEqual(google.map((item) => item['g:id']));
    expect(google.flatMap((item) => problemsOf(item, GOOGLE_ATTRIBUTES))).toEqual([]);
    expect(meta.flatMap((item) => problemsOf(item, META_FIELDS))).toEqual([]);
    expect(titled(google, 'Himalayan Dawn')).toMatchObject({
      'g:price': ['14500.00 INR'],
      'g:brand': ['Bisvar'],
      'g:product_type': ['Oil Painting'],
      'g:shipping': ['IN0.00 INR'],
    });
  });

  test('list each variant with its own price and stock, and a link that selects it', async () => {
    const long = titled(await googleItems(), 'Jute Runner (Long');
    expect(long).toMatchObject({
      'g:item_group_id': [runner],
      'g:availability': ['out_of_stock'],
      'g:price': ['1200.00 INR'],
      'g:size': ['Long'],
      'g:material': ['Jute'],
      'g:shipping': ['IN150.00 INR'],
    });
    expect(titled(await metaItems(), 'Jute Runner (Long')).toMatchObject({ availability: ['out of stock'] });
    const { pathname, search } = new URL(long!['g:link']![0]!);
    const { text } = await shop.visitor().get(pathname + search);
    expect(text).toMatch(new RegExp(`name="variantId" checked="" value="${long!['g:id']![0]}"`));
    expect(text).toContain('₹1,200');
  });

  test('leave out what no cart takes', async () => {
    const left = [
      { title: 'Left draft', status: 'draft' },
      { title: 'Left archived', status: 'archived' },
      { title: 'Left own idea', status: 'own-idea' },
      { title: 'Left on request', price: null },
      { title: 'Left saree', medium: 'fabric' },
    ] as const;
    for (const each of left) await insertArtwork(shop.database, each);
    const sold = await insertArtwork(shop.database, { title: 'Sold lamp', stockCount: 0 });
    const [google, meta] = [await googleItems(), await metaItems()];
    for (const { title } of left) expect([titled(google, title), titled(meta, title)]).toEqual([undefined, undefined]);
    expect(titled(google, 'Sold lamp')).toMatchObject({ 'g:id': [sold.id], 'g:availability': ['out_of_stock'] });
  });

  test('escape hostile texts, and cut long ones at a word', async () => {
    const description = `+1 \u0001\uFFFE<b>${'धागा '.repeat(2_000)}`;
    const { id } = await insertArtwork(shop.database, { title: HOSTILE, description, category: '@SUM(A1)' });
    const [google, meta] = [await googleItems(), await metaItems()];
    expect(google.flatMap((item) => problemsOf(item, GOOGLE_ATTRIBUTES))).toEqual([]);
    expect(meta.flatMap((item) => problemsOf(item, META_FIELDS))).toEqual([]);
    const item = google.find((each) => each['g:id']![0] === id)!;
    expect(item['g:title']).toEqual([HOSTILE]);
    expect(item['g:description']![0]).toMatch(/^\+1 <b>(धागा )+धागा…$/);
    expect(item['g:description']![0]!.length).toBeGreaterThan(4_990);
    const cells = meta.flatMap((each) => Object.values(each).flat());
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(meta.find((each) => each['id']![0] === id)!['title']).toEqual([`'${HOSTILE}`]);
    await shop.database.delete(artworks).where(eq(artworks.id, id));
  });

  test('have the whole picture as a JPEG', async () => {
    const context = shop.systemContext();
    const bytes = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#8c2f1d' } })
      .webp()
      .toBuffer();
    await context.suppliers.storage.put('tall.webp', bytes, 'image/webp');
    await insertArtwork(shop.database, { title: 'Tall lamp', images: ['/media/tall.webp'] });
    const image = titled(await metaItems(), 'Himalayan Dawn')!['image_link']![0]!;
    const response = await shop.visitor().ask(new URL(image).pathname);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const tall = await shop.visitor().ask('/media/tall-whole.jpg');
    const { format, width, height } = await sharp(new Uint8Array(await tall.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 700, height: 900 });
    expect((await shop.visitor().ask('/media/nothing-whole.jpg')).status).toBe(404);
  });

  test.each(FEEDS)('%s answers 304 until something in it changes', async (path) => {
    const visitor = shop.visitor();
    const first = await visitor.get(path);
    const etag = first.headers.get('etag')!;
    expect([first.status, first.headers.get('content-type')]).toEqual([
      200,
      path.endsWith('xml') ? 'application/xml; charset=utf-8' : 'text/csv; charset=utf-8',
    ]);
    const repeat = () => visitor.ask(path, { headers: { 'if-none-match': etag } });
    const unchanged = await repeat();
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    const left = path.endsWith('xml') ? 0 : 2;
    await shop.database.transaction(async (transaction) => {
      await transaction.update(artworkVariants).set({ stockCount: left }).where(eq(artworkVariants.size, 'Short'));
      await transaction
        .update(artworks)
        .set({ stockCount: 1 + left })
        .where(eq(artworks.id, runner));
    });
    await expect.poll(async () => (await repeat()).status).toBe(200);
  });

  test('say nothing of shipping when no zone is served', async () => {
    const zone = { name: 'India', places: 'All', businessDays: { from: 3, to: 5 }, cost: rupees(90), freeAbove: null };
    const shippingZones = [{ ...zone, pinPrefixes: [], unserved: true, takesCash: false }];
    await updateSettings(shop.systemContext(), { shippingZones });
    await expect.poll(async () => (await googleItems()).flatMap((item) => item['g:shipping'])).toEqual([]);
  });
});

test('llms.txt links to pages that exist, with the shop’s own facts', async () => {
  await updateSettings(shop.systemContext(), { tagline: 'Hill\n# crafts' });
  await expect.poll(async () => (await shop.visitor().get('/llms.txt')).text).toContain('Hill # crafts');
  const { headers, text } = await shop.visitor().get('/llms.txt');
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(text).toMatch(/^# Bisvar\n\n> \S.+\n\n## Gallery\n/);
  expect(text.match(/^## .+/gm)).toEqual(['## Gallery', '## Policies', '## Feeds', '## Contact']);
  expect(text).toContain('hello@bisvar.example');
  const links = [...text.matchAll(/^- \[[^\]]+\]\(http:\/\/shop\.test([^)]+)\)/gm)].map(([, path]) => path!);
  expect(links).toEqual(expect.arrayContaining(['/gallery/oil', '/returns', ...FEEDS, '/contact']));
  for (const path of links) expect([path, (await shop.visitor().get(path)).status]).toEqual([path, 200]);
});

test('a live shop has items and llms.txt only after it opened', async () => {
  const live = await openRequestShop({ SHOP_MODE: 'live', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  try {
    await insertArtwork(live.database, { title: 'Himalayan Dawn' });
    const read = (path: string) => live.visitor().get(path);
    expect(readXml((await read('/feeds/google.xml')).text).children[0]!.children).toHaveLength(3);
    expect(parse((await read('/feeds/meta.csv')).text)).toHaveLength(1);
    expect((await read('/llms.txt')).status).toBe(404);
    await openLiveShop(live);
    for (const path of FEEDS) await expect.poll(async () => (await read(path)).text).toContain('Himalayan Dawn');
    const { status, text } = await read('/llms.txt');
    expect(status).toBe(200);
    expect(text).not.toMatch(/98765|hello@bisvar\.example|Bisvar Studio, Almora/);
  } finally {
    await live.close();
  }
}, 90_000);
