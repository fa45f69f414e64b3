import { startPaymentSchema } from '#app/modules/payments/forms.ts';
import { startGatewayPayment } from '#app/modules/payments/payments.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/attempts.ts';
import { answerPayment } from './answer.server.ts';

/** POST checkout/payment/:orderId/attempts: opens a payment with the method that was chosen. */
export async function action({ context, params: { orderId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const started = await startGatewayPayment(shop, { orderId, ...(await readButton(request, startPaymentSchema)) });
  return answerPayment(shop, orderId, started);
}
