import { href } from 'react-router';
import { shareSchema } from '#app/modules/catalogue/wishlist/forms.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { shareWishlist, stopSharingWishlist } from '#app/modules/catalogue/wishlist/shared-wishlist.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/wishlist-link.ts';

/** POST profile/wishlist/link: makes the link under which one's wishlist can be seen, or stops it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { fields, returnTo } = await readPost(request, shareSchema);
  await (fields.shared ? shareWishlist : stopSharingWishlist)(context.get(shopContext));
  const outcome = { ok: true, message: fields.shared ? wishlistMessages.shared : wishlistMessages.unshared };
  return answerPost(request, context.get(visitContext), outcome, {
    returnTo,
    otherwise: href('/profile/wishlist'),
    toast: {},
  });
}
