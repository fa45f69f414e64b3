import { eq, inArray, lt, type SQL } from 'drizzle-orm';
import { requestLinks, requestMessages } from './tables.server.ts';
import { dropPrivatePictures } from '#app/modules/catalogue/media/media.server.ts';
import { orderRequests } from './tables.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { PICTURES } from './pictures.server.ts';

/**
 * Takes the words of both sides and the pictures out of the conversations about a person's requests, and closes their links, in the
 * caller's transaction; answers the pictures' files, to be removed when it has committed.
 */
export async function forgetConversations(shop: Shop, userId: string): Promise<string[]> {
  adminOnly(shop);
  const theirs = requestsWhere(shop, eq(orderRequests.userId, userId));
  await shop.database.update(requestMessages).set({ body: '' }).where(inArray(requestMessages.requestId, theirs));
  // A request that was never talked about has no row yet, and its link would still open.
  const sent = await theirs;
  if (sent.length > 0)
    await shop.database
      .insert(requestLinks)
      .values(sent.map(({ id }) => ({ requestId: id, revokedAt: shop.now })))
      .onConflictDoUpdate({ target: requestLinks.requestId, set: { revokedAt: shop.now } });
  return dropPrivatePictures(shop, PICTURES, theirs);
}

/** Removes what was said about requests from before a day, ahead of these, in the caller's transaction; answers the pictures' files. */
export async function removeConversationsBefore(shop: Shop, day: Date): Promise<string[]> {
  adminOnly(shop);
  const old = requestsWhere(shop, lt(orderRequests.createdAt, day));
  const files = await dropPrivatePictures(shop, PICTURES, old);
  await shop.database.delete(requestMessages).where(inArray(requestMessages.requestId, old));
  await shop.database.delete(requestLinks).where(inArray(requestLinks.requestId, old));
  return files;
}

const requestsWhere = (shop: Shop, which: SQL) =>
  shop.database.select({ id: orderRequests.id }).from(orderRequests).where(which);
