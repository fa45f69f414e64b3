import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { maskDestination, type RefundDestination } from '#app/modules/payments/payments/refund-destination.ts';
import { refundDestinations } from '#app/modules/payments/payments/tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

const MAX_AGE_DAYS = 90;

type GivenDestination = RefundDestination & { givenAt: Date; changedAt: Date | null; previous: string | null };

type Stored = { isNew: boolean; destination: string; previous: string | null };

/** Stores a destination and the masked form of the previous one. */
export async function storeDestination(shop: Shop, orderId: string, destination: RefundDestination): Promise<Stored> {
  const earlier = (await findDestinations(shop, [orderId])).get(orderId);
  const previous = earlier ? maskDestination(earlier) : null;
  const masked = maskDestination(destination);
  if (earlier && isSameDestination(earlier, destination)) return { isNew: false, destination: masked, previous };
  const row = {
    upiId: null,
    accountHolder: null,
    accountNumber: null,
    ifsc: null,
    ...destination,
    givenAt: shop.now,
    changedAt: earlier ? shop.now : null,
    previous,
  };
  await shop.database
    .insert(refundDestinations)
    .values({ orderId, ...row })
    .onConflictDoUpdate({ target: refundDestinations.orderId, set: row });
  return { isNew: true, destination: masked, previous };
}

const isSameDestination = (a: RefundDestination, b: RefundDestination): boolean =>
  'upiId' in a
    ? 'upiId' in b && a.upiId === b.upiId
    : !('upiId' in b) &&
      a.accountNumber === b.accountNumber &&
      a.ifsc === b.ifsc &&
      a.accountHolder === b.accountHolder;

/** Returns unmasked destinations by order id. The caller checks access. */
export async function findDestinations(
  shop: Shop,
  orderIds: readonly string[],
): Promise<Map<string, GivenDestination>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select()
    .from(refundDestinations)
    .where(inArray(refundDestinations.orderId, [...orderIds]));
  return new Map(
    rows.map(({ orderId, upiId, accountHolder, accountNumber, ifsc, ...given }) => [
      orderId,
      upiId === null
        ? { accountHolder: accountHolder!, accountNumber: accountNumber!, ifsc: ifsc!, ...given }
        : { upiId, ...given },
    ]),
  );
}

export async function deleteDestinationGivenBy(shop: Shop, orderId: string, moment: Date): Promise<void> {
  await shop.database
    .delete(refundDestinations)
    .where(and(eq(refundDestinations.orderId, orderId), lte(refundDestinations.givenAt, moment)));
}

/** Deletes destinations 90 days after an order's last refund, if no refund is due. Returns how many were deleted. */
export async function deleteOldDestinations(shop: Shop): Promise<number> {
  adminOnly(shop);
  const dropped = await shop.database
    .delete(refundDestinations)
    .where(
      inArray(
        refundDestinations.orderId,
        shop.database
          .select({ orderId: orderBalances.orderId })
          .from(orderBalances)
          .where(
            sql`${orderBalances.overpaidSince} is null and not exists (
              select from refunds join payments on payments.id = refunds.payment_id
              where payments.order_id = ${orderBalances.orderId}
                and (refunds.settled_at is null
                  or refunds.settled_at > ${shop.now.toISOString()}::timestamptz - make_interval(days => ${MAX_AGE_DAYS}::int)))
              and exists (select from refund_destinations given where given.order_id = ${orderBalances.orderId}
                and given.given_at <= ${shop.now.toISOString()}::timestamptz - make_interval(days => ${MAX_AGE_DAYS}::int))`,
          ),
      ),
    )
    .returning({ orderId: refundDestinations.orderId });
  return dropped.length;
}
