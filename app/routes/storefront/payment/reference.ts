import { referenceSchema } from '#app/modules/payments/forms.ts';
import { giveReference } from '#app/modules/payments/payments.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/reference.ts';
import { answerPayment } from './answer.server.ts';

/** POST checkout/payment/:orderId/reference: the reference of a UPI payment, which completes the order. */
export async function action({ context, params: { orderId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const given = await giveReference(shop, { orderId, ...(await readButton(request, referenceSchema)) });
  return answerPayment(shop, orderId, given);
}
