import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, sql } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { sendPrivatePictures, waitingPrivatePictures } from '#app/modules/catalogue/media/media.server.ts';
import { itemKey } from '#app/basics/item.ts';
import { isMadeForBuyer, itemOf, type Order } from '#app/modules/orders/orders/order.ts';
import { lockOrder } from '#app/modules/orders/orders/orders.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import type { AskedReturn } from '#app/modules/orders/returns/forms.ts';
import type { NotReturnable, ReturnRefusal } from '#app/modules/orders/returns/messages.ts';
import {
  isInReturnWindow,
  lastDayToReturn,
  linesWithReceived,
  canWithdraw,
  RETURN_REASONS,
  countReturned,
  type ReturnLine,
  type ReturnRequest,
} from '#app/modules/orders/returns/return.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { creditLowerPrice, PARTLY_REFUNDED } from './lower-price.server.ts';
import { findReturns } from './read-returns.server.ts';
import { countReturns, buildReturnKey, ownOrder, PHOTOS } from './return-photos.server.ts';

export type Returnable = {
  order: Order;
  left: Record<string, number>;
  /** The last day, as 'YYYY-MM-DD' in India. */
  until: string;
  key: string;
  photos: { id: string }[];
};

/** Returns what the visitor can return of an order, or why there is nothing. */
export async function getReturnable(shop: Shop, orderId: string): Promise<Result<Returnable, NotReturnable>> {
  const order = await ownOrder(shop, orderId);
  const returnable = await checkReturnable(shop, order);
  if (!returnable.ok) return returnable;
  const key = buildReturnKey(order.id, await countReturns(shop, order));
  return done({ order, ...returnable.value, key, photos: await waitingPrivatePictures(shop, PHOTOS, key) });
}

const ASKS = { capacity: 10, refillPerMinute: 0.2 };

/** Requests a return, once per form. Made-to-order and personalized pieces can be returned only for a quality issue. */
export async function askReturn(shop: Shop, asked: AskedReturn): Promise<Result<{ requestId: string }, ReturnRefusal>> {
  const { userId } = signedIn(shop);
  const order = await ownOrder(shop, asked.orderId);
  const allowed = await takeToken(shop, `return:${userId}`, ASKS);
  if (!allowed.ok) return allowed;
  return inTransaction(shop, async (shop): Promise<Result<{ requestId: string }, ReturnRefusal>> => {
    // The lock makes concurrent submissions for an order wait.
    await shop.database
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, order.id), eq(orders.userId, userId)))
      .for('no key update');
    const { key, kind, reason, details, lines } = asked;
    const exchangeFor = kind === 'exchange' ? asked.exchangeFor : '';
    const [earlier] = await shop.database
      .select()
      .from(returnRequests)
      .where(and(eq(returnRequests.key, key), eq(returnRequests.orderId, order.id), eq(returnRequests.userId, userId)));
    if (earlier) {
      const sent = { kind, reason, details, exchangeFor, lines: JSON.parse(JSON.stringify(lines)) as ReturnLine[] };
      const isSame = isDeepStrictEqual({ ...earlier, ...sent }, earlier);
      return isSame ? done({ requestId: earlier.id }) : refused('form-changed');
    }
    const returnable = await checkReturnable(shop, await ownOrder(shop, order.id));
    if (!returnable.ok) return returnable;
    if (key !== buildReturnKey(order.id, await countReturns(shop, order))) return refused('form-changed');
    const wrong = wrongLine(order, asked, returnable.value.left);
    if (wrong) return wrong;
    const [stored] = await shop.database
      .insert(returnRequests)
      .values({
        key,
        orderId: order.id,
        userId,
        kind,
        reason,
        details,
        lines,
        exchangeFor,
        createdAt: shop.now,
      })
      .returning({ requestId: returnRequests.id });
    await sendPrivatePictures(shop, PHOTOS, { uploadKey: key, requestId: stored!.requestId });
    await announce(shop, 'returns.asked', stored!);
    await publish(shop, [topics.admin, topics.person(userId)], { kind: 'return', id: stored!.requestId });
    return done(stored!);
  });
}

/** Withdraws the request, or the part that has not arrived yet. */
export async function withdrawReturn(
  shop: Shop,
  { orderId, requestId }: { orderId: string; requestId: string },
): Promise<Result<undefined, Refused<'answered-already', undefined>>> {
  const { userId } = signedIn(shop);
  const order = await ownOrder(shop, orderId);
  return inTransaction(shop, async (shop): Promise<Result<undefined, Refused<'answered-already', undefined>>> => {
    const isThisRequest = and(
      eq(returnRequests.id, requestId),
      eq(returnRequests.orderId, order.id),
      eq(returnRequests.userId, userId),
    );
    const [request] = await shop.database.select().from(returnRequests).where(isThisRequest).for('update');
    if (!request || !canWithdraw({ ...request, lines: linesWithReceived(request.lines, request.received) }))
      return refused('answered-already');
    await shop.database.update(returnRequests).set({ status: 'withdrawn', answeredAt: shop.now }).where(isThisRequest);
    await publish(shop, [topics.admin, topics.person(userId)], { kind: 'return', id: request.id });
    await creditLowerPrice(shop, { order: await lockOrder(shop, order.id), reason: PARTLY_REFUNDED });
    return done();
  });
}

function wrongLine(
  order: Order,
  { lines, reason }: AskedReturn,
  left: Record<string, number>,
): ReturnRefusal | undefined {
  if (lines.length === 0) return refused('nothing-chosen');
  if (new Set(lines.map(itemKey)).size < lines.length) return refused('form-changed');
  for (const line of lines) {
    const { artworkId, quantity } = line;
    const item = order.items.find((each) => itemKey(itemOf(each)) === itemKey(line));
    if (!item) return refused('form-changed');
    const most = left[itemKey(line)] ?? 0;
    if (quantity > most) return refused('too-many-pieces', { title: item.title, artworkId, left: most });
    if (isMadeForBuyer(item) && !RETURN_REASONS[reason].isQualityIssue)
      return refused('made-to-order', { title: item.title });
  }
  return undefined;
}

async function checkReturnable(
  shop: Shop,
  order: Order,
): Promise<Result<{ left: Record<string, number>; until: string }, NotReturnable>> {
  if (order.status !== 'delivered') return refused('not-delivered');
  // A transaction has one connection, so the queries run one by one.
  const [delivered] = await shop.database
    .select({ at: orderHistory.createdAt })
    .from(orderHistory)
    .where(
      and(
        eq(orderHistory.orderId, order.id),
        eq(orderHistory.toStatus, 'delivered'),
        sql`${orderHistory.fromStatus} is distinct from ${orderHistory.toStatus}`,
      ),
    )
    .orderBy(desc(orderHistory.sequence))
    .limit(1);
  const requests = (await findReturns(shop, [order.id])).get(order.id) ?? [];
  const { promises } = await getSettings(shop);
  if (requests.some(({ status }) => status === 'pending')) return refused('open-already');
  if (!delivered || !isInReturnWindow(delivered.at, promises.returnWithinDays, shop.now)) return refused('too-late');
  const left = leftOf(order, requests);
  if (Object.values(left).every((count) => count === 0)) return refused('nothing-left');
  return done({ left, until: lastDayToReturn(delivered.at, promises.returnWithinDays) });
}

function leftOf(order: Order, requests: readonly ReturnRequest[]): Record<string, number> {
  const left: Record<string, number> = {};
  for (const item of order.items) {
    const key = itemKey(itemOf(item));
    left[key] = (left[key] ?? 0) + item.quantity;
  }
  for (const request of requests)
    for (const line of request.lines)
      left[itemKey(line)] = Math.max(0, (left[itemKey(line)] ?? 0) - countReturned(request, line));
  return left;
}
