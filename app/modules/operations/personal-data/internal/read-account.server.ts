import { href } from 'react-router';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { listAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { personalize } from '#app/modules/catalogue/artworks/personalization.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { checkoutAttempts } from '#app/modules/payments/checkout/tables.server.ts';
import { authSessions } from '#app/modules/identity/sign-in/tables.server.ts';
import { sharedTokenOf } from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { wishlist } from '#app/modules/catalogue/wishlist/tables.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

export async function readAddresses(shop: Shop) {
  return (await listAddresses(shop)).map(({ label, address }) => ({ label, ...address }));
}

/** What the signed-in person typed of an address into a checkout that became no order. */
export const readTypedAddresses = (shop: Shop) =>
  shop.database
    .select({ address: checkoutAttempts.typedAddress, createdAt: checkoutAttempts.createdAt })
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.userId, signedIn(shop).userId), isNotNull(checkoutAttempts.typedAddress)))
    .orderBy(asc(checkoutAttempts.createdAt));

/** Where the signed-in person is signed in, without the tokens. */
export const readSessions = (shop: Shop) =>
  shop.database
    .select({
      createdAt: authSessions.createdAt,
      expiresAt: authSessions.expiresAt,
      address: authSessions.ipAddress,
      browser: authSessions.userAgent,
    })
    .from(authSessions)
    .where(eq(authSessions.userId, signedIn(shop).userId))
    .orderBy(desc(authSessions.createdAt));

export async function readCart(shop: Shop) {
  const lines = await shop.database
    .select({
      artworkId: cart.artworkId,
      variantId: cart.variantId,
      title: artworks.title,
      quantity: cart.quantity,
      answers: cart.answers,
      fields: artworks.personalizationFields,
      addedAt: cart.createdAt,
    })
    .from(cart)
    .innerJoin(artworks, eq(artworks.id, cart.artworkId))
    .where(eq(cart.userId, signedIn(shop).userId));
  return lines.map(({ answers, fields, ...line }) => ({
    ...line,
    personalization: personalize(fields, answers).personalization,
  }));
}

export const readWishlist = (shop: Shop) =>
  shop.database
    .select({ artworkId: wishlist.artworkId, title: artworks.title, addedAt: wishlist.dateAdded })
    .from(wishlist)
    .innerJoin(artworks, eq(artworks.id, wishlist.artworkId))
    .where(eq(wishlist.userId, signedIn(shop).userId))
    .orderBy(desc(wishlist.dateAdded));

export async function readWishlistLink(shop: Shop) {
  const token = await sharedTokenOf(shop);
  return token && `${shop.config.shopUrl}${href('/wishlist/shared/:token', { token })}`;
}
