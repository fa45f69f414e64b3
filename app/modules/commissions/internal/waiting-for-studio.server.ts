import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { requestMessages } from '#app/modules/conversations/tables.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { getSettings } from '#app/modules/settings/settings.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

/** From so many hours on a request that nobody has answered stands on top. */
const PRESSING_HOURS = 20;

export type WaitingCommission = {
  requestId: string;
  number: string;
  name: string;
  what: string;
  /** Until when an answer was promised. */
  until: Date | null;
  unread: number;
  /** Unanswered for 20 hours or longer. */
  isPressing: boolean;
};

/**
 * Requests that nobody has answered, and those with messages that the studio hasn't seen: what has waited 20 hours for its answer
 * first, then the oldest, `limit` at most; admins.
 */
export async function waitingForStudio(shop: Shop, limit: number): Promise<WaitingCommission[]> {
  adminOnly(shop);
  const { contact } = await getSettings(shop);
  const unseen = shop.database
    .select({
      requestId: requestMessages.requestId,
      unread: sql<number>`count(*)::int`.as('unread'),
      since: sql<string>`min(${requestMessages.createdAt})`.as('since'),
    })
    .from(requestMessages)
    .where(and(eq(requestMessages.sender, 'customer'), isNull(requestMessages.seenAt)))
    .groupBy(requestMessages.requestId)
    .as('unseen');
  const isUnanswered = and(
    eq(orderRequests.status, 'pending'),
    isNull(orderRequests.repliedAt),
    isNull(orderRequests.answeredAt),
  );
  const rows = await shop.database
    .select({
      requestId: orderRequests.id,
      number: orderRequests.number,
      name: orderRequests.name,
      createdAt: orderRequests.createdAt,
      isUnanswered: sql<boolean>`coalesce(${isUnanswered}, false)`,
      unread: sql<number>`coalesce(${unseen.unread}, 0)`,
    })
    .from(orderRequests)
    .leftJoin(unseen, eq(unseen.requestId, orderRequests.id))
    .where(or(isUnanswered, and(inArray(orderRequests.status, ['pending', 'accepted']), sql`${unseen.unread} > 0`)))
    .orderBy(
      asc(sql`not coalesce(${isUnanswered}, false)`),
      asc(sql`coalesce(${unseen.since}, ${orderRequests.createdAt})`),
    )
    .limit(limit);
  return rows.map(({ createdAt, isUnanswered, ...row }) => ({
    ...row,
    what: isUnanswered ? 'answer' : 'message',
    until: isUnanswered ? new Date(createdAt.getTime() + contact.replyWithinHours * 3_600_000) : null,
    isPressing: isUnanswered && shop.now.getTime() - createdAt.getTime() >= PRESSING_HOURS * 3_600_000,
  }));
}
