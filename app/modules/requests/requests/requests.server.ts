import { and, eq, inArray, ne } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import {
  artworks,
  artworkVariants,
  canStartCustomOrder,
  isPublished,
} from '#app/modules/catalogue/artworks/tables.server.ts';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { once } from '#app/platform/once.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, inTransaction, isSignedOut, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import './events.server.ts';
import type { CustomOrderForm, OrderRequestForm } from './forms.ts';
import type { ORDER_REQUEST_REFUSALS } from './messages.ts';
import { isOver, type RequestStatus } from './request.ts';
import { orderRequestImages, orderRequests } from './tables.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { saveMeasurements } from '#app/modules/identity/accounts/accounts.server.ts';
import { variantName } from '#app/modules/catalogue/artworks/variant.ts';
import { sendPrivatePictures } from '#app/modules/catalogue/media/media.server.ts';
import { lockRequest } from './internal/state.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { messageOf } from './custom-order.ts';
import { INSPIRATION, waitingInspiration } from './pictures.server.ts';
import type { ShippingAddress } from '#app/basics/address.ts';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';
import { readableCodeOf } from '#app/platform/readable-code.server.ts';

type OrderRequestRefusal = Refused<Exclude<keyof typeof ORDER_REQUEST_REFUSALS, 'too-many'>, undefined> | TooMany;

type StoredRequest = { requestId: string; number: string };

const REQUESTS = { capacity: 10, refillPerMinute: 0.5 };

/**
 * Stores a request for a piece that is out of stock, once per key and content. Refuses guests, unknown pieces, fabric,
 * pieces in stock, past days, and too many requests.
 */
export async function sendOrderRequest(
  shop: Shop,
  form: Omit<OrderRequestForm, 'terms'>,
): Promise<Result<StoredRequest, OrderRequestRefusal>> {
  if (isSignedOut(shop)) return refused('not-signed-in');
  const { userId } = signedIn(shop);
  const allowed = await takeToken(shop, `order-request:${userId}`, REQUESTS);
  if (!allowed.ok) return allowed;
  const key = uuidFrom(JSON.stringify(form));
  const sent = await once(shop, { scope: 'order-request', key, content: { userId } }, async (shop) => {
    const [artwork] = await shop.database
      .select({ medium: artworks.medium, inStock: artworks.inStock, price: artworks.price })
      .from(artworks)
      .where(and(eq(artworks.id, form.artworkId), isPublished));
    if (!artwork) return refused('artwork-not-found');
    if (artwork.medium === 'fabric') return refused('made-to-order');
    if (isOver(shop, form.neededBy)) return refused('needed-in-the-past');
    if (artwork.inStock && artwork.price !== null) return refused('in-stock');
    const { key: _key, ...asked } = form;
    const kind = artwork.price === null ? 'price-on-request' : 'out-of-stock';
    const { requestId, number } = await insertRequest(shop, { ...asked, userId, kind });
    await recordConsents(shop, { userId, requestId }, 'order-request', { terms: true });
    await announce(shop, 'order-requests.sent', { requestId });
    return done({ id: requestId, number });
  });
  if (sent.ok) return done({ requestId: sent.value.id, number: sent.value.number });
  if (sent.reason === 'key-used')
    throw new Error('an order request was sent under a key that belongs to somebody else');
  return sent;
}

export async function insertRequest(
  shop: Shop,
  request: Omit<typeof orderRequests.$inferInsert, 'id' | 'number' | 'createdAt' | 'status'>,
): Promise<StoredRequest> {
  const [inserted] = await shop.database
    .insert(orderRequests)
    .values({ ...request, createdAt: shop.now })
    .returning({ requestId: orderRequests.id, number: orderRequests.number });
  return inserted!;
}

type CustomOrderRefusal =
  | Refused<'no-design', undefined>
  | Refused<'needed-in-the-past', undefined>
  | Refused<'sent-before', { number: string }>
  | TooMany;

/** Each custom order sends an email to the studio and to the typed address, which may belong to a stranger. */
const FROM_ONE_PLACE = { capacity: 10, refillPerMinute: 0.2 };

const TO_ONE_ADDRESS = { capacity: 5, refillPerMinute: 0.05 };

/**
 * Stores a custom order, once per key. A repeat adds new pictures. Refuses missing pieces, past days, and too many
 * orders.
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
  const sentFields = { artworkId, name, email, phone, message };
  const sent = await once(shop, { scope: 'custom-order', key, content: sentFields }, async (shop) => {
    if (isOver(shop, neededBy)) return refused('needed-in-the-past');
    for (const [bucket, limit] of [
      [`custom-order:from:${shop.visitorAddress}`, FROM_ONE_PLACE],
      [`custom-order:to:${email}`, TO_ONE_ADDRESS],
    ] as const) {
      const allowed = await takeToken(shop, bucket, limit);
      if (!allowed.ok) return allowed;
    }
    const [artwork] = await shop.database
      .select({ id: artworks.id })
      .from(artworks)
      .where(and(eq(artworks.id, artworkId), canStartCustomOrder));
    if (!artwork) return refused('no-design');
    const sender = { userId: actorId(shop), kind: 'custom' } as const;
    const { requestId, number } = await insertRequest(shop, { ...sentFields, ...answers, ...sender });
    if (form.keepMeasurements && measurements && actorId(shop) !== null) await saveMeasurements(shop, measurements);
    if (uploadKey) await sendPrivatePictures(shop, INSPIRATION, { uploadKey, requestId });
    await announce(shop, 'custom-orders.sent', { requestId });
    return done({ id: requestId, number });
  });
  if (sent.ok) {
    await addPictures(shop, { uploadKey, requestId: sent.value.id });
    return done({ number: sent.value.number });
  }
  return sent.reason === 'key-used' ? refused('sent-before', { number: sent.data.number }) : sent;
}

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

export type ImportedRequest = {
  id: string;
  artworkId: string | null;
  kind: 'out-of-stock' | 'custom';
  name: string;
  email: string;
  phone: string;
  message: string;
  shippingAddress: ShippingAddress | null;
  status: Exclude<RequestStatus, 'accepted'>;
  createdAt: Date;
};

/** Imports requests without emails. They belong to no account, because no address was proven. */
export async function importRequests(
  shop: Shop,
  requests: readonly ImportedRequest[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, requests, {
    ...memory,
    findExisting: async (shop, rows) => {
      const ids = rows.map(({ id }) => id);
      const there = await shop.database.select().from(orderRequests).where(inArray(orderRequests.id, ids));
      return new Map(there.map((row) => [row.id, row]));
    },
    write: (shop, rows) =>
      shop.database.insert(orderRequests).values(
        rows.map((row) => ({
          ...row,
          number: `R-${readableCodeOf(`moved request\n${row.id}`, 6)}`,
        })),
      ),
  });
}
