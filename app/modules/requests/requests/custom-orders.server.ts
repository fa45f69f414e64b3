import { and, eq, ne } from 'drizzle-orm';
import type { Refused, Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { saveMeasurements } from '#app/modules/identity/accounts/accounts.server.ts';
import { artworks, artworkVariants, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import { variantName } from '#app/modules/catalogue/artworks/variant.ts';
import {
  getPrivatePicture,
  openPrivatePicture,
  type PrivatePicture,
  type PrivatePictures,
  type PrivateUpload,
  privatePicturesOf,
  removePrivatePicture,
  sendPrivatePictures,
  storePrivatePicture,
  sweepPrivatePictures,
  waitingPrivatePictures,
} from '#app/modules/catalogue/media/media.server.ts';
import { isTooLarge } from '#app/modules/catalogue/media/messages.ts';
import { insertRequest } from './requests.server.ts';
import { isMyRequest } from './own-requests.server.ts';
import { lockRequest } from './internal/state.server.ts';
import { isOver } from './request.ts';
import { orderRequests } from './tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { checkToken, takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { actorId, adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { messageOf, MAX_INSPIRATION } from './custom-order.ts';
import './events.server.ts';
import type { CustomOrderForm } from './custom-order-forms.ts';
import type { InspirationRefusal } from './custom-order-messages.ts';
import { orderRequestImages } from './tables.server.ts';

export type CustomOrderRefusal =
  | Refused<'no-design', undefined>
  | Refused<'needed-in-the-past', undefined>
  | Refused<'sent-before', { number: string }>
  | TooMany;

/** Each writes to the studio and to the address on the form, which may be a stranger's. */
const FROM_ONE_PLACE = { capacity: 10, refillPerMinute: 0.2 };
const TO_ONE_ADDRESS = { capacity: 5, refillPerMinute: 0.05 };

/**
 * Stores a custom order, from anybody, with the pictures uploaded under `uploadKey`, and lets the studio know. A repeat with the same key stores nothing new but the pictures that were added since; with the same key but other words it is refused, because the
 * words sent first are what the studio reads. Refused too when its piece isn't in the shop, the
 * day it is needed by is over, or somebody sends too many. Measurements are kept for the next time where that was ticked.
 */
export async function sendCustomOrder(
  shop: Shop,
  {
    wantStitching,
    artworkId,
    variantId,
    neededBy = null,
    ...form
  }: CustomOrderForm & { uploadKey: string | undefined },
): Promise<Result<{ number: string }, CustomOrderRefusal>> {
  const { key, uploadKey, name, email, phone, fabricSource, fabricNotes, designStyle } = form;
  const measurements = wantStitching ? (form.measurements ?? '') : '';
  const answers = { fabricSource, fabricNotes, designStyle, wantStitching, measurements, neededBy };
  const variant = await findVariant(shop, { artworkId, variantId });
  const message = messageOf({ ...answers, variant: variant?.name });
  const request = { key, artworkId, name, email, phone, message, ...answers };
  const earlier = await answerRepeat(shop, request, uploadKey);
  if (earlier) return earlier;
  if (isOver(shop, neededBy)) return refused('needed-in-the-past');
  for (const [bucket, limit] of [
    [`custom-order:from:${shop.visitorAddress}`, FROM_ONE_PLACE],
    [`custom-order:to:${email}`, TO_ONE_ADDRESS],
  ] as const) {
    const allowed = await takeToken(shop, bucket, limit);
    if (!allowed.ok) return allowed;
  }
  return inTransaction(shop, async (shop) => {
    const [artwork] = await shop.database
      .select({ id: artworks.id })
      .from(artworks)
      .where(and(eq(artworks.id, artworkId), isPublished));
    if (!artwork) return refused('no-design');
    const stored = await insertRequest(shop, { ...request, userId: actorId(shop), kind: 'custom' });
    if (!stored) {
      const raced = await answerRepeat(shop, request, uploadKey);
      if (!raced) throw new Error('a custom order vanished while it was being repeated');
      return raced;
    }
    const { requestId, number } = stored;
    if (form.keepMeasurements && measurements && actorId(shop) !== null) await saveMeasurements(shop, measurements);
    if (uploadKey) await sendPrivatePictures(shop, INSPIRATION, { uploadKey, requestId });
    await announce(shop, 'custom-orders.sent', { requestId });
    return done({ number });
  });
}

/** The variant of a piece that was chosen, and what it is called; undefined where the piece has none with this id. */
export async function findVariant(
  shop: Shop,
  { artworkId, variantId }: { artworkId: string; variantId: string | null | undefined },
): Promise<{ id: string; name: string } | undefined> {
  if (!variantId || !isUuid(variantId) || !isUuid(artworkId)) return undefined;
  const [variant] = await shop.database
    .select()
    .from(artworkVariants)
    .where(and(eq(artworkVariants.id, variantId), eq(artworkVariants.artworkId, artworkId)));
  return variant && { id: variant.id, name: variantName(variant) };
}

const SENT_FIELDS = ['artworkId', 'name', 'email', 'phone', 'message'] as const;

// Not by owner: the key was drawn by the browser that sends it again.
/** What a repeat is answered, with the pictures that were added since; undefined when the key is new. */
async function answerRepeat(
  shop: Shop,
  request: Record<'key' | (typeof SENT_FIELDS)[number], string>,
  uploadKey: string | undefined,
): Promise<Result<{ number: string }, Refused<'sent-before', { number: string }>> | undefined> {
  const [earlier] = await shop.database.select().from(orderRequests).where(eq(orderRequests.key, request.key));
  if (!earlier) return undefined;
  const { number } = earlier;
  const isSame = SENT_FIELDS.every((column) => earlier[column] === request[column]);
  if (!isSame) return refused('sent-before', { number });
  await addPictures(shop, { uploadKey, requestId: earlier.id });
  return done({ number });
}

/** Hands the pictures that wait under a key to a request that was sent before; of those under another key it has enough. */
async function addPictures(
  shop: Shop,
  { uploadKey, requestId }: { uploadKey: string | undefined; requestId: string },
): Promise<void> {
  if (!uploadKey || (await waitingInspiration(shop, uploadKey)).length === 0) return;
  await inTransaction(shop, async (shop) => {
    await lockRequest(shop, requestId);
    const { requestId: ofRequest, uploadKey: under } = orderRequestImages;
    const others = and(eq(ofRequest, requestId), ne(under, uploadKey));
    if ((await shop.database.$count(orderRequestImages, others)) > 0) return;
    await sendPrivatePictures(shop, INSPIRATION, { uploadKey, requestId });
    await publish(shop, [topics.admin], { kind: 'request', id: requestId });
  });
}

export const INSPIRATION: PrivatePictures = { table: orderRequestImages, folder: 'inspiration', max: MAX_INSPIRATION };
const UPLOADS = { capacity: 30, refillPerMinute: 1 };
const uploadsOf = (shop: Shop) => `inspiration:${shop.visitorAddress}`;

/** Refuses a visitor who sends too many pictures now: to be asked before a large body is read. */
export const checkUploads = (shop: Shop): Promise<Result<undefined, TooMany>> =>
  checkToken(shop, uploadsOf(shop), UPLOADS);

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
  const allowed = await takeToken(shop, uploadsOf(shop), UPLOADS);
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
