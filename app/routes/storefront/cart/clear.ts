import { href } from 'react-router';
import { z } from 'zod';
import { clearCart } from '#app/modules/orders/cart/cart.server.ts';
import { NO_GUEST_CART } from '#app/modules/orders/cart/guest-cart.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST cart/clear: takes every line out, and drops the coupon with them. */
export const action = formAction(
  form({
    schema: z.strictObject({}),
    async run(shop, _fields, { visit }) {
      if (shop.actor.kind === 'guest') visit.keepCart({ ...NO_GUEST_CART });
      else await clearCart(shop);
      visit.keepCoupon(undefined);
    },
    done: () => ({ ok: true }),
    refused: {},
    back: () => href('/cart'),
  }),
);
