import { href } from 'react-router';
import { mergeMessages } from '#app/modules/orders/cart/messages.ts';
import { TRACKING_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { reorder } from '#app/modules/payments/checkout/checkout.server.ts';
import { reorderSchema } from '#app/modules/payments/checkout/forms.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST cart/reorder: puts a delivered order's pieces into the cart again and opens it. */
export const action = formAction(
  form({
    schema: reorderSchema,
    run: (shop, { orderId }) => reorder(shop, orderId),
    done(merge, _fields, { visit }) {
      for (const text of mergeMessages(merge)) visit.flash({ text });
      return href('/cart');
    },
    refused: ({ reason }) => ({ to: href('/profile/orders'), message: TRACKING_MESSAGES[reason] }),
  }),
);
