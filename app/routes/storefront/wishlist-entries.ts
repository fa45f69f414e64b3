import { href } from 'react-router';
import { wishSchema } from '#app/modules/catalogue/wishlist/forms.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { addToWishlist, removeFromWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST wishlist/entries: a piece that shall, or shall no longer, be on the visitor's list; a guest's list is kept in the browser. */
export const action = formAction(
  form({
    schema: wishSchema,
    async run(shop, { wanted, artworkId }, { visit }) {
      const before = visit.wishlist;
      const list = await (wanted ? addToWishlist : removeFromWishlist)(shop, before, artworkId);
      if (shop.actor.kind === 'guest') visit.keepWishlist(list);
      return { isFull: before.some((id) => id !== artworkId && !list.includes(id)) };
    },
    // The heart turns by itself; a toast says only what made room.
    done: ({ isFull }, { wanted }) =>
      isFull
        ? { ok: true, toast: { text: wishlistMessages.guestFull } }
        : { ok: true, message: wanted ? 'Added to wishlist' : 'Removed from wishlist' },
    refused: {},
    back: () => href('/gallery'),
  }),
);
