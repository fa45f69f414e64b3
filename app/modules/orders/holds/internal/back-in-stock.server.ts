import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { type ProvenAddress, wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import { artworks, availableCount } from '#app/modules/catalogue/artworks/tables.server.ts';
import { backInStockRequests } from '#app/modules/orders/holds/tables.server.ts';
import '#app/modules/orders/holds/events.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

const OF_ONE_VISITOR = { capacity: 10, refillPerMinute: 10 / 60 };
const TO_ONE_ADDRESS = { capacity: 5, refillPerMinute: 5 / (24 * 60) };
const RETENTION_DAYS = 30;

/** Stores a request for one email when the piece is back in stock. Repeating is safe. Rate-limited. */
export async function requestBackInStock(
  shop: Shop,
  { artworkId, email }: { artworkId: string; email: string },
): Promise<Result<undefined, TooMany>> {
  const person = 'userId' in shop.actor ? shop.actor : undefined;
  const address = (person?.email ?? email).toLowerCase();
  if (!isUuid(artworkId)) throw notFound();
  const ofVisitor = await takeToken(shop, `back-in-stock:${person?.userId ?? shop.visitorAddress}`, OF_ONE_VISITOR);
  if (!ofVisitor.ok) return ofVisitor;
  const [artwork] = await shop.database.select({ id: artworks.id }).from(artworks).where(eq(artworks.id, artworkId));
  if (!artwork) throw notFound();
  const toAddress = await takeToken(shop, `back-in-stock-to:${address}`, TO_ONE_ADDRESS);
  if (!toAddress.ok) return toAddress;
  return inTransaction(shop, async (shop) => {
    const [present] = await shop.database
      .select({ id: artworks.id })
      .from(artworks)
      .where(eq(artworks.id, artworkId))
      .for('key share');
    if (!present) throw notFound();
    await shop.database
      .insert(backInStockRequests)
      .values({ artworkId, email: address, userId: person?.userId, createdAt: shop.now })
      .onConflictDoNothing();
    return done();
  });
}

/** Announces each request once, and deletes old requests. */
export async function sweepBackInStockRequests(shop: Shop): Promise<number> {
  adminOnly(shop);
  const daysAgo = (days: number) => new Date(shop.now.getTime() - days * 24 * 3_600_000);
  return inTransaction(shop, async (shop) => {
    await shop.database
      .delete(backInStockRequests)
      .where(
        or(lt(backInStockRequests.createdAt, daysAgo(RETENTION_DAYS)), lt(backInStockRequests.announcedAt, daysAgo(1))),
      );
    const back = await shop.database
      .update(backInStockRequests)
      .set({ announcedAt: shop.now })
      .where(
        and(
          isNull(backInStockRequests.announcedAt),
          inArray(
            backInStockRequests.artworkId,
            shop.database.select({ id: artworks.id }).from(artworks).where(gt(availableCount, 0)),
          ),
        ),
      )
      .returning({ requestId: backInStockRequests.id });
    await announceEach(shop, 'holds.back-in-stock', back);
    return back.length;
  });
}

/** Deletes and returns a request. Call it in the transaction that queues the email. */
export async function takeBackInStockRequest(
  shop: Shop,
  requestId: string,
): Promise<{ email: string; slug: string; title: string } | undefined> {
  adminOnly(shop);
  const [request] = await shop.database
    .delete(backInStockRequests)
    .where(eq(backInStockRequests.id, requestId))
    .returning({ email: backInStockRequests.email, artworkId: backInStockRequests.artworkId });
  if (!request) return undefined;
  const [artwork] = await shop.database
    .select({ slug: artworks.slug, title: artworks.title })
    .from(artworks)
    .where(eq(artworks.id, request.artworkId));
  return artwork && { email: request.email, ...artwork };
}

export async function forgetBackInStockRequests(
  shop: Shop,
  { userId, email, addresses }: { userId: string; email: string; addresses: readonly ProvenAddress[] },
) {
  adminOnly(shop);
  await shop.database
    .delete(backInStockRequests)
    .where(
      or(
        eq(backInStockRequests.userId, userId),
        eq(backInStockRequests.email, sql`lower(${email})`),
        wasAddressOf(addresses, backInStockRequests.email, backInStockRequests.createdAt),
      ),
    );
}
