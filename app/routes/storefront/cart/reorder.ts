import { redirect, href } from 'react-router';
import { mergeMessages } from '#app/modules/orders/cart/messages.ts';
import { reorderSchema } from '#app/modules/payments/checkout/forms.ts';
import { TRACKING_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { reorder } from '#app/modules/payments/checkout/checkout.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { readPost, visitContext } from '#app/routes/visit.server.ts';
import type { Route } from './+types/reorder.ts';

/** POST cart/reorder: puts a delivered order's pieces into the cart again and opens it. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { fields } = await readPost(request, reorderSchema);
  const again = await reorder(context.get(shopContext), fields.orderId);
  for (const text of again.ok ? mergeMessages(again.value) : [TRACKING_MESSAGES[again.reason]]) visit.flash({ text });
  return redirect(again.ok ? href('/cart') : href('/profile/orders'), 303);
}
