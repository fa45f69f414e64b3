import { type Gateway } from '#app/basics/payment-methods.ts';
import { type Result, refused } from '#app/basics/result.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import type { WebhookAnswer } from '#app/modules/payments/payments/provider.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { askGateway, completePayment, type GatewayRefusal } from './gateway-payment.server.ts';
import { takeRefundAnswer } from './gateway-refunds.server.ts';
import { findGatewayPayment } from './payment-rows.server.ts';

/**
 * Takes what a gateway says of a payment or a refund, whichever way it came: a payment through the one completion path. The
 * caller has made sure that it is the gateway's. One that only says `pending` makes the shop ask; throws when the gateway
 * isn't reached then. The same again changes nothing.
 */
export async function takeGatewayAnswer(
  shop: Shop,
  provider: Gateway,
  answer: WebhookAnswer,
): Promise<Result<Order | undefined, GatewayRefusal>> {
  if ('kind' in answer) return takeRefundAnswer(shop, provider, answer);
  if (answer.outcome !== 'pending') return completePayment(shop, { provider, answer });
  const payment = await findGatewayPayment(shop, provider, answer.providerOrderId);
  if (!payment) return refused('unknown-payment');
  const asked = await askGateway(shop, payment);
  if (!asked) throw new Error(`${provider} could not be asked about ${answer.providerOrderId}`);
  return asked;
}
