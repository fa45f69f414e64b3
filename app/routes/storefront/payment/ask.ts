import { href } from 'react-router';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import type { GatewayCallback } from '#app/modules/payments/payments/provider.ts';

const ANSWERS_WITHIN_MS = 20_000;

export type Step = 'attempts' | 'callback' | 'cancellation' | 'claim' | 'reference';

export const askPayment = (orderId: string, step?: Step, fields?: Record<string, string>) =>
  ask<PaymentAnswer>(orderId, step, fields);

export const simulate = (orderId: string, shopper: 'pay' | 'decline') =>
  ask<{ callback: GatewayCallback | null }>(orderId, 'simulation', { shopper });

async function ask<Answer>(
  orderId: string,
  step?: Step | 'simulation',
  fields?: Record<string, string>,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(href('/checkout/payment/:orderId', { orderId }), {
      method: step ? 'POST' : 'GET',
      body: step && new URLSearchParams({ intent: step, ...fields }),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    if (response.headers.get('content-type')?.startsWith('application/json')) return (await response.json()) as Answer;
    if (response.redirected || response.status === 404) window.location.reload();
    return undefined;
  } catch {
    return undefined;
  }
}
