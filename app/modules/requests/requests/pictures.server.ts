import { and, eq } from 'drizzle-orm';
import { refused, type Refused, type Result } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { RequestAccess } from './access.ts';
import { MAX_PICTURES } from './request.ts';
import { conversationPictures } from './tables.server.ts';
import { openSentInspiration } from './custom-orders.server.ts';
import {
  getPrivatePicture,
  openPrivatePicture,
  type PrivatePicture,
  type PrivatePictures,
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
import type { Shop } from '#app/platform/shop.server.ts';

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
