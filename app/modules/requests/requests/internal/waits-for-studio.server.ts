import { and, eq, exists, gt, inArray, isNull, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orderRequests, quotes, requestMessages } from '#app/modules/requests/requests/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Selects pending requests that need an answer or quote. `waitingOf` decides this for one request. */
export const whereNeedsQuote = (shop: Shop): SQL => and(eq(orderRequests.status, 'pending'), not(hasOpenQuote(shop)))!;

/** Selects requests in which the studio must act: by an answer, a quote, or because of unread messages. */
export const whereWaitsForStudio = (shop: Shop): SQL =>
  or(
    whereNeedsQuote(shop),
    and(
      inArray(orderRequests.status, ['pending', 'accepted']),
      exists(
        shop.database
          .select({ one: sql`1` })
          .from(requestMessages)
          .where(
            and(
              eq(requestMessages.requestId, orderRequests.id),
              eq(requestMessages.sender, 'customer'),
              isNull(requestMessages.seenAt),
            ),
          ),
      ),
    ),
  )!;

function hasOpenQuote(shop: Shop): SQL {
  const later = alias(quotes, 'later');
  return exists(
    shop.database
      .select({ one: sql`1` })
      .from(quotes)
      .where(
        and(
          eq(quotes.requestId, orderRequests.id),
          isNull(quotes.acceptedAt),
          isNull(quotes.changeAskedAt),
          gt(quotes.validUntil, shop.now),
          notExists(
            shop.database
              .select({ one: sql`1` })
              .from(later)
              .where(and(eq(later.requestId, quotes.requestId), gt(later.version, quotes.version))),
          ),
        ),
      ),
  );
}
