import { href } from 'react-router';
import { setQuantity } from '#app/modules/orders/cart/cart.server.ts';
import { quantitySchema } from '#app/modules/orders/cart/forms.ts';
import { cartMessage, onlyInStock } from '#app/modules/orders/cart/messages.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/line.ts';

const form = formOf<Route.ActionArgs>();

/** POST cart/lines/:lineId: a line's new quantity; 0 takes the line out and answers what it held, so that it can be put back. */
export const action = formAction(
  form({
    schema: quantitySchema,
    async run(shop, { quantity, step }, { visit, params }) {
      const changed = await setQuantity(shop, visit.cart, params.lineId, quantity + step);
      if (changed.ok) visit.keepCart(changed.value.guest);
      return changed;
    },
    done({ line, lowered }, { quantity, step }) {
      if (quantity + step <= 0) return { ok: true, message: 'Removed.', removed: line };
      return { ok: true, ...(lowered && { toast: { text: `${onlyInStock(line.quantity)}: ${line.title}` } }) };
    },
    refused: (refusal) => ({ toast: { text: cartMessage(refusal), tone: 'alert' } }),
    back: () => href('/cart'),
  }),
);
