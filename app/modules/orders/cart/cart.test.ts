import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { price } from '#app/modules/orders/pricing/pricing.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { NotFound, SignInNeeded } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { addLine, cartCount, clearCart, getCart, removeLine, setQuantity } from './cart.server.ts';
import { mergeGuestCart } from './merge-cart.server.ts';
import { pricedLines } from './cart.ts';
import { createGuestCart, NO_GUEST_CART, type GuestCart } from './guest-cart.ts';
import { cartMessage, mergeMessages } from './messages.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const heldBy = async (n: number) =>
  (await getCart(shop.as.customer(n), NO_GUEST_CART)).lines.map((line) => [line.artworkId, line.quantity]);
const restock = (id: string, stockCount: number) =>
  shop.database.update(artworks).set({ stockCount }).where(eq(artworks.id, id));

const visitors = [
  ['a customer', () => shop.as.customer()],
  ['a guest', () => shop.as.guest()],
] as const;

test.each(visitors)('%s adds, changes and removes lines at current title, price and stock', async (_, visitor) => {
  const diya = await shop.makeArtwork({ title: 'Brass diya', price: rupees(450), stockCount: 5 });
  const soap = await shop.makeArtwork({ title: 'Neem soap', price: rupees(180), stockCount: 24 });
  let guest: GuestCart = NO_GUEST_CART;
  const add = async (artworkId: string, quantity: number) => {
    const added = await addLine(visitor(), guest, { artworkId, quantity });
    if (!added.ok) throw new Error(added.reason);
    guest = added.value.guest;
    return added.value;
  };
  await add(diya.id, 1);
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000);
  const { line } = await add(soap.id, 2);
  expect((await add(diya.id, 1)).line).toMatchObject({ title: 'Brass diya', quantity: 2 });
  expect(await cartCount(visitor(), guest)).toBe(4);

  await shop.database
    .update(artworks)
    .set({ price: rupees(500) })
    .where(eq(artworks.id, diya.id));
  const cart = await getCart(visitor(), guest);
  expect(cart.lines.map((each) => [each.artwork?.title, each.quantity, each.most, each.available])).toEqual([
    ['Brass diya', 2, 5, true],
    ['Neem soap', 2, 24, true],
  ]);
  expect(cart.itemCount).toBe(4);
  expect(price({ lines: pricedLines(cart), settings: DEFAULT_SETTINGS }).subtotal).toBe(rupees(1360));

  const set = await setQuantity(visitor(), guest, line.id, 7);
  expect(set).toMatchObject({ ok: true, value: { line: { quantity: 7 }, lowered: false } });
  if (set.ok) guest = set.value.guest;
  const removed = await removeLine(visitor(), guest, line.id);
  expect(removed.line).toMatchObject({ title: 'Neem soap', artworkId: soap.id, quantity: 7 });
  expect((await getCart(visitor(), removed.guest)).lines).toHaveLength(1);
});

test.each(visitors)('%s never gets a quantity above the stock', async (_, visitor) => {
  const { id } = await shop.makeArtwork({ title: 'Brass diya', stockCount: 3 });
  const first = await addLine(visitor(), NO_GUEST_CART, { artworkId: id, quantity: 2 });
  if (!first.ok) throw new Error(first.reason);
  const second = await addLine(visitor(), first.value.guest, { artworkId: id, quantity: 2 });
  expect(second).toMatchObject({ ok: true, value: { line: { quantity: 3 }, lowered: true } });
  if (!second.ok) return;
  const third = await addLine(visitor(), second.value.guest, { artworkId: id, quantity: 1 });
  expect(third).toMatchObject({ ok: false, reason: 'no-more', data: { title: 'Brass diya', available: 3 } });
  if (!third.ok) expect(cartMessage(third)).toBe('Only 3 in stock, and your cart already has them: Brass diya');
  expect(await setQuantity(visitor(), second.value.guest, second.value.line.id, 9)).toMatchObject({
    ok: true,
    value: { line: { quantity: 3 }, lowered: true },
  });
});

test.each(visitors)('%s removes a line with 0 or less', async (_, visitor) => {
  const { id } = await shop.makeArtwork();
  for (const quantity of [0, -1]) {
    const added = await addLine(visitor(), NO_GUEST_CART, { artworkId: id, quantity: 1 });
    if (!added.ok) throw new Error(added.reason);
    const gone = await setQuantity(visitor(), added.value.guest, added.value.line.id, quantity);
    if (!gone.ok) throw new Error(gone.reason);
    expect((await getCart(visitor(), gone.value.guest)).lines).toEqual([]);
  }
});

test.each(visitors)('%s cannot add fabric, sold-out or unknown artworks', async (_, visitor) => {
  const saree = await shop.makeArtwork({ title: 'Aipan saree', medium: 'fabric', stockCount: 9 });
  const sold = await shop.makeArtwork({ title: 'Himalayan dawn', stockCount: 0 });
  const fabric = await addLine(visitor(), NO_GUEST_CART, { artworkId: saree.id, quantity: 1 });
  expect(fabric).toMatchObject({ ok: false, reason: 'made-to-order' });
  if (!fabric.ok) expect(cartMessage(fabric)).toBe('Aipan saree is painted to order. Choose Customize & Order.');
  expect(await addLine(visitor(), NO_GUEST_CART, { artworkId: sold.id, quantity: 1 })).toMatchObject({
    ok: false,
    reason: 'out-of-stock',
    data: { title: 'Himalayan dawn' },
  });
  await expect(addLine(visitor(), NO_GUEST_CART, { artworkId: randomUUID(), quantity: 1 })).rejects.toThrow(NotFound);
  await expect(addLine(visitor(), NO_GUEST_CART, { artworkId: "1'; drop table cart", quantity: 1 })).rejects.toThrow(
    NotFound,
  );
  for (const quantity of [0, -1, 0.5, Number.NaN])
    await expect(addLine(visitor(), NO_GUEST_CART, { artworkId: sold.id, quantity })).rejects.toThrow(RangeError);
});

test.each(visitors)('%s can only remove a line that sold out', async (_, visitor) => {
  const { id } = await shop.makeArtwork();
  const added = await addLine(visitor(), NO_GUEST_CART, { artworkId: id, quantity: 2 });
  if (!added.ok) throw new Error(added.reason);
  await restock(id, 0);
  const cart = await getCart(visitor(), added.value.guest);
  expect(cart.lines).toMatchObject([{ available: false, most: 0, quantity: 2 }]);
  expect(cart.itemCount).toBe(0);
  expect(pricedLines(cart)).toEqual([]);
  expect(await setQuantity(visitor(), added.value.guest, added.value.line.id, 1)).toMatchObject({
    ok: false,
    reason: 'out-of-stock',
  });
  expect(
    (await getCart(visitor(), (await removeLine(visitor(), added.value.guest, added.value.line.id)).guest)).lines,
  ).toEqual([]);
});

test('lowers a line above stock once, with a message', async () => {
  const { id } = await shop.makeArtwork({ title: 'Brass diya', stockCount: 5 });
  await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: id, quantity: 5 });
  await restock(id, 2);
  expect(await cartCount(shop.as.customer(), NO_GUEST_CART)).toBe(2);
  expect(await getCart(shop.as.customer(), NO_GUEST_CART)).toMatchObject({
    lines: [{ quantity: 2 }],
    lowered: ['Brass diya'],
  });
  expect(await getCart(shop.as.customer(), NO_GUEST_CART)).toMatchObject({ lines: [{ quantity: 2 }], lowered: [] });
  await restock(id, 5);
  expect(await heldBy(1)).toEqual([[id, 2]]);
});

test('a guest still sees the line of an unpublished artwork', async () => {
  const guest = createGuestCart([{ artworkId: randomUUID(), quantity: 1 }]);
  const [line] = (await getCart(shop.as.guest(), guest)).lines;
  expect(line).toMatchObject({ artwork: undefined, available: false });
  expect((await removeLine(shop.as.guest(), guest, line!.id)).guest).toEqual(NO_GUEST_CART);
});

test('another customer’s line is not found', async () => {
  const { id } = await shop.makeArtwork();
  const added = await addLine(shop.as.customer(1), NO_GUEST_CART, { artworkId: id, quantity: 1 });
  if (!added.ok) throw new Error(added.reason);
  const { id: lineId } = added.value.line;
  for (const visitor of [shop.as.customer(2), shop.as.admin(), shop.as.guest()])
    for (const wrong of [lineId, randomUUID(), 'guest-', 'nonsense']) {
      await expect(setQuantity(visitor, NO_GUEST_CART, wrong, 2)).rejects.toThrow(NotFound);
      await expect(removeLine(visitor, NO_GUEST_CART, wrong)).rejects.toThrow(NotFound);
    }
  expect(await heldBy(1)).toEqual([[id, 1]]);
});

test('twenty adds at once are one line that stops at the stock', async () => {
  const { id } = await shop.makeArtwork({ stockCount: 12 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: id, quantity: 1 })),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(12);
  expect(await heldBy(1)).toEqual([[id, 12]]);
});

test('clearing empties only one’s own cart, and needs an account', async () => {
  const { id } = await shop.makeArtwork();
  for (const n of [1, 2]) await addLine(shop.as.customer(n), NO_GUEST_CART, { artworkId: id, quantity: 1 });
  await clearCart(shop.as.customer(1));
  expect(await heldBy(1)).toEqual([]);
  expect(await heldBy(2)).toEqual([[id, 1]]);
  await expect(clearCart(shop.as.guest())).rejects.toThrow(SignInNeeded);
});

test('a merge reports lowered and omitted lines', async () => {
  const diya = await shop.makeArtwork({ title: 'Brass diya', stockCount: 3 });
  const dawn = await shop.makeArtwork({ title: 'Himalayan dawn', stockCount: 0 });
  const saree = await shop.makeArtwork({ title: 'Aipan saree', medium: 'fabric', stockCount: 9 });
  await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: diya.id, quantity: 2 });
  const guest = createGuestCart(
    [diya.id, dawn.id, saree.id, randomUUID()].map((artworkId) => ({ artworkId, quantity: 2 })),
  );
  const merge = await mergeGuestCart(shop.as.customer(), guest);
  expect(merge).toEqual({
    replaced: [],
    lowered: [{ title: 'Brass diya', available: 3 }],
    skipped: [{ title: 'Himalayan dawn' }, { title: 'Aipan saree' }, { title: undefined }],
  });
  expect(mergeMessages(merge)).toEqual([
    'Only 3 left of Brass diya. We’ve changed the quantity in your cart.',
    'Himalayan dawn is no longer available. We removed it from your cart.',
    'Aipan saree is no longer available. We removed it from your cart.',
    'A piece is no longer available. We removed it from your cart.',
  ]);
});

test('merges one guest cart once, even simultaneously, then the next', async () => {
  const { id } = await shop.makeArtwork({ stockCount: 20 });
  const guest = createGuestCart([{ artworkId: id, quantity: 2 }]);
  await Promise.all([mergeGuestCart(shop.as.customer(), guest), mergeGuestCart(shop.as.customer(), guest)]);
  await mergeGuestCart(shop.as.customer(), guest);
  expect(await heldBy(1)).toEqual([[id, 2]]);
  await mergeGuestCart(shop.as.customer(), createGuestCart([{ artworkId: id, quantity: 2 }]));
  expect(await heldBy(1)).toEqual([[id, 4]]);
});

test('a merge loses nothing, exceeds no stock and keeps the guest’s order', async () => {
  const cartItems = await Promise.all(
    Array.from({ length: 6 }, (_, n) => shop.makeArtwork({ medium: n === 5 ? 'fabric' : 'oil' })),
  );
  const [gone] = [randomUUID()];
  const ids = [...cartItems.map((item) => item.id), gone];
  const quantities = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: ids.length, maxLength: ids.length });
  await fc.assert(
    fc.asyncProperty(quantities, quantities, quantities, async (stocks, before, carried) => {
      await clearCart(shop.as.customer());
      const model = new Map<string, number>();
      for (const [at, item] of cartItems.entries()) {
        await restock(item.id, Math.max(stocks[at]!, before[at]!));
        if (item.medium !== 'fabric' && before[at]! > 0) {
          await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: item.id, quantity: before[at]! });
          model.set(item.id, before[at]!);
        }
        await restock(item.id, stocks[at]!);
      }
      const guest = createGuestCart(ids.map((artworkId, at) => ({ artworkId, quantity: carried[at]! })));
      for (const [at, item] of cartItems.entries()) {
        if (item.medium === 'fabric' || carried[at] === 0 || stocks[at] === 0) continue;
        model.set(item.id, (model.get(item.id) ?? 0) + carried[at]!);
      }
      const expected = [...model].map(([id, quantity]) => {
        const stock = stocks[ids.indexOf(id)]!;
        return [id, stock === 0 ? quantity : Math.min(quantity, stock)];
      });
      const merge = await mergeGuestCart(shop.as.customer(), guest);
      const after = await heldBy(1);
      expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
      expect(merge.skipped).toHaveLength(
        guest.lines.filter(
          ({ artworkId }) =>
            !cartItems.some((item, at) => item.id === artworkId && item.medium !== 'fabric' && stocks[at]! > 0),
        ).length,
      );
      await mergeGuestCart(shop.as.customer(), guest);
      expect(await heldBy(1)).toEqual(after);
    }),
    { numRuns: 40 },
  );
});
