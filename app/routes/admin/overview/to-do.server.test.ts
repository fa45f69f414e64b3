import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { overview } from '#app/modules/orders/reports/reports.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { toDoList } from './to-do.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(() => openTestDatabase());
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const ask = async (name: string) => {
  const artwork = await shop.makeArtwork({ stockCount: 0, price: rupees(1650) });
  await insertRequest(shop.as.shop(), {
    artworkId: artwork.id,
    userId: signedIn(shop.as.customer()).userId,
    kind: 'out-of-stock',
    name,
    email: 'asha@example.in',
    phone: '9876543210',
    message: 'One, please',
  });
};
const listFor = async (who: 'admin' | 'helper') => toDoList(shop.as[who](), await overview(shop.as[who]()));

test('nothing waits in an empty shop', async () => {
  expect(await listFor('admin')).toEqual([]);
});

test('the oldest deadline comes first, then rows without one', async () => {
  await ask('Asha Rawat');
  shop.later(60);
  await ask('Meera Iyer');
  expect(await listFor('admin')).toMatchObject([
    { what: 'Asha Rawat', hasDeadline: true, action: 'Reply' },
    { what: 'Meera Iyer', hasDeadline: true },
    { what: '2 artworks low or sold out', action: 'Restock' },
  ]);
});

test('a helper sees no money in the list', async () => {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(), artwork.id, 1);
  await orderCart(shop.as.customer());
  expect((await listFor('admin')).map(({ what }) => what)).toContain('1 payment to confirm');
  expect((await listFor('helper')).map(({ what }) => what)).not.toContain('1 payment to confirm');
});
