import { simulateSchema } from '#app/modules/payments/payments/forms.ts';
import { simulateGatewayPayment } from '#app/modules/payments/payments/payments.server.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/simulation.ts';

/** POST checkout/payment/:orderId/simulation: what the visitor chose in a demo's window. Answers what a real window would hand to the page. */
export async function action({ context, params: { orderId }, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const callback = await simulateGatewayPayment(shop, { orderId, ...(await readButton(request, simulateSchema)) });
  return Response.json({ callback: callback ?? null }, { headers: { 'Cache-Control': 'no-store' } });
}
