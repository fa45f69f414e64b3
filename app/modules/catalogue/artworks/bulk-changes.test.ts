import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { listStockChanges } from './stock-history.server.ts';
import { placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { checkoutOf, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { changedCount, changedPrice, MAX_CHANGED, PRICE_STEPS } from './artwork-list.ts';
import { changeArtworks, deleteArtworks, getArtwork, undoChange } from './artworks.server.ts';
import { priceChangeSchema, stockChangeSchema } from './forms.ts';
import { artworks } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const byPrice = (step: string, amount: string) => ({ price: priceChangeSchema.parse({ step, amount }) });
const byStock = (step: string, count: string, reason = '') => ({
  stock: stockChangeSchema.parse({ step, count, reason }),
});
const priceOf = async (id: string) => (await getArtwork(shop.as.admin(), id)).price;
const later = (seconds: number) => ({
  ...shop.as.admin(),
  now: new Date(shop.as.admin().now.getTime() + seconds * 1000),
});
const historyOf = async (artworkId: string) =>
  (await listStockChanges(shop.as.admin(), { artworkId })).changes.map(({ change, kind, reason, orderNumber }) => [
    change,
    kind,
    orderNumber ?? reason,
  ]);

test.each(['18.5', '-2', 'abc', '1e3', '9999999999'])(
  'refuses a count of %s for many artworks, beside its field',
  (count) => {
    const { error } = stockChangeSchema.safeParse({ step: 'set', count });
    expect(error?.issues.map(({ path }) => path)).toEqual([['count']]);
  },
);

describe('prices at once', () => {
  test('raises prices by a share to whole rupees, and undoes it', async () => {
    const [one, two] = [
      await shop.makeArtwork({ price: rupees(999) }),
      await shop.makeArtwork({ price: rupees(1450) }),
    ];
    const onRequest = await shop.makeArtwork({ price: null });
    const admin = shop.as.admin();
    const ids = [one.id, two.id, onRequest.id];
    expect(await changeArtworks(admin, ids, byPrice('raise-percent', '12.5'))).toEqual({ changed: 2, refused: 0 });
    expect([await priceOf(one.id), await priceOf(two.id), await priceOf(onRequest.id)]).toEqual([
      rupees(1124),
      rupees(1631),
      null,
    ]);
    await shop.database
      .update(artworks)
      .set({ price: rupees(7) })
      .where(eq(artworks.id, two.id));
    expect(await undoChange(admin, 'price', admin.now)).toEqual({ changed: 1, refused: 0 });
    expect([await priceOf(one.id), await priceOf(two.id)]).toEqual([rupees(999), rupees(7)]);
  });

  test('stay unchanged if they would be zero or above the MRP', async () => {
    const cheap = await shop.makeArtwork({ price: rupees(100) });
    const soap = await shop.makeArtwork({ price: rupees(100), mrp: rupees(150) });
    const admin = shop.as.admin();
    expect(await changeArtworks(admin, [cheap.id], byPrice('lower', '100'))).toEqual({ changed: 0, refused: 1 });
    expect(await changeArtworks(admin, [cheap.id, soap.id], byPrice('set', '151'))).toEqual({ changed: 1, refused: 1 });
    expect([await priceOf(cheap.id), await priceOf(soap.id)]).toEqual([rupees(151), rupees(100)]);
  });

  test('are whole paise after any change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.constantFrom(...(Object.keys(PRICE_STEPS) as (keyof typeof PRICE_STEPS)[])),
        fc.integer({ min: 1, max: 1_000_000 }),
        (price, step, amount) => {
          const after = changedPrice(paise(price), { step, amount: paise(amount) })!;
          expect(Number.isSafeInteger(after)).toBe(true);
          if (step.startsWith('raise')) expect(after).toBeGreaterThanOrEqual(price - 50);
          if (step.startsWith('lower')) expect(after).toBeLessThanOrEqual(price + 50);
        },
      ),
    );
  });
});

describe('stock at once', () => {
  test('undo does not return items sold in between', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 2 });
    const admin = shop.as.admin();
    expect(await changeArtworks(admin, [id], byStock('raise', '8', 'From the kiln'))).toMatchObject({ changed: 1 });
    const customer = shop.as.customer();
    await putIntoCart(customer, id, 3);
    const placed = await placeOrder(customer, await checkoutOf(customer));
    if (!placed.ok) throw new Error(placed.reason);
    expect(await shop.stockOf(id)).toBe(7);
    expect(await undoChange(admin, 'stock', admin.now)).toMatchObject({ changed: 1 });
    expect(await undoChange(admin, 'stock', admin.now)).toMatchObject({ changed: 0 });
    expect(await shop.stockOf(id)).toBe(0);
    expect(await historyOf(id)).toEqual([
      [-7, 'correction', 'Undone'],
      [-3, 'sale', placed.value.orderNumber],
      [8, 'correction', 'From the kiln'],
    ]);
  });

  test('undo keeps a stock that was counted in the meantime', async () => {
    const { id } = await shop.makeArtwork({ stockCount: 2 });
    const admin = shop.as.admin();
    await changeArtworks(admin, [id], 'out-of-stock');
    await changeArtworks(later(60), [id], byStock('set', '5'));
    expect(await undoChange(admin, 'out-of-stock', admin.now)).toEqual({ changed: 0, refused: 0 });
    expect(await shop.stockOf(id)).toBe(5);
  });

  test('applies a repeated form once, and refuses another amount with its key', async () => {
    const [{ id }, key] = [await shop.makeArtwork({ stockCount: 2 }), crypto.randomUUID()];
    const admin = shop.as.admin();
    const first = { ok: true, value: { changed: 1, refused: 0, at: admin.now } };
    expect(await changeArtworks(admin, [id], { ...byStock('raise', '8', 'From the kiln'), key })).toEqual(first);
    const again = () => changeArtworks(later(60), [id], { ...byStock('raise', '8', 'From the kiln'), key });
    expect(await Promise.all([again(), again()])).toEqual([first, first]);
    expect(await shop.stockOf(id)).toBe(10);
    expect(await changeArtworks(later(60), [id], { ...byStock('raise', '9'), key })).toMatchObject({
      reason: 'key-used',
    });
    expect(await changeArtworks(later(60), [id], { ...byPrice('raise', '8'), key })).toMatchObject({
      reason: 'key-used',
    });
    expect([await shop.stockOf(id), await priceOf(id)]).toEqual([10, rupees(1000)]);
    expect(await undoChange(admin, 'stock', admin.now)).toMatchObject({ changed: 1 });
    const anew = await changeArtworks(later(60), [id], { ...byStock('raise', '8'), key: crypto.randomUUID() });
    expect(anew).toMatchObject({ ok: true });
    expect(await shop.stockOf(id)).toBe(10);
    await expect(changeArtworks(shop.as.customer(), [id], { ...byStock('raise', '8'), key })).rejects.toThrow();
  });

  test('is never below zero', () => {
    expect(changedCount(2, { step: 'lower', count: 5, reason: '' })).toBe(0);
    expect(changedCount(2, { step: 'set', count: 5, reason: '' })).toBe(5);
  });
});

test('lists each sale, cancellation and correction in an artwork’s stock history', async () => {
  const { id } = await shop.makeArtwork({ stockCount: 4 });
  const customer = shop.as.customer();
  await putIntoCart(customer, id, 2);
  const placed = await placeOrder(customer, await checkoutOf(customer));
  if (!placed.ok) throw new Error(placed.reason);
  const { orderNumber } = placed.value;
  const admin = shop.as.admin();
  await setOrderStatus(admin, { orderId: placed.value.id, status: 'cancelled' });
  await changeArtworks(admin, [id], byStock('lower', '1', 'Broken'));
  expect(await historyOf(id)).toEqual([
    [-1, 'correction', 'Broken'],
    [2, 'cancellation', orderNumber],
    [-2, 'sale', orderNumber],
  ]);
  const { changes } = await listStockChanges(admin, { artworkId: id });
  expect(changes.map(({ changedByEmail }) => changedByEmail !== null)).toEqual([true, true, false]);
  await expect(listStockChanges(customer, { artworkId: id })).rejects.toThrow();
});

test('changes and restores at most five hundred artworks together', async () => {
  await shop.database.insert(artworks).values(
    Array.from({ length: MAX_CHANGED + 2 }, (_, n) => ({
      title: `${n < MAX_CHANGED ? 'Lotus' : 'Peacock'} ${n}`,
      price: rupees(100),
      medium: 'oil' as const,
      category: 'Oil Painting',
      stockCount: 1,
      images: ['/media/none.webp'],
    })),
  );
  const admin = shop.as.admin();
  const lotus = { search: 'lotus' };
  expect(await changeArtworks(admin, lotus, byPrice('raise', '5'))).toEqual({ changed: MAX_CHANGED, refused: 0 });
  expect(await shop.database.$count(artworks, eq(artworks.price, rupees(100)))).toBe(2);
  expect(await undoChange(admin, 'price', admin.now)).toEqual({ changed: MAX_CHANGED, refused: 0 });
  expect(await changeArtworks(admin, {}, 'feature')).toMatchObject({ changed: MAX_CHANGED });
  const all = (await shop.database.select({ id: artworks.id }).from(artworks)).map(({ id }) => id);
  await expect(changeArtworks(admin, all, 'feature')).rejects.toThrow(RangeError);
  expect(await deleteArtworks(admin, { search: 'peacock' })).toBe(2);
});
