import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { NOTHING } from '#app/basics/money.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { isMyRequest } from './own-requests.server.ts';
import { commissions, orderRequests, quotes, requestMessages, stageUpdates } from './tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { type CommissionState, stateOf, type Waiting } from './request.ts';
import { isOpen } from './internal/state.server.ts';
import { waitingOf } from './internal/waiting.server.ts';

/** Where a request stands, for whom it waits, and how many messages of the other side nobody of this one has seen. */
export type ListedCommission = {
  state: CommissionState;
  waiting: Waiting | null;
  unread: number;
};

/** What a list says of these requests, by their ids: any of them for admins, for others their own. Throws SignInNeeded for guests. */
export async function listedCommissions(
  shop: Shop,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, ListedCommission>> {
  signedIn(shop);
  const isStudio = shop.actor.kind === 'admin';
  if (requestIds.length === 0) return new Map();
  const ids = [...requestIds];
  const [rows, newestQuotes, newestDesigns, conversations, { contact }] = await Promise.all([
    shop.database
      .select({
        request: orderRequests,
        commission: commissions,
        order: orders,
        balance: { due: orderBalances.due, received: orderBalances.received },
      })
      .from(orderRequests)
      .leftJoin(commissions, eq(commissions.requestId, orderRequests.id))
      .leftJoin(orders, eq(orders.id, orderRequests.orderId))
      .leftJoin(orderBalances, eq(orderBalances.orderId, orderRequests.orderId))
      .where(and(inArray(orderRequests.id, ids), isStudio ? undefined : isMyRequest(shop))),
    shop.database
      .selectDistinctOn([quotes.requestId])
      .from(quotes)
      .where(inArray(quotes.requestId, ids))
      .orderBy(quotes.requestId, desc(quotes.version)),
    shop.database
      .selectDistinctOn([stageUpdates.requestId])
      .from(stageUpdates)
      .where(and(inArray(stageUpdates.requestId, ids), eq(stageUpdates.stage, 'design')))
      .orderBy(stageUpdates.requestId, desc(stageUpdates.createdAt), desc(stageUpdates.id)),
    shop.database
      .select({
        requestId: requestMessages.requestId,
        unread: sql<number>`(count(*) filter (where ${and(eq(requestMessages.sender, isStudio ? 'customer' : 'studio'), isNull(requestMessages.seenAt))}))::int`,
      })
      .from(requestMessages)
      .where(inArray(requestMessages.requestId, ids))
      .groupBy(requestMessages.requestId),
    getSettings(shop),
  ]);
  const quoteOf = new Map(newestQuotes.map((quote) => [quote.requestId, quote]));
  const designOf = new Map(newestDesigns.map((design) => [design.requestId, design]));
  const unread = new Map(conversations.map((each) => [each.requestId, each.unread]));
  const now = { now: shop.now, replyWithinHours: contact.replyWithinHours };
  return new Map(
    rows.map(({ request, commission, order, balance }) => {
      const { id } = request;
      const newestQuote = quoteOf.get(id);
      const state = stateOf({
        status: request.status,
        hasOpenQuote: isOpen(newestQuote),
        stage: commission?.stage ?? null,
        orderStatus: order?.status ?? null,
      });
      const books = { due: balance?.due ?? NOTHING, received: balance?.received ?? NOTHING };
      const read = { request, commission, order, balance: books, newestQuote, design: designOf.get(id) };
      return [id, { state, waiting: waitingOf(state, read, now), unread: unread.get(id) ?? 0 }];
    }),
  );
}

// Not by owner: a day alone, of an order that the caller has found for the visitor.
/** The day from which an order's accepted quote says that it is ready; undefined for an order without a quote. */
export async function promisedFinish(shop: Shop, orderId: string): Promise<string | undefined> {
  const [accepted] = await shop.database
    .select({ earliestFinish: quotes.earliestFinish })
    .from(quotes)
    .innerJoin(orderRequests, eq(orderRequests.id, quotes.requestId))
    .where(and(eq(orderRequests.orderId, orderId), isNotNull(quotes.acceptedAt)));
  return accepted?.earliestFinish;
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
