import { and, count, desc, eq, isNull, lte, min, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import {
  findAccount,
  findVerifiedAccount,
  type FoundAccount,
} from '#app/modules/identity/accounts/find-account.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { RequestStatus } from './request.ts';
import { contactEmail, orderRequests } from './tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { anyContains } from '#app/platform/database/text-search.server.ts';
import { digestSeen, isStale } from '#app/platform/digest-seen.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

const PAGE = 25;
const SORTS = { date: orderRequests.createdAt, name: orderRequests.name };

const row = {
  id: orderRequests.id,
  number: orderRequests.number,
  kind: orderRequests.kind,
  artworkTitle: artworks.title,
  name: orderRequests.name,
  email: contactEmail,
  phone: orderRequests.phone,
  message: orderRequests.message,
  status: orderRequests.status,
  createdAt: orderRequests.createdAt,
  repliedAt: orderRequests.repliedAt,
  answeredAt: orderRequests.answeredAt,
  orderId: orderRequests.orderId,
};

export type RequestRow = Awaited<ReturnType<typeof listRequests>>['requests'][number];

/** Requests of either kind with the title of their piece, of one status when asked, newest first, 25 a page; `counts` are of the search. Admins only. */
export async function listRequests(
  shop: Shop,
  { status, search, sort, cursor }: { status?: RequestStatus; search?: string; sort?: string; cursor?: string } = {},
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
      .where(and(found, status && eq(orderRequests.status, status), order.after(cursor)))
      .orderBy(...order.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({ status: orderRequests.status, count: count() })
      .from(orderRequests)
      .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
      .where(found)
      .groupBy(orderRequests.status),
  ]);
  const counts = { pending: 0, accepted: 0, rejected: 0, withdrawn: 0, closed: 0 };
  for (const each of counted) counts[each.status] = each.count;
  const page = pageOf(rows, PAGE);
  return { requests: page.rows, counts, nextCursor: page.next };
}

/**
 * One request of either kind with all that was asked and noted, and what the form that changes its notes is made from; throws
 * not-found for everybody but admins and the shop itself.
 */
export async function getRequest(shop: Shop, requestId: string) {
  adminOnly(shop);
  if (!isUuid(requestId)) throw notFound();
  const [request] = await shop.database
    .select({
      ...row,
      artworkId: orderRequests.artworkId,
      artworkPrice: artworks.price,
      medium: artworks.medium,
      userId: orderRequests.userId,
      fabricSource: orderRequests.fabricSource,
      fabricNotes: orderRequests.fabricNotes,
      designStyle: orderRequests.designStyle,
      wantStitching: orderRequests.wantStitching,
      measurements: orderRequests.measurements,
      neededBy: orderRequests.neededBy,
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

/** Whose order a request would become, and how that account was found. */
export type RequestAccount = FoundAccount & { by: 'sender' | 'email' };

/**
 * The account that sent a request; else the one that has verified its e-mail, never one that only typed it. Undefined when
 * there is none. Admins only.
 */
export async function accountOf(
  shop: Shop,
  request: { userId: string | null; email: string },
): Promise<RequestAccount | undefined> {
  adminOnly(shop);
  const sender = request.userId === null ? undefined : await findAccount(shop, request.userId);
  if (sender) return { ...sender, by: 'sender' };
  const found = await findVerifiedAccount(shop, request.email);
  return found && { ...found, by: 'email' };
}

type Notes = { notes: string; quote: Paise | null };

/** What a form that changes the notes and the price was made from. */
const digestNotes = ({ notes, quote }: Notes): string => digestSeen([notes, quote]);

/**
 * Keeps the studio's notes and the price it named; admins. Refused, with how they stand now, where
 * they aren't what was `seen` any more. Throws not-found.
 */
export async function noteRequest(
  shop: Shop,
  { requestId, seen, ...wanted }: Notes & { requestId: string; seen?: string | undefined },
): Promise<Result<undefined, Refused<'changed-meanwhile', Notes & { seen: string }>>> {
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
      return refused('changed-meanwhile', { ...before, seen: digestNotes(before) });
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

/** Notes that the studio has written to who asked, in the caller's transaction; the 24 hours are kept by it. Admins only. */
export async function noteReply(shop: Shop, requestId: string): Promise<void> {
  adminOnly(shop);
  await shop.database
    .update(orderRequests)
    .set({
      repliedAt: sql`coalesce(${orderRequests.repliedAt}, ${shop.now.toISOString()}::timestamptz)`,
      lastReplyAt: shop.now,
    })
    .where(eq(orderRequests.id, requestId));
  await publish(shop, [topics.admin], { kind: 'request', id: requestId });
}

/** How many requests wait for an answer, and the newest of them, for a notice that they came; admins. */
export async function pendingRequests(shop: Shop, limit: number) {
  adminOnly(shop);
  const { id, name, createdAt: at } = orderRequests;
  const newest = await shop.database
    .select({ id, name, at, count: sql<number>`(count(*) over ())::int` })
    .from(orderRequests)
    .where(eq(orderRequests.status, 'pending'))
    .orderBy(desc(at), desc(id))
    .limit(limit);
  return { newest, count: newest[0]?.count ?? 0 };
}

/** How many of them that nobody has answered have waited for `hours` or longer, and since when the oldest does; admins. */
export async function waitingRequests(shop: Shop, hours: number) {
  adminOnly(shop);
  const before = new Date(shop.now.getTime() - hours * 3_600_000);
  const [found] = await shop.database
    .select({
      late: sql<number>`(count(*) filter (where ${lte(orderRequests.createdAt, before)}))::int`,
      oldest: min(orderRequests.createdAt),
    })
    .from(orderRequests)
    .where(and(eq(orderRequests.status, 'pending'), isNull(orderRequests.repliedAt)));
  return found!;
}
