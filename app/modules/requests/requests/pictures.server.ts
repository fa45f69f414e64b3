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

/** Under which the pictures of a message or stage wait and stay: who knows its key reaches nothing of another request's. */
export const uploadKeyOf = (requestId: string, key: string): string => uuidFrom(`conversation ${requestId} ${key}`);

const UPLOADS = { capacity: 40, refillPerMinute: 2 };

const uploadsOf = ({ requestId, side }: RequestAccess) => `request-pictures:${side}:${requestId}`;

/** Refuses a side that sends too many pictures now: to be asked before a large body is read. */
export const checkUploads = (shop: Shop, access: RequestAccess): Promise<Result<undefined, TooMany>> =>
  checkToken(shop, uploadsOf(access), UPLOADS);

/**
 * Takes one picture for the message or stage that will be sent under `key`: judged by content, re-encoded without metadata, for
 * the two sides alone. Refused: what is no picture, 5 MB or more, a sixth under one key, and who sends too many.
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

/** Takes back a picture that wasn't sent yet, file and all. One that isn't there, or not under this key, is left alone. */
export async function removePicture(
  shop: Shop,
  { requestId }: RequestAccess,
  { key, id }: { key: string; id: string },
): Promise<void> {
  if (isUuid(key)) await removePrivatePicture(shop, PICTURES, { id, uploadKey: uploadKeyOf(requestId, key) });
}

/** A picture of the conversation, of a stage or of what was asked for. Throws not-found for another request's. */
export async function openPicture(shop: Shop, { requestId }: RequestAccess, id: string): Promise<PrivatePicture> {
  if (!isUuid(id)) throw notFound();
  const [image] = await shop.database.select().from(conversationPictures).where(eq(conversationPictures.id, id));
  if (!image) return openSentInspiration(shop, { id, requestId });
  if (image.requestId !== requestId) throw notFound();
  return openPrivatePicture(shop, image);
}

/** A picture that waits under `key` for its message or stage to be sent. Throws not-found for another one. */
export async function openWaitingPicture(
  shop: Shop,
  { requestId }: RequestAccess,
  { key, id }: { key: string; id: string },
): Promise<PrivatePicture> {
  const image = await getPrivatePicture(shop, PICTURES, id);
  if (image.uploadKey !== uploadKeyOf(requestId, key)) throw notFound();
  return openPrivatePicture(shop, image);
}

/** Forgets pictures whose message was never sent, two days after they came; a sweep calls it. Answers how many. */
export const sweepConversationPictures = (shop: Shop): Promise<number> => sweepPrivatePictures(shop, PICTURES);

/** The pictures that wait under `key` for their message or stage to be sent. */
export const waitingPictures = (shop: Shop, { requestId }: RequestAccess, key: string): Promise<{ id: string }[]> =>
  waitingPrivatePictures(shop, PICTURES, uploadKeyOf(requestId, key));

/** Hands the pictures that wait under a key to the request, in the caller's transaction; those of a message that is written under another key stay under that. */
export const attachPictures = (
  shop: Shop,
  { requestId, key, ownKey = key }: { requestId: string; key: string; ownKey?: string },
): Promise<void> =>
  sendPrivatePictures(shop, PICTURES, {
    uploadKey: uploadKeyOf(requestId, key),
    requestId,
    storedUnder: uploadKeyOf(requestId, ownKey),
  });

/** Takes them from it again, in the caller's transaction: they wait under their key, and are forgotten in time. */
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

/** Refuses a visitor who sends too many pictures now: to be asked before a large body is read. */
export const checkInspirationUploads = (shop: Shop): Promise<Result<undefined, TooMany>> =>
  checkToken(shop, inspirationUploadsOf(shop), INSPIRATION_UPLOADS);

/**
 * Takes one inspiration picture: judged by content, re-encoded without metadata, kept where only the owner, the sender and
 * the browser with `uploadKey` can see it. Refused: what is no picture, 5 MB or more, a sixth under one
 * key, and who sends too many.
 */
export async function uploadInspiration(
  shop: Shop,
  upload: PrivateUpload,
): Promise<Result<{ id: string }, InspirationRefusal>> {
  if (isTooLarge(upload.bytes.length)) return refused('too-large');
  const allowed = await takeToken(shop, inspirationUploadsOf(shop), INSPIRATION_UPLOADS);
  return allowed.ok ? storePrivatePicture(shop, INSPIRATION, upload) : allowed;
}

/** The pictures that wait under a key for their request to be sent, in the order they were chosen. */
export async function waitingInspiration(shop: Shop, uploadKey: string | undefined): Promise<{ id: string }[]> {
  return uploadKey ? waitingPrivatePictures(shop, INSPIRATION, uploadKey) : [];
}

/** Takes back a picture that wasn't sent yet, file and all. One that isn't there, or not under this key, is left alone. */
export async function removeInspiration(
  shop: Shop,
  { id, uploadKey }: { id: string; uploadKey: string | undefined },
): Promise<void> {
  if (uploadKey) await removePrivatePicture(shop, INSPIRATION, { id, uploadKey });
}

/** The pictures of a sent request, in their order; admins and the shop itself only. */
export async function inspirationOf(shop: Shop, requestId: string): Promise<{ id: string }[]> {
  adminOnly(shop);
  return privatePicturesOf(shop, INSPIRATION, requestId);
}

/**
 * A picture's file. It is there for admins, for the customer whose request
 * it belongs to and for the browser that holds its upload key; to everybody else it isn't, like one that never was.
 */
export async function openInspiration(
  shop: Shop,
  { id, uploadKey }: { id: string; uploadKey: string | undefined },
): Promise<PrivatePicture> {
  const image = await getPrivatePicture(shop, INSPIRATION, id);
  if (image.uploadKey !== uploadKey && !(await sentIt(shop, image.requestId))) adminOnly(shop);
  return openPrivatePicture(shop, image);
}

/** A picture's file of a sent request, for who may see that request, as the caller knows; another's is not found. */
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

/** Forgets pictures whose request was never sent, two days after they came; a sweep calls it. Answers how many. */
export const sweepInspiration = (shop: Shop): Promise<number> => sweepPrivatePictures(shop, INSPIRATION);
