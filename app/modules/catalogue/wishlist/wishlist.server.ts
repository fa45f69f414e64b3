import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { type ArtworkSummary, summaryOf } from '#app/modules/catalogue/artworks/artwork.ts';
import { readWithFallback, summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks, isShownTo } from '#app/modules/catalogue/artworks/tables.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import type { Person } from '#app/platform/actor.ts';
import { adminOnly, inTransaction, type Shop, shopOnly, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { withWish } from './guest-wishlist.ts';
import { wishlist, wishlistLinks } from './tables.server.ts';
import { type ImportMemory, type ImportOutcomes, importRows } from '#app/platform/database/import-rows.server.ts';

export async function getWishlist(shop: Shop, guest: readonly string[]): Promise<ArtworkSummary[]> {
  return artworksOf(shop, await wishedIds(shop, guest));
}

export async function wishedIds(shop: Shop, guest: readonly string[]): Promise<string[]> {
  const person = personOf(shop);
  if (!person) return guest.toReversed();
  return readWithFallback(
    shop,
    () => idsWishedBy(shop, person.userId, isShownTo(shop)),
    () => idsWishedBy(shop, person.userId),
  );
}

export const artworksWishedBy = async (shop: Shop, userId: string): Promise<ArtworkSummary[]> =>
  artworksOf(shop, await idsWishedBy(shop, userId));

async function idsWishedBy(shop: Shop, userId: string, isShown?: SQL): Promise<string[]> {
  const shown = isShown && shop.database.select({ id: artworks.id }).from(artworks).where(isShown);
  const rows = await shop.database
    .select({ artworkId: wishlist.artworkId })
    .from(wishlist)
    .where(and(eq(wishlist.userId, userId), shown && inArray(wishlist.artworkId, shown)))
    .orderBy(desc(wishlist.dateAdded), desc(wishlist.artworkId));
  return rows.map((row) => row.artworkId);
}

async function artworksOf(shop: Shop, ids: readonly string[]): Promise<ArtworkSummary[]> {
  const summaries = await readWithFallback(
    shop,
    () => summariesOf(shop, ids),
    (fallback) => new Map(fallback.map((artwork) => [artwork.id, summaryOf(artwork)])),
  );
  return ids.flatMap((id) => summaries.get(id) ?? []);
}

export async function addToWishlist(shop: Shop, guest: readonly string[], artworkId: string): Promise<string[]> {
  if (!(await summariesOf(shop, [artworkId])).has(artworkId)) throw notFound('Artwork not found');
  const person = personOf(shop);
  if (!person) return withWish(guest, artworkId, true);
  await insertWishes(shop, person, [artworkId]);
  return [...guest];
}

export async function removeFromWishlist(shop: Shop, guest: readonly string[], artworkId: string): Promise<string[]> {
  const person = personOf(shop);
  if (!person) return withWish(guest, artworkId, false);
  if (isUuid(artworkId))
    await ringing(shop, person, (shop) =>
      shop.database.delete(wishlist).where(and(eq(wishlist.userId, person.userId), eq(wishlist.artworkId, artworkId))),
    );
  return [...guest];
}

/** Adds a guest's list to the visitor's, without duplicates or deleted pieces. */
export async function mergeGuestWishlist(shop: Shop, guest: readonly string[]): Promise<void> {
  const person = signedIn(shop);
  if (guest.length > 0) await insertWishes(shop, person, guest);
}

async function insertWishes(shop: Shop, person: Person, artworkIds: readonly string[]): Promise<void> {
  await ringing(shop, person, (shop) =>
    shop.database
      .insert(wishlist)
      .select(
        shop.database
          .select({
            userId: sql<string>`${person.userId}::uuid`.as('user_id'),
            artworkId: artworks.id,
            dateAdded:
              sql<Date>`${shop.now.toISOString()}::timestamptz + array_position(${sql.param([...artworkIds])}::uuid[], ${artworks.id}) * interval '1 microsecond'`.as(
                'date_added',
              ),
          })
          .from(artworks)
          .where(inArray(artworks.id, [...artworkIds]))
          // Waits for a concurrent deletion, then skips the deleted piece.
          .for('key share', { of: artworks }),
      )
      .onConflictDoNothing(),
  );
}

async function ringing(shop: Shop, { userId }: Person, change: (shop: Shop) => Promise<unknown>): Promise<void> {
  await inTransaction(shop, async (shop) => {
    await change(shop);
    await publish(shop, [topics.person(userId)], { kind: 'wishlist', id: userId });
  });
}

const personOf = (shop: Shop): Person | undefined => ('userId' in shop.actor ? shop.actor : undefined);

export async function forgetWishlist(shop: Shop, userId: string): Promise<void> {
  adminOnly(shop);
  await shop.database.delete(wishlistLinks).where(eq(wishlistLinks.userId, userId));
  await shop.database.delete(wishlist).where(eq(wishlist.userId, userId));
}

type ImportedWish = { id: string; userId: string; artworkId: string; dateAdded: Date };

/** Imports wishlists. The caller has checked the people and pieces. */
export async function importWishlists(
  shop: Shop,
  wishes: readonly ImportedWish[],
  memory: ImportMemory,
): Promise<ImportOutcomes> {
  shopOnly(shop);
  return importRows(shop, wishes, {
    ...memory,
    columns: ({ id: _id, ...row }) => row,
    findExisting: async (shop, rows) => {
      const ids = new Map(rows.map(({ id, userId, artworkId }) => [`${userId} ${artworkId}`, id]));
      const people = rows.map(({ userId }) => userId);
      const there = await shop.database.select().from(wishlist).where(inArray(wishlist.userId, people));
      return new Map(
        there.flatMap((row) => {
          const id = ids.get(`${row.userId} ${row.artworkId}`);
          return id === undefined ? [] : [[id, row]];
        }),
      );
    },
    write: (shop, rows) => shop.database.insert(wishlist).values(rows.map(({ id: _id, ...row }) => row)),
  });
}
