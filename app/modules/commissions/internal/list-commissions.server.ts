import { and, count, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { type CommissionState, stateOf } from '#app/modules/commissions/commission.ts';
import { requestMessages } from '#app/modules/conversations/tables.server.ts';
import { commissions, quotes } from '#app/modules/commissions/tables.server.ts';

/** Where a request stands, and how many messages of the other side nobody of this one has seen. */
export type ListedCommission = { state: CommissionState; unread: number };

/** What a list says of these requests, by their ids: any of them for admins, for others their own. Throws SignInNeeded for guests. */
export async function listedCommissions(
  shop: Shop,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, ListedCommission>> {
  const { userId } = signedIn(shop);
  const isStudio = shop.actor.kind === 'admin';
  if (requestIds.length === 0) return new Map();
  const [rows, newestQuotes, unseen] = await Promise.all([
    shop.database
      .select({
        id: orderRequests.id,
        status: orderRequests.status,
        stage: commissions.stage,
        orderStatus: orders.status,
      })
      .from(orderRequests)
      .leftJoin(commissions, eq(commissions.requestId, orderRequests.id))
      .leftJoin(orders, eq(orders.id, orderRequests.orderId))
      .where(and(inArray(orderRequests.id, [...requestIds]), isStudio ? undefined : eq(orderRequests.userId, userId))),
    shop.database
      .selectDistinctOn([quotes.requestId], {
        requestId: quotes.requestId,
        acceptedAt: quotes.acceptedAt,
        changeAskedAt: quotes.changeAskedAt,
      })
      .from(quotes)
      .where(inArray(quotes.requestId, [...requestIds]))
      .orderBy(quotes.requestId, desc(quotes.version)),
    shop.database
      .select({ requestId: requestMessages.requestId, unread: count() })
      .from(requestMessages)
      .where(
        and(
          inArray(requestMessages.requestId, [...requestIds]),
          eq(requestMessages.sender, isStudio ? 'customer' : 'studio'),
          isNull(requestMessages.seenAt),
        ),
      )
      .groupBy(requestMessages.requestId),
  ]);
  const isOpen = new Map(newestQuotes.map((quote) => [quote.requestId, !quote.acceptedAt && !quote.changeAskedAt]));
  const unread = new Map(unseen.map((each) => [each.requestId, each.unread]));
  return new Map(
    rows.map(({ id, ...facts }) => [
      id,
      { state: stateOf({ ...facts, hasOpenQuote: isOpen.get(id) ?? false }), unread: unread.get(id) ?? 0 },
    ]),
  );
}

/** How much of its customer's cloth lies in the parcel of these orders, in centimetres; those without are left out. Admins only. */
export async function fabricLeftOf(shop: Shop, orderIds: readonly string[]): Promise<Record<string, number>> {
  adminOnly(shop);
  if (orderIds.length === 0) return {};
  const rows = await shop.database
    .select({ orderId: orderRequests.orderId, centimetres: commissions.fabricLeftCm })
    .from(commissions)
    .innerJoin(orderRequests, eq(orderRequests.id, commissions.requestId))
    .where(and(inArray(orderRequests.orderId, [...orderIds]), gt(commissions.fabricLeftCm, 0)));
  return Object.fromEntries(rows.map(({ orderId, centimetres }) => [orderId!, centimetres!]));
}
