import { and, asc, desc, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { href } from 'react-router';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { dropPrivatePictures, readPictureIds } from '#app/modules/catalogue/media/media.server.ts';
import { forgetMessagesAbout } from '#app/modules/messaging/messages/forget-messages.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { FormerCustomer, PersonalData } from '#app/platform/personal-data.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { isMyRequest, sentFromAddressOf } from './access.server.ts';
import {
  conversationPictures,
  orderRequestImages,
  orderRequests,
  quotes,
  requestLinks,
  requestMessages,
  stageUpdates,
} from './tables.server.ts';
import { INSPIRATION, PICTURES, uploadKeyOf } from './pictures.server.ts';
import { nobodysAddress } from '#app/modules/identity/accounts/account.ts';
import type { ProvenAddress } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { removeKeysOf } from '#app/platform/once.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';

export const requestData: PersonalData = {
  read: { orderRequests: readOrderRequests },
  erase: eraseRequests,
  removeBefore: removeRequestsBefore,
};

async function eraseRequests(shop: Shop, { userId, addresses }: FormerCustomer): Promise<string[]> {
  await claimRequests(shop, { userId, addresses });
  const theirs = await shop.database
    .select({ id: orderRequests.id })
    .from(orderRequests)
    .where(eq(orderRequests.userId, userId));
  await forgetMessagesAbout(shop, { requestIds: theirs.map(({ id }) => id) });
  return forgetRequests(shop, userId);
}

async function readOrderRequests(shop: Shop) {
  const requests = await shop.database
    .select({
      id: orderRequests.id,
      number: orderRequests.number,
      kind: orderRequests.kind,
      artworkTitle: artworks.title,
      name: orderRequests.name,
      email: orderRequests.email,
      phone: orderRequests.phone,
      message: orderRequests.message,
      shippingAddress: orderRequests.shippingAddress,
      fabricSource: orderRequests.fabricSource,
      fabricNotes: orderRequests.fabricNotes,
      designStyle: orderRequests.designStyle,
      wantStitching: orderRequests.wantStitching,
      measurements: orderRequests.measurements,
      neededBy: orderRequests.neededBy,
      quote: orderRequests.quote,
      fabricExpectedCm: orderRequests.fabricExpectedCm,
      fabricReceivedCm: orderRequests.fabricReceivedCm,
      fabricMarks: orderRequests.fabricMarks,
      fabricReceivedAt: orderRequests.fabricReceivedAt,
      fabricConfirmedAt: orderRequests.fabricConfirmedAt,
      fabricLeftCm: orderRequests.fabricLeftCm,
      photoConsentAt: orderRequests.photoConsentAt,
      status: orderRequests.status,
      orderNumber: orders.orderNumber,
      rejectionReason: orderRequests.rejectionReason,
      createdAt: orderRequests.createdAt,
    })
    .from(orderRequests)
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .leftJoin(orders, eq(orders.id, orderRequests.orderId))
    .where(isMyRequest(shop))
    .orderBy(desc(orderRequests.createdAt));
  const [picturesOf, historyOf] = await Promise.all([
    readPictureIds(shop, orderRequestImages, requests),
    readRequestHistories(
      shop,
      requests.map(({ id }) => id),
    ),
  ]);
  return requests.map(({ id, ...request }) => ({
    ...request,
    pictures: picturesOf(id).map((picture) => `${shop.config.shopUrl}${href('/inspiration/:id', { id: picture })}`),
    ...historyOf(id),
  }));
}

async function readRequestHistories(shop: Shop, requestIds: readonly string[]) {
  const [said, offered, worked, pictures] = await Promise.all([
    findMessages(shop, requestIds),
    findQuotes(shop, requestIds),
    findStages(shop, requestIds),
    findPictures(shop, requestIds),
  ]);
  const withPictures = <Row extends { key: string; requestId: string }>({ key, requestId, ...row }: Row) => ({
    ...row,
    pictures: pictures
      .filter(({ uploadKey }) => uploadKey === uploadKeyOf(requestId, key))
      .map(({ id }) => {
        return `${shop.config.shopUrl}${href('/profile/requests/:id/pictures/:pictureId', { id: requestId, pictureId: id })}`;
      }),
  });
  const ofRequest = <Row extends { requestId: string }>(rows: readonly Row[], id: string) =>
    rows.filter(({ requestId }) => requestId === id);
  return (id: string) => ({
    conversation: ofRequest(said, id).map(withPictures),
    quotes: ofRequest(offered, id).map(({ requestId: _, ...quote }) => quote),
    stages: ofRequest(worked, id).map(withPictures),
  });
}

const findMessages = (shop: Shop, requestIds: readonly string[]) =>
  shop.database
    .select({
      requestId: requestMessages.requestId,
      key: requestMessages.key,
      from: requestMessages.sender,
      text: requestMessages.body,
      createdAt: requestMessages.createdAt,
      seenAt: requestMessages.seenAt,
    })
    .from(requestMessages)
    .where(inArray(requestMessages.requestId, [...requestIds]))
    .orderBy(asc(requestMessages.createdAt), asc(requestMessages.id));

const findQuotes = (shop: Shop, requestIds: readonly string[]) =>
  shop.database
    .select({
      requestId: quotes.requestId,
      version: quotes.version,
      lines: quotes.lines,
      included: quotes.included,
      freeChanges: quotes.freeChanges,
      earliestFinish: quotes.earliestFinish,
      validUntil: quotes.validUntil,
      total: quotes.total,
      advance: quotes.advance,
      asksApproval: quotes.asksApproval,
      isService: quotes.isService,
      feeBeforePainting: quotes.feeBeforePainting,
      feeOncePainting: quotes.feeOncePainting,
      createdAt: quotes.createdAt,
      changeAsked: quotes.changeAsked,
      changeAskedAt: quotes.changeAskedAt,
      acceptedAt: quotes.acceptedAt,
      acceptedByName: quotes.acceptedByName,
      acceptedVia: quotes.acceptedVia,
    })
    .from(quotes)
    .where(inArray(quotes.requestId, [...requestIds]))
    .orderBy(asc(quotes.version));

const findStages = (shop: Shop, requestIds: readonly string[]) =>
  shop.database
    .select({
      requestId: stageUpdates.requestId,
      key: stageUpdates.key,
      stage: stageUpdates.stage,
      note: stageUpdates.note,
      asksApproval: stageUpdates.asksApproval,
      approvedAt: stageUpdates.approvedAt,
      changeWanted: stageUpdates.changeWanted,
      createdAt: stageUpdates.createdAt,
    })
    .from(stageUpdates)
    .where(inArray(stageUpdates.requestId, [...requestIds]))
    .orderBy(asc(stageUpdates.createdAt), asc(stageUpdates.id));

const findPictures = (shop: Shop, requestIds: readonly string[]) =>
  shop.database
    .select({ id: conversationPictures.id, uploadKey: conversationPictures.uploadKey })
    .from(conversationPictures)
    .where(inArray(conversationPictures.requestId, [...requestIds]))
    .orderBy(asc(conversationPictures.position));

/**
 * Links requests that were sent from an account's proven addresses to the account, so that both are deleted together.
 */
async function claimRequests(
  shop: Shop,
  { userId, addresses }: { userId: string; addresses: readonly ProvenAddress[] },
): Promise<void> {
  adminOnly(shop);
  await shop.database.update(orderRequests).set({ userId }).where(sentFromAddressOf(addresses));
}

/**
 * Removes a person's name, texts and pictures from their requests, and revokes links; agreements stay. Returns the
 * files that the caller deletes after the commit.
 */
export async function forgetRequests(shop: Shop, userId: string): Promise<string[]> {
  adminOnly(shop);
  const { database } = shop;
  const theirs = requestsWhere(shop, eq(orderRequests.userId, userId));
  const files = await dropPictures(shop, theirs);
  await database.update(requestMessages).set({ body: '' }).where(inArray(requestMessages.requestId, theirs));
  // A request without a link row has a valid first link, so this adds a revoked row.
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
