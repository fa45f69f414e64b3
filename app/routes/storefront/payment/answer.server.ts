import { paymentMessages } from '#app/modules/orders/messages.ts';
import { getPayment } from '#app/modules/orders/orders.server.ts';
import type { PaymentAnswer } from '#app/modules/orders/payment-state.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What the payment window is told after each step: where the payment stands now, and why the step was refused. */
export async function answerPayment(
  shop: Shop,
  orderId: string,
  refusal?: keyof typeof paymentMessages,
): Promise<Response> {
  const answer: PaymentAnswer = {
    payment: await getPayment(shop, orderId),
    message: refusal && paymentMessages[refusal],
  };
  return Response.json(answer, { status: refusal ? 409 : 200, headers: { 'Cache-Control': 'no-store' } });
}
