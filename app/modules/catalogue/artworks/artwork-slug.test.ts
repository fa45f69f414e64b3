import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { sampleId } from './artwork.ts';
import { deleteArtworks, getArtwork } from './artworks.server.ts';
import { artworkFormerSlugs, artworks } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const slugOf = async (id: string) => (await getArtwork(shop.as.guest(), id)).slug;
const made = async (title: string) => slugOf((await shop.makeArtwork({ title })).id);
const rename = (id: string, title: string) => shop.database.update(artworks).set({ title }).where(eq(artworks.id, id));

test.each([
  ['Himalayan Dawn', 'himalayan-dawn'],
  ['  Ganga’s “Diya”, set of 5!  ', 'gangas-diya-set-of-5'],
  ['Papier-mâché Keepsake Box', 'papier-mache-keepsake-box'],
  ['हिमालय', 'himalay'],
  ['कमल का फूल, ५ पंखुड़ियाँ', 'kamal-ka-phul-5-pankhudiyan'],
  ['ज्ञान की ज़री Silk', 'gyan-ki-jari-silk'],
  ['வண்ணம்', 'artwork'],
  ['7', 'artwork-7'],
  ['00000000-0000-4000-8000-000000000001', 'artwork-00000000-0000-4000-8000-000000000001'],
  [`${'long '.repeat(20)}`, 'long-'.repeat(15) + 'long'],
])('“%s” is read as %s', async (title, slug) => {
  expect(await made(title)).toBe(slug);
});

test('thousands of artworks with different titles take one lock', async () => {
  const locks = await shop.database.transaction(async (database) => {
    await database.execute(sql`
      insert into artworks (title, medium, category, price, images)
      select 'Lamp number ' || n, 'oil', 'Lamp', 100, '{/media/one.webp}' from generate_series(1, 3000) n`);
    const { rows } = await database.execute<{ count: number }>(
      sql`select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    );
    return rows[0]!.count;
  });
  expect(locks).toBe(1);
});

test('gives artworks with one title distinct addresses, also at once', async () => {
  const slugs = await Promise.all(Array.from({ length: 12 }, () => made('Oil Lamp')));
  expect(new Set(slugs).size).toBe(12);
  expect(slugs).toEqual(expect.arrayContaining(['oil-lamp', 'oil-lamp-2', 'oil-lamp-9']));
  for (const slug of slugs) expect(slug).toMatch(/^oil-lamp(-[2-9]|-[0-9a-f]{8}(-\d+)?)?$/);
});

test('redirects former addresses until another artwork uses them', async () => {
  const { id } = await shop.makeArtwork({ title: 'Dawn' });
  await rename(id, 'Dusk');
  await rename(id, 'Noon');
  for (const address of ['dawn', 'dusk', 'noon', id, id.toUpperCase()])
    expect((await getArtwork(shop.as.guest(), address)).slug).toBe('noon');
  expect(await made('Dawn')).toBe('dawn-2');
  await rename(id, 'Dawn!');
  expect(await slugOf(id)).toBe('dawn');
  expect(
    await shop.database
      .select({ slug: artworkFormerSlugs.slug })
      .from(artworkFormerSlugs)
      .orderBy(sql`1`),
  ).toEqual([{ slug: 'dusk' }, { slug: 'noon' }]);
  await deleteArtworks(shop.as.admin(), [id]);
  await expect(getArtwork(shop.as.guest(), 'dusk')).rejects.toThrow(NotFound);
  expect(await made('Dusk')).toBe('dusk');
});

test('other changes do not change the address', async () => {
  const { id } = await shop.makeArtwork({ title: 'Dawn' });
  await shop.makeArtwork({ title: 'Dawn' });
  await shop.database
    .update(artworks)
    .set({ title: 'DAWN', price: sql`price + 100` })
    .where(eq(artworks.id, id));
  expect(await slugOf(id)).toBe('dawn');
  expect(await shop.database.$count(artworkFormerSlugs)).toBe(0);
});

test('the sample’s numbers still redirect to its artworks', async () => {
  await shop.makeArtwork({ id: sampleId(4), title: 'Himalayan Dawn' });
  expect(await slugOf('4')).toBe('himalayan-dawn');
  await shop.database.delete(artworks).where(inArray(artworks.id, [sampleId(4)]));
  await expect(getArtwork(shop.as.guest(), '4')).rejects.toThrow(NotFound);
});
