import { cancelGatewayPayment } from '#app/modules/payments/payments.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/cancellation.ts';
import { answerPayment } from './answer.server.ts';

/** POST checkout/payment/:orderId/cancellation: gives up what is open; the order goes on waiting. */
export async function action({ context, params: { orderId } }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  return answerPayment(shop, orderId, await cancelGatewayPayment(shop, orderId));
}
