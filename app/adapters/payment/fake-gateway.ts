import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Paise, paise } from '#app/basics/money.ts';
import type { GatewayAnswer, PaymentProvider, RefundAnswer } from '#app/modules/payments/provider.ts';

export type FakeGateway = ReturnType<typeof fakeGateway>;

/**
 * A gateway that moves no money, for demo and tests: it signs, refuses forged signatures and can be told to decline, and
 * takes `waitInMs` over a payment as the simulated PhonePe and Paytm do (2 seconds). It forgets at the end of the
 * process: what was open then has failed.
 */
export function fakeGateway(options: { name: string; waitInMs?: number }) {
  const callbackSecret = randomBytes(32);
  const webhookSecret = randomBytes(32);
  const known = new Map<string, { amount: Paise; answer: GatewayAnswer }>();
  const refunds = new Map<string, RefundAnswer>();
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
      // Its own words: nothing else is signed so.
      return JSON.parse(rawBody) as { eventId: string; answer: GatewayAnswer };
    },
    lookUp: async (providerOrderId) => answerOf(providerOrderId),
    async refund({ key }) {
      const refund = refunds.get(key) ?? {
        refundId: `${options.name}_refund_${randomBytes(8).toString('hex')}`,
        status: 'succeeded',
      };
      refunds.set(key, refund);
      return refund;
    },
    lookUpRefund: async ({ key }) => refunds.get(key) ?? 'unknown',
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
    /** The signed webhook that the gateway would send about a payment. */
    webhookOf(providerOrderId: string) {
      const eventId = `event_${randomBytes(8).toString('hex')}`;
      const rawBody = JSON.stringify({ eventId, answer: answerOf(providerOrderId) });
      return { rawBody, headers: new Headers({ 'x-fake-signature': sign(webhookSecret, rawBody) }) };
    },
  } satisfies PaymentProvider & Record<string, unknown>;
}
