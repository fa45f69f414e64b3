import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { MAX_GUEST_WISHES, parseGuestWishlist, serialiseGuestWishlist, withWish } from './guest-wishlist.ts';
import { addToWishlist, getWishlist, mergeGuestWishlist, removeFromWishlist, wishedIds } from './wishlist.server.ts';

let the: TestShop;
beforeAll(async () => void (the = await openTestShop()));
beforeEach(() => the.empty());
afterAll(() => the.close());

const later = () => void (the.clock.now = new Date(the.clock.now.getTime() + 1000));

test.each([
  ['a customer', () => the.as.customer()],
  ['a guest', () => the.as.guest()],
] as const)('%s puts pieces on the list once and takes them off', async (_, visitor) => {
  const first = await the.makeArtwork({ title: 'Brass diya' });
  const second = await the.makeArtwork({ title: 'Aipan saree', medium: 'fabric', stockCount: 0 });
  let guest = await addToWishlist(visitor(), [], first.id);
  later();
  guest = await addToWishlist(visitor(), guest, second.id);
  later();
  guest = await addToWishlist(visitor(), guest, first.id);
  expect((await getWishlist(visitor(), guest)).map((piece) => piece.title)).toEqual(['Aipan saree', 'Brass diya']);
  expect(await wishedIds(visitor(), guest)).toEqual([second.id, first.id]);
  guest = await removeFromWishlist(visitor(), guest, first.id);
  guest = await removeFromWishlist(visitor(), guest, first.id);
  guest = await removeFromWishlist(visitor(), guest, 'nonsense');
  expect(await wishedIds(visitor(), guest)).toEqual([second.id]);
});

test('what is not in the shop is not wished for', async () => {
  for (const shop of [the.as.customer(), the.as.guest()])
    for (const id of [randomUUID(), 'nonsense']) await expect(addToWishlist(shop, [], id)).rejects.toThrow(NotFound);
  expect(await getWishlist(the.as.guest(), [randomUUID()])).toEqual([]);
});

test('lists are kept apart', async () => {
  const { id } = await the.makeArtwork();
  await addToWishlist(the.as.customer(1), [], id);
  await removeFromWishlist(the.as.customer(2), [], id);
  expect(await wishedIds(the.as.customer(1), [])).toEqual([id]);
  expect(await wishedIds(the.as.customer(2), [])).toEqual([]);
});

test("a guest's list comes along at sign-in, in its order, without what is there or gone, and may be sent twice", async () => {
  const [kept, first, second] = [await the.makeArtwork(), await the.makeArtwork(), await the.makeArtwork()];
  await addToWishlist(the.as.customer(), [], kept.id);
  later();
  const guest = [first.id, kept.id, randomUUID(), second.id];
  await mergeGuestWishlist(the.as.customer(), guest);
  await mergeGuestWishlist(the.as.customer(), guest);
  await mergeGuestWishlist(the.as.customer(), []);
  expect(await wishedIds(the.as.customer(), [])).toEqual([second.id, first.id, kept.id]);
});

test('the cookie keeps the newest fifty, fits, and takes no garbage', () => {
  const ids = Array.from({ length: 60 }, () => randomUUID());
  const all = ids.reduce<string[]>((list, id) => withWish(list, id, true), []);
  expect(all).toEqual(ids.slice(-MAX_GUEST_WISHES));
  expect(parseGuestWishlist(serialiseGuestWishlist(all))).toEqual(all);
  expect(serialiseGuestWishlist(all).length * (4 / 3)).toBeLessThan(3800);
  expect(parseGuestWishlist(`x~${ids[0]}~~${ids[0]}~1`)).toEqual([ids[0]]);
  fc.assert(fc.property(fc.anything(), (text) => void parseGuestWishlist(text)));
});
