import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { GatewayAnswer, PaymentProvider, RefundAnswer } from '#app/modules/payments/payments/provider.ts';
import { openFakeBook } from './fake-book.ts';

export type FakeGateway = ReturnType<typeof fakeGateway>;

/** A gateway for demos and tests that moves no money. It signs, verifies and can decline. */
export function fakeGateway(options: { name: string; waitInMs?: number; shared?: { file: string; secret: string } }) {
  const { name, shared } = options;
  const keyFor = (use: string) =>
    shared ? Buffer.from(hkdfSync('sha256', shared.secret, '', `fake ${name} ${use}`, 32)) : randomBytes(32);
  const callbackSecret = keyFor('callback');
  const webhookSecret = keyFor('webhook');
  const book = openFakeBook(shared?.file);
  const sign = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const matches = (expected: string, given: string) =>
    expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
  const answerOf = (providerOrderId: string): GatewayAnswer =>
    book.orderOf(providerOrderId)?.answer ?? { outcome: 'pending', providerOrderId };
  const refundOf = (key: string): RefundAnswer | undefined => {
    const refundId = book.refundOf(key);
    return refundId === undefined ? undefined : { refundId, status: 'succeeded' };
  };

  return {
    window: { kind: 'demo' },
    async createOrder({ amount }) {
      const providerOrderId = `${name}_order_${randomBytes(10).toString('hex')}`;
      book.write({ kind: 'order', providerOrderId, amount });
      return { providerOrderId };
    },
    verifyCallback: (storedProviderOrderId, callback) =>
      matches(sign(callbackSecret, `${storedProviderOrderId}|${callback.paymentId}`), callback.signature),
    readWebhook(rawBody, headers) {
      if (!matches(sign(webhookSecret, rawBody), headers.get('x-fake-signature') ?? '')) return undefined;
      return JSON.parse(rawBody) as { eventId: string; answer: GatewayAnswer };
    },
    lookUp: async (providerOrderId) => answerOf(providerOrderId),
    async refund({ key }) {
      if (!refundOf(key))
        book.write({ kind: 'refund', key, refundId: `${name}_refund_${randomBytes(8).toString('hex')}` });
      return refundOf(key);
    },
    lookUpRefund: async ({ key }) => refundOf(key) ?? 'unknown',
    async simulate(providerOrderId, shopper) {
      await wait(options.waitInMs ?? 0);
      const order = book.orderOf(providerOrderId);
      if (order?.amount === undefined) {
        book.write({ kind: 'failed', providerOrderId, reason: 'The demo was restarted.' });
        return undefined;
      }
      const paymentId = `${name}_pay_${randomBytes(8).toString('hex')}`;
      if (shopper === 'decline' && order.answer.outcome !== 'paid') {
        const reason = 'Your bank declined it: the daily UPI limit is used up.';
        book.write({ kind: 'failed', providerOrderId, paymentId, reason });
        return undefined;
      }
      if (order.answer.outcome !== 'paid') book.write({ kind: 'paid', providerOrderId, paymentId });
      const answer = answerOf(providerOrderId);
      if (answer.outcome !== 'paid') return undefined;
      const signature = sign(callbackSecret, `${providerOrderId}|${answer.paymentId}`);
      return { providerOrderId, paymentId: answer.paymentId, signature };
    },
    webhookOf(providerOrderId: string) {
      const eventId = `event_${randomBytes(8).toString('hex')}`;
      const rawBody = JSON.stringify({ eventId, answer: answerOf(providerOrderId) });
      return { rawBody, headers: new Headers({ 'x-fake-signature': sign(webhookSecret, rawBody) }) };
    },
  } satisfies PaymentProvider & Record<string, unknown>;
}
