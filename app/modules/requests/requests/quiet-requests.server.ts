import { applyEvent, lockRequest, publishRequest } from './internal/state.server.ts';
import { and, asc, eq, gt, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { CLOSED_AFTER_DAYS } from './request.ts';
import { orderRequests, quotes, requestMessages } from './tables.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

const AT_ONCE = 100;

/**
 * Closes requests that went quiet, a hundred at once: whose newest quote lapsed 14 days ago, about which nobody has written since, and
 * whose customer was answered before; the shop itself calls it. Either side can take them up again. Answers how many.
 */
export async function closeQuietRequests(shop: Shop): Promise<number> {
  adminOnly(shop);
  let closed = 0;
  for (const { id } of await quietRequests(shop))
    await inTransaction(shop, async (shop) => {
      await lockRequest(shop, id);
      // Asked again under the lock: somebody may have written, or sent another quote, meanwhile.
      if ((await quietRequests(shop, id)).length === 0 || !(await applyEvent(shop, id, 'close'))) return;
      closed += 1;
      await announce(shop, 'commissions.closed', { requestId: id });
      await publishRequest(shop, id);
    });
  return closed;
}

/** Those that went quiet, the longest first; `requestId`: that one alone, if it did. */
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
