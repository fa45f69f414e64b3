import { and, asc, desc, eq, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { whereNeedsQuote, whereWaitsForStudio } from './internal/waits-for-studio.server.ts';
import { orderRequests, quotes, requestMessages } from './tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

const PRESSING_HOURS = 20;

/** Counts all requests that `waitingForStudio` can return. Admins only. */
export async function countWaitingForStudio(shop: Shop): Promise<number> {
  adminOnly(shop);
  return shop.database.$count(orderRequests, whereWaitsForStudio(shop));
}

/**
 * Returns requests to answer, then requests to quote. Requests older than PRESSING_HOURS without an answer are first,
 * then the oldest.
 */
export async function waitingForStudio(shop: Shop, limit: number) {
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
  const later = alias(quotes, 'later');
  const changes = shop.database
    .select({ requestId: quotes.requestId, since: sql<string>`${quotes.changeAskedAt}`.as('change_since') })
    .from(quotes)
    .where(
      and(
        isNotNull(quotes.changeAskedAt),
        notExists(
          shop.database
            .select({ one: sql`1` })
            .from(later)
            .where(and(eq(later.requestId, quotes.requestId), gt(later.version, quotes.version))),
        ),
      ),
    )
    .as('changes');
  const isUnanswered = and(
    eq(orderRequests.status, 'pending'),
    isNull(orderRequests.repliedAt),
    isNull(orderRequests.answeredAt),
  );
  const pressingSince = new Date(shop.now.getTime() - PRESSING_HOURS * 3_600_000);
  const isPressing = sql<boolean>`coalesce(${and(isUnanswered, lte(orderRequests.createdAt, pressingSince))}, false)`;
  const wantsChange = and(eq(orderRequests.status, 'pending'), isNotNull(changes.requestId));
  const rows = await shop.database
    .select({
      requestId: orderRequests.id,
      number: orderRequests.number,
      name: orderRequests.name,
      userId: orderRequests.userId,
      createdAt: orderRequests.createdAt,
      isUnanswered: sql<boolean>`coalesce(${isUnanswered}, false)`,
      wantsChange: sql<boolean>`${wantsChange}`,
      needsQuote: sql<boolean>`${whereNeedsQuote(shop)}`,
      unread: sql<number>`coalesce(${unseen.unread}, 0)`,
      isPressing,
    })
    .from(orderRequests)
    .leftJoin(unseen, eq(unseen.requestId, orderRequests.id))
    .leftJoin(changes, eq(changes.requestId, orderRequests.id))
    .where(whereWaitsForStudio(shop))
    .orderBy(
      desc(isPressing),
      asc(
        sql`case when ${isUnanswered} then ${orderRequests.createdAt}
          else coalesce(least(${unseen.since}, ${changes.since}), ${orderRequests.lastReplyAt}, ${orderRequests.createdAt}) end`,
      ),
    )
    .limit(limit);
  return rows.map(({ createdAt, isUnanswered, wantsChange, needsQuote, ...row }) => ({
    ...row,
    what: isUnanswered
      ? ('answer' as const)
      : wantsChange
        ? ('change' as const)
        : row.unread > 0 || !needsQuote
          ? ('message' as const)
          : ('quote' as const),
    until: isUnanswered ? new Date(createdAt.getTime() + contact.replyWithinHours * 3_600_000) : null,
  }));
}
