import { gatewayCallbackSchema } from '#app/modules/payments/forms.ts';
import { takeGatewayCallback } from '#app/modules/payments/payments.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/callback.ts';
import { answerPayment } from './answer.server.ts';

/** POST checkout/payment/:orderId/callback: what the gateway's window handed to the page. */
export async function action({ context, params: { orderId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const taken = await takeGatewayCallback(shop, { orderId, ...(await readButton(request, gatewayCallbackSchema)) });
  return answerPayment(shop, orderId, taken);
}
