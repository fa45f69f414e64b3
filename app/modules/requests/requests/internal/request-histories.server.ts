import { href } from 'react-router';
import { asc, inArray } from 'drizzle-orm';
import { uploadKeyOf } from '#app/modules/requests/requests/pictures.server.ts';
import {
  conversationPictures,
  quotes,
  requestMessages,
  stageUpdates,
} from '#app/modules/requests/requests/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What became of these requests, which the caller knows to be the signed-in person's: what both sides said, were offered and did. */
export async function readRequestHistories(shop: Shop, requestIds: readonly string[]) {
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
