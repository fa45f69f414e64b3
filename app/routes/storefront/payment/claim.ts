import { claimPayment } from '#app/modules/payments/payments.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/claim.ts';
import { answerPayment } from './answer.server.ts';

/** POST checkout/payment/:orderId/claim: 'I have completed the payment'. */
export async function action({ context, params: { orderId } }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const claimed = await claimPayment(shop, orderId);
  return answerPayment(shop, orderId, claimed);
}
