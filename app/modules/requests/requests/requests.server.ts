import { and, eq } from 'drizzle-orm';
import type { Refused, Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { artworks, isPublished } from '#app/modules/catalogue/artworks/tables.server.ts';
import { recordConsents } from '#app/modules/store/consents/consents.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { inTransaction, signedIn } from '#app/platform/shop.server.ts';
import './events.server.ts';
import type { OrderRequestForm } from './forms.ts';
import type { ORDER_REQUEST_REFUSALS } from './messages.ts';
import { isOver } from './request.ts';
import { orderRequests } from './tables.server.ts';

export type OrderRequestRefusal =
  | Refused<Exclude<keyof typeof ORDER_REQUEST_REFUSALS, 'too-many'>, undefined>
  | TooMany;

/** What a request is known by: to the database, and to people. */
export type StoredRequest = { requestId: string; number: string };
const stored = { requestId: orderRequests.id, number: orderRequests.number };

/** The studio is written to about each: a person asks for a few pieces at most. */
const REQUESTS = { capacity: 10, refillPerMinute: 0.5 };

/**
 * Stores a request for a piece that is out of stock, with the terms its sender has accepted, and lets the studio know. The same
 * words sent again under their key store nothing new; other words under that key are a request of their own. Refused for guests, for unknown artworks and what isn't published, for fabric, for what can simply be bought, for
 * a day that is over, and for who asks too often.
 */
export async function sendOrderRequest(
  shop: Shop,
  form: Omit<OrderRequestForm, 'terms'>,
): Promise<Result<StoredRequest, OrderRequestRefusal>> {
  if (shop.actor.kind === 'guest') return refused('not-signed-in');
  const { userId } = signedIn(shop);
  const allowed = await takeToken(shop, `order-request:${userId}`, REQUESTS);
  if (!allowed.ok) return allowed;
  // Somebody may mend what they wrote before they try again: that is another request.
  const key = uuidFrom(JSON.stringify(form));
  return inTransaction(shop, async (shop) => {
    const [artwork] = await shop.database
      .select({ medium: artworks.medium, inStock: artworks.inStock, price: artworks.price })
      .from(artworks)
      .where(and(eq(artworks.id, form.artworkId), isPublished));
    if (!artwork) return refused('artwork-not-found');
    if (artwork.medium === 'fabric') return refused('made-to-order');
    const earlier = await requestOf(shop, userId, key);
    if (earlier) return done(earlier);
    if (isOver(shop, form.neededBy)) return refused('needed-in-the-past');
    if (artwork.inStock && artwork.price !== null) return refused('in-stock');
    const sent = await insertRequest(shop, {
      ...form,
      key,
      userId,
      kind: artwork.price === null ? 'price-on-request' : 'out-of-stock',
    });
    if (sent) {
      await recordConsents(shop, { userId, requestId: sent.requestId }, 'order-request', { terms: true });
      await announce(shop, 'order-requests.sent', { requestId: sent.requestId });
      return done(sent);
    }
    const raced = await requestOf(shop, userId, key);
    if (!raced) throw new Error('an order request was sent under a key that belongs to somebody else');
    return done(raced);
  });
}

/** Writes a request of either kind in the caller's transaction; undefined when its key was written before. */
export async function insertRequest(
  shop: Shop,
  request: Omit<typeof orderRequests.$inferInsert, 'id' | 'number' | 'createdAt' | 'status'>,
): Promise<StoredRequest | undefined> {
  const [inserted] = await shop.database
    .insert(orderRequests)
    .values({ ...request, createdAt: shop.now })
    .onConflictDoNothing({ target: orderRequests.key })
    .returning(stored);
  return inserted;
}

async function requestOf(shop: Shop, userId: string, key: string): Promise<StoredRequest | undefined> {
  const [found] = await shop.database
    .select(stored)
    .from(orderRequests)
    .where(and(eq(orderRequests.key, key), eq(orderRequests.userId, userId)));
  return found;
}
