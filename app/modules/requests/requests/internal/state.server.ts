// Not filtered by owner: a `RequestAccess` opened this request, or the caller has locked it.
import { asc, desc, eq, inArray } from 'drizzle-orm';
import { formatRupees, NOTHING } from '#app/basics/money.ts';
import { isUuid } from '#app/basics/uuid.ts';
import {
  ACCEPT_UNDO_SECONDS,
  mayHappen,
  type Readiness,
  STAGE_LABELS,
  stateOf,
  STATUS_AFTER,
  type Waiting,
} from '#app/modules/requests/requests/request.ts';
import { contactEmail, orderRequests, quotes, stageUpdates } from '#app/modules/requests/requests/tables.server.ts';
import { NO_BALANCE, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { SentBefore } from '#app/modules/requests/requests/messages.ts';
import { publish, topicsOfRequest } from '#app/platform/live/live.server.ts';

export type QuoteRow = typeof quotes.$inferSelect;
export type StageRow = typeof stageUpdates.$inferSelect;

/** Returns quotes newest first, and stages oldest first. */
export async function readRecords(shop: Shop, requestIds: readonly string[]) {
  const { database } = shop;
  const ids = [...requestIds];
  const [rows, versions, updates] = await Promise.all([
    database
      .select({ request: orderRequests, email: contactEmail, order: orders, balance: orderBalances })
      .from(orderRequests)
      .leftJoin(orders, eq(orders.id, orderRequests.orderId))
      .leftJoin(orderBalances, eq(orderBalances.orderId, orderRequests.orderId))
      .where(inArray(orderRequests.id, ids)),
    database.select().from(quotes).where(inArray(quotes.requestId, ids)).orderBy(desc(quotes.version)),
    database
      .select()
      .from(stageUpdates)
      .where(inArray(stageUpdates.requestId, ids))
      .orderBy(asc(stageUpdates.createdAt), asc(stageUpdates.id)),
  ]);
  return rows.map(({ request, email, order, balance }) => {
    const { due, received } = balance ?? NO_BALANCE;
    const facts = {
      request,
      email,
      order,
      balance: { due, received },
      versions: versions.filter(({ requestId }) => requestId === request.id),
      stages: updates.filter(({ requestId }) => requestId === request.id),
    };
    const newest = facts.versions.at(0);
    const accepted = facts.versions.find(({ acceptedAt }) => acceptedAt !== null);
    const design = facts.stages.findLast(({ stage }) => stage === 'design');
    const hasOpenQuote = isOpen(newest);
    const state = stateOf({ ...request, hasOpenQuote, orderStatus: order?.status ?? null });
    const ready: Readiness = {
      hasAdvance: received >= (order?.advance ?? NOTHING),
      hasFabric: request.fabricSource !== 'client_provided' || request.fabricConfirmedAt !== null,
      isApproved: design?.asksApproval ? design.approvedAt !== null : !accepted?.asksApproval,
      isPaid: outstanding(facts.balance) === 0,
    };
    return { ...facts, newest, accepted, design, hasOpenQuote, state, ready };
  });
}
export type RequestRecord = Awaited<ReturnType<typeof readRecords>>[number];

export async function readRecord(shop: Shop, requestId: string): Promise<RequestRecord> {
  const [record] = await readRecords(shop, [requestId]);
  if (!record) throw notFound();
  return record;
}

const isOpen = (quote: QuoteRow | undefined): boolean =>
  quote !== undefined && quote.acceptedAt === null && quote.changeAskedAt === null;

export function waitingOf(
  { state, request, order, balance, newest, design }: RequestRecord,
  { now, replyWithinHours }: { now: Date; replyWithinHours: number },
): Waiting | null {
  const studio = (what: Waiting['what'], until: Date | null = null): Waiting => ({ for: 'studio', what, until });
  const customer = (what: Waiting['what'], until: Date | null = null): Waiting => ({ for: 'customer', what, until });
  const payment = order && orderPayment(order, balance);
  const isOwnFabric = request.fabricSource === 'client_provided';
  switch (state) {
    case 'asked':
      if (request.repliedAt) return studio('quote');
      return studio('answer', new Date(request.createdAt.getTime() + replyWithinHours * 3_600_000));
    case 'quoted': {
      const validUntil = newest?.validUntil ?? null;
      return validUntil && validUntil <= now ? studio('quote') : customer('quote-answer', validUntil);
    }
    case 'agreed':
    case 'fabric-in':
    case 'design':
      if (payment?.state === 'awaiting-confirmation') return studio('payment-check');
      if (payment && !payment.hasAdvance) return customer('advance');
      if (isOwnFabric && !request.fabricReceivedAt) return customer('fabric');
      if (isOwnFabric && !request.fabricConfirmedAt) return customer('fabric-confirmation');
      if (design?.asksApproval && !design.approvedAt && design.changeWanted === null) return customer('approval');
      return studio('work');
    case 'painting':
    case 'stitching':
      return studio('work');
    case 'ready':
      if (payment?.state === 'awaiting-confirmation') return studio('payment-check');
      return payment && payment.payable > 0 ? customer('balance') : studio('dispatch');
    case 'dispatched':
    case 'delivered':
    case 'rejected':
    case 'withdrawn':
    case 'closed':
    case 'cancelled':
      return null;
  }
}

/** Returns until when the studio can undo its acceptance. Returns null after that time or after a payment. */
export function undoUntilOf({ state, request, order, balance, accepted }: RequestRecord, now: Date): Date | null {
  if (state !== 'agreed' || !order || accepted || !request.answeredAt || !request.answeredBy) return null;
  if (balance.received > 0 || order.paymentReferenceId !== null) return null;
  const until = new Date(request.answeredAt.getTime() + ACCEPT_UNDO_SECONDS * 1_000);
  return until > now ? until : null;
}

/** Applies an event to a locked request. Returns false when the state does not allow it. */
export async function applyEvent(
  shop: Shop,
  requestId: string,
  event: keyof typeof STATUS_AFTER,
  changes: Partial<typeof orderRequests.$inferInsert> = {},
): Promise<boolean> {
  if (!mayHappen(event, (await readRecord(shop, requestId)).state)) return false;
  await shop.database
    .update(orderRequests)
    .set({ status: STATUS_AFTER[event], ...changes })
    .where(eq(orderRequests.id, requestId));
  return true;
}

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

// Not filtered by owner: the studio's `RequestAccess` has opened this request.
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

// Not filtered by owner: notifies people and returns nothing.
/** Publishes an update to the studio, the customer and people with the link. */
export async function publishRequest(shop: Shop, requestId: string): Promise<void> {
  const [request] = await shop.database
    .select({ id: orderRequests.id, userId: orderRequests.userId })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  if (request) await publish(shop, topicsOfRequest(request), { kind: 'request', id: requestId });
}
