import { and, arrayOverlaps, count, eq, gt, inArray, or } from 'drizzle-orm';
import type { Holder } from '#app/modules/orders/holds/holder.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

const RETURNED_COUNT_FOR_DAYS = 90;

/**
 * How many orders of the signed-in person count for the limit of cash on delivery: open ones, and those that came back within 90 days.
 * With a holder, orders of the same phone or email count too.
 */
export async function countOpenCashOrders(shop: Shop, holder?: Holder): Promise<number> {
  const since = new Date(shop.now.getTime() - RETURNED_COUNT_FOR_DAYS * 86_400_000);
  const [open] = await shop.database
    .select({ count: count() })
    .from(orders)
    .where(
      and(
        or(
          eq(orders.userId, signedIn(shop).userId),
          holder && arrayOverlaps(orders.holderKeys, [...holder.holderKeys]),
        ),
        eq(orders.paymentMethod, 'cod'),
        or(inArray(orders.status, ['pending', 'processing', 'shipped']), gt(orders.returnedToSenderAt, since)),
      ),
    );
  return open!.count;
}
