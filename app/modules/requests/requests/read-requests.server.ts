import { and, count, desc, eq, gt, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { contactEmail, orderRequests, quotes, requestMessages } from './tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { isMyRequest } from './access.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { isOver, type RequestGroup, type RequestState, type Waiting } from './request.ts';
import { readRecords, waitingOf } from './internal/state.server.ts';
import { whereWaitsForStudio } from './internal/waits-for-studio.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { anyContains } from '#app/platform/database/text-search.server.ts';

export const row = {
  id: orderRequests.id,
  number: orderRequests.number,
  kind: orderRequests.kind,
  artworkTitle: artworks.title,
  artworkPrice: artworks.price,
  name: orderRequests.name,
  userId: orderRequests.userId,
  email: contactEmail,
  phone: orderRequests.phone,
  message: orderRequests.message,
  status: orderRequests.status,
  createdAt: orderRequests.createdAt,
  repliedAt: orderRequests.repliedAt,
  answeredAt: orderRequests.answeredAt,
  orderId: orderRequests.orderId,
};

export async function getRequest(shop: Shop, requestId: string) {
  adminOnly(shop);
  if (!isUuid(requestId)) throw notFound();
  const [request] = await shop.database
    .select({
      ...row,
      artworkId: orderRequests.artworkId,
      medium: artworks.medium,
      fabricSource: orderRequests.fabricSource,
      fabricNotes: orderRequests.fabricNotes,
      designStyle: orderRequests.designStyle,
      wantStitching: orderRequests.wantStitching,
      measurements: orderRequests.measurements,
      neededBy: orderRequests.neededBy,
      fabricReceivedAt: orderRequests.fabricReceivedAt,
      fabricConfirmedAt: orderRequests.fabricConfirmedAt,
      shippingAddress: orderRequests.shippingAddress,
      quote: orderRequests.quote,
      notes: orderRequests.notes,
      rejectionReason: orderRequests.rejectionReason,
      answeredBy: userProfiles.name,
    })
    .from(orderRequests)
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .leftJoin(userProfiles, eq(userProfiles.id, orderRequests.answeredBy))
    .where(eq(orderRequests.id, requestId));
  if (!request) throw notFound();
  const { notes, quote } = request;
  return { ...request, seenNotes: digestNotes({ notes, quote }) };
}

export type Notes = { notes: string; quote: Paise | null };

const digestNotes = ({ notes, quote }: Notes): string => digestSeen([notes, quote]);

/** Saves the studio's notes and price. Refuses when the stored values differ from `seen`. */
export async function noteRequest(
  shop: Shop,
  { requestId, seen, ...wanted }: Notes & { requestId: string; seen?: string | undefined },
): Promise<Result<undefined, Stale<Notes & { seen: string }>>> {
  adminOnly(shop);
  if (!isUuid(requestId)) throw notFound();
  return inTransaction(shop, async (shop) => {
    const [before] = await shop.database
      .select({ notes: orderRequests.notes, quote: orderRequests.quote })
      .from(orderRequests)
      .where(eq(orderRequests.id, requestId))
      .for('update');
    if (!before) throw notFound();
    const { notes, quote } = wanted;
    if (isStale(seen, digestNotes(before), digestNotes(wanted)))
      return refused('stale', { ...before, seen: digestNotes(before) });
    await shop.database.update(orderRequests).set({ notes, quote }).where(eq(orderRequests.id, requestId));
    await audit(shop, {
      action: 'request.note',
      table: 'order_requests',
      id: requestId,
      before,
      after: { notes, quote },
    });
    await publish(shop, [topics.admin], { kind: 'request', id: requestId });
    return done();
  });
}

export type ListedRequest = {
  state: RequestState;
  waiting: Waiting | null;
  unread: number;
};

/** Returns all requests to admins. Customers get only their own. */
export async function listedRequests(
  shop: Shop,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, ListedRequest>> {
  signedIn(shop);
  const isStudio = shop.actor.kind === 'admin';
  if (requestIds.length === 0) return new Map();
  const ids = [...requestIds];
  const otherSide = eq(requestMessages.sender, isStudio ? 'customer' : 'studio');
  const [mine, unseen, { contact }] = await Promise.all([
    shop.database
      .select({ id: orderRequests.id })
      .from(orderRequests)
      .where(and(inArray(orderRequests.id, ids), isStudio ? undefined : isMyRequest(shop))),
    shop.database
      .select({ requestId: requestMessages.requestId, count: count() })
      .from(requestMessages)
      .where(and(inArray(requestMessages.requestId, ids), otherSide, isNull(requestMessages.seenAt)))
      .groupBy(requestMessages.requestId),
    getSettings(shop),
  ]);
  const records = await readRecords(
    shop,
    mine.map(({ id }) => id),
  );
  const unread = new Map(unseen.map((each) => [each.requestId, each.count]));
  const now = { now: shop.now, replyWithinHours: contact.replyWithinHours };
  return new Map(
    records.map((record) => {
      const { id } = record.request;
      return [id, { state: record.state, waiting: waitingOf(record, now), unread: unread.get(id) ?? 0 }];
    }),
  );
}

// Not filtered by owner: returns only a day, for an order that the visitor can see.
/** Returns the day promised for an order. Returns undefined if there is none or it has passed. */
export async function promisedFinish(shop: Shop, orderId: string): Promise<string | undefined> {
  const [accepted] = await shop.database
    .select({ day: sql<string>`coalesce(${orderRequests.readyDay}, ${quotes.earliestFinish})` })
    .from(quotes)
    .innerJoin(orderRequests, eq(orderRequests.id, quotes.requestId))
    .where(and(eq(orderRequests.orderId, orderId), isNotNull(quotes.acceptedAt)));
  return isOver(shop, accepted?.day) ? undefined : accepted?.day;
}

export async function fabricLeftOf(shop: Shop, orderIds: readonly string[]): Promise<Record<string, number>> {
  adminOnly(shop);
  if (orderIds.length === 0) return {};
  const rows = await shop.database
    .select({ orderId: orderRequests.orderId, centimetres: orderRequests.fabricLeftCm })
    .from(orderRequests)
    .where(and(inArray(orderRequests.orderId, [...orderIds]), gt(orderRequests.fabricLeftCm, 0)));
  return Object.fromEntries(rows.map(({ orderId, centimetres }) => [orderId!, centimetres!]));
}

/** Returns the visitor's requests, newest first, at most 50, without the studio's notes. */
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

export async function requestsOfOrders(shop: Shop, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { userId } = signedIn(shop);
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select({ id: orderRequests.id, orderId: orderRequests.orderId })
    .from(orderRequests)
    .where(and(inArray(orderRequests.orderId, [...orderIds]), eq(orderRequests.userId, userId)));
  return new Map(rows.map(({ id, orderId }) => [orderId!, id]));
}

const PAGE = 25;

const SORTS = { date: orderRequests.createdAt, name: orderRequests.name };

export type RequestRow = Awaited<ReturnType<typeof listRequests>>['requests'][number];

function whereInGroup(shop: Shop, group: RequestGroup) {
  if (group === 'to-answer') return whereWaitsForStudio(shop);
  if (group === 'with-customer') return and(eq(orderRequests.status, 'pending'), not(whereWaitsForStudio(shop)));
  return eq(orderRequests.status, group);
}

export async function listRequests(
  shop: Shop,
  { group, search, sort, cursor }: { group?: RequestGroup; search?: string; sort?: string; cursor?: string } = {},
) {
  adminOnly(shop);
  const order = sortedBy(orderRequests.id, SORTS, sort);
  const { number, name: from, email, phone, message } = orderRequests;
  const found = anyContains([artworks.title, number, from, email, phone, message], search);
  const [rows, counted] = await Promise.all([
    shop.database
      .select({ ...row, position: order.position })
      .from(orderRequests)
      .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
      .where(and(found, group && whereInGroup(shop, group), order.after(cursor)))
      .orderBy(...order.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({
        status: orderRequests.status,
        waits: sql<boolean>`${whereWaitsForStudio(shop)}`.as('waits'),
        count: count(),
      })
      .from(orderRequests)
      .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
      .where(found)
      .groupBy(orderRequests.status, sql`waits`),
  ]);
  const counts: Record<RequestGroup, number> = {
    'to-answer': 0,
    'with-customer': 0,
    accepted: 0,
    rejected: 0,
    withdrawn: 0,
    closed: 0,
  };
  for (const { status, waits, count } of counted) {
    if (waits) counts['to-answer'] += count;
    if (status !== 'pending') counts[status] += count;
    else if (!waits) counts['with-customer'] += count;
  }
  const page = pageOf(rows, PAGE);
  return { requests: page.rows, counts, nextCursor: page.next };
}

/** Returns a customer's newest requests, at most 50. Admins only. */
export async function listRequestsOf(shop: Shop, userId: string) {
  adminOnly(shop);
  return shop.database
    .select(row)
    .from(orderRequests)
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .where(eq(orderRequests.userId, userId))
    .orderBy(desc(orderRequests.createdAt), desc(orderRequests.id))
    .limit(50);
}

export async function newestRequests(shop: Shop, limit: number) {
  adminOnly(shop);
  const { id, name, createdAt: at } = orderRequests;
  return shop.database
    .select({ id, name, at })
    .from(orderRequests)
    .where(eq(orderRequests.status, 'pending'))
    .orderBy(desc(at), desc(id))
    .limit(limit);
}
