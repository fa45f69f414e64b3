import { and, eq } from 'drizzle-orm';
import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { MAX_PICTURES, type RequestAccess } from './request.ts';
import { conversationPictures, orderRequestImages, orderRequests } from './tables.server.ts';
import {
  getPrivatePicture,
  openPrivatePicture,
  type PrivatePicture,
  type PrivatePictures,
  privatePicturesOf,
  type PrivateUpload,
  removePrivatePicture,
  sendPrivatePictures,
  storePrivatePicture,
  sweepPrivatePictures,
  waitingPrivatePictures,
} from '#app/modules/catalogue/media/media.server.ts';
import { isTooLarge, type PictureRefusal } from '#app/modules/catalogue/media/messages.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { checkToken, takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { actorId, adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { isMyRequest } from './access.server.ts';
import { MAX_INSPIRATION } from './custom-order.ts';
import type { InspirationRefusal } from './messages.ts';

export const PICTURES: PrivatePictures = { table: conversationPictures, folder: 'conversations', max: MAX_PICTURES };

/** The upload key of a message or stage belongs to only one request. */
export const uploadKeyOf = (requestId: string, key: string): string => uuidFrom(`conversation ${requestId} ${key}`);

const UPLOADS = { capacity: 40, refillPerMinute: 2 };

const uploadsOf = ({ requestId, side }: RequestAccess) => `request-pictures:${side}:${requestId}`;

export const checkUploads = (shop: Shop, access: RequestAccess): Promise<Result<undefined, TooMany>> =>
  checkToken(shop, uploadsOf(access), UPLOADS);

/**
 * Stores a picture for the message or stage with `key`. Refuses invalid files, files of 5 MB or more, a sixth picture,
 * and too many uploads.
 */
export async function uploadPicture(
  shop: Shop,
  access: RequestAccess,
  { key, ...sent }: { key: string } & Omit<PrivateUpload, 'uploadKey'>,
): Promise<Result<{ id: string }, PictureRefusal | Refused<'enough-pictures', undefined> | TooMany>> {
  if (!isUuid(key)) throw notFound();
  if (isTooLarge(sent.bytes.length)) return refused('too-large');
  const allowed = await takeToken(shop, uploadsOf(access), UPLOADS);
  return allowed.ok
    ? storePrivatePicture(shop, PICTURES, { uploadKey: uploadKeyOf(access.requestId, key), ...sent })
    : allowed;
}

/** Deletes an unsent picture. Does nothing for other keys. */
export async function removePicture(
  shop: Shop,
  { requestId }: RequestAccess,
  { key, id }: { key: string; id: string },
): Promise<void> {
  if (isUuid(key)) await removePrivatePicture(shop, PICTURES, { id, uploadKey: uploadKeyOf(requestId, key) });
}

export async function openPicture(shop: Shop, { requestId }: RequestAccess, id: string): Promise<PrivatePicture> {
  if (!isUuid(id)) throw notFound();
  const [image] = await shop.database.select().from(conversationPictures).where(eq(conversationPictures.id, id));
  if (!image) return openSentInspiration(shop, { id, requestId });
  if (image.requestId !== requestId) throw notFound();
  return openPrivatePicture(shop, image);
}

export async function openWaitingPicture(
  shop: Shop,
  { requestId }: RequestAccess,
  { key, id }: { key: string; id: string },
): Promise<PrivatePicture> {
  const image = await getPrivatePicture(shop, PICTURES, id);
  if (image.uploadKey !== uploadKeyOf(requestId, key)) throw notFound();
  return openPrivatePicture(shop, image);
}

export const sweepConversationPictures = (shop: Shop): Promise<number> => sweepPrivatePictures(shop, PICTURES);

export const waitingPictures = (shop: Shop, { requestId }: RequestAccess, key: string): Promise<{ id: string }[]> =>
  waitingPrivatePictures(shop, PICTURES, uploadKeyOf(requestId, key));

export const attachPictures = (
  shop: Shop,
  { requestId, key, ownKey = key }: { requestId: string; key: string; ownKey?: string },
): Promise<void> =>
  sendPrivatePictures(shop, PICTURES, {
    uploadKey: uploadKeyOf(requestId, key),
    requestId,
    storedUnder: uploadKeyOf(requestId, ownKey),
  });

/** Detaches pictures from a message or stage. The shop deletes unsent pictures after two days. */
export async function detachPictures(
  shop: Shop,
  { requestId, key }: { requestId: string; key: string },
): Promise<void> {
  await shop.database
    .update(conversationPictures)
    .set({ requestId: null })
    .where(
      and(
        eq(conversationPictures.requestId, requestId),
        eq(conversationPictures.uploadKey, uploadKeyOf(requestId, key)),
      ),
    );
}

export const INSPIRATION: PrivatePictures = { table: orderRequestImages, folder: 'inspiration', max: MAX_INSPIRATION };

const INSPIRATION_UPLOADS = { capacity: 30, refillPerMinute: 1 };

const inspirationUploadsOf = (shop: Shop) => `inspiration:${shop.visitorAddress}`;

export const checkInspirationUploads = (shop: Shop): Promise<Result<undefined, TooMany>> =>
  checkToken(shop, inspirationUploadsOf(shop), INSPIRATION_UPLOADS);

/**
 * Stores an inspiration picture. Refuses invalid files, files of 5 MB or more, a sixth picture, and too many uploads.
 */
export async function uploadInspiration(
  shop: Shop,
  upload: PrivateUpload,
): Promise<Result<{ id: string }, InspirationRefusal>> {
  if (isTooLarge(upload.bytes.length)) return refused('too-large');
  const allowed = await takeToken(shop, inspirationUploadsOf(shop), INSPIRATION_UPLOADS);
  return allowed.ok ? storePrivatePicture(shop, INSPIRATION, upload) : allowed;
}

export async function waitingInspiration(shop: Shop, uploadKey: string | undefined): Promise<{ id: string }[]> {
  return uploadKey ? waitingPrivatePictures(shop, INSPIRATION, uploadKey) : [];
}

export async function removeInspiration(
  shop: Shop,
  { id, uploadKey }: { id: string; uploadKey: string | undefined },
): Promise<void> {
  if (uploadKey) await removePrivatePicture(shop, INSPIRATION, { id, uploadKey });
}

export async function inspirationOf(shop: Shop, requestId: string): Promise<{ id: string }[]> {
  adminOnly(shop);
  return privatePicturesOf(shop, INSPIRATION, requestId);
}

/** Opens a picture for admins, the sender and the browser with its upload key. Throws not-found for other visitors. */
export async function openInspiration(
  shop: Shop,
  { id, uploadKey }: { id: string; uploadKey: string | undefined },
): Promise<PrivatePicture> {
  const image = await getPrivatePicture(shop, INSPIRATION, id);
  if (image.uploadKey !== uploadKey && !(await sentIt(shop, image.requestId))) adminOnly(shop);
  return openPrivatePicture(shop, image);
}

export async function openSentInspiration(
  shop: Shop,
  { id, requestId }: { id: string; requestId: string },
): Promise<PrivatePicture> {
  const image = await getPrivatePicture(shop, INSPIRATION, id);
  if (image.requestId !== requestId) throw notFound();
  return openPrivatePicture(shop, image);
}

async function sentIt(shop: Shop, requestId: string | null): Promise<boolean> {
  if (actorId(shop) === null || requestId === null) return false;
  return (await shop.database.$count(orderRequests, and(eq(orderRequests.id, requestId), isMyRequest(shop)))) > 0;
}

export const sweepInspiration = (shop: Shop): Promise<number> => sweepPrivatePictures(shop, INSPIRATION);
