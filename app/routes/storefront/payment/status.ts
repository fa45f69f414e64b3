import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/status.ts';
import { answerPayment } from './answer.server.ts';

/** GET checkout/payment/:orderId: the payment's state. */
export async function loader({ context, params: { orderId } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return answerPayment(shop, orderId);
}
