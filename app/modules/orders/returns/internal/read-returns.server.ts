import { and, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { privatePicturesOf } from '#app/modules/catalogue/media/media.server.ts';
import { itemKey } from '#app/basics/item.ts';
import { orders, whereOrderFound } from '#app/modules/orders/orders/tables.server.ts';
import { itemOf } from '#app/modules/orders/orders/order.ts';
import { linesWithReceived, type ReturnRequest } from '#app/modules/orders/returns/return.ts';
import { lineTotal } from '#app/modules/orders/pricing/pricing.ts';
import { returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { actorId, adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { PHOTOS } from './return-photos.server.ts';

/** A return is `accepted` until something arrives, then `received`. */
export const RETURN_STAGES = ['pending', 'accepted', 'received', 'declined', 'withdrawn', 'closed'] as const;
export type ReturnStage = (typeof RETURN_STAGES)[number];

const PAGE = 25;
const newestFirst = sortedBy(returnRequests.id, { date: returnRequests.createdAt });

const columns = {
  id: returnRequests.id,
  orderId: returnRequests.orderId,
  orderNumber: orders.orderNumber,
  userId: orders.userId,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
  kind: returnRequests.kind,
  asked: returnRequests.lines,
  items: orders.items,
  reason: returnRequests.reason,
  details: returnRequests.details,
  exchangeFor: returnRequests.exchangeFor,
  status: returnRequests.status,
  answer: returnRequests.answer,
  createdAt: returnRequests.createdAt,
  answeredAt: returnRequests.answeredAt,
  receivedAt: returnRequests.receivedAt,
  received: returnRequests.received,
  restockedAt: returnRequests.restockedAt,
};

export async function findReturns(shop: Shop, orderIds: readonly string[]): Promise<Map<string, ReturnRequest[]>> {
  const { userId } = signedIn(shop);
  if (orderIds.length === 0) return new Map();
  const rows = await selectReturns(shop)
    .where(and(inArray(returnRequests.orderId, [...orderIds]), eq(returnRequests.userId, userId)))
    .orderBy(desc(returnRequests.createdAt), desc(returnRequests.id));
  return Map.groupBy(rows.map(toRequest), ({ orderId }) => orderId);
}

/** Returns requests, newest first, 25 per page. Admins only. */
export async function listReturns(
  shop: Shop,
  { stage, search, cursor }: { stage?: ReturnStage; search?: string; cursor?: string } = {},
) {
  adminOnly(shop);
  const found = whereOrderFound(search);
  const countAt = (stage: ReturnStage) => sql<number>`(count(*) filter (where ${at(stage)}))::int`;
  const [rows, [counts]] = await Promise.all([
    shop.database
      .select({ ...columns, position: newestFirst.position })
      .from(returnRequests)
      .innerJoin(orders, eq(orders.id, returnRequests.orderId))
      .where(and(found, stage && at(stage), newestFirst.after(cursor)))
      .orderBy(...newestFirst.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({
        all: count(),
        pending: countAt('pending'),
        accepted: countAt('accepted'),
        received: countAt('received'),
        declined: countAt('declined'),
        withdrawn: countAt('withdrawn'),
        closed: countAt('closed'),
      })
      .from(returnRequests)
      .innerJoin(orders, eq(orders.id, returnRequests.orderId))
      .where(found),
  ]);
  const page = pageOf(rows, PAGE);
  return { requests: page.rows.map(toRequest), nextCursor: page.next, counts: counts! };
}

export async function countUnansweredReturns(shop: Shop): Promise<number> {
  adminOnly(shop);
  return shop.database.$count(returnRequests, at('pending'));
}

/** Throws not-found. Only for admins and background jobs. */
export async function getReturn(shop: Shop, id: string) {
  adminOnly(shop);
  if (!isUuid(id)) throw notFound();
  const [row] = await selectReturns(shop).where(eq(returnRequests.id, id));
  if (!row) throw notFound();
  return toRequest(row);
}

export async function findReturnPhotos(shop: Shop, requestId: string): Promise<{ id: string }[]> {
  const userId = actorId(shop);
  const isOwn = and(eq(returnRequests.id, requestId), eq(returnRequests.userId, sql`${userId}::uuid`));
  if ((await shop.database.$count(returnRequests, isOwn)) === 0) adminOnly(shop);
  return privatePicturesOf(shop, PHOTOS, requestId);
}

function at(stage: ReturnStage): SQL | undefined {
  if (stage === 'received') return and(eq(returnRequests.status, 'accepted'), isNotNull(returnRequests.receivedAt));
  if (stage === 'accepted') return and(eq(returnRequests.status, 'accepted'), isNull(returnRequests.receivedAt));
  return eq(returnRequests.status, stage);
}

// Not filtered by owner: each caller adds a condition for the customer.
const selectReturns = (shop: Shop) =>
  shop.database.select(columns).from(returnRequests).innerJoin(orders, eq(orders.id, returnRequests.orderId));
type Row = Awaited<ReturnType<typeof selectReturns>>[number];

function toRequest({ asked, received, items, position: _position, ...request }: Row & { position?: string }) {
  return {
    ...request,
    lines: linesWithReceived(asked, received).flatMap((line) => {
      const item = items.find((each) => itemKey(itemOf(each)) === itemKey(line));
      if (!item) return [];
      const { title, image, price, personalization } = item;
      const madeToOrder = item.made_to_order === true;
      const total = lineTotal({ price, quantity: line.quantity });
      const copied = personalization && { personalization };
      return [{ ...line, title, image, price, lineTotal: total, madeToOrder, ...copied }];
    }),
  };
}
