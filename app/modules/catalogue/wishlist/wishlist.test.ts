import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { sharedTokenOf, shareWishlist, stopSharingWishlist } from './shared-wishlist.server.ts';
import { MAX_GUEST_WISHES, parseGuestWishlist, serialiseGuestWishlist, withWish } from './guest-wishlist.ts';
import { addToWishlist, getWishlist, mergeGuestWishlist, removeFromWishlist, wishedIds } from './wishlist.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const later = () => void (shop.clock.now = new Date(shop.clock.now.getTime() + 1000));

test.each([
  ['a customer', () => shop.as.customer()],
  ['a guest', () => shop.as.guest()],
] as const)('%s adds artworks once and removes them', async (_, visitor) => {
  const first = await shop.makeArtwork({ title: 'Brass diya' });
  const second = await shop.makeArtwork({ title: 'Aipan saree', medium: 'fabric', stockCount: 0 });
  let guest = await addToWishlist(visitor(), [], first.id);
  later();
  guest = await addToWishlist(visitor(), guest, second.id);
  later();
  guest = await addToWishlist(visitor(), guest, first.id);
  expect((await getWishlist(visitor(), guest)).map((artworkOf) => artworkOf.title)).toEqual([
    'Aipan saree',
    'Brass diya',
  ]);
  expect(await wishedIds(visitor(), guest)).toEqual([second.id, first.id]);
  guest = await removeFromWishlist(visitor(), guest, first.id);
  guest = await removeFromWishlist(visitor(), guest, first.id);
  guest = await removeFromWishlist(visitor(), guest, 'nonsense');
  expect(await wishedIds(visitor(), guest)).toEqual([second.id]);
});

test('refuses an artwork that is not in the shop', async () => {
  for (const context of [shop.as.customer(), shop.as.guest()])
    for (const id of [randomUUID(), 'nonsense']) await expect(addToWishlist(context, [], id)).rejects.toThrow(NotFound);
  expect(await getWishlist(shop.as.guest(), [randomUUID()])).toEqual([]);
});

test('neither counts nor shows an unpublished artwork, until it returns', async () => {
  const [sold, hidden] = [await shop.makeArtwork({ stockCount: 0 }), await shop.makeArtwork()];
  for (const { id } of [sold, hidden]) await addToWishlist(shop.as.customer(), [], id);
  const setStatus = (status: 'draft' | 'published') =>
    shop.database.update(artworks).set({ status }).where(eq(artworks.id, hidden.id));
  await setStatus('draft');
  expect(await wishedIds(shop.as.customer(), [])).toEqual([sold.id]);
  expect((await getWishlist(shop.as.customer(), [])).map(({ id }) => id)).toEqual([sold.id]);
  await setStatus('published');
  expect(await wishedIds(shop.as.customer(), [])).toHaveLength(2);
});

test('each customer has their own list', async () => {
  const { id } = await shop.makeArtwork();
  await addToWishlist(shop.as.customer(1), [], id);
  await removeFromWishlist(shop.as.customer(2), [], id);
  expect(await wishedIds(shop.as.customer(1), [])).toEqual([id]);
  expect(await wishedIds(shop.as.customer(2), [])).toEqual([]);
});

test('a shared link has 192 random bits and changes each time', async () => {
  const tokens = new Set<string>();
  for (let each = 0; each < 2; each += 1) {
    await shareWishlist(shop.as.customer());
    tokens.add((await sharedTokenOf(shop.as.customer()))!);
    await stopSharingWishlist(shop.as.customer());
  }
  expect([...tokens].map((token) => Buffer.from(token, 'base64url').length)).toEqual([24, 24]);
});

test('a guest’s list moves at sign-in in order, once', async () => {
  const [stored, first, second] = [await shop.makeArtwork(), await shop.makeArtwork(), await shop.makeArtwork()];
  await addToWishlist(shop.as.customer(), [], stored.id);
  later();
  const guest = [first.id, stored.id, randomUUID(), second.id];
  await mergeGuestWishlist(shop.as.customer(), guest);
  await mergeGuestWishlist(shop.as.customer(), guest);
  await mergeGuestWishlist(shop.as.customer(), []);
  expect(await wishedIds(shop.as.customer(), [])).toEqual([second.id, first.id, stored.id]);
});

test('the cookie keeps the newest fifty, fits, and ignores invalid data', () => {
  const ids = Array.from({ length: 60 }, () => randomUUID());
  const all = ids.reduce<string[]>((list, id) => withWish(list, id, true), []);
  expect(all).toEqual(ids.slice(-MAX_GUEST_WISHES));
  expect(parseGuestWishlist(serialiseGuestWishlist(all))).toEqual(all);
  expect(serialiseGuestWishlist(all).length * (4 / 3)).toBeLessThan(3800);
  expect(parseGuestWishlist(`x~${ids[0]}~~${ids[0]}~1`)).toEqual([ids[0]]);
  fc.assert(fc.property(fc.anything(), (text) => void parseGuestWishlist(text)));
});
