import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { commissions, quotes, stageUpdates } from './tables.server.ts';
import { orderRequests } from './tables.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';

/** Takes a person's words and name out of the commissions of their requests, in the caller's transaction. What was agreed stays, as its order does. */
export async function forgetCommissions(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  const theirs = requestsWhere(shop, eq(orderRequests.userId, userId));
  const { database } = shop;
  await database
    .update(quotes)
    .set({ acceptedByName: 'Deleted account' })
    .where(and(inArray(quotes.requestId, theirs), isNotNull(quotes.acceptedAt)));
  await database
    .update(quotes)
    .set({ changeAsked: '' })
    .where(and(inArray(quotes.requestId, theirs), isNotNull(quotes.changeAsked)));
  await database
    .update(stageUpdates)
    .set({
      note: '',
      fabricBefore: null,
      changeWanted: sql`case when ${stageUpdates.changeWanted} is not null then '' end`,
    })
    .where(inArray(stageUpdates.requestId, theirs));
  await database.update(commissions).set({ fabricMarks: '' }).where(inArray(commissions.requestId, theirs));
  const withdrawn = await database
    .update(commissions)
    .set({ photoConsentAt: null })
    .where(and(inArray(commissions.requestId, theirs), isNotNull(commissions.photoConsentAt)))
    .returning({ requestId: commissions.requestId });
  await announceEach(shop, 'commissions.photo-consent-withdrawn', withdrawn);
}

/** Removes what became of requests from before a day, ahead of these, in the caller's transaction; photos that were shown go after it. */
export async function removeCommissionsBefore(shop: Shop, day: Date): Promise<void> {
  adminOnly(shop);
  const old = requestsWhere(shop, lt(orderRequests.createdAt, day));
  const shown = await shop.database
    .select({ number: orderRequests.number })
    .from(commissions)
    .innerJoin(orderRequests, eq(orderRequests.id, commissions.requestId))
    .where(and(inArray(commissions.requestId, old), isNotNull(commissions.photoConsentAt)));
  await announceEach(shop, 'commissions.removed', shown);
  for (const table of [quotes, stageUpdates, commissions])
    await shop.database.delete(table).where(inArray(table.requestId, old));
}

const requestsWhere = (shop: Shop, which: SQL) =>
  shop.database.select({ id: orderRequests.id }).from(orderRequests).where(which);
