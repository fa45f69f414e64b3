// Not filtered by owner: for the studio, or for a request that a `RequestAccess` opened.
import type { ShippingAddress } from '#app/basics/address.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { discardOrder, getOrder, lockOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { isMyRequest, openForStudio } from './access.server.ts';
import { accept } from './internal/accept.server.ts';
import {
  applyEvent,
  lockRequest,
  publishRequest,
  type QuoteRow,
  readRecord,
  undoUntilOf,
} from './internal/state.server.ts';
import {
  ACCEPT_UNDO_SECONDS,
  cancellationFeeOf,
  CLOSED_AFTER_DAYS,
  mayHappen,
  type PaidBy,
  REJECTION_UNDO_SECONDS,
  type RequestAccess,
  type RequestState,
} from './request.ts';
import { and, asc, eq, gt, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import { orderRequests, quotes, requestMessages } from './tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { alias } from 'drizzle-orm/pg-core';

type AcceptRefusal = Refused<
  | 'user-not-found'
  | 'artwork-not-found'
  | 'rejected-before'
  | 'withdrawn-before'
  | 'barred-state'
  | 'registration-needed',
  undefined
>;

/**
 * Accepts a request at a price. The whole total is due, unless the customer already paid (`paidBy`). Refuses delivery
 * to an unsupported state, unless `warnedState` names it.
 */
export async function acceptRequest(
  shop: Shop,
  {
    requestId,
    paidBy,
    ...terms
  }: {
    requestId: string;
    quantity: number;
    price: Paise;
    shippingAddress: ShippingAddress;
    warnedState?: string;
    paidBy?: PaidBy | undefined;
  },
): Promise<Result<Order, AcceptRefusal>> {
  if (paidBy) ownerOnly(shop);
  const access = await openForStudio(shop, requestId);
  const answer = await inTransaction(shop, async (shop): Promise<Result<Order, AcceptRefusal>> => {
    const request = await lockRequest(shop, requestId);
    const { status } = request;
    if (request.orderId !== null) return done(await getOrder(shop, request.orderId));
    if (status === 'rejected' || status === 'withdrawn') return refused(ENDED_BEFORE[status]);
    if (status === 'closed') await applyEvent(shop, requestId, 'reopen');
    const reason = request.kind === 'custom' ? 'From a custom order' : 'From an order request';
    const accepted = await accept(shop, access, request, { ...terms, reason });
    if (!accepted.ok) return accepted.reason === 'no-account' ? refused('user-not-found') : refused(accepted.reason);
    const order = accepted.value;
    await audit(shop, {
      action: 'request.accept',
      table: 'order_requests',
      id: requestId,
      before: { status },
      after: {
        status: 'accepted',
        orderId: order.id,
        account: order.userId === request.userId ? 'sender' : 'email',
        total: order.total,
        ...(paidBy && { paidBy }),
      },
    });
    await announce(
      shop,
      'order-requests.accepted',
      { requestId, orderId: order.id, ...(paidBy && { paidBy }) },
      { afterSeconds: ACCEPT_UNDO_SECONDS },
    );
    if (FAILPOINTS) await reachFailpoint('request.written');
    return done(await getOrder(shop, order.id));
  });
  if (FAILPOINTS) await reachFailpoint('request.committed');
  return answer;
}

/** Undoes an acceptance within a minute, before its emails are sent. Restores the stock and the request. */
export async function undoAccept(
  shop: Shop,
  requestId: string,
): Promise<Result<undefined, Refused<'not-now', undefined>>> {
  await openForStudio(shop, requestId);
  return inTransaction(shop, async (shop) => {
    const { orderId } = await lockRequest(shop, requestId);
    if (!orderId) return refused('not-now');
    const order = await lockOrder(shop, orderId);
    if (undoUntilOf(await readRecord(shop, requestId), shop.now) === null) return refused('not-now');
    await discardOrder(shop, order, 'Acceptance undone');
    await shop.database
      .update(orderRequests)
      .set({ status: 'pending', orderId: null, answeredAt: null, answeredBy: null })
      .where(eq(orderRequests.id, requestId));
    await audit(shop, {
      action: 'request.accept-undone',
      table: 'order_requests',
      id: requestId,
      before: { status: 'accepted', orderId },
      after: { status: 'pending' },
    });
    await publishRequest(shop, requestId);
    return done();
  });
}

const ENDED_BEFORE = { rejected: 'rejected-before', withdrawn: 'withdrawn-before' } as const;

/** Rejects a request. The email is sent after a minute. Refuses a request that has an order or was withdrawn. */
export async function rejectRequest(
  shop: Shop,
  requestId: string,
  reason: string | null = null,
): Promise<Result<undefined, Refused<'accepted-before' | 'ended-before', undefined>>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const { status } = await lockRequest(shop, requestId);
    if (status === 'rejected') return done();
    const answered = { rejectionReason: reason, answeredAt: shop.now, answeredBy: actorId(shop) };
    if (!(await applyEvent(shop, requestId, 'reject', answered)))
      return refused(status === 'accepted' ? 'accepted-before' : 'ended-before');
    const after = { status: 'rejected', reason: reason ?? undefined };
    await audit(shop, { action: 'request.reject', table: 'order_requests', id: requestId, after });
    await announce(shop, 'order-requests.rejected', { requestId }, { afterSeconds: REJECTION_UNDO_SECONDS });
    // Customers get no live update, because the studio can still undo the rejection.
    await publish(shop, [topics.admin], { kind: 'request', id: requestId });
    return done();
  });
}

export async function reopenRequest(shop: Shop, requestId: string): Promise<void> {
  adminOnly(shop);
  await inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const unanswered = { rejectionReason: null, answeredAt: null, answeredBy: null, lastReplyAt: shop.now };
    if (!(await applyEvent(shop, requestId, 'reopen', unanswered))) return;
    const after = { status: 'pending' };
    await audit(shop, { action: 'request.reopen', table: 'order_requests', id: requestId, after });
    await publishRequest(shop, requestId);
  });
}

/** Withdraws the visitor's unanswered request. `isOpened`: the caller has checked access. */
export async function withdrawRequest(
  shop: Shop,
  requestId: string,
  { isOpened = false } = {},
): Promise<Result<undefined, Refused<'answered-before', undefined>>> {
  const mine = and(eq(orderRequests.id, requestId), isOpened ? undefined : isMyRequest(shop));
  return inTransaction(shop, async (shop) => {
    const { status } = await lockRequest(shop, requestId);
    if ((await shop.database.$count(orderRequests, mine)) === 0) throw notFound();
    if (status === 'withdrawn') return done();
    if (!(await applyEvent(shop, requestId, 'withdraw'))) return refused('answered-before');
    await publishRequest(shop, requestId);
    return done();
  });
}

const AT_ONCE = 100;

/**
 * Closes up to a hundred requests, 14 days after their quote expired or their last message. Returns how many were
 * closed.
 */
export async function closeQuietRequests(shop: Shop): Promise<number> {
  adminOnly(shop);
  let closed = 0;
  for (const { id } of await quietRequests(shop))
    await inTransaction(shop, async (shop) => {
      await lockRequest(shop, id);
      if ((await quietRequests(shop, id)).length === 0 || !(await applyEvent(shop, id, 'close'))) return;
      closed += 1;
      await announce(shop, 'commissions.closed', { requestId: id });
      await publishRequest(shop, id);
    });
  return closed;
}

function quietRequests(shop: Shop, requestId?: string): Promise<{ id: string }[]> {
  const before = new Date(shop.now.getTime() - CLOSED_AFTER_DAYS * 86_400_000);
  const later = alias(quotes, 'later');
  return shop.database
    .select({ id: orderRequests.id })
    .from(orderRequests)
    .innerJoin(quotes, eq(quotes.requestId, orderRequests.id))
    .where(
      and(
        requestId === undefined ? undefined : eq(orderRequests.id, requestId),
        eq(orderRequests.status, 'pending'),
        lt(quotes.validUntil, before),
        lte(orderRequests.lastReplyAt, quotes.validUntil),
        isNull(quotes.changeAskedAt),
        notExists(
          shop.database
            .select({ one: sql`1` })
            .from(later)
            .where(and(eq(later.requestId, quotes.requestId), sql`${later.version} > ${quotes.version}`)),
        ),
        notExists(
          shop.database
            .select({ one: sql`1` })
            .from(requestMessages)
            .where(
              and(
                eq(requestMessages.requestId, quotes.requestId),
                eq(requestMessages.sender, 'customer'),
                gt(requestMessages.createdAt, orderRequests.lastReplyAt),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(quotes.validUntil))
    .limit(AT_ONCE);
}

/**
 * Returns how much of the payment the shop keeps and refunds after a cancellation, in paise. Without a quote, the shop
 * keeps nothing.
 */
export function settleCancelling(
  { state, side, received }: { state: RequestState; side: 'customer' | 'studio'; received: Paise },
  quote: Pick<QuoteRow, 'advance' | 'feeBeforePainting' | 'feeOncePainting'> | undefined,
): { cancellationFee: Paise; refunded: Paise } {
  const cancellationFee = quote ? Math.min(received, cancellationFeeOf(state, side, quote)) : 0;
  return { cancellationFee: paise(cancellationFee), refunded: paise(received - cancellationFee) };
}

/**
 * Cancels accepted work and its order, unless it has shipped. The quote's terms decide the fee; cancelling by the
 * studio costs none. Refuses an outdated fee.
 */
export async function cancelRequest(
  shop: Shop,
  { requestId, side }: RequestAccess,
  { reason, cancellationFee: seen }: { reason: string; cancellationFee?: Paise | undefined },
): Promise<Result<{ cancellationFee: Paise; refunded: Paise }, Refused<'not-now', undefined>>> {
  return inTransaction(shop, async (shop) => {
    const { orderId, number } = await lockRequest(shop, requestId);
    if (!orderId) return refused('not-now');
    const order = await lockOrder(shop, orderId);
    const { state, balance, accepted } = await readRecord(shop, requestId);
    if (!mayHappen('cancel', state)) return refused('not-now');
    const settled = settleCancelling({ state, side, received: balance.received }, accepted);
    if (seen !== undefined && seen !== settled.cancellationFee) return refused('not-now');
    const why = `${number} cancelled by ${side === 'studio' ? 'the studio' : 'its customer'}${reason ? `: ${reason}` : ''}`;
    await transition(shop, order, { type: 'cancel', reason: why, cancellationFee: settled.cancellationFee });
    const rejectionReason = (side === 'studio' && reason) || null;
    await shop.database.update(orderRequests).set({ rejectionReason }).where(eq(orderRequests.id, requestId));
    await audit(shop, {
      action: 'commission.cancel',
      table: 'order_requests',
      id: requestId,
      before: { state },
      after: { by: side, ...settled },
    });
    await announce(shop, 'commissions.cancelled', { requestId, by: side, ...settled });
    await publishRequest(shop, requestId);
    return done(settled);
  });
}
