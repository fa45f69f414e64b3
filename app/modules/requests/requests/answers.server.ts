// Not by owner: the studio’s, and of requests whose rows the caller holds.
import { and, eq, ne, sql } from 'drizzle-orm';
import type { ShippingAddress } from '#app/basics/address.ts';
import type { Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { takeStock } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { shownMedium } from '#app/modules/catalogue/artworks/medium.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orderRequests } from './tables.server.ts';
import { REJECTION_UNDO_SECONDS } from './request.ts';
import type { Order, OrderItem } from '#app/modules/orders/orders/order.ts';
import { createOrder, getOrder } from '#app/modules/orders/orders/orders.server.ts';
import { gstOf, price } from '#app/modules/orders/pricing/pricing.ts';
import { isBarredState } from '#app/modules/store/settings/seller.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { publish, topics, topicsOfRequest } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { accountOf } from './read-requests.server.ts';

type AcceptRefusal = Refused<
  'user-not-found' | 'artwork-not-found' | 'rejected-before' | 'withdrawn-before' | 'barred-state',
  undefined
>;

/**
 * Makes a request an order and closes it, in one transaction: pending until all of it is paid, without an end to its hold,
 * method manual, in the account that sent it or has verified its e-mail; its customer is told how to pay. `price` is what was
 * agreed for one piece. A custom order, and a piece that is still out of stock, is made to order and takes no stock. A second tap answers the same order.
 * Refused where a composition seller may not deliver, unless `warnedState` says that its owner knows. Admins only; throws not-found.
 */
export async function acceptRequest(
  shop: Shop,
  terms: {
    requestId: string;
    quantity: number;
    price: Paise;
    shippingAddress: ShippingAddress;
    warnedState?: string;
  },
): Promise<Result<Order, AcceptRefusal>> {
  adminOnly(shop);
  const settings = await getSettings(shop);
  const answer = await inTransaction(shop, async (shop): Promise<Result<Order, AcceptRefusal>> => {
    const request = await lockRequest(shop, terms.requestId);
    if (request.orderId !== null) return done(await getOrder(shop, request.orderId));
    if (request.status === 'closed') await resumeRequest(shop, request.id);
    else if (request.status !== 'pending') return refused(`${request.status as 'rejected' | 'withdrawn'}-before`);
    const { state } = terms.shippingAddress;
    if (state !== terms.warnedState && isBarredState(settings.seller, state)) return refused('barred-state');
    const account = await accountOf(shop, request);
    if (!account) return refused('user-not-found');
    const [artwork] =
      request.artworkId === null
        ? []
        : await shop.database.select().from(artworks).where(eq(artworks.id, request.artworkId));
    if (!artwork) return refused('artwork-not-found');

    const { quantity, shippingAddress } = terms;
    const origin = await takeForRequest(shop, request, artwork, quantity);
    const gst = { ...artwork, medium: shownMedium(artwork) };
    const totals = price({
      lines: [{ price: terms.price, quantity, gst }],
      settings,
      destination: { zipCode: shippingAddress.zipCode },
    });
    const written = await createOrder(shop, {
      draftKey: request.id,
      userId: account.userId,
      items: [
        {
          artwork_id: artwork.id,
          title: artwork.title,
          price: terms.price,
          quantity,
          image: artwork.images[artwork.mainImageIndex] ?? artwork.images[0]!,
          ...origin,
          ...gstOf(settings, gst),
        },
      ],
      totals,
      settings,
      advance: totals.total,
      heldUntil: null,
      shippingAddress,
      payment: { method: 'manual', reference: null, isClaimed: false },
      reason: request.kind === 'custom' ? 'From a custom order' : 'From an order request',
    });
    if (!written) throw new Error(`request ${request.id} has an order it doesn't know of`);
    await shop.database
      .update(orderRequests)
      .set({
        status: 'accepted',
        orderId: written.id,
        userId: account.userId,
        shippingAddress,
        ...answerColumns(shop),
      })
      .where(eq(orderRequests.id, request.id));
    await audit(shop, {
      action: 'request.accept',
      table: 'order_requests',
      id: request.id,
      before: { status: request.status },
      after: { status: 'accepted', orderId: written.id, account: account.by, total: written.total },
    });
    await announce(shop, 'order-requests.accepted', { requestId: request.id, orderId: written.id });
    await publish(shop, topicsOfRequest({ id: request.id, userId: account.userId }), {
      kind: 'request',
      id: request.id,
    });
    if (FAILPOINTS) await reachFailpoint('request.written');
    return done(await getOrder(shop, written.id));
  });
  if (FAILPOINTS) await reachFailpoint('request.committed');
  return answer;
}

/**
 * Takes what a request becomes an order of from stock, in the caller's transaction, and answers what its line says of it: a custom order, and
 * a piece that isn't there, is made to order.
 */
export async function takeForRequest(
  shop: Shop,
  request: Pick<typeof orderRequests.$inferSelect, 'kind'>,
  artwork: Pick<typeof artworks.$inferSelect, 'id' | 'price'>,
  quantity: number,
): Promise<Pick<OrderItem, 'made_to_order'>> {
  if (request.kind === 'custom') return { made_to_order: true };
  const promised = artwork.price === null ? [artwork.id] : [];
  const taken = await takeStock(shop, [{ artworkId: artwork.id, quantity }], { promised });
  return taken.ok ? {} : { made_to_order: true };
}

/**
 * Closes a request without an order; it stays findable. Its sender is told after a minute, with the reason where there is one. A
 * second tap is the same answer. Refused once it became an order, was withdrawn or closed. Admins only; throws not-found.
 */
export async function rejectRequest(
  shop: Shop,
  requestId: string,
  reason?: string,
): Promise<Result<undefined, Refused<'accepted-before' | 'ended-before', undefined>>> {
  adminOnly(shop);
  return inTransaction(shop, async (shop) => {
    const request = await lockRequest(shop, requestId);
    if (request.status === 'accepted') return refused('accepted-before');
    if (request.status === 'rejected') return done();
    if (request.status !== 'pending') return refused('ended-before');
    await moveRequest(shop, request.id, 'rejected', reason);
    await announce(
      shop,
      'order-requests.rejected',
      { requestId: request.id },
      { afterSeconds: REJECTION_UNDO_SECONDS },
    );
    return done();
  });
}

/** Takes a rejected or closed request up again, so that a slip of the finger costs nothing. Another is left as it is. Admins only; throws not-found. */
export async function reopenRequest(shop: Shop, requestId: string): Promise<void> {
  adminOnly(shop);
  await inTransaction(shop, async (shop) => {
    const request = await lockRequest(shop, requestId);
    if (request.status === 'rejected' || request.status === 'closed') await moveRequest(shop, request.id, 'pending');
  });
}

/**
 * Notes what became of a request, in the caller's transaction: the order that it was accepted as, the account that took that over where
 * nobody sent it signed in, or why the studio cancelled it, for its sender to read; null where nothing was said.
 */
export async function settleRequest(
  shop: Shop,
  requestId: string,
  became:
    | { orderId: string; userId?: string; shippingAddress: ShippingAddress }
    | { joinedBy: string }
    | { cancellationReason: string | null },
): Promise<void> {
  const change =
    'orderId' in became
      ? ({ ...became, status: 'accepted', answeredAt: shop.now, answeredBy: null } as const)
      : 'joinedBy' in became
        ? { userId: sql`coalesce(${orderRequests.userId}, ${became.joinedBy}::uuid)` }
        : { rejectionReason: became.cancellationReason };
  await shop.database.update(orderRequests).set(change).where(eq(orderRequests.id, requestId));
}

/** Closes a request that went quiet, in the caller's transaction, which holds its row. Another than a pending one is left as it is; answers whether it was closed. */
export async function closeRequest(shop: Shop, requestId: string): Promise<boolean> {
  const closed = await shop.database
    .update(orderRequests)
    .set({ status: 'closed' })
    .where(and(eq(orderRequests.id, requestId), eq(orderRequests.status, 'pending')))
    .returning({ id: orderRequests.id });
  return closed.length > 0;
}

/** Takes a closed request up again, in the caller's transaction, which holds its row. */
export async function resumeRequest(shop: Shop, requestId: string): Promise<void> {
  await shop.database
    .update(orderRequests)
    .set({ status: 'pending' })
    .where(and(eq(orderRequests.id, requestId), eq(orderRequests.status, 'closed')));
}

async function moveRequest(
  shop: Shop,
  requestId: string,
  status: 'pending' | 'rejected',
  rejectionReason: string | null = null,
): Promise<void> {
  const [before] = await shop.database
    .update(orderRequests)
    .set({
      status,
      rejectionReason,
      ...(status === 'rejected' ? answerColumns(shop) : { answeredAt: null, answeredBy: null, lastReplyAt: shop.now }),
    })
    .where(and(eq(orderRequests.id, requestId), ne(orderRequests.status, status)))
    .returning({ id: orderRequests.id, userId: orderRequests.userId });
  if (!before) return;
  await audit(shop, {
    action: status === 'rejected' ? 'request.reject' : 'request.reopen',
    table: 'order_requests',
    id: requestId,
    after: { status, reason: rejectionReason ?? undefined },
  });
  // Its sender hears of a no once it can't be undone any more.
  const whom = status === 'rejected' ? [topics.admin] : topicsOfRequest(before);
  await publish(shop, whom, { kind: 'request', id: requestId });
}

const answerColumns = (shop: Shop) => ({ answeredAt: shop.now, answeredBy: actorId(shop) });

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
