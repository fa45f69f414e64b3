// Not by owner: the studio's.
import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { openForStudio } from './access.server.ts';
import { accept } from './internal/accept.server.ts';
import { applyEvent, lockRequest, publishRequest } from './internal/state.server.ts';
import { REJECTION_UNDO_SECONDS } from './request.ts';

type AcceptRefusal = Refused<
  'user-not-found' | 'artwork-not-found' | 'rejected-before' | 'withdrawn-before' | 'barred-state',
  undefined
>;

/**
 * Accepts a request at a price for one piece, all of it paid in advance, and tells its customer how to pay. Repeating it returns the same
 * order. Refused where a composition seller may not deliver, unless `warnedState` is that state. Admins only; throws not-found.
 */
export async function acceptRequest(
  shop: Shop,
  {
    requestId,
    ...terms
  }: { requestId: string; quantity: number; price: Paise; shippingAddress: ShippingAddress; warnedState?: string },
): Promise<Result<Order, AcceptRefusal>> {
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
      },
    });
    await announce(shop, 'order-requests.accepted', { requestId, orderId: order.id });
    if (FAILPOINTS) await reachFailpoint('request.written');
    return done(await getOrder(shop, order.id));
  });
  if (FAILPOINTS) await reachFailpoint('request.committed');
  return answer;
}

const ENDED_BEFORE = { rejected: 'rejected-before', withdrawn: 'withdrawn-before' } as const;

/**
 * Closes a request without an order; it stays findable. Its sender is told after a minute, with the reason where there is one. A
 * second tap is the same answer. Refused once it became an order, was withdrawn or closed. Admins only; throws not-found.
 */
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
    // Its sender hears of a no once it can't be undone any more.
    await publish(shop, [topics.admin], { kind: 'request', id: requestId });
    return done();
  });
}

/** Takes a rejected or closed request up again, so that a slip of the finger costs nothing. Another is left as it is. Admins only; throws not-found. */
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
