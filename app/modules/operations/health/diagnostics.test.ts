import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { CHECKS } from './diagnostics.ts';
import { runCheck } from './diagnostics.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

test('every read returns a count or state, never a row', async () => {
  await shop.makeArtwork({ title: 'Himalayan Dawn', featured: true });
  const said = Object.fromEntries(
    await Promise.all(CHECKS.map(async ({ name }) => [name, await runCheck(shop.as.helper(), name)] as const)),
  );
  expect(said).toEqual({
    artworks: 'readable',
    'artworks-count': '1 row',
    'artworks-featured': '1 row',
    'user-profiles': '61 rows',
    cart: '0 rows',
    wishlist: '0 rows',
    orders: '0 rows',
    coupons: '0 rows',
    'order-requests': '0 rows',
    'test-coupon': 'not in this shop',
    session: 'signed in as an admin',
  });
});

test('is for admins only, and refuses unknown checks', async () => {
  for (const context of [shop.as.guest(), shop.as.customer()])
    await expect(runCheck(context, 'orders')).rejects.toThrow(NotFound);
  await expect(runCheck(shop.as.admin(), 'constructor')).rejects.toThrow(NotFound);
});
