import { and, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { type ProvenAddress, wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orderRequests } from './tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { applyEvent, lockRequest, publishRequest } from './internal/state.server.ts';

/** What was sent without signing in from an address while it was proven to be this person's. */
export const sentFromAddressOf = (whose: string | readonly ProvenAddress[]): SQL =>
  and(isNull(orderRequests.userId), wasAddressOf(whose, orderRequests.email, orderRequests.createdAt))!;

/** A request of the signed-in person's: sent by their account, or from an address that they have shown to be theirs. */
export function isMyRequest(shop: Shop): SQL {
  const { userId, emailVerified } = signedIn(shop);
  return or(eq(orderRequests.userId, userId), emailVerified ? sentFromAddressOf(userId) : undefined)!;
}

/** What the signed-in person asked for, newest first, at most 50; without what the studio notes for itself. */
export async function listMyRequests(shop: Shop) {
  return shop.database
    .select({
      id: orderRequests.id,
      number: orderRequests.number,
      kind: orderRequests.kind,
      artworkId: orderRequests.artworkId,
      artworkTitle: artworks.title,
      message: orderRequests.message,
      neededBy: orderRequests.neededBy,
      status: orderRequests.status,
      rejectionReason: orderRequests.rejectionReason,
      orderId: orderRequests.orderId,
      orderNumber: orders.orderNumber,
      createdAt: orderRequests.createdAt,
    })
    .from(orderRequests)
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .leftJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(isMyRequest(shop))
    .orderBy(desc(orderRequests.createdAt), desc(orderRequests.id))
    .limit(50);
}

/** From which of the signed-in person's requests these orders came: request ids by order id; orders of the cart aren't in it. */
export async function requestsOfOrders(shop: Shop, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { userId } = signedIn(shop);
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select({ id: orderRequests.id, orderId: orderRequests.orderId })
    .from(orderRequests)
    .where(and(inArray(orderRequests.orderId, [...orderIds]), eq(orderRequests.userId, userId)));
  return new Map(rows.map(({ id, orderId }) => [orderId!, id]));
}

/**
 * Takes a request of one's own back while nobody has answered it; a second tap is the same answer. `isOpened`: the caller has made sure
 * that it is theirs. Throws not-found.
 */
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
