import { desc, eq } from 'drizzle-orm';
import { href } from 'react-router';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { sharedTokenOf } from './shared-wishlist.server.ts';
import { wishlist } from './tables.server.ts';
import { forgetWishlist } from './wishlist.server.ts';

const readWishlist = (shop: Shop) =>
  shop.database
    .select({ artworkId: wishlist.artworkId, title: artworks.title, addedAt: wishlist.dateAdded })
    .from(wishlist)
    .innerJoin(artworks, eq(artworks.id, wishlist.artworkId))
    .where(eq(wishlist.userId, signedIn(shop).userId))
    .orderBy(desc(wishlist.dateAdded));

async function readWishlistLink(shop: Shop) {
  const token = await sharedTokenOf(shop);
  return token && `${shop.config.shopUrl}${href('/wishlist/shared/:token', { token })}`;
}

export const wishlistData: PersonalData = {
  read: { wishlist: readWishlist, wishlistLink: readWishlistLink },
  erase: (shop, { userId }) => forgetWishlist(shop, userId),
};
