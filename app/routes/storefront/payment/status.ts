import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/status.ts';
import { answerPayment } from './answer.server.ts';

/** GET checkout/payment/:orderId: where the payment stands, as the shop and its gateway know it. */
export async function loader({ context, params: { orderId } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return answerPayment(shop, orderId);
}
