import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { commissions, quotes, requestMessages, stageUpdates } from '#app/modules/commissions/tables.server.ts';
import { dropPrivatePictures } from '#app/modules/media/media.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { PICTURES } from './pictures.server.ts';

/**
 * Takes the person out of the commissions of their requests, in the caller's transaction: the words of both sides, their name in
 * what they accepted, their pictures, and the link. Answers the pictures' files, to be removed when it has committed.
 */
export async function forgetCommissions(shop: Shop, userId: string): Promise<string[]> {
  adminOnly(shop);
  const theirs = requestsWhere(shop, eq(orderRequests.userId, userId));
  const { database } = shop;
  await database.update(requestMessages).set({ body: '' }).where(inArray(requestMessages.requestId, theirs));
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
    .set({ note: '', changeWanted: sql`case when ${stageUpdates.changeWanted} is not null then '' end` })
    .where(inArray(stageUpdates.requestId, theirs));
  await database
    .update(commissions)
    .set({ fabricMarks: '', photoConsentAt: null })
    .where(inArray(commissions.requestId, theirs));
  // A request that was never talked about has no row yet, and its link would still open.
  const sent = await theirs;
  if (sent.length > 0)
    await database
      .insert(commissions)
      .values(sent.map(({ id }) => ({ requestId: id, linkRevokedAt: shop.now, createdAt: shop.now })))
      .onConflictDoUpdate({ target: commissions.requestId, set: { linkRevokedAt: shop.now } });
  return dropPrivatePictures(shop, PICTURES, theirs);
}

/** Removes what grew out of requests from before a day, ahead of these, in the caller's transaction; answers the pictures' files. */
export async function removeCommissionsBefore(shop: Shop, day: Date): Promise<string[]> {
  adminOnly(shop);
  const old = requestsWhere(shop, lt(orderRequests.createdAt, day));
  const files = await dropPrivatePictures(shop, PICTURES, old);
  for (const table of [requestMessages, quotes, stageUpdates, commissions])
    await shop.database.delete(table).where(inArray(table.requestId, old));
  return files;
}

const requestsWhere = (shop: Shop, which: SQL) =>
  shop.database.select({ id: orderRequests.id }).from(orderRequests).where(which);
