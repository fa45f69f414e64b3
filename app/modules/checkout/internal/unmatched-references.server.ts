import { and, asc, count, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { checkoutAttempts } from '#app/modules/checkout/tables.server.ts';
import { orders, whereAwaitsMatch } from '#app/modules/orders/tables.server.ts';
import type { Holiday, Settings } from '#app/modules/settings/settings.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { businessDaysAfter } from '#app/modules/shipping/delivery.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

const ASKED_AFTER_BUSINESS_DAYS = 3;

/**
 * Whether somebody may place one more order, of so many artworks, with a reference that nobody has looked up: as long as no payment of theirs was ever
 * found in the bank, only a few such orders are open. The caller holds their checkout, so that two can't be judged at once.
 */
export async function mayAddUnmatched(
  shop: Shop,
  { unmatchedOrders: most }: Pick<Settings, 'unmatchedOrders'>,
  { userId, artworkCount }: { userId: string; artworkCount: number },
): Promise<boolean> {
  const isTheirs = eq(orders.userId, userId);
  const [[open], [matched]] = await Promise.all([
    shop.database
      .select({
        orders: count(),
        artworks: sql<number>`coalesce(sum((select sum((item ->> 'quantity')::int) from jsonb_array_elements(${orders.items}) item)), 0)::int`,
      })
      .from(orders)
      .where(and(isTheirs, whereAwaitsMatch(), inArray(orders.status, ['pending', 'processing']))),
    shop.database
      .select({ count: count() })
      .from(orders)
      .where(and(isTheirs, eq(orders.verification, 'matched'))),
  ]);
  if (matched!.count > 0) return true;
  return open!.orders < most.orders && open!.artworks + artworkCount <= most.artworks;
}

/**
 * Asks the owner, once for each order, to match or reject what was paid three business days ago and not looked up since; the shop itself calls it
 * every hour. Answers of how many.
 */
export async function sweepUnmatchedReferences(shop: Shop): Promise<number> {
  adminOnly(shop);
  const { holidays } = await getSettings(shop);
  return inTransaction(shop, async (shop) => {
    const due = await shop.database
      .select({ key: checkoutAttempts.key, orderId: orders.id })
      .from(checkoutAttempts)
      .innerJoin(orders, eq(orders.id, checkoutAttempts.orderId))
      .where(
        and(
          whereAwaitsMatch(),
          isNull(orders.archivedAt),
          isNull(checkoutAttempts.matchAskedAt),
          lt(orders.createdAt, businessDaysAgo(shop.now, ASKED_AFTER_BUSINESS_DAYS, holidays)),
        ),
      )
      .orderBy(asc(checkoutAttempts.key))
      .limit(100)
      .for('update', { of: checkoutAttempts, skipLocked: true });
    const keys = due.map(({ key }) => key);
    await shop.database
      .update(checkoutAttempts)
      .set({ matchAskedAt: shop.now })
      .where(inArray(checkoutAttempts.key, keys));
    await announceEach(
      shop,
      'orders.needs-attention',
      due.map(({ orderId }) => ({ orderId, why: 'unmatched' as const })),
    );
    return due.length;
  });
}

/** The same time of day, so many business days before; from a day that is none it is one more. */
function businessDaysAgo(now: Date, days: number, holidays: readonly Holiday[]): Date {
  const isBusinessDay = (moment: Date) => businessDaysAfter(dayInIndia(moment), 0, holidays) === dayInIndia(moment);
  const moment = new Date(now);
  for (let left = isBusinessDay(now) ? days : days + 1; left > 0;) {
    moment.setTime(moment.getTime() - 24 * 3_600_000);
    if (isBusinessDay(moment)) left -= 1;
  }
  return moment;
}
