import { z } from 'zod';
import { guestCartOf } from '#app/modules/orders/cart/guest-cart.ts';
import { parseGuestWishlist } from '#app/modules/catalogue/wishlist/guest-wishlist.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/guest-state.ts';

const linesSchema = z
  .array(z.object({ artworkId: z.string().max(64), variantId: z.string().max(64).optional(), quantity: z.number() }))
  .max(200);
const guestStateSchema = z.strictObject({
  cart: z
    .string()
    .max(20_000)
    .transform((text, problems) => {
      const parsed = linesSchema.safeParse(safeJson(text));
      if (parsed.success) return parsed.data;
      problems.addIssue('not a cart');
      return z.NEVER;
    }),
  wishlist: z.string().max(20_000),
});

/** POST guest-state: puts a guest's cart and wishlist back from the browser's storage when its cookies were cleared. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields } = await readPost(request, guestStateSchema);
  if (context.get(shopContext).actor.kind === 'guest' && !visit.knowsCart) {
    visit.keepCart(guestCartOf(fields.cart));
    if (visit.wishlist.length === 0) visit.keepWishlist(parseGuestWishlist(fields.wishlist));
  }
  return null;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
