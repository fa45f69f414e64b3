import { href } from 'react-router';
import { addLine } from '#app/modules/orders/cart/cart.server.ts';
import { addLineSchema } from '#app/modules/orders/cart/forms.ts';
import { addedMessage, cartMessage } from '#app/modules/orders/cart/messages.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** POST cart/lines: puts pieces into the cart. */
export const action = formAction(
  form({
    schema: addLineSchema,
    async run(shop, fields, { visit }) {
      const added = await addLine(shop, visit.cart, fields);
      if (added.ok) visit.keepCart(added.value.guest);
      return added;
    },
    done: (added) => ({
      ok: true,
      toast: { text: addedMessage(added), link: { label: 'View cart', to: href('/cart') } },
    }),
    refused: (refusal) => ({ toast: { text: cartMessage(refusal), tone: 'alert' } }),
    back: () => href('/cart'),
  }),
);
