import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { addLine, cartCount, getCart, setQuantity } from '#app/modules/orders/cart/cart.server.ts';
import { mergeGuestCart } from '#app/modules/orders/cart/merge-cart.server.ts';
import { createGuestCart, NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import {
  holdCheckout,
  placeDraft,
  placeOrder,
  quoteDraft,
  reorder,
} from '#app/modules/payments/checkout/checkout.server.ts';
import { setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { listStockChanges } from './stock-history.server.ts';
import { stockChanges, artworks, artworkVariants } from './tables.server.ts';
import { ADDRESS, checkoutOf, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  changeArtworks,
  findArtworks,
  getArtwork,
  returnStock,
  saveArtwork,
  takeStock,
  undoChange,
} from './artworks.server.ts';
import { planImport } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { artworkSchema } from './forms.ts';
import { type VariantInput, variantsSchema } from './variant-forms.ts';
import { saveVariants } from './options.server.ts';

let shop: TestShop;
let artworkId: string;
let small: string;
let large: string;

const variant = (
  size: string,
  price: number,
  stockCount: number,
  others: Partial<VariantInput> = {},
): VariantInput => ({
  size,
  cloth: 'Cotton',
  price: rupees(price),
  stockCount,
  dimensions: { width: 0, height: 0, unit: 'cm' },
  ...others,
});

beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  const { id, version } = await shop.makeArtwork({ title: 'Table runner', price: rupees(900), stockCount: 4 });
  artworkId = id;
  const saved = await saveVariants(shop.as.admin(), {
    artworkId,
    version,
    variants: [
      variant('Large', 1500, 3, { dimensions: { width: 180, height: 40, unit: 'cm' } }),
      variant('Small', 1000, 2),
    ],
  });
  if (!saved.ok) throw new Error(saved.reason);
  [large, small] = saved.value.variants.map(({ id: each }) => each) as [string, string];
});
afterAll(() => shop.close());

const stocks = async () => {
  const { stockCount, variants } = await getArtwork(shop.as.admin(), artworkId);
  return [stockCount, ...variants.map((each) => each.stockCount)];
};

test('shows the lowest price and total stock of its variants everywhere', async () => {
  const guest = shop.as.guest();
  expect(await getArtwork(guest, artworkId)).toMatchObject({
    price: rupees(1000),
    stockCount: 5,
    hasVariants: true,
    variants: [
      { id: large, size: 'Large', cloth: 'Cotton', price: rupees(1500), stockCount: 3 },
      { id: small, size: 'Small' },
    ],
  });
  const { artworks: found } = await findArtworks(guest, { priceUpTo: rupees(1000) });
  expect(found).toMatchObject([{ id: artworkId, price: rupees(1000), stockCount: 5, hasVariants: true }]);
});

test('the database refuses a stock or price that contradicts the variants', async () => {
  const write = (values: Partial<typeof artworks.$inferInsert>) =>
    shop.database.update(artworks).set(values).where(eq(artworks.id, artworkId));
  await expect(write({ stockCount: 9 })).rejects.toThrow();
  await expect(write({ price: paise(1) })).rejects.toThrow();
  await expect(write({ hasVariants: false })).rejects.toThrow();
  await expect(
    shop.database.update(artworkVariants).set({ stockCount: 9 }).where(eq(artworkVariants.id, small)),
  ).rejects.toThrow();
  expect(await stocks()).toEqual([5, 3, 2]);
});

test('variants can swap names; a sale in between refuses the save', async () => {
  const admin = shop.as.admin();
  const save = async (variants: VariantInput[], version?: number) =>
    saveVariants(admin, { artworkId, version: version ?? (await getArtwork(admin, artworkId)).version, variants });
  const swapped = await save([variant('Small', 1500, 3, { id: large }), variant('Large', 900, 2, { id: small })]);
  expect(swapped).toMatchObject({ ok: true, value: { price: rupees(900), stockCount: 5 } });
  expect(await save([variant('Only', 800, 7)])).toMatchObject({
    ok: true,
    value: { price: rupees(800), stockCount: 7 },
  });
  expect(await save([variant('Only', 800, 7)], 1)).toMatchObject({ ok: false, reason: 'stale' });
  expect(await save([])).toMatchObject({ ok: true, value: { hasVariants: false, price: rupees(800), stockCount: 7 } });
  const { changes } = await listStockChanges(admin, { artworkId });
  expect(changes.reduce((sum, { change }) => sum + change, 4)).toBe(7);
});

test('no variant exceeds the MRP, and skin care has no variants', async () => {
  const admin = shop.as.admin();
  const priced = await shop.makeArtwork({ title: 'Lamp', mrp: rupees(100), price: rupees(90) });
  const cream = await shop.makeArtwork({ title: 'Cream', medium: 'handcraft', category: 'Skin Care' });
  const save = ({ id, version }: { id: string; version: number }) =>
    saveVariants(admin, { artworkId: id, version, variants: [variant('A', 90, 1), variant('B', 101, 1)] });
  expect(await save(priced)).toMatchObject({ reason: 'above-mrp', data: { at: 1 } });
  expect(await save(cream)).toMatchObject({ reason: 'skin-care' });
});

test('an edit without variants still checks MRP and skin care', async () => {
  const admin = shop.as.admin();
  const { images } = await shop.makeArtwork();
  const typed = {
    id: artworkId,
    title: 'Table runner',
    images,
    price: '1000',
    medium: 'handcraft',
    category: 'Textile',
  };
  const save = (changes: Record<string, string>) => saveArtwork(admin, artworkSchema.parse({ ...typed, ...changes }));
  expect(await save({ mrp: '1499' })).toMatchObject({ reason: 'above-mrp' });
  expect(await save({ medium: 'skin-care' })).toMatchObject({ reason: 'skin-care' });
  expect(await save({ category: 'skin care' })).toMatchObject({ reason: 'skin-care' });
  const reasonsOf = async (columns: string, cells: string) => {
    const plan = await planImport(admin, `id,${columns}\n${artworkId},${cells}`);
    return plan.ok ? plan.value.rows[0]!.reasons : plan.reason;
  };
  expect(await reasonsOf('mrp_rupees', '1499')).toEqual(['variants: A variant costs more than the MRP']);
  expect(await reasonsOf('medium,category', 'handcraft,Skin Care')).toEqual([
    expect.stringMatching(/^variants: Skin care can’t have variants/),
  ]);
  expect(await reasonsOf('mrp_rupees', '1500')).toEqual([]);
  expect(await save({ mrp: '1500' })).toMatchObject({ ok: true, value: { price: rupees(1000) } });
});

test('each variant is its own cart line with price, stock and size', async () => {
  const customer = shop.as.customer();
  expect(await addLine(customer, NO_GUEST_CART, { artworkId, quantity: 1 })).toMatchObject({
    reason: 'choose-variant',
  });
  const add = (variantId: string, quantity: number) =>
    addLine(customer, NO_GUEST_CART, { artworkId, variantId, quantity });
  expect(await add(small, 1)).toMatchObject({
    value: { line: { title: 'Table runner (Small, Cotton)', quantity: 1 } },
  });
  expect(await add(large, 9)).toMatchObject({ value: { line: { quantity: 3 }, lowered: true } });
  expect(await add(small, 1)).toMatchObject({ value: { line: { quantity: 2 }, lowered: false } });
  expect(await add(small, 1)).toMatchObject({ reason: 'no-more' });
  await expect(add(crypto.randomUUID(), 1)).rejects.toThrow('Artwork not found');
  const cart = await getCart(customer, NO_GUEST_CART);
  expect(cart.itemCount).toBe(5);
  expect(await cartCount(customer, NO_GUEST_CART)).toBe(5);
  expect(cart.lines.toSorted((a, b) => a.most - b.most)).toMatchObject([
    { variantId: small, most: 2, lineTotal: rupees(2000), artwork: { title: 'Table runner (Small, Cotton)' } },
    { variantId: large, most: 3, lineTotal: rupees(4500), artwork: { dimensions: { width: 180 } } },
  ]);
  expect(
    await setQuantity(customer, NO_GUEST_CART, cart.lines.find(({ variantId }) => variantId === large)!.id, 2),
  ).toMatchObject({
    value: { line: { variantId: large, quantity: 2 } },
  });
});

test('a removed variant stays in the cart but cannot be bought', async () => {
  const customer = shop.as.customer();
  const guest = createGuestCart([{ artworkId, variantId: large, quantity: 1 }]);
  await addLine(customer, NO_GUEST_CART, { artworkId, variantId: large, quantity: 1 });
  const { version } = await getArtwork(shop.as.admin(), artworkId);
  const saved = await saveVariants(shop.as.admin(), {
    artworkId,
    version,
    variants: [{ ...variant('Small', 1000, 2), id: small }],
  });
  expect(saved.ok).toBe(true);
  for (const { lines } of [await getCart(customer, NO_GUEST_CART), await getCart(shop.as.guest(), guest)])
    expect(lines).toMatchObject([{ available: false, artwork: { title: 'Table runner', hasVariants: true } }]);
  expect(await cartCount(customer, NO_GUEST_CART)).toBe(0);
});

test('moves a guest’s variants at sign-in, without removed ones', async () => {
  const guest = createGuestCart([
    { artworkId, variantId: small, quantity: 1 },
    { artworkId, variantId: large, quantity: 5 },
    { artworkId, quantity: 1 },
  ]);
  expect((await getCart(shop.as.guest(), guest)).lines).toMatchObject([
    { available: true, quantity: 1 },
    { available: true, quantity: 3 },
    { available: false },
  ]);
  const customer = shop.as.customer();
  expect(await mergeGuestCart(customer, guest)).toEqual({
    lowered: [{ title: 'Table runner (Large, Cotton)', available: 3 }],
    skipped: [{ title: 'Table runner' }],
    replaced: [],
  });
  expect((await getCart(customer, NO_GUEST_CART)).lines).toMatchObject([{ variantId: small }, { variantId: large }]);
});

test('an order takes the named variants, and a cancellation returns them', async () => {
  const customer = shop.as.customer();
  await putIntoCart(customer, artworkId, 1, small);
  await putIntoCart(customer, artworkId, 2, large);
  expect(await holdCheckout(customer, { ...(await checkoutOf(customer)), address: {} })).toMatchObject({ ok: true });
  expect(await stocks()).toEqual([2, 1, 1]);
  const order = await orderCart(customer);
  expect(order.items.toSorted((a, b) => a.price - b.price)).toMatchObject([
    {
      artwork_id: artworkId,
      variant_id: small,
      title: 'Table runner (Small, Cotton)',
      price: rupees(1000),
      quantity: 1,
    },
    {
      artwork_id: artworkId,
      variant_id: large,
      title: 'Table runner (Large, Cotton)',
      price: rupees(1500),
      quantity: 2,
    },
  ]);
  expect(await stocks()).toEqual([2, 1, 1]);
  const admin = shop.as.admin();
  expect(await setOrderStatus(admin, { orderId: order.id, status: 'cancelled' })).toMatchObject({ ok: true });
  expect(await stocks()).toEqual([5, 3, 2]);
});

test('sells the last of a variant once, whatever the others have', async () => {
  const customer = shop.as.customer();
  await putIntoCart(customer, artworkId, 2, small);
  const checkout = await checkoutOf(customer, { online: 'yes', paymentReferenceId: '' });
  expect(await takeStock(shop.as.admin(), [{ artworkId, variantId: small, quantity: 1 }])).toMatchObject({ ok: true });
  expect(await placeOrder(customer, checkout)).toMatchObject({
    reason: 'out-of-stock',
    data: { title: 'Table runner (Small, Cotton)', available: 1 },
  });
  expect(await takeStock(customer, [{ artworkId, quantity: 1 }])).toMatchObject({ data: { available: 0 } });
});

test('skips returned stock of a removed variant', async () => {
  await returnStock(shop.as.admin(), [
    { artworkId, variantId: crypto.randomUUID(), quantity: 1 },
    { artworkId, quantity: 1 },
    { artworkId, variantId: small, quantity: 1 },
  ]);
  expect(await stocks()).toEqual([6, 3, 3]);
});

test('a cancellation records only the stock that was returned', async () => {
  const [customer, admin] = [shop.as.customer(), shop.as.admin()];
  await putIntoCart(customer, artworkId, 1, small);
  await putIntoCart(customer, artworkId, 2, large);
  const { id: orderId } = await orderCart(customer);
  const { version, variants } = await getArtwork(admin, artworkId);
  const left = variants.filter(({ id }) => id === large);
  expect(await saveVariants(admin, { artworkId, version, variants: left })).toMatchObject({ ok: true });
  expect(await setOrderStatus(admin, { orderId, status: 'cancelled' })).toMatchObject({ ok: true });
  expect(await stocks()).toEqual([3, 3]);
  const cameBack = and(eq(stockChanges.orderId, orderId), eq(stockChanges.kind, 'cancellation'));
  expect(await shop.database.select().from(stockChanges).where(cameBack)).toMatchObject([
    { variantId: large, change: 2 },
  ]);
});

test('a draft order and a reorder name the variant', async () => {
  const admin = shop.as.admin();
  const lines = [{ artworkId, variantId: large, quantity: 1 }];
  const { totals } = await quoteDraft(admin, lines, { discount: paise(0), handedOver: true });
  const made = await placeDraft(admin, {
    ...ADDRESS,
    key: crypto.randomUUID(),
    account: '',
    handedOver: 'on',
    method: 'cash',
    reference: '',
    note: '',
    seenTotal: totals.total,
    lines,
    discount: paise(0),
  });
  expect(made).toMatchObject({ value: { items: [{ variant_id: large, title: 'Table runner (Large, Cotton)' }] } });
  expect(await quoteDraft(admin, [{ artworkId, quantity: 1 }], { discount: paise(0), handedOver: true })).toMatchObject(
    {
      lines: [],
    },
  );
  const customer = shop.as.customer();
  await putIntoCart(customer, artworkId, 1, small);
  const order = await orderCart(customer);
  await shop.database.execute(`update orders set status = 'delivered' where id = '${order.id}'`);
  expect(await reorder(customer, order.id)).toMatchObject({ ok: true, value: { skipped: [] } });
  expect((await getCart(customer, NO_GUEST_CART)).lines).toMatchObject([{ variantId: small }]);
});

test('a bulk change reaches each variant, and its undo returns no sale', async () => {
  let admin = shop.as.admin();
  let at = admin.now;
  const later = () => {
    shop.later(1);
    admin = shop.as.admin();
    at = admin.now;
  };
  await changeArtworks(admin, [artworkId], { price: { step: 'raise-percent', amount: paise(1000) } });
  expect((await getArtwork(admin, artworkId)).variants.map(({ price }) => price)).toEqual([rupees(1650), rupees(1100)]);
  await undoChange(admin, 'price', at);
  expect(await getArtwork(admin, artworkId)).toMatchObject({
    price: rupees(1000),
    variants: [{ price: rupees(1500) }, {}],
  });
  later();
  await changeArtworks(admin, [artworkId], 'out-of-stock');
  expect(await stocks()).toEqual([0, 0, 0]);
  await undoChange(admin, 'out-of-stock', at);
  expect(await stocks()).toEqual([5, 3, 2]);
  later();
  await changeArtworks(admin, [artworkId], { stock: { step: 'set', count: 10, reason: 'Counted' } });
  await takeStock(admin, [{ artworkId, variantId: small, quantity: 1 }]);
  await undoChange(admin, 'stock', at);
  expect(await stocks()).toEqual([4, 3, 1]);
  later();
  await changeArtworks(admin, [artworkId], { stock: { step: 'set', count: 2, reason: '' } });
  await takeStock(admin, [{ artworkId, variantId: large, quantity: 1 }]);
  expect(await undoChange(admin, 'stock', at)).toEqual({ changed: 1, refused: 0 });
  expect(await stocks()).toEqual([3, 2, 1]);
});

test('its form reads lines in order and names errors at their field', () => {
  const line = (at: number, fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`variants.${at}.${name}`, value]));
  const form = {
    version: '3',
    unit: 'inches',
    ...line(0, { id: '', size: ' Large ', cloth: '', price: '1,500.50', stockCount: '3', width: '10', height: '' }),
    ...line(1, { id: '', size: '', cloth: '', price: '', stockCount: '', width: '', height: '' }),
    ...line(2, { id: '', size: '', cloth: 'Silk', price: '900', stockCount: '', width: '', height: '' }),
  };
  expect(variantsSchema.parse(form)).toEqual({
    version: 3,
    variants: [
      {
        size: 'Large',
        cloth: '',
        price: paise(150_050),
        stockCount: 3,
        dimensions: { width: 10, height: 0, unit: 'inches' },
      },
      {
        size: '',
        cloth: 'Silk',
        price: rupees(900),
        stockCount: 0,
        dimensions: { width: 0, height: 0, unit: 'inches' },
      },
    ],
  });
  const wrong = variantsSchema.safeParse({
    version: '3',
    ...line(0, { size: 'Large', price: '10' }),
    ...line(1, { size: 'large', price: '' }),
    ...line(2, { price: '5' }),
  });
  expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual(['variants.1.price', 'variants.2.size']);
  for (const stockCount of ['18.5', '-2', 'abc', '1e3', '9999999999']) {
    const { error } = variantsSchema.safeParse({
      version: '3',
      ...line(0, { size: 'Large', price: '10', stockCount }),
    });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['variants.0.stockCount']);
  }
});
