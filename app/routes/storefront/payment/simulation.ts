import { playSchema } from '#app/modules/orders/forms.ts';
import { playGatewayPayment } from '#app/modules/orders/orders.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/platform/request-context.server.ts';
import type { Route } from './+types/simulation.ts';

/** POST checkout/payment/:orderId/simulation: what the visitor chose in a demo's window. Answers what a real window would hand to the page. */
export async function action({ context, params: { orderId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const callback = await playGatewayPayment(shop, { orderId, ...(await readButton(request, playSchema)) });
  return Response.json({ callback: callback ?? null }, { headers: { 'Cache-Control': 'no-store' } });
}
