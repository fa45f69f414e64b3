import { gatewayCallbackSchema, referenceSchema, startPaymentSchema } from '#app/modules/payments/payments/forms.ts';
import type { PaymentRefusal } from '#app/modules/payments/payments/messages.ts';
import {
  cancelGatewayPayment,
  claimPayment,
  giveReference,
  startGatewayPayment,
  takeGatewayCallback,
} from '#app/modules/payments/payments/payments.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { readButton } from '#app/platform/forms.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/step.ts';
import { answerPayment } from './answer.server.ts';
import type { Step } from './ask.ts';

type TakeStep = (shop: Shop, orderId: string, request: Request) => Promise<{ ok: true } | PaymentRefusal>;

const STEPS: Record<Step, TakeStep> = {
  attempts: async (shop, orderId, request) =>
    startGatewayPayment(shop, { orderId, ...(await readButton(request, startPaymentSchema)) }),
  callback: async (shop, orderId, request) =>
    takeGatewayCallback(shop, { orderId, ...(await readButton(request, gatewayCallbackSchema)) }),
  cancellation: cancelGatewayPayment,
  claim: claimPayment,
  reference: async (shop, orderId, request) =>
    giveReference(shop, { orderId, ...(await readButton(request, referenceSchema)) }),
};
const isStep = (step: string): step is Step => Object.hasOwn(STEPS, step);

/** POST checkout/payment/:orderId/:step: a step of the payment window; answers where the payment stands then. */
export async function action({ context, params: { orderId, step }, request }: Route.ActionArgs) {
  if (!isStep(step)) throw notFound();
  const shop = context.get(shopContext);
  return answerPayment(shop, orderId, await STEPS[step](shop, orderId, request));
}
