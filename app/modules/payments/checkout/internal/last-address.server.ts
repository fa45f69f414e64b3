import { and, desc, eq, isNull } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

/** Where the visitor's last order from the checkout was sent; undefined before the first. */
export const lastShippingAddress = (shop: Shop): Promise<ShippingAddress | undefined> =>
  lastAddressOf(shop, signedIn(shop).userId);

/**
 * The same of any account, for the shop itself. Orders with an advance do not count: the address of one may have been typed by a person
 * who only held the link of a quote.
 */
export async function lastAddressOf(shop: Shop, userId: string): Promise<ShippingAddress | undefined> {
  const [last] = await shop.database
    .select({ shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(orders.advance)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return last?.shippingAddress;
}
