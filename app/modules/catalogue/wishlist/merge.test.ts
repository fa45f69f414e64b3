import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, getCart } from '#app/modules/orders/cart/cart.server.ts';
import { mergeGuestCart } from '#app/modules/orders/cart/merge-cart.server.ts';
import { createGuestCart, NO_GUEST_CART, type GuestCart } from '#app/modules/orders/cart/guest-cart.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { addToWishlist, mergeGuestWishlist, wishedIds } from './wishlist.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
afterAll(() => shop.close());

const SHELF = 6;
const FABRIC = SHELF - 1;
type Listed = { stock: number } | 'deleted';
type Model = { shelf: Listed[]; cart: Map<number, number>; wishes: Set<number> };
/** `last` contains the guest carts that were merged last. The test sends them again. */
type Real = { ids: string[]; last: { cart: GuestCart; wishes: string[] }[] };
type Carried = { cart: [artworkOf: number, quantity: number][]; wishes: number[] };

const stockOf = (model: Model, artworkOf: number) => {
  const stored = model.shelf[artworkOf]!;
  return artworkOf === FABRIC || stored === 'deleted' ? 0 : stored.stock;
};

function take(model: Model, artworkOf: number, quantity: number) {
  const stock = stockOf(model, artworkOf);
  if (stock > 0) model.cart.set(artworkOf, Math.min((model.cart.get(artworkOf) ?? 0) + quantity, stock));
}

async function agree(model: Model, { ids }: Real) {
  // Opening a cart reduces quantities to the stock. A sold-out item stays in it.
  for (const [artworkOf, quantity] of model.cart) {
    const stock = stockOf(model, artworkOf);
    if (stock > 0) model.cart.set(artworkOf, Math.min(quantity, stock));
  }
  const { lines } = await getCart(shop.as.customer(), NO_GUEST_CART);
  expect(Object.fromEntries(lines.map((line) => [ids.indexOf(line.artworkId), line.quantity]))).toEqual(
    Object.fromEntries(model.cart),
  );
  expect(lines.every((line) => !line.available || line.quantity <= line.most)).toBe(true);
  const wished = await wishedIds(shop.as.customer(), []);
  expect(new Set(wished.map((id) => ids.indexOf(id)))).toEqual(model.wishes);
  expect(new Set(wished).size).toBe(wished.length);
}

const command = (messages: string, act: (model: Model, real: Real) => Promise<void>): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run: async (model, real) => {
    await act(model, real);
    await agree(model, real);
  },
  toString: () => messages,
});

const artworkOf = fc.nat(SHELF - 1);
const quantity = fc.integer({ min: 1, max: 7 });
const carried: fc.Arbitrary<Carried> = fc.record({
  cart: fc.uniqueArray(fc.tuple(artworkOf, quantity), { selector: ([at]) => at, maxLength: SHELF }),
  wishes: fc.uniqueArray(artworkOf, { maxLength: SHELF }),
});

async function comeIn({ cart, wishes }: Real['last'][number]) {
  await mergeGuestCart(shop.as.customer(), cart);
  await mergeGuestWishlist(shop.as.customer(), wishes);
}

const signIn = (browsers: Carried[]) =>
  command(`sign in from ${JSON.stringify(browsers)}`, async (model, real) => {
    real.last = browsers.map(({ cart, wishes }) => ({
      cart: createGuestCart(cart.map(([at, quantity]) => ({ artworkId: real.ids[at]!, quantity }))),
      wishes: wishes.map((at) => real.ids[at]!),
    }));
    await Promise.all(real.last.map(comeIn));
    for (const { cart, wishes } of browsers) {
      for (const [at, quantity] of cart) take(model, at, quantity);
      for (const at of wishes) if (model.shelf[at] !== 'deleted') model.wishes.add(at);
    }
  });

const commands = [
  carried.map((browser) => signIn([browser])),
  fc.tuple(carried, carried).map((browsers) => signIn(browsers)),
  fc.constant(
    command('the same requests again', async (model, real) => {
      await Promise.all([...real.last, ...real.last].map(comeIn));
      for (const { wishes } of real.last)
        for (const id of wishes)
          if (model.shelf[real.ids.indexOf(id)] !== 'deleted') model.wishes.add(real.ids.indexOf(id));
    }),
  ),
  fc.tuple(artworkOf, quantity).map(([at, quantity]) =>
    command(`add ${quantity} of ${at}`, async (model, real) => {
      if (model.shelf[at] === 'deleted') return;
      await addLine(shop.as.customer(), NO_GUEST_CART, { artworkId: real.ids[at]!, quantity });
      take(model, at, quantity);
    }),
  ),
  artworkOf.map((at) =>
    command(`wish for ${at}`, async (model, real) => {
      if (model.shelf[at] === 'deleted') return;
      await addToWishlist(shop.as.customer(), [], real.ids[at]!);
      model.wishes.add(at);
    }),
  ),
  fc.tuple(artworkOf, fc.nat(6)).map(([at, stock]) =>
    command(`stock of ${at} is ${stock}`, async (model, real) => {
      if (model.shelf[at] === 'deleted') return;
      await shop.database.update(artworks).set({ stockCount: stock }).where(eq(artworks.id, real.ids[at]!));
      model.shelf[at] = { stock };
    }),
  ),
  artworkOf.map((at) =>
    command(`${at} is taken out of the shop`, async (model, real) => {
      await shop.database.delete(artworks).where(eq(artworks.id, real.ids[at]!));
      model.shelf[at] = 'deleted';
      model.cart.delete(at);
      model.wishes.delete(at);
    }),
  ),
];

test('merging guests’ carts loses nothing and never exceeds stock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 12 }), (steps) =>
      fc.asyncModelRun(async () => {
        await shop.empty();
        const ids: string[] = [];
        for (let at = 0; at < SHELF; at += 1)
          ids.push((await shop.makeArtwork({ stockCount: 3, medium: at === FABRIC ? 'fabric' : 'oil' })).id);
        return {
          model: { shelf: ids.map(() => ({ stock: 3 })), cart: new Map<number, number>(), wishes: new Set<number>() },
          real: { ids, last: [] as Real['last'] },
        };
      }, steps),
    ),
    { numRuns: 25 },
  );
}, 60_000);
