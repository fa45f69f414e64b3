// Not filtered by owner: called by the studio, and when a customer withdraws a consent.
import { and, eq, inArray } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { removePictureFromArtworks } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { type RequestAccess, type Stage, STAGE_LABELS } from './request.ts';
import { conversationPictures, orderRequests, stageUpdates } from './tables.server.ts';
import { openPicture, uploadKeyOf } from './pictures.server.ts';
import { lockRequest, publishRequest } from './internal/state.server.ts';
import { deletePicture, storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { picturesNamedFrom } from '#app/modules/catalogue/media/find-pictures.server.ts';
import type { StoreRefusal } from '#app/modules/catalogue/media/messages.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';

/** Every copy of a request's photos has this file name prefix. */
const nameFrom = (number: string): string => `commission-${number}-`;
const nameOf = (number: string, pictureId: string): string => `${nameFrom(number)}${pictureId}.webp`;
const readName = (name: string): { number: string; pictureId: string } | undefined => {
  const [, number, pictureId] = /^(?:cropped-)*commission-(.+)-([0-9a-f-]{36})\.webp$/.exec(name) ?? [];
  return number && pictureId ? { number, pictureId } : undefined;
};

/** Copies a stage's photo to the Photos page, once, if the customer has consented. */
export async function showPhoto(
  shop: Shop,
  access: RequestAccess,
  pictureId: string,
): Promise<Result<undefined, Refused<'no-consent', undefined> | StoreRefusal>> {
  const { requestId, side } = access;
  if (side !== 'studio' || !isUuid(pictureId)) throw notFound();
  const photo = (await stagePhotos(shop, requestId)).find(({ id }) => id === pictureId);
  if (!photo) throw notFound();
  const found = await findConsent(shop, requestId);
  if (!found?.photoConsentAt) return refused('no-consent');
  const name = nameOf(found.number, pictureId);
  if ((await picturesNamedFrom(shop, name)).length > 0) return done();
  const { stream } = await openPicture(shop, access, pictureId);
  const stored = await storePicture(shop, {
    bytes: new Uint8Array(await new Response(stream).arrayBuffer()),
    originalFilename: name,
    alt: `${photo.title ?? 'A piece'}, painted to order: ${STAGE_LABELS[photo.stage]}`,
  });
  if (!stored.ok) return stored;
  const mayStay = await inTransaction(shop, async (shop) => {
    const { photoConsentAt } = await lockRequest(shop, requestId);
    await publishRequest(shop, requestId);
    return photoConsentAt !== null;
  });
  if (mayStay) return done();
  // The customer withdrew consent while the copy was made.
  await removeFromShop(shop, name);
  return refused('no-consent');
}

export async function photosInShop(
  shop: Shop,
  requestId: string,
): Promise<{ id: string; stage: Stage; libraryId: string | null }[]> {
  adminOnly(shop);
  const [photos, found] = await Promise.all([stagePhotos(shop, requestId), findConsent(shop, requestId)]);
  const copies = found && photos.length > 0 ? await picturesNamedFrom(shop, nameFrom(found.number)) : [];
  const copyOf = new Map(copies.toReversed().map(({ id, filename }) => [readName(filename)?.pictureId, id]));
  return photos.map(({ id, stage }) => ({ id, stage, libraryId: copyOf.get(id) ?? null }));
}

export async function requestOfPicture(
  shop: Shop,
  filename: string,
): Promise<{ requestId: string; number: string; photoConsentAt: Date | null } | undefined> {
  adminOnly(shop);
  const number = readName(filename)?.number;
  if (!number) return undefined;
  const [found] = await shop.database
    .select({ requestId: orderRequests.id, number: orderRequests.number, photoConsentAt: orderRequests.photoConsentAt })
    .from(orderRequests)
    .where(eq(orderRequests.number, number));
  return found;
}

/** Deletes a request's photos from the shop, unless the customer has consented to them. */
export async function deletePhotosFromShop(shop: Shop, requestId: string): Promise<void> {
  const found = await findConsent(shop, requestId);
  if (found && !found.photoConsentAt) await removeFromShop(shop, nameFrom(found.number));
}

export async function deletePhotosOfRemoved(shop: Shop, number: string): Promise<void> {
  await removeFromShop(shop, nameFrom(number));
}

/** Another admin may crop a photo at the same time, so this repeats until no photo is left. */
async function removeFromShop(shop: Shop, beginning: string): Promise<void> {
  const pictures = await picturesNamedFrom(shop, beginning);
  for (const { id, url } of pictures)
    await deletePicture(shop, id, async (shop) => {
      await removePictureFromArtworks(shop, url);
      return [];
    });
  if (pictures.length > 0) await removeFromShop(shop, beginning);
}

async function findConsent(shop: Shop, requestId: string) {
  const [row] = await shop.database
    .select({ number: orderRequests.number, photoConsentAt: orderRequests.photoConsentAt })
    .from(orderRequests)
    .where(eq(orderRequests.id, requestId));
  return row;
}

async function stagePhotos(shop: Shop, requestId: string) {
  const stages = await shop.database
    .select({ key: stageUpdates.key, stage: stageUpdates.stage, title: artworks.title })
    .from(stageUpdates)
    .innerJoin(orderRequests, eq(orderRequests.id, stageUpdates.requestId))
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .where(eq(stageUpdates.requestId, requestId))
    .orderBy(stageUpdates.createdAt, stageUpdates.id);
  if (stages.length === 0) return [];
  const stageOf = new Map(stages.map((stage) => [uploadKeyOf(requestId, stage.key), stage]));
  const pictures = await shop.database
    .select({ id: conversationPictures.id, uploadKey: conversationPictures.uploadKey })
    .from(conversationPictures)
    .where(
      and(eq(conversationPictures.requestId, requestId), inArray(conversationPictures.uploadKey, [...stageOf.keys()])),
    )
    .orderBy(conversationPictures.createdAt, conversationPictures.position);
  return pictures.map(({ id, uploadKey }) => ({ id, ...stageOf.get(uploadKey)! }));
}

export async function setPhotoConsent(shop: Shop, access: RequestAccess, consent: boolean): Promise<void> {
  if (access.side !== 'customer') throw notFound();
  await inTransaction(shop, async (shop) => {
    const { requestId } = access;
    const { userId, photoConsentAt } = await lockRequest(shop, requestId);
    if ((photoConsentAt !== null) === consent) return;
    await recordConsents(shop, { userId, requestId }, 'commission', { 'commission-photos': consent });
    await shop.database
      .update(orderRequests)
      .set({ photoConsentAt: consent ? shop.now : null })
      .where(eq(orderRequests.id, access.requestId));
    if (!consent) await announce(shop, 'commissions.photo-consent-withdrawn', { requestId: access.requestId });
    await publishRequest(shop, access.requestId);
  });
}
