import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import type { ArtworkSummary } from '#app/modules/catalogue/artworks/artwork.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { wishlistLinks } from './tables.server.ts';
import { artworksWishedBy } from './wishlist.server.ts';

const TOKEN_BYTES = 24;

export async function sharedTokenOf(shop: Shop): Promise<string | undefined> {
  const [link] = await shop.database
    .select({ token: wishlistLinks.token })
    .from(wishlistLinks)
    .where(eq(wishlistLinks.userId, signedIn(shop).userId));
  return link?.token;
}

/** Creates an unguessable link to the visitor's wishlist, or keeps an existing link. */
export async function shareWishlist(shop: Shop): Promise<void> {
  await shop.database
    .insert(wishlistLinks)
    .values({
      userId: signedIn(shop).userId,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      createdAt: shop.now,
    })
    .onConflictDoNothing();
}

/** A later link has another token. */
export async function stopSharingWishlist(shop: Shop): Promise<void> {
  await shop.database.delete(wishlistLinks).where(eq(wishlistLinks.userId, signedIn(shop).userId));
}

// Not filtered by owner: the token gives access.
/**
 * Returns the customer's first name and pieces. Throws not-found for unknown and revoked tokens, and for a closing
 * account.
 */
export async function getSharedWishlist(
  shop: Shop,
  token: string,
): Promise<{ firstName: string; artworks: ArtworkSummary[]; isMine: boolean }> {
  const [owner] = await shop.database
    .select({ userId: wishlistLinks.userId, name: userProfiles.name })
    .from(wishlistLinks)
    .innerJoin(userProfiles, eq(userProfiles.id, wishlistLinks.userId))
    .where(and(eq(wishlistLinks.token, token), isNull(userProfiles.deactivatedAt), isNull(userProfiles.deletionDueAt)));
  if (!owner) throw notFound();
  return {
    firstName: owner.name.trim().split(/\s+/)[0]!,
    artworks: await artworksWishedBy(shop, owner.userId),
    isMine: 'userId' in shop.actor && shop.actor.userId === owner.userId,
  };
}
