import { and, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { dropPrivatePictures } from '#app/modules/catalogue/media/media.server.ts';
import { nobodysAddress } from '#app/modules/identity/accounts/account.ts';
import type { ProvenAddress } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { removeKeysOf } from '#app/platform/once.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { INSPIRATION, PICTURES } from './pictures.server.ts';
import { sentFromAddressOf } from './access.server.ts';
import { orderRequests, quotes, requestLinks, requestMessages, stageUpdates } from './tables.server.ts';

/**
 * Gives an account what was sent without signing in from its proven addresses, in the caller's transaction, so that it is forgotten
 * with the rest.
 */
export async function claimRequests(
  shop: Shop,
  { userId, addresses }: { userId: string; addresses: readonly ProvenAddress[] },
): Promise<void> {
  adminOnly(shop);
  await shop.database.update(orderRequests).set({ userId }).where(sentFromAddressOf(addresses));
}

/**
 * Removes a person's name, words and pictures from their requests and closes the links, in the caller's transaction. What was agreed stays,
 * and requests stay countable. Returns the pictures' files, to remove when it has committed.
 */
export async function forgetRequests(shop: Shop, userId: string): Promise<string[]> {
  adminOnly(shop);
  const { database } = shop;
  const theirs = requestsWhere(shop, eq(orderRequests.userId, userId));
  const files = await dropPictures(shop, theirs);
  await database.update(requestMessages).set({ body: '' }).where(inArray(requestMessages.requestId, theirs));
  // A request that was never talked about has no row yet, and its link would still open.
  const sent = await theirs;
  if (sent.length > 0)
    await database
      .insert(requestLinks)
      .values(sent.map(({ id }) => ({ requestId: id, revokedAt: shop.now })))
      .onConflictDoUpdate({ target: requestLinks.requestId, set: { revokedAt: shop.now } });
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
  const withdrawn = await database
    .update(orderRequests)
    .set({ photoConsentAt: null })
    .where(and(eq(orderRequests.userId, userId), isNotNull(orderRequests.photoConsentAt)))
    .returning({ requestId: orderRequests.id });
  await announceEach(shop, 'commissions.photo-consent-withdrawn', withdrawn);
  await database
    .update(orderRequests)
    .set({
      name: 'Deleted account',
      email: nobodysAddress(userId),
      phone: '',
      message: '',
      shippingAddress: null,
      fabricNotes: null,
      measurements: '',
      fabricMarks: '',
      neededBy: null,
      designStyle: null,
      notes: '',
      rejectionReason: null,
      status: sql`case when ${orderRequests.status} in ('pending', 'closed') then 'withdrawn' else ${orderRequests.status} end`,
    })
    .where(eq(orderRequests.userId, userId));
  await removeKeysOf(
    shop,
    sent.map(({ id }) => id),
  );
  return files;
}

/**
 * Removes requests from before a day with all that became of them, in the caller's transaction; photos that were shown go after it. Returns
 * the pictures' files.
 */
export async function removeRequestsBefore(shop: Shop, day: Date): Promise<string[]> {
  adminOnly(shop);
  const isOld = lt(orderRequests.createdAt, day);
  const old = requestsWhere(shop, isOld);
  const files = await dropPictures(shop, old);
  const shown = await shop.database
    .select({ number: orderRequests.number })
    .from(orderRequests)
    .where(and(isOld, isNotNull(orderRequests.photoConsentAt)));
  await announceEach(shop, 'commissions.removed', shown);
  for (const table of [requestMessages, requestLinks, quotes, stageUpdates])
    await shop.database.delete(table).where(inArray(table.requestId, old));
  await shop.database.delete(orderRequests).where(isOld);
  return files;
}

const requestsWhere = (shop: Shop, which: SQL) =>
  shop.database.select({ id: orderRequests.id }).from(orderRequests).where(which);

const dropPictures = async (shop: Shop, requests: ReturnType<typeof requestsWhere>): Promise<string[]> => [
  ...(await dropPrivatePictures(shop, INSPIRATION, requests)),
  ...(await dropPrivatePictures(shop, PICTURES, requests)),
];
