import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Paise, paise } from '#app/basics/money.ts';
import type { AtTheGateway, GatewayAnswer, GatewayCallback, PaymentProvider } from '#app/modules/payments/provider.ts';

export type FakeGateway = Omit<PaymentProvider, 'createOrder' | 'lookUp' | 'simulate'> & {
  createOrder(request: { amount: Paise; receipt: string }): Promise<{ providerOrderId: string }>;
  lookUp(providerOrderId: string): Promise<GatewayAnswer>;
  simulate(providerOrderId: string, shopper: AtTheGateway): Promise<GatewayCallback | undefined>;
  /** The signed webhook that the gateway would send about a payment. */
  webhookOf(providerOrderId: string): { rawBody: string; headers: Headers };
};

const eventSchema = z.strictObject({
  eventId: z.string(),
  answer: z.discriminatedUnion('outcome', [
    z.strictObject({
      outcome: z.literal('paid'),
      providerOrderId: z.string(),
      paymentId: z.string(),
      amount: z.number().int().transform(paise),
      currency: z.string(),
    }),
    z.strictObject({
      outcome: z.literal('failed'),
      providerOrderId: z.string(),
      paymentId: z.string().optional(),
      reason: z.string().optional(),
      notDebited: z.boolean().optional(),
    }),
    z.strictObject({ outcome: z.literal('pending'), providerOrderId: z.string() }),
  ]),
});

/**
 * A gateway that moves no money, for demo and tests: it signs, refuses forged signatures and can be told to decline, and
 * takes `waitInMs` over a payment as the simulated PhonePe and Paytm do (2 seconds). It forgets at the end of the
 * process: what was open then has failed.
 */
export function fakeGateway(options: { name: string; waitInMs?: number }): FakeGateway {
  const callbackSecret = randomBytes(32);
  const webhookSecret = randomBytes(32);
  const known = new Map<string, { amount: Paise; answer: GatewayAnswer }>();
  const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const matches = (expected: string, given: string) =>
    expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
  const answerOf = (providerOrderId: string): GatewayAnswer =>
    known.get(providerOrderId)?.answer ?? { outcome: 'pending', providerOrderId };

  return {
    window: { kind: 'demo' },
    async createOrder({ amount }) {
      const providerOrderId = `${options.name}_order_${randomBytes(10).toString('hex')}`;
      known.set(providerOrderId, { amount, answer: { outcome: 'pending', providerOrderId } });
      return { providerOrderId };
    },
    verifyCallback: (storedProviderOrderId, callback) =>
      matches(sign(callbackSecret, `${storedProviderOrderId}|${callback.paymentId}`), callback.signature),
    readWebhook(rawBody, headers) {
      if (!matches(sign(webhookSecret, rawBody), headers.get('x-fake-signature') ?? '')) return undefined;
      return eventSchema.parse(JSON.parse(rawBody));
    },
    lookUp: async (providerOrderId) => answerOf(providerOrderId),
    async simulate(providerOrderId, shopper) {
      await wait(options.waitInMs ?? 0);
      const order = known.get(providerOrderId);
      if (!order) {
        const answer = { outcome: 'failed', providerOrderId, reason: 'The demo was started anew meanwhile.' } as const;
        known.set(providerOrderId, { amount: paise(0), answer: { ...answer, notDebited: true } });
        return undefined;
      }
      const paymentId =
        order.answer.outcome === 'paid'
          ? order.answer.paymentId
          : `${options.name}_pay_${randomBytes(8).toString('hex')}`;
      if (shopper === 'decline' && order.answer.outcome !== 'paid') {
        const reason = 'Your bank declined it: the daily UPI limit is used up.';
        order.answer = { outcome: 'failed', providerOrderId, paymentId, reason, notDebited: true };
        return undefined;
      }
      order.answer = { outcome: 'paid', providerOrderId, paymentId, amount: order.amount, currency: 'INR' };
      return { providerOrderId, paymentId, signature: sign(callbackSecret, `${providerOrderId}|${paymentId}`) };
    },
    webhookOf(providerOrderId) {
      const rawBody = JSON.stringify({
        eventId: `event_${randomBytes(8).toString('hex')}`,
        answer: answerOf(providerOrderId),
      });
      return { rawBody, headers: new Headers({ 'x-fake-signature': sign(webhookSecret, rawBody) }) };
    },
  };
}
