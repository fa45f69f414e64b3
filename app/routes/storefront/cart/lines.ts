import { href } from 'react-router';
import { addLine } from '#app/modules/orders/cart/cart.server.ts';
import { addLineSchema } from '#app/modules/orders/cart/forms.ts';
import { addedMessage, cartMessage } from '#app/modules/orders/cart/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/lines.ts';

/** POST cart/lines: puts pieces into the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields, returnTo } = await readPost(request, addLineSchema);
  const added = await addLine(context.get(shopContext), visit.cart, fields);
  if (added.ok) visit.keepCart(added.value.guest);
  const outcome = { ok: added.ok, message: added.ok ? addedMessage(added.value) : cartMessage(added) };
  return answerPost(request, visit, outcome, {
    returnTo,
    otherwise: href('/cart'),
    toast: { link: { label: 'View cart', to: href('/cart') } },
  });
}
