// Not by owner: of a request that a `RequestAccess` opened, or whose row the caller holds.
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { formatRupees, NOTHING, type Paise } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import {
  type RequestState,
  mayHappen,
  type Readiness,
  STAGE_LABELS,
  stateOf,
  STATUS_AFTER,
} from '#app/modules/requests/requests/request.ts';
import { orderRequests, quotes, stageUpdates } from '#app/modules/requests/requests/tables.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { type Balance, NO_BALANCE, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { SentBefore } from '#app/modules/requests/requests/messages.ts';
import { publish, topicsOfRequest } from '#app/platform/live/live.server.ts';

/** The newest version of a request's quote. */
export async function newestQuote(shop: Shop, requestId: string) {
  const [quote] = await shop.database
    .select()
    .from(quotes)
    .where(eq(quotes.requestId, requestId))
    .orderBy(desc(quotes.version))
    .limit(1);
  return quote;
}
export type QuoteRow = NonNullable<Awaited<ReturnType<typeof newestQuote>>>;

/** Whether nobody has answered it yet; it may have lapsed. */
export const isOpen = (quote: Pick<QuoteRow, 'acceptedAt' | 'changeAskedAt'> | undefined): boolean =>
  quote !== undefined && quote.acceptedAt === null && quote.changeAskedAt === null;

/** Where a request stands, in the caller's transaction, which holds its rows. */
export async function readState(shop: Shop, requestId: string): Promise<RequestState> {
  const [facts] = await shop.database
    .select({ status: orderRequests.status, stage: orderRequests.stage, orderStatus: orders.status })
    .from(orderRequests)
    .leftJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(eq(orderRequests.id, requestId));
  return stateOf({ ...facts!, hasOpenQuote: isOpen(await newestQuote(shop, requestId)) });
}

/**
 * Lets an event happen to a request, in the caller's transaction, which holds its row: stores its new status and what else `changes`.
 * Returns false where the event can't happen in its state.
 */
export async function applyEvent(
  shop: Shop,
  requestId: string,
  event: keyof typeof STATUS_AFTER,
  changes: Partial<typeof orderRequests.$inferInsert> = {},
): Promise<boolean> {
  if (!mayHappen(event, await readState(shop, requestId))) return false;
  await shop.database
    .update(orderRequests)
    .set({ status: STATUS_AFTER[event], ...changes })
    .where(eq(orderRequests.id, requestId));
  return true;
}

/** What of a request decides whether it may be painted and sent. */
export type Provisions = {
  advance: Paise | null;
  balance: Balance;
  fabricSource: 'client_provided' | 'purchase_for_me' | null;
  fabricConfirmedAt: Date | null;
  asksApproval: boolean;
  design: { asksApproval: boolean; approvedAt: Date | null } | undefined;
};

/** What is there of what painting and the parcel wait for. */
export const readinessOf = (has: Provisions): Readiness => ({
  hasAdvance: has.balance.received >= (has.advance ?? NOTHING),
  hasFabric: has.fabricSource !== 'client_provided' || has.fabricConfirmedAt !== null,
  isApproved: has.design?.asksApproval ? has.design.approvedAt !== null : !has.asksApproval,
  isPaid: outstanding(has.balance) === 0,
});

/** The same, asked of the database in the caller's transaction. */
export async function readReadiness(shop: Shop, requestId: string): Promise<Readiness> {
  const [row] = await shop.database
    .select({
      orderId: orderRequests.orderId,
      advance: orders.advance,
      fabricSource: orderRequests.fabricSource,
      fabricConfirmedAt: orderRequests.fabricConfirmedAt,
    })
    .from(orderRequests)
    .leftJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(eq(orderRequests.id, requestId));
  const accepted = await acceptedQuote(shop, requestId);
  const [design] = await shop.database
    .select()
    .from(stageUpdates)
    .where(and(eq(stageUpdates.requestId, requestId), eq(stageUpdates.stage, 'design')))
    .orderBy(desc(stageUpdates.createdAt))
    .limit(1);
  const { orderId, ...facts } = row!;
  const balance = orderId ? await balanceOfOrder(shop, orderId) : NO_BALANCE;
  return readinessOf({ ...facts, balance, asksApproval: accepted?.asksApproval ?? false, design });
}

/** The version of a request's quote that was accepted. */
export async function acceptedQuote(shop: Shop, requestId: string): Promise<QuoteRow | undefined> {
  const [quote] = await shop.database
    .select()
    .from(quotes)
    .where(and(eq(quotes.requestId, requestId), isNotNull(quotes.acceptedAt)));
  return quote;
}

/** A request's row, locked until the caller's transaction ends. Throws not-found. */
export async function lockRequest(shop: Shop, requestId: string) {
  if (!isUuid(requestId)) throw notFound();
  const [request] = await shop.database
    .select()
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId))
    .for('update');
  if (!request) throw notFound();
  return request;
}
export type LockedRequest = Awaited<ReturnType<typeof lockRequest>>;

// Not by owner: of a request that a `RequestAccess` of the studio opened.
/** The newest quote or stage of a request in a few words, and who sent it. */
export async function lastSent(shop: Shop, requestId: string, kind: 'quote' | 'stage'): Promise<SentBefore> {
  if (kind === 'quote') {
    const [quote] = await shop.database
      .select({ version: quotes.version, total: quotes.total, name: userProfiles.name })
      .from(quotes)
      .leftJoin(userProfiles, eq(userProfiles.id, quotes.createdBy))
      .where(eq(quotes.requestId, requestId))
      .orderBy(desc(quotes.version))
      .limit(1);
    return { what: `quote ${quote!.version} for ${formatRupees(quote!.total)}`, by: quote!.name ?? 'Somebody' };
  }
  const [update] = await shop.database
    .select({ stage: stageUpdates.stage, name: userProfiles.name })
    .from(stageUpdates)
    .leftJoin(userProfiles, eq(userProfiles.id, stageUpdates.recordedBy))
    .where(eq(stageUpdates.requestId, requestId))
    .orderBy(desc(stageUpdates.createdAt), desc(stageUpdates.id))
    .limit(1);
  return { what: `the stage “${STAGE_LABELS[update!.stage]}”`, by: update!.name ?? 'Somebody' };
}

// Not by owner: finds whom to tell, and answers nobody.
/** Tells whoever looks at a request that it has changed: the studio, its customer, and who follows its link. */
export async function publishRequest(shop: Shop, requestId: string): Promise<void> {
  const [request] = await shop.database
    .select({ id: orderRequests.id, userId: orderRequests.userId })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  if (request) await publish(shop, topicsOfRequest(request), { kind: 'request', id: requestId });
}
