import { href } from 'react-router';
import { setQuantity } from '#app/modules/orders/cart/cart.server.ts';
import { quantitySchema } from '#app/modules/orders/cart/forms.ts';
import { cartMessage, onlyInStock } from '#app/modules/orders/cart/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/line.ts';

/** POST cart/lines/:lineId: a line's new quantity; 0 takes the line out and answers what it held, so that it can be put back. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields, returnTo } = await readPost(request, quantitySchema);
  const quantity = fields.quantity + fields.step;
  const changed = await setQuantity(context.get(shopContext), visit.cart, params.lineId, quantity);
  if (changed.ok) visit.keepCart(changed.value.guest);
  const removed = changed.ok && quantity <= 0 ? changed.value.line : undefined;
  const message = !changed.ok
    ? cartMessage(changed)
    : removed
      ? 'Removed.'
      : changed.value.lowered
        ? `${onlyInStock(changed.value.line.quantity)}: ${changed.value.line.title}`
        : '';
  return answerPost(
    request,
    visit,
    { ok: changed.ok, message, removed },
    { returnTo, otherwise: href('/cart'), toast: removed ? false : {} },
  );
}

/** The cart page shows what was removed, with Undo; everything else that must be told is told here. */
