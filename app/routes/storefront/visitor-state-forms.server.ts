import { href } from 'react-router';
import { z } from 'zod';
import { parseGuestWishlist } from '#app/modules/catalogue/wishlist/guest-wishlist.ts';
import { wishSchema } from '#app/modules/catalogue/wishlist/forms.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { addToWishlist, removeFromWishlist } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { createGuestCart } from '#app/modules/orders/cart/guest-cart.ts';
import { cartMessage, mergeMessages } from '#app/modules/orders/cart/messages.ts';
import { TRACKING_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { reorder } from '#app/modules/payments/checkout/checkout.server.ts';
import { reorderSchema } from '#app/modules/payments/checkout/forms.ts';
import { addForms } from '#app/routes/storefront/cart/add-forms.server.ts';
import { formOf } from '#app/routes/form-action.server.ts';

const linesSchema = z
  .array(z.object({ artworkId: z.string().max(64), variantId: z.string().max(64).optional(), quantity: z.number() }))
  .max(200);

const form = formOf();

/**
 * Forms post to this route, because every page has loaded its script. Offline, a click then shows an error instead of
 * reloading the page.
 */
export const visitorForms = {
  ...addForms({ refused: (refusal) => ({ toast: { text: cartMessage(refusal), tone: 'alert' } }) }),
  reorder: form({
    schema: reorderSchema,
    run: (shop, { orderId }) => reorder(shop, orderId),
    done(merge, _fields, { visit }) {
      for (const text of mergeMessages(merge)) visit.flash({ text });
      return href('/cart');
    },
    refused: ({ reason }) => ({ to: href('/profile/orders'), message: TRACKING_MESSAGES[reason] }),
  }),
  wish: form({
    schema: wishSchema,
    async run(shop, { wanted, artworkId }, { visit }) {
      const before = visit.wishlist;
      const list = await (wanted ? addToWishlist : removeFromWishlist)(shop, before, artworkId);
      if (shop.actor.kind === 'guest') visit.keepWishlist(list);
      return { isFull: before.some((id) => id !== artworkId && !list.includes(id)) };
    },
    done: ({ isFull }, { wanted }) =>
      isFull
        ? { ok: true, toast: { text: wishlistMessages.guestFull } }
        : { ok: true, message: wanted ? 'Added to wishlist' : 'Removed from wishlist' },
    refused: {},
    back: () => href('/gallery'),
  }),
  restore: form({
    schema: z.strictObject({
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
    }),
    async run(shop, { cart, wishlist }, { visit }) {
      if (shop.actor.kind !== 'guest' || visit.knowsCart) return;
      visit.keepCart(createGuestCart(cart));
      if (visit.wishlist.length === 0) visit.keepWishlist(parseGuestWishlist(wishlist));
    },
    done: () => ({ ok: true }),
    refused: {},
  }),
};

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
