import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addLine,
  answerLine,
  clearCart,
  getCart,
  removeLine,
  setQuantity,
} from '#app/modules/orders/cart/cart.server.ts';
import { mergeGuestCart } from '#app/modules/orders/cart/merge-cart.server.ts';
import { createGuestCart, NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { addToWishlist, mergeGuestWishlist, wishedIds } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const times = <Answer>(count: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe.each(bothDatabases)('carts on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => void (shop = await openTestShop(open)));
  beforeEach(() => shop.empty());
  afterAll(() => shop?.close());

  const held = async () =>
    (await getCart(shop.as.customer(), NO_GUEST_CART)).lines.map((line) => [line.artworkId, line.quantity]);

  test('forty simultaneous adds are one line within the stock', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 25 });
    const answers = await times(40, () => addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: id, quantity: 1 }));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(25);
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'no-more')).toHaveLength(15);
    expect(await shop.database.select().from(cart)).toMatchObject([{ quantity: 25 }]);
  });

  test('simultaneous personalizations leave one complete answer and every item', async () => {
    const field = (id: string) => ({ id, label: id, hint: '', required: true, kind: 'text' as const, maxLength: 20 });
    const { id: artworkId } = await shop.makeArtwork({
      stockCount: 100,
      personalizationFields: [field('first'), field('second')],
    });
    const answersOf = (at: number) => ({ first: `Asha ${at}`, second: `Rawat ${at}` });
    const added = await times(10, (at) =>
      addLine(shop.as.customer(), NO_GUEST_CART, { artworkId, quantity: 1, answers: answersOf(at) }),
    );
    expect(added.every(({ ok }) => ok)).toBe(true);
    const [line] = await shop.database.select().from(cart);
    expect(line!.quantity).toBe(10);
    expect(Array.from({ length: 10 }, (_, at) => answersOf(at))).toContainEqual(line!.answers);
    await times(10, (at) => answerLine(shop.as.customer(), NO_GUEST_CART, line!.id, answersOf(at)));
    const [after] = await shop.database.select().from(cart);
    expect(Array.from({ length: 10 }, (_, at) => answersOf(at))).toContainEqual(after!.answers);
  });

  test('one guest cart sent ten times merges once, during other adds', async () => {
    const [first, second] = [await shop.makeArtwork({ stockCount: 100 }), await shop.makeArtwork({ stockCount: 100 })];
    const guest = createGuestCart([
      { artworkId: second.id, quantity: 3 },
      { artworkId: first.id, quantity: 2 },
    ]);
    await Promise.all([
      times(10, () => mergeGuestCart(shop.as.customer(), guest)),
      times(10, (at) =>
        addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: at % 2 ? first.id : second.id, quantity: 1 }),
      ),
    ]);
    expect(Object.fromEntries(await held())).toEqual({ [first.id]: 7, [second.id]: 8 });
  });

  test('ten guest carts in any order merge without a deadlock', async () => {
    const ids = await times(6, async () => (await shop.makeArtwork({ stockCount: 100 })).id);
    const carts = Array.from({ length: 10 }, (_, at) =>
      createGuestCart((at % 2 ? ids : ids.toReversed()).map((artworkId) => ({ artworkId, quantity: 2 }))),
    );
    await Promise.all(carts.map((guest) => mergeGuestCart(shop.as.customer(), guest)));
    expect(Object.fromEntries(await held())).toEqual(Object.fromEntries(ids.map((id) => [id, 20])));
  });

  test('simultaneous changes never exceed stock, and fail only as not found', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 5 });
    const added = await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: id, quantity: 1 });
    if (!added.ok) throw new Error(added.reason);
    const { id: lineId } = added.value.line;
    const settled = await Promise.allSettled([
      ...Array.from({ length: 10 }, (_, at) => setQuantity(shop.as.customer(), NO_GUEST_CART, lineId, at)),
      removeLine(shop.as.customer(), NO_GUEST_CART, lineId),
      removeLine(shop.as.customer(), NO_GUEST_CART, lineId),
      clearCart(shop.as.customer()),
    ]);
    for (const each of settled) if (each.status === 'rejected') expect(each.reason).toMatchObject({ name: 'NotFound' });
    expect(await shop.database.select().from(cart).where(eq(cart.artworkId, id))).toEqual([]);
  });

  test('ten simultaneous hearts and merges store one wishlist entry', async () => {
    const { id } = await shop.makeArtwork();
    await Promise.all([
      times(10, () => addToWishlist(shop.as.customer(), [], id)),
      times(5, () => mergeGuestWishlist(shop.as.customer(), [id])),
    ]);
    expect(await wishedIds(shop.as.customer(), [])).toEqual([id]);
  });
});
