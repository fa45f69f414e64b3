import { isGateway } from '#app/basics/payment-methods.ts';
import { takeGatewayWebhook } from '#app/modules/payments/payments/gateways.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { log } from '#app/platform/log.server.ts';
import { requestContext, shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/gateway.ts';

const STATUS = {
  forged: 401,
  'gateway-unavailable': 404,
  unreadable: 400,
  'unknown-payment': 200,
  'wrong-amount': 200,
  'id-used': 200,
} as const;

/**
 * Verifies the signature over the raw body. Answers 200 for each stored webhook, even for an unknown event. 500 makes
 * the gateway retry.
 */
export async function action({ request, context, params: { gateway } }: Route.ActionArgs) {
  if (!isGateway(gateway)) throw notFound();
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
  const taken = await takeGatewayWebhook(context.get(shopContext), gateway, await request.text(), request.headers);
  if (!taken.ok) log.warn({ request: context.get(requestContext).id, refused: taken.reason }, 'a webhook was refused');
  return new Response(!taken.ok && taken.reason === 'unreadable' ? taken.data.problem : null, {
    status: taken.ok ? 200 : STATUS[taken.reason],
    headers: { 'Cache-Control': 'no-store' },
  });
}
