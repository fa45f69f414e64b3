import { and, count, eq, lt, type SQL } from 'drizzle-orm';
import { refused, type Result } from '#app/basics/result.ts';
import {
  dropPrivatePictures,
  getPrivatePicture,
  openPrivatePicture,
  type PrivatePicture,
  type PrivatePictures,
  type PrivateUpload,
  removePrivatePicture,
  storePrivatePicture,
  sweepPrivatePictures,
} from '#app/modules/catalogue/media/media.server.ts';
import { isTooLarge } from '#app/modules/catalogue/media/messages.ts';
import { getOrder } from '#app/modules/orders/orders/orders.server.ts';
import type { ReturnPhotoRefusal } from '#app/modules/orders/returns/messages.ts';
import { MAX_RETURN_PHOTOS } from '#app/modules/orders/returns/return.ts';
import { returnPhotos, returnRequests } from '#app/modules/orders/returns/tables.server.ts';
import { checkToken, takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';

export const PHOTOS: PrivatePictures = { table: returnPhotos, folder: 'returns', max: MAX_RETURN_PHOTOS };
const UPLOADS = { capacity: 30, refillPerMinute: 1 };
const uploadsOf = (shop: Shop) => `return-photos:${signedIn(shop).userId}`;

export const checkUploads = (shop: Shop): Promise<Result<undefined, TooMany>> =>
  checkToken(shop, uploadsOf(shop), UPLOADS);

/** Stores a re-encoded photo (T11). Refuses other files, 5 MB or more, and a sixth photo. */
export async function uploadReturnPhoto(
  shop: Shop,
  { orderId, ...sent }: { orderId: string } & Omit<PrivateUpload, 'uploadKey'>,
): Promise<Result<{ id: string }, ReturnPhotoRefusal>> {
  const order = await ownOrder(shop, orderId);
  if (isTooLarge(sent.bytes.length)) return refused('too-large');
  const allowed = await takeToken(shop, uploadsOf(shop), UPLOADS);
  if (!allowed.ok) return allowed;
  return storePrivatePicture(shop, PHOTOS, {
    uploadKey: buildReturnKey(orderId, await countReturns(shop, order)),
    ...sent,
  });
}

/** Deletes an unsent photo. Repeating is safe. */
export async function removeReturnPhoto(
  shop: Shop,
  { orderId, photoId }: { orderId: string; photoId: string },
): Promise<void> {
  const order = await ownOrder(shop, orderId);
  await removePrivatePicture(shop, PHOTOS, {
    id: photoId,
    uploadKey: buildReturnKey(orderId, await countReturns(shop, order)),
  });
}

/** Opens a photo for the order's customer and admins (T2). */
export async function openReturnPhoto(
  shop: Shop,
  { orderId, photoId }: { orderId: string; photoId: string },
): Promise<PrivatePicture> {
  const order = await getOrder(shop, orderId);
  const [image, asked] = await Promise.all([getPrivatePicture(shop, PHOTOS, photoId), countReturns(shop, order)]);
  const keys = Array.from({ length: asked + 1 }, (_, nth) => buildReturnKey(orderId, nth));
  if (!keys.includes(image.uploadKey)) throw notFound();
  return openPrivatePicture(shop, image);
}

export const sweepReturnPhotos = (shop: Shop): Promise<number> => sweepPrivatePictures(shop, PHOTOS);

/** Erases a person's returns. Returns the files to delete after the commit. */
export const forgetReturns = (shop: Shop, userId: string): Promise<string[]> =>
  eraseReturns(shop, eq(returnRequests.userId, userId));

export const removeReturnsBefore = (shop: Shop, day: Date): Promise<string[]> =>
  eraseReturns(shop, lt(returnRequests.createdAt, day));

async function eraseReturns(shop: Shop, which: SQL): Promise<string[]> {
  adminOnly(shop);
  const these = shop.database.select({ id: returnRequests.id }).from(returnRequests).where(which);
  const files = await dropPrivatePictures(shop, PHOTOS, these);
  await shop.database.update(returnRequests).set({ details: '', exchangeFor: '', answer: null }).where(which);
  return files;
}

/** Returns the visitor's own order, because admins cannot act for a customer. */
export async function ownOrder(shop: Shop, orderId: string) {
  const { userId } = signedIn(shop);
  const order = await getOrder(shop, orderId);
  if (order.userId !== userId) throw notFound();
  return order;
}

/**
 * Returns the key of a request's photos, which are uploaded before the request exists. A repeated form has the same
 * key. It gives no access.
 */
export const buildReturnKey = (orderId: string, nth: number): string => uuidFrom(`return ${orderId} ${nth}`);

export async function countReturns(shop: Shop, { id, userId }: Pick<Order, 'id' | 'userId'>): Promise<number> {
  if (userId === null) return 0;
  const [asked] = await shop.database
    .select({ count: count() })
    .from(returnRequests)
    .where(and(eq(returnRequests.orderId, id), eq(returnRequests.userId, userId)));
  return asked!.count;
}
