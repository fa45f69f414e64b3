import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { paise } from '#app/basics/money.ts';
import type { GatewayAnswer, PaymentProvider } from '#app/modules/payments/provider.ts';
import type { GatewayCredentials } from '#app/platform/config.server.ts';

const API = 'https://api.razorpay.com';
const ANSWERS_WITHIN_MS = 8_000;

const orderSchema = z.object({ id: z.string().min(1), amount: z.number(), currency: z.string() });
const paymentSchema = z.object({
  id: z.string().min(1),
  order_id: z.string().nullish(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.number().int().nonnegative(),
  currency: z.string(),
  error_description: z.string().nullish(),
});
type Payment = z.infer<typeof paymentSchema>;
const paymentsSchema = z.object({ items: z.array(paymentSchema) });
const webhookSchema = z.object({
  event: z.string(),
  payload: z.object({ payment: z.object({ entity: paymentSchema }).optional() }),
});

/**
 * Razorpay: Orders API, Standard Checkout and webhooks. Only a captured payment counts as paid; the order asks for capture at
 * once. What can't be reached, answers late or makes no sense is `undefined`, and logged by `warn` without any secret.
 */
export function razorpayGateway(
  { keyId, keySecret, webhookSecret, apiUrl = API }: GatewayCredentials,
  warn: (about: Record<string, unknown>, message: string) => void,
): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const signedWith = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest();
  const isSignature = (secret: string, text: string, hex: string) => {
    const given = Buffer.from(hex, 'hex');
    const expected = signedWith(secret, text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };

  async function call<Schema extends z.ZodType>(
    path: string,
    shape: Schema,
    body?: Record<string, unknown>,
  ): Promise<z.output<Schema> | undefined> {
    try {
      const response = await fetch(`${apiUrl.replace(/\/+$/, '')}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
        redirect: 'error',
      });
      if (!response.ok) {
        warn({ status: response.status, path }, 'razorpay refused');
        return undefined;
      }
      return shape.parse(await response.json());
    } catch (error) {
      warn({ err: error, path }, 'razorpay could not be asked');
      return undefined;
    }
  }

  return {
    window: { kind: 'script', key: keyId },
    async createOrder({ amount, receipt }) {
      const order = await call('orders', orderSchema, { amount, currency: 'INR', receipt, payment_capture: true });
      if (!order) return undefined;
      if (order.amount !== amount || order.currency !== 'INR') {
        warn({ order: order.id }, 'razorpay opened a payment over another amount');
        return undefined;
      }
      return { providerOrderId: order.id };
    },
    verifyCallback: (storedProviderOrderId, { paymentId, signature }) =>
      isSignature(keySecret, `${storedProviderOrderId}|${paymentId}`, signature),
    readWebhook(rawBody, headers) {
      if (!isSignature(webhookSecret, rawBody, headers.get('x-razorpay-signature') ?? '')) return undefined;
      const eventId = headers.get('x-razorpay-event-id');
      if (!eventId) return undefined;
      const event = webhookSchema.safeParse(readJson(rawBody));
      const payment = event.data?.payload.payment?.entity;
      if (!event.success || !/^(payment|order)\./.test(event.data.event) || !payment?.order_id) return { eventId };
      return { eventId, answer: answerOf(payment.order_id, [payment]) };
    },
    async lookUp(providerOrderId) {
      const payments = await call(`orders/${encodeURIComponent(providerOrderId)}/payments`, paymentsSchema);
      return payments && answerOf(providerOrderId, payments.items);
    },
  };
}

/** What the payments tried for one order come to: paid when one was captured, failed when all of them were. */
function answerOf(providerOrderId: string, payments: Payment[]): GatewayAnswer {
  const captured = payments.find((payment) => payment.status === 'captured');
  if (captured)
    return {
      outcome: 'paid',
      providerOrderId,
      paymentId: captured.id,
      amount: paise(captured.amount),
      currency: captured.currency,
    };
  const [last] = payments;
  if (!last || payments.some((payment) => payment.status === 'created' || payment.status === 'authorized'))
    return { outcome: 'pending', providerOrderId };
  return {
    outcome: 'failed',
    providerOrderId,
    paymentId: last.id,
    reason: last.error_description?.trim() || undefined,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
