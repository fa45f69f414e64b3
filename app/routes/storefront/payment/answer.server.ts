import { paymentRefusal, type PaymentRefusal } from '#app/modules/payments/payments/messages.ts';
import { getPayment } from '#app/modules/payments/payments/payments.server.ts';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** What the payment window is told after each step: where the payment stands now, and why the step was refused. */
export async function answerPayment(
  shop: Shop,
  orderId: string,
  step: { ok: true } | PaymentRefusal = { ok: true },
): Promise<Response> {
  const answer: PaymentAnswer = {
    payment: await getPayment(shop, orderId),
    message: step.ok ? undefined : paymentRefusal(step),
  };
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (step.ok) return Response.json(answer, { headers });
  if (step.reason !== 'too-many') return Response.json(answer, { status: 409, headers });
  headers.set('Retry-After', String(step.data.retryAfterSeconds));
  return Response.json(answer, { status: 429, headers });
}
