import { href } from 'react-router';
import { wishSchema } from '#app/modules/catalogue/wishlist/forms.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { addToWishlist, removeFromWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/wishlist-entries.ts';

/** POST wishlist/entries: a piece that shall, or shall no longer, be on the visitor's list; a guest's list is kept in the browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields, returnTo } = await readPost(request, wishSchema);
  const change = fields.wanted ? addToWishlist : removeFromWishlist;
  const before = visit.wishlist;
  const list = await change(context.get(shopContext), before, fields.artworkId);
  if (context.get(shopContext).actor.kind === 'guest') visit.keepWishlist(list);
  const isFull = before.some((id) => id !== fields.artworkId && !list.includes(id));
  const message = fields.wanted ? 'Added to wishlist' : 'Removed from wishlist';
  return answerPost(
    request,
    visit,
    { ok: true, isFull, message: isFull ? wishlistMessages.guestFull : message },
    { returnTo, otherwise: href('/gallery'), toast: isFull && {} },
  );
}
