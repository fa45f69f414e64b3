import { and, count, eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { coupons } from '#app/modules/orders/coupons/tables.server.ts';
import { orderRequests } from '#app/modules/requests/requests/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { wishlist } from '#app/modules/catalogue/wishlist/tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { CHECKS, type CheckName } from './diagnostics.ts';

/** Only the sample shop must have this coupon. */
const TEST_COUPON = 'WELCOME10';

const CHECK: Record<CheckName, (shop: Shop) => Promise<string>> = {
  artworks: async (shop) => {
    await shop.database.select({ id: artworks.id }).from(artworks).limit(1);
    return 'readable';
  },
  'artworks-count': (shop) => countLabel(shop, artworks),
  'artworks-featured': (shop) => countLabel(shop, artworks, eq(artworks.featured, true)),
  'user-profiles': (shop) => countLabel(shop, userProfiles),
  cart: (shop) => countLabel(shop, cart),
  wishlist: (shop) => countLabel(shop, wishlist),
  orders: (shop) => countLabel(shop, orders),
  coupons: (shop) => countLabel(shop, coupons),
  'order-requests': (shop) => countLabel(shop, orderRequests),
  'test-coupon': async (shop) => {
    const found = await shop.database
      .select({ id: coupons.id })
      .from(coupons)
      .where(and(eq(coupons.code, TEST_COUPON), eq(coupons.active, true)));
    return found.length === 1 ? 'active' : 'not in this shop';
  },
  session: (shop) => Promise.resolve(shop.actor.kind === 'admin' ? 'signed in as an admin' : 'the shop itself'),
};

/**
 * Runs a check, which returns a count or a short result, never rows or secrets. Throws not-found for an unknown check.
 * Admins only.
 */
export async function runCheck(shop: Shop, name: string): Promise<string> {
  adminOnly(shop);
  const check = CHECKS.find((each) => each.name === name);
  if (!check) throw notFound();
  return CHECK[check.name](shop);
}

async function countLabel(shop: Shop, table: PgTable, where?: SQL): Promise<string> {
  const [found] = await shop.database.select({ rows: count() }).from(table).where(where);
  return found!.rows === 1 ? '1 row' : `${found!.rows.toLocaleString('en-IN')} rows`;
}
