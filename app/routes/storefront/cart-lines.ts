import { addLine } from '#app/modules/cart/cart.server.ts';
import { addLineShape } from '#app/modules/cart/forms.ts';
import { cartMessage, cartTrouble, onlyInStock } from '#app/modules/cart/messages.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import { answerPost, readForm, visitContext } from '#app/routes/visit.server.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import { orTrouble } from './or-trouble.ts';
import type { Route } from './+types/cart-lines.ts';

/** POST cart/lines: puts pieces into the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields, returnTo } = await readForm(request, addLineShape);
  const added = await addLine(context.get(shopContext), visit.cart, fields);
  if (added.ok) visit.keepCart(added.value.guest);
  const outcome = added.ok
    ? { ok: true, message: added.value.lowered ? `${onlyInStock(added.value.line.quantity)}: all of them are in your cart now` : `Added ${added.value.line.title} to your cart` }
    : { ok: false, message: cartMessage(added) };
  return answerPost(request, visit, outcome, { returnTo, otherwise: '/cart' });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await orTrouble(serverAction(), cartTrouble.add);
  showToast(answer.ok ? { text: answer.message, action: { label: 'View cart', to: '/cart' } } : { text: answer.message, tone: 'alert' });
  return answer;
}
