import { desc, eq } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

/** Where the visitor's last order was sent; undefined before the first. */
export async function lastShippingAddress(shop: Shop): Promise<ShippingAddress | undefined> {
  const [last] = await shop.database
    .select({ shippingAddress: orders.shippingAddress })
    .from(orders)
    .where(eq(orders.userId, signedIn(shop).userId))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return last?.shippingAddress;
}
