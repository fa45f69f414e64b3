import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import {
  requestBackInStock,
  sweepBackInStockRequests,
  takeBackInStockRequest,
  withdrawBackInStock,
} from './holds.server.ts';
import { backInStockData } from './personal-data.server.ts';
import { backInStockRequests } from './tables.server.ts';
import { insertSizes, stockSize } from '#tests/support/artworks.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const change = (id: string, values: Partial<typeof artworks.$inferInsert>) =>
  shop.database.update(artworks).set(values).where(eq(artworks.id, id));
const waiting = () => shop.database.select().from(backInStockRequests);
const soldOut = (wanted: Partial<typeof artworks.$inferInsert> = {}) => shop.makeArtwork({ stockCount: 0, ...wanted });
const sweep = () => sweepBackInStockRequests(shop.as.shop());
const ask = (artworkId: string, email: string, variantId = '') =>
  requestBackInStock(shop.as.guest(), { artworkId, email, variantId });

/** Returns the emails of announced requests, as the listener takes them. */
async function taken(): Promise<string[]> {
  const events = (await shop.announced('holds.back-in-stock')) as { requestId: string }[];
  const emails: string[] = [];
  for (const { requestId } of events) {
    const request = await takeBackInStockRequest(shop.as.shop(), requestId);
    if (request) emails.push(`${request.email}: ${request.title}`);
  }
  return emails.toSorted();
}

test('announces each request once when a sold-out piece has stock', async () => {
  const { id } = await soldOut({ title: 'Lamp' });
  await ask(id, 'ila@example.in');
  await ask(id, 'ila@example.in');
  await requestBackInStock(shop.as.customer(), { artworkId: id, email: '' });
  expect(await sweep()).toBe(0);
  await change(id, { stockCount: 1 });
  expect([await sweep(), await sweep()]).toEqual([2, 0]);
  expect(await taken()).toEqual(['customer1@bisvar.example: Lamp', 'ila@example.in: Lamp']);
  expect(await taken()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('keeps waiting while a piece is a draft, archived or without a price', async () => {
  const { id } = await soldOut();
  await ask(id, 'ila@example.in');
  for (const values of [{ status: 'archived' }, { status: 'draft' }, { status: 'published', price: null }] as const) {
    await change(id, { stockCount: 1, ...values });
    expect(await sweep()).toBe(0);
  }
  await change(id, { price: rupees(900) });
  expect(await sweep()).toBe(1);
});

test('a piece sold again before its email is waited for again', async () => {
  const { id } = await soldOut({ title: 'Lamp' });
  await ask(id, 'ila@example.in');
  await change(id, { stockCount: 1 });
  await sweep();
  await change(id, { stockCount: 0 });
  expect(await taken()).toEqual([]);
  await change(id, { stockCount: 1 });
  expect(await sweep()).toBe(1);
  expect(await taken()).toEqual(['ila@example.in: Lamp']);
});

test('a variant’s request waits for that variant', async () => {
  const { id, variants } = await insertSizes(shop.database, { title: 'Runner', stock: { Long: 0, Short: 2 } });
  const [long, short] = variants;
  const other = await soldOut();
  await ask(id, 'ila@example.in', long!.id);
  await expect(ask(other.id, 'ila@example.in', short!.id)).rejects.toMatchObject({ name: 'NotFound' });
  expect(await sweep()).toBe(0);
  await stockSize(shop.database, long!, 1);
  expect(await sweep()).toBe(1);
  expect(await taken()).toEqual(['ila@example.in: Runner (Long)']);
});

test('a request can be taken back, but an account’s only by its account', async () => {
  const { id: artworkId } = await soldOut();
  await ask(artworkId, 'ila@example.in');
  await requestBackInStock(shop.as.customer(), { artworkId, email: '' });
  const email = 'customer1@bisvar.example';
  await withdrawBackInStock(shop.as.guest(), { artworkId, email });
  await withdrawBackInStock(shop.as.guest(), { artworkId, email: 'ILA@example.in' });
  expect(await waiting()).toMatchObject([{ email }]);
  await withdrawBackInStock(shop.as.customer(2), { artworkId, email });
  expect(await waiting()).toHaveLength(1);
  await withdrawBackInStock(shop.as.customer(), { artworkId, email: '' });
  expect(await waiting()).toEqual([]);
});

test('is in the copy of a person’s data, and deleted with it or after 180 days', async () => {
  const { id: artworkId } = await soldOut({ title: 'Lamp' });
  await ask(artworkId, 'customer1@bisvar.example');
  await requestBackInStock(shop.as.customer(2), { artworkId, email: '' });
  const read = backInStockData.read!['backInStockRequests']!;
  expect(await read(shop.as.customer())).toMatchObject([{ title: 'Lamp', email: 'customer1@bisvar.example' }]);
  expect(await read(shop.as.customer(2))).toMatchObject([{ email: 'customer2@bisvar.example' }]);
  const { userId, email } = shop.as.customer(2).actor as { userId: string; email: string };
  await backInStockData.erase!(shop.as.shop(), { userId, email, addresses: [] });
  expect(await waiting()).toHaveLength(1);
  shop.later(181 * 24 * 60);
  await sweep();
  expect(await waiting()).toEqual([]);
});
