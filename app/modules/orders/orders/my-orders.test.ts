import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { DEFAULT_CUSTOMER_SETTINGS, type CustomerSettings } from '#app/modules/identity/accounts/account.ts';
import { saveCustomerSettings } from '#app/modules/identity/accounts/customer-settings.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { SignInNeeded } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import type { OrderStatus, PaymentStatus } from './order.ts';
import { isBought } from './order-life.ts';
import { findMyOrders } from './orders.server.ts';
import { recommendedFor } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { recordPurchases, timesBoughtThisMonth } from '#app/modules/catalogue/artworks/purchases.server.ts';
import { orders } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

let made = 0;
async function order(
  n: number,
  createdAt: string,
  {
    title = 'Brass diya',
    artworkId = crypto.randomUUID(),
    status = 'processing',
    paymentStatus = 'confirmed',
    paymentReferenceId,
  }: {
    title?: string;
    artworkId?: string;
    status?: OrderStatus;
    paymentStatus?: PaymentStatus;
    paymentReferenceId?: string;
  } = {},
): Promise<string> {
  made += 1;
  const amount = rupees(1000);
  const [row] = await shop.database
    .insert(orders)
    .values({
      orderNumber: `BV-TEST-${made}`,
      userId: idOf(n),
      items: [{ artwork_id: artworkId, title, price: amount, quantity: 1, image: '/media/x.webp' }],
      subtotal: amount,
      discountAmount: rupees(0),
      shippingCost: rupees(0),
      gstAmount: rupees(0),
      total: amount,
      shippingAddress: {
        name: 'Asha',
        email: 'a@example.in',
        phone: '9876543210',
        street: 'x',
        city: 'x',
        state: 'x',
        zipCode: '263601',
        country: 'India',
      },
      paymentMethod: 'manual',
      paymentStatus,
      paymentReferenceId,
      status,
      customerName: 'Asha',
      customerEmail: 'a@example.in',
      createdAt: new Date(createdAt),
    })
    .returning();
  if (isBought(row!))
    await recordPurchases(shop.as.shop(), {
      orderId: row!.id,
      userId: idOf(n),
      boughtAt: row!.createdAt,
      artworkIds: [artworkId],
    });
  return row!.orderNumber;
}
const idOf = (n: number) => (shop.as.customer(n).actor as { userId: string }).userId;
const numbers = async (filter: Parameters<typeof findMyOrders>[1], n = 1) =>
  (await findMyOrders(shop.as.customer(n), filter)).orders.map((each) => each.orderNumber);
const decide = (n: number, changes: Partial<CustomerSettings>) =>
  saveCustomerSettings(shop.as.customer(n), { ...DEFAULT_CUSTOMER_SETTINGS, ...changes });

test('pages ten at a time, newest first, unaffected by new orders', async () => {
  const placed: string[] = [];
  for (let at = 0; at < 23; at += 1)
    placed.unshift(await order(1, new Date(Date.UTC(2026, 9, 1) + at * 3_600_000).toISOString()));
  await order(2, '2026-10-05T10:00:00Z');
  const first = await findMyOrders(shop.as.customer());
  await order(1, '2026-11-20T10:00:00Z');
  const second = await findMyOrders(shop.as.customer(), { cursor: first.nextCursor });
  const third = await findMyOrders(shop.as.customer(), { cursor: second.nextCursor });
  expect([first, second, third].flatMap((page) => page.orders.map((each) => each.orderNumber))).toEqual(placed);
  expect(third.nextCursor).toBeUndefined();
  expect(third).toMatchObject({ all: 24, found: 24, years: [2026] });
  expect((await findMyOrders(shop.as.customer(), { cursor: 'nonsense' })).orders).toHaveLength(10);
  await expect(findMyOrders(shop.as.guest())).rejects.toThrow(SignInNeeded);
});

test('counts years in India and three months from now', async () => {
  const lastOf2025 = await order(1, '2025-12-31T18:29:59Z');
  const firstOf2026 = await order(1, '2025-12-31T18:30:00Z');
  const august = await order(1, '2026-08-21T10:00:00Z');
  const before = await order(1, '2026-08-21T09:59:59Z');
  expect((await findMyOrders(shop.as.customer())).years).toEqual([2026, 2025]);
  expect(await numbers({ period: 2025 })).toEqual([lastOf2025]);
  expect(await numbers({ period: 2026 })).toEqual([august, before, firstOf2026]);
  expect(await numbers({ period: 'last-3-months' })).toEqual([august]);
  expect(await findMyOrders(shop.as.customer(), { period: 2024 })).toMatchObject({ orders: [], found: 0, all: 4 });
});

test('searches number, short id, reference and titles, with literal wildcards', async () => {
  const diya = await order(1, '2026-11-01T10:00:00Z', { title: 'Brass diya 100% _handmade_' });
  const soap = await order(1, '2026-11-02T10:00:00Z', { title: 'Neem soap', paymentReferenceId: 'UTR400000000001' });
  await order(2, '2026-11-02T10:00:00Z', { title: 'Brass diya' });
  const id = (await findMyOrders(shop.as.customer(), { search: diya })).orders[0]!.id;
  for (const search of ['brass', '100%', '_handmade_', diya.toLowerCase(), `#${id.slice(-6).toUpperCase()}`])
    expect(await numbers({ search }), search).toEqual([diya]);
  expect(await numbers({ search: 'utr4000' })).toEqual([soap]);
  expect(await numbers({ search: '%%' })).toEqual([]);
  expect(await numbers({ search: 'brass', period: 2025 })).toEqual([]);
});

test('counts an artwork’s monthly buyers who agreed, from three up', async () => {
  const { id } = await shop.makeArtwork();
  const bought = () => timesBoughtThisMonth(shop.as.guest(), id);
  for (const n of [1, 2, 3, 4]) await order(n, '2026-11-03T10:00:00Z', { artworkId: id });
  expect(await bought()).toBe(0);
  for (const n of [1, 2]) await decide(n, { sharePurchaseHistory: true });
  await order(1, '2026-11-04T10:00:00Z', { artworkId: id });
  expect(await bought()).toBe(0);
  await decide(3, { sharePurchaseHistory: true });
  expect(await bought()).toBe(4);
  await order(3, '2026-10-31T18:29:59Z', { artworkId: id });
  await order(3, '2026-11-05T10:00:00Z', { artworkId: id, status: 'cancelled' });
  await order(3, '2026-11-05T10:00:00Z', { artworkId: id, status: 'pending', paymentStatus: 'pending' });
  await order(3, '2026-11-05T10:00:00Z');
  expect(await bought()).toBe(4);
  await order(3, '2026-10-31T18:30:00Z', { artworkId: id });
  expect(await bought()).toBe(5);
  await decide(2, { sharePurchaseHistory: false });
  expect(await bought()).toBe(0);
});

test('recommends available artworks of bought categories, only with consent', async () => {
  const soap = await shop.makeArtwork({ category: 'Soap' });
  const other = await shop.makeArtwork({ category: 'soap' });
  const gone = await shop.makeArtwork({ category: 'Soap', stockCount: 0 });
  const saree = await shop.makeArtwork({ category: 'Saree', medium: 'fabric', stockCount: 0 });
  const otherSaree = await shop.makeArtwork({ category: 'Saree', medium: 'fabric', stockCount: 0 });
  await shop.makeArtwork({ category: 'Painting' });
  const recommended = async (n = 1) => (await recommendedFor(shop.as.customer(n), 4)).map((painting) => painting.id);
  expect(await recommended()).toEqual([]);
  await order(1, '2026-11-01T10:00:00Z', { artworkId: saree.id });
  for (const day of [2, 3]) await order(1, `2026-11-0${day}T10:00:00Z`, { artworkId: soap.id });
  expect(await recommended()).toEqual([other.id, otherSaree.id]);
  expect(await recommended(2)).toEqual([]);
  expect(await recommendedFor(shop.as.guest(), 4)).toEqual([]);
  await shop.database.update(artworks).set({ stockCount: 1 }).where(eq(artworks.id, gone.id));
  expect(await recommended()).toHaveLength(3);
  await decide(1, { personalizedRecommendations: false });
  expect(await recommended()).toEqual([]);
});
