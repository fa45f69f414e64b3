import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NotFound } from '#app/platform/errors.server.ts';
import { asLive } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { ARTWORK_STATUSES, type ArtworkStatus } from './artwork-status.ts';
import {
  categoryNames,
  changeArtworks,
  customOrderArtworks,
  featuredArtworks,
  findArtworks,
  foldArtworkCounts,
  getArtwork,
  listArtworksForAdmin,
  listForSitemap,
  relatedArtworks,
  searchArtworks,
  summariesOf,
  takeStock,
  undoChange,
} from './artworks.server.ts';
import { artworks, artworkTerms } from './tables.server.ts';

let shop: TestShop;
let ids: Record<ArtworkStatus, string>;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  const made = Object.fromEntries(ARTWORK_STATUSES.map((status) => [status, ''])) as typeof ids;
  for (const status of ARTWORK_STATUSES)
    made[status] = (await shop.makeArtwork({ status, title: `Glacier ${status}`, featured: true })).id;
  ids = made;
});
afterAll(() => shop.close());

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe('an artwork that is not published', () => {
  test('appears in no list and no count', async () => {
    const guest = shop.as.guest();
    const expected = [ids.published];
    for (const filter of [
      {},
      { q: 'glacier' },
      { q: 'glacer' },
      { sort: 'price-low' as const },
      { within: 'Oil Painting' },
      { min: 1 },
    ]) {
      const found = await findArtworks(guest, filter);
      expect([filter, idsOf(found.artworks), found.total]).toEqual([filter, expected, 1]);
    }
    expect(idsOf((await featuredArtworks(guest)).artworks)).toEqual(expected);
    expect(idsOf(await searchArtworks(guest, 'glacier'))).toEqual(expected);
    expect(idsOf(await relatedArtworks(guest, { id: ids.published, category: 'Oil Painting', medium: 'oil' }))).toEqual(
      [],
    );
    expect((await listForSitemap(shop.as.shop())).artworks.map(({ slug }) => slug)).toEqual(['glacier-published']);
    const { counts } = await listArtworksForAdmin(shop.as.admin());
    expect([counts.all, counts.oil]).toEqual([4, 4]);
    for (const status of ARTWORK_STATUSES) {
      const listed = await listArtworksForAdmin(shop.as.admin(), { status, search: 'glacier' });
      expect([idsOf(listed.artworks), listed.counts.all, listed.artworks[0]!.stockCount]).toEqual([
        [ids[status]],
        1,
        3,
      ]);
    }
  });

  test('shows drafts only to admins, and archived artworks by address', async () => {
    await expect(getArtwork(shop.as.customer(), ids.draft)).rejects.toThrow(NotFound);
    await expect(getArtwork(shop.as.guest(), ids.draft)).rejects.toThrow(NotFound);
    expect((await getArtwork(shop.as.admin(), ids.draft)).status).toBe('draft');
    expect((await getArtwork(shop.as.guest(), ids.archived)).status).toBe('archived');
    const known = await summariesOf(shop.as.customer(), Object.values(ids));
    expect([known.has(ids.draft), known.get(ids.archived)?.stockCount, known.get(ids.published)?.stockCount]).toEqual([
      false,
      0,
      3,
    ]);
  });

  test('an own idea starts custom orders, before the fabric pieces', async () => {
    const saree = await shop.makeArtwork({ medium: 'fabric', category: 'Fabric Painting', title: 'Saree' });
    const { ownIdea, designs } = await customOrderArtworks(shop.as.guest());
    expect([ownIdea?.id, idsOf(designs)]).toEqual([ids['own-idea'], [saree.id]]);
  });

  test('cannot be bought except by those it was promised to', async () => {
    for (const status of ['draft', 'archived', 'own-idea'] as const) {
      const lines = [{ artworkId: ids[status], quantity: 1 }];
      expect(await takeStock(shop.as.customer(), lines)).toMatchObject({
        reason: 'out-of-stock',
        data: { available: 0 },
      });
      expect((await takeStock(shop.as.customer(), lines, { promised: [ids[status]] })).ok).toBe(true);
      expect(await shop.stockOf(ids[status])).toBe(2);
    }
  });

  test('does not help to correct a misspelt search', async () => {
    await shop.makeArtwork({ status: 'draft', title: 'Secret Marigold', category: 'Oil Painting' });
    await foldArtworkCounts(shop.as.shop());
    const terms = () =>
      shop.database
        .select()
        .from(artworkTerms)
        .where(inArray(artworkTerms.term, ['marigold', 'draft']));
    expect(await terms()).toEqual([]);
    await shop.database.update(artworks).set({ status: 'published' }).where(eq(artworks.title, 'Secret Marigold'));
    expect(await terms()).toEqual([{ term: 'marigold', count: 1 }]);
    await shop.database.update(artworks).set({ status: 'archived' }).where(eq(artworks.title, 'Secret Marigold'));
    await foldArtworkCounts(shop.as.shop());
    expect(await terms()).toEqual([]);
    expect(await categoryNames(shop.as.shop())).toEqual(['Oil Painting']);
  });
});

describe('several at once', () => {
  test('publishes, archives and drafts several artworks, and undoes it', async () => {
    const admin = shop.as.admin();
    const statuses = async () =>
      Promise.all(ARTWORK_STATUSES.map(async (status) => (await getArtwork(admin, ids[status])).status));
    expect(await changeArtworks(admin, Object.values(ids), 'archive')).toEqual({ changed: 3, refused: 0 });
    expect(await statuses()).toEqual(['archived', 'archived', 'archived', 'archived']);
    expect(await undoChange(admin, 'archive', admin.now)).toEqual({ changed: 3, refused: 0 });
    expect(await statuses()).toEqual(['published', 'draft', 'archived', 'own-idea']);
    expect(await changeArtworks(admin, Object.values(ids), 'draft')).toEqual({ changed: 3, refused: 0 });
    expect(await changeArtworks(admin, Object.values(ids), 'publish')).toEqual({ changed: 4, refused: 0 });
    expect((await findArtworks(shop.as.guest())).total).toBe(4);
  });

  test('a live shop publishes no skin care with missing legal details', async () => {
    const soap = { medium: 'handcraft' as const, category: 'Skin Care', status: 'draft' as const };
    const [bare, whole] = [
      await shop.makeArtwork(soap),
      await shop.makeArtwork({
        ...soap,
        maker: 'Bisvar Studio, Almora 263601',
        netQuantity: '100 g',
        mrp: (await shop.makeArtwork()).price,
        bestBefore: '24 months',
        licenceNumber: 'UK/COS/12',
      }),
    ];
    const live = asLive(shop.as.admin());
    expect(await changeArtworks(live, [bare.id, whole.id], 'publish')).toEqual({ changed: 1, refused: 1 });
    expect((await getArtwork(live, bare.id)).status).toBe('draft');
    expect(await changeArtworks(live, [bare.id], 'feature')).toEqual({ changed: 1, refused: 0 });
  });
});
