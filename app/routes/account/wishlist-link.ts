import { href } from 'react-router';
import { shareSchema } from '#app/modules/catalogue/wishlist/forms.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { shareWishlist, stopSharingWishlist } from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST profile/wishlist/link: makes the link under which one's wishlist can be seen, or stops it. */
export const action = formAction(
  form({
    schema: shareSchema,
    async run(shop, { shared }) {
      await (shared ? shareWishlist : stopSharingWishlist)(shop);
    },
    done: (_nothing, { shared }) => ({
      ok: true,
      toast: { text: shared ? wishlistMessages.shared : wishlistMessages.unshared },
    }),
    refused: {},
    back: () => href('/profile/wishlist'),
  }),
);
