import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { done, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { type ProvenAddress, wasAddressOf } from '#app/modules/identity/accounts/proven-addresses.server.ts';
import {
  artworks,
  artworkVariants,
  availableCount,
  availableOf,
} from '#app/modules/catalogue/artworks/tables.server.ts';
import { titleOfVariant } from '#app/modules/catalogue/artworks/variant.ts';
import { backInStockRequests } from '#app/modules/orders/holds/tables.server.ts';
import '#app/modules/orders/holds/events.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { takeToken, type TooMany } from '#app/platform/limits.server.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

const OF_ONE_VISITOR = { capacity: 10, refillPerMinute: 10 / 60 };
const TO_ONE_ADDRESS = { capacity: 5, refillPerMinute: 5 / (24 * 60) };
const RETENTION_DAYS = 180;

type Asked = { artworkId: string; variantId?: string; email: string };

/** Stores a request for one email when the piece or a named variant is back in stock. Repeating is safe. Rate-limited. */
export async function requestBackInStock(shop: Shop, asked: Asked): Promise<Result<undefined, TooMany>> {
  const { artworkId, variantId, person, address } = readAsked(shop, asked);
  const ofVisitor = await limitVisitor(shop);
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
    if (!present || (variantId !== null && !(await lockVariant(shop, artworkId, variantId)))) throw notFound();
    await shop.database
      .insert(backInStockRequests)
      .values({ artworkId, variantId, email: address, userId: person?.userId, createdAt: shop.now })
      .onConflictDoNothing();
    return done();
  });
}

/** Deletes a request. A guest has not proved the address, so only its account deletes an account's request. */
export async function withdrawBackInStock(shop: Shop, asked: Asked): Promise<Result<undefined, TooMany>> {
  const { artworkId, variantId, person, address } = readAsked(shop, asked);
  const ofVisitor = await limitVisitor(shop);
  if (!ofVisitor.ok) return ofVisitor;
  await shop.database
    .delete(backInStockRequests)
    .where(
      and(
        eq(backInStockRequests.artworkId, artworkId),
        sql`${backInStockRequests.variantId} is not distinct from ${variantId}::uuid`,
        person
          ? or(eq(backInStockRequests.userId, person.userId), eq(backInStockRequests.email, address))
          : and(eq(backInStockRequests.email, address), isNull(backInStockRequests.userId)),
      ),
    );
  return done();
}

function readAsked(shop: Shop, { artworkId, variantId, email }: Asked) {
  if (!isUuid(artworkId)) throw notFound();
  const person = 'userId' in shop.actor ? shop.actor : undefined;
  return { artworkId, variantId: variantId || null, person, address: (person?.email ?? email).toLowerCase() };
}

const limitVisitor = (shop: Shop) =>
  takeToken(shop, `back-in-stock:${'userId' in shop.actor ? shop.actor.userId : shop.visitorAddress}`, OF_ONE_VISITOR);

async function lockVariant(shop: Shop, artworkId: string, variantId: string): Promise<boolean> {
  const found = await shop.database
    .select({ id: artworkVariants.id })
    .from(artworkVariants)
    .where(and(eq(artworkVariants.id, variantId), eq(artworkVariants.artworkId, artworkId)))
    .for('key share');
  return found.length > 0;
}

const isBack = sql`exists (
  select from ${artworks}
  where artworks.id = back_in_stock_requests.artwork_id and artworks.price is not null
    and case when back_in_stock_requests.variant_id is null then ${availableCount}
      else ${availableOf(sql`back_in_stock_requests.variant_id`)} end > 0)`;

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
      .where(and(isNull(backInStockRequests.announcedAt), isBack))
      .returning({ requestId: backInStockRequests.id });
    await announceEach(shop, 'holds.back-in-stock', back);
    return back.length;
  });
}

/** Deletes and returns a request. It waits again if the piece is gone. Call it in the transaction that queues the email. */
export async function takeBackInStockRequest(
  shop: Shop,
  requestId: string,
): Promise<{ email: string; slug: string; title: string } | undefined> {
  adminOnly(shop);
  const [request] = await shop.database
    .delete(backInStockRequests)
    .where(and(eq(backInStockRequests.id, requestId), isBack))
    .returning();
  if (!request) {
    await shop.database
      .update(backInStockRequests)
      .set({ announcedAt: null })
      .where(eq(backInStockRequests.id, requestId));
    return undefined;
  }
  const [artwork] = await shop.database
    .select({ slug: artworks.slug, title: artworks.title, variant: artworkVariants })
    .from(artworks)
    .leftJoin(
      artworkVariants,
      and(eq(artworkVariants.artworkId, artworks.id), sql`${artworkVariants.id} = ${request.variantId}::uuid`),
    )
    .where(eq(artworks.id, request.artworkId));
  if (!artwork) return undefined;
  const { slug, title, variant } = artwork;
  return { email: request.email, slug, title: variant ? titleOfVariant(title, variant) : title };
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
