import { href, redirect } from 'react-router';
import { z } from 'zod';
import { guestCartOf } from '#app/modules/orders/cart/guest-cart.ts';
import { parseGuestWishlist } from '#app/modules/catalogue/wishlist/guest-wishlist.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { isUnreached } from '#app/ui/kit/is-unreached.ts';
import type { VisitorState } from '#app/ui/shop/use-visitor-state.ts';
import type { Route } from './+types/visitor-state.ts';

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

/** GET visitor-state: the visitor's own part of each page, which the server answers itself. Without it the page stays as it is. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<VisitorState | null> {
  try {
    const response = await fetch(href('/visitor-state'), { signal: request.signal });
    if (response.redirected) {
      const { pathname } = new URL(response.url);
      // The page that it leads to asks as well: another load would lose what its form was answered.
      if (pathname === location.pathname) return null;
      throw redirect(pathname);
    }
    return response.ok ? ((await response.json()) as VisitorState) : null;
  } catch (error) {
    if (isUnreached(error)) return null;
    throw error;
  }
}

const form = formOf();

/** POST visitor-state: puts a guest's cart and wishlist back from the browser's storage when its cookies were cleared. */
export const action = formAction(
  form({
    schema: guestStateSchema,
    async run(shop, { cart, wishlist }, { visit }) {
      if (shop.actor.kind !== 'guest' || visit.knowsCart) return;
      visit.keepCart(guestCartOf(cart));
      if (visit.wishlist.length === 0) visit.keepWishlist(parseGuestWishlist(wishlist));
    },
    done: () => ({ ok: true }),
    refused: {},
  }),
);

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
