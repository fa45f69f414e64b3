import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Paise, paise } from '#app/basics/money.ts';
import type { GatewayAnswer, GatewayCallback, PaymentProvider } from '#app/modules/payments/provider.ts';

/** What the shopper does in the gateway's window. */
export type AtTheGateway = 'pay' | 'decline';

export type FakeGateway = PaymentProvider & {
  /** Plays the shopper in the gateway's window: pays, or is declined; answers what the window hands back. */
  payAs(providerOrderId: string, shopper: AtTheGateway): Promise<GatewayCallback | undefined>;
  /** The signed webhook that the gateway would send about a payment. */
  webhookOf(providerOrderId: string): { rawBody: string; headers: Headers };
};

const eventShape = z.strictObject({
  eventId: z.string(),
  answer: z.discriminatedUnion('outcome', [
    z.strictObject({
      outcome: z.literal('paid'),
      providerOrderId: z.string(),
      paymentId: z.string(),
      amount: z.number().int().transform(paise),
      currency: z.string(),
    }),
    z.strictObject({ outcome: z.literal('failed'), providerOrderId: z.string(), paymentId: z.string().optional() }),
    z.strictObject({ outcome: z.literal('pending'), providerOrderId: z.string() }),
  ]),
});

/**
 * A gateway that moves no money, for demo and tests: it signs, refuses forged signatures and can be told to decline, and
 * takes `waitInMs` over a payment as the simulated PhonePe and Paytm do (S1 §7: 2 seconds). It forgets at the end of the
 * process, as a gateway's sandbox may.
 */
export function fakeGateway(options: { name: string; waitInMs?: number }): FakeGateway {
  const callbackSecret = randomBytes(32);
  const webhookSecret = randomBytes(32);
  const known = new Map<string, { amount: Paise; answer: GatewayAnswer }>();
  const signed = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const matches = (expected: string, given: string) =>
    expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
  const answerOf = (providerOrderId: string): GatewayAnswer =>
    known.get(providerOrderId)?.answer ?? { outcome: 'pending', providerOrderId };

  return {
    async createOrder({ amount }) {
      const providerOrderId = `${options.name}_order_${randomBytes(10).toString('hex')}`;
      known.set(providerOrderId, { amount, answer: { outcome: 'pending', providerOrderId } });
      return { providerOrderId };
    },
    verifyCallback: (storedProviderOrderId, callback) =>
      matches(signed(callbackSecret, `${storedProviderOrderId}|${callback.paymentId}`), callback.signature),
    readWebhook(rawBody, headers) {
      if (!matches(signed(webhookSecret, rawBody), headers.get('x-fake-signature') ?? '')) return undefined;
      return eventShape.parse(JSON.parse(rawBody));
    },
    lookUp: async (providerOrderId) => answerOf(providerOrderId),
    async payAs(providerOrderId, shopper) {
      const order = known.get(providerOrderId);
      if (!order) throw new Error(`no payment ${providerOrderId} at ${options.name}`);
      await wait(options.waitInMs ?? 0);
      if (order.answer.outcome === 'paid') throw new Error(`${providerOrderId} is paid already`);
      const paymentId = `${options.name}_pay_${randomBytes(8).toString('hex')}`;
      if (shopper === 'decline') {
        order.answer = { outcome: 'failed', providerOrderId, paymentId };
        return undefined;
      }
      order.answer = { outcome: 'paid', providerOrderId, paymentId, amount: order.amount, currency: 'INR' };
      return { providerOrderId, paymentId, signature: signed(callbackSecret, `${providerOrderId}|${paymentId}`) };
    },
    webhookOf(providerOrderId) {
      const rawBody = JSON.stringify({
        eventId: `event_${randomBytes(8).toString('hex')}`,
        answer: answerOf(providerOrderId),
      });
      return { rawBody, headers: new Headers({ 'x-fake-signature': signed(webhookSecret, rawBody) }) };
    },
  };
}
