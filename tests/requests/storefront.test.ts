import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { textOf } from '#tests/support/html.ts';
import { openRequestShop, type RequestShop } from '#tests/support/request-shop.ts';

let the: RequestShop;
const ids: Record<string, string> = {};

beforeAll(async () => {
  the = await openRequestShop({ SHOP_MODE: 'live', SHOP_URL: 'http://shop.test' });
  const piece = { images: ['/media/none.webp'], stockCount: 3, category: 'Oil Painting', medium: 'oil' as const };
  const rows = await the.database
    .insert(artworks)
    .values([
      {
        ...piece,
        title: 'Hill </script><b>Dawn',
        description: 'First light on the snows.',
        price: rupees(14_500),
        featured: true,
        tags: ['mountains'],
      },
      { ...piece, title: 'Gone Marigolds', price: rupees(9_800), stockCount: 0 },
      { ...piece, title: 'Fish Dupatta', price: rupees(4_200), medium: 'fabric', category: 'Fabric Painting' },
      { ...piece, title: 'Neem Soap', price: rupees(180), medium: 'handcraft', category: 'Skin Care' },
      ...Array.from({ length: 11 }, (_, index) => ({
        ...piece,
        title: `Bowl ${index}`,
        price: rupees(500 + index),
        medium: 'handcraft' as const,
        category: 'Handcraft',
      })),
    ])
    .returning({ id: artworks.id, title: artworks.title });
  for (const { id, title } of rows) ids[title] = id;
}, 60_000);
afterAll(() => the.close());

const page = async (path: string) => {
  const got = await the.visitor().get(path);
  return {
    ...got,
    words: textOf(got.text),
    canonical: /rel="canonical" href="([^"]*)"/.exec(got.text)?.[1],
    title: /<title>([^<]*)/.exec(got.text)?.[1],
  };
};
const cards = (text: string) => text.match(/<article class="card"/g)?.length ?? 0;

test('home shows what is featured, the figures of the settings and its own head', async () => {
  const home = await page('/');
  expect(home.title).toBe('Bisvar - Handcrafted Indian Art');
  expect(home.canonical).toBe('http://shop.test/');
  expect(home.words).toContain('2,500+ happy customers');
  expect(cards(home.text)).toBe(1);
});

test('a gallery counts all that match, shows twelve and leads to more by its address', async () => {
  const first = await page('/gallery');
  expect(first.words).toContain('15 artworks found');
  expect(cards(first.text)).toBe(12);
  expect(first.text).toContain('href="/gallery?show=24"');
  expect(cards((await page('/gallery?show=24')).text)).toBe(15);
});

test('the category in the query beats the one in the path, and the canonical address is the path form', async () => {
  const soaps = await page('/gallery/oil?category=Skin%20Care&sort=newest');
  expect(soaps.title).toBe('Skin Care | Bisvar');
  expect(soaps.canonical).toBe('http://shop.test/gallery/skin-care');
  expect(soaps.words).toContain('1 artworks found');
});

test('filters that fit nothing say so, and each can be taken away by a link', async () => {
  const none = await page('/gallery/oil?max=100&medium=oil');
  expect(none.words).toContain('No artworks found');
  expect(none.words).toContain('Try adjusting your filters to see more results');
  expect(none.text).toContain('href="/gallery/oil?medium=oil"');
  expect(none.text).toContain('href="/gallery/oil?max=100"');
});

test('a card offers what can be done with its piece', async () => {
  expect((await page('/gallery/fabric')).words).toContain('Customize & Order');
  expect((await page('/gallery/oil')).words).toContain('Out of Stock');
  expect((await page('/gallery/skin-care')).words).toContain('Add to cart');
});

test('an artwork page has its own head, offers no more than there are, and no title can end its structured data', async () => {
  const dawn = await page(`/artwork/${ids['Hill </script><b>Dawn']}`);
  expect(dawn.text).toContain('property="og:type" content="product"');
  expect(dawn.words).toContain('In stock: 3 pieces');
  expect(/<input[^>]*name="quantity"[^>]*>/.exec(dawn.text)?.[0]).toContain('max="3"');
  const facts = [...dawn.text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as { '@type'?: string; name?: string },
  );
  expect(facts.find((fact) => fact['@type'] === 'Product')?.name).toBe('Hill </script><b>Dawn');
  expect(dawn.text).not.toContain('aggregateRating');
});

test('an unknown artwork and an unknown address are 404 and kept from search engines', async () => {
  const nothing = await page('/artwork/99');
  expect(nothing.status).toBe(404);
  expect(nothing.words).toContain('Artwork not found');
  expect(nothing.words).toContain('Return to Gallery');
  for (const path of ['/nowhere', '/gallery/swords']) {
    const unknown = await page(path);
    expect([path, unknown.status]).toEqual([path, 404]);
    expect(unknown.text).toContain('name="robots" content="noindex"');
    expect(unknown.words).toContain('Painted by hand');
  }
  expect((await page('/artwork')).status).toBe(200);
});

test('search answers at most five pieces, and the words it looked for', async () => {
  const response = await the.visitor().ask('/api/search?q=%20bowl%20');
  const answer = (await response.json()) as { query: string; artworks: { title: string }[] };
  expect(answer.query).toBe('bowl');
  expect(answer.artworks).toHaveLength(5);
});

test('no page carries an inline style, which the security policy would block', async () => {
  for (const path of ['/', '/gallery', `/artwork/${ids['Fish Dupatta']}`])
    expect((await page(path)).text).not.toMatch(/<[a-z][^>]*\sstyle="/);
});
