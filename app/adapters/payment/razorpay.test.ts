import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise } from '#app/basics/money.ts';
import { razorpayGateway } from './razorpay.server.ts';

type Answer = { status: number; body: unknown } | 'hang up';
let answer: Answer | Record<string, Answer>;
let asked: { method?: string; url?: string; authorization?: string; body: string }[] = [];
let server: Server;
let warnings: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      asked.push({ method: request.method, url: request.url, authorization: request.headers.authorization, body });
      const next = typeof answer === 'string' || 'status' in answer ? (answer as Answer) : answer[request.method!]!;
      if (next === 'hang up') return response.destroy();
      response.writeHead(next.status, { 'content-type': 'application/json' });
      response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked = [];
  warnings = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const gateway = () =>
  razorpayGateway(
    {
      keyId: 'rzp_test_key',
      keySecret: 'the key’s secret',
      webhookSecret: 'the webhook’s own secret',
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    (about, message) => warnings.push(`${message} ${JSON.stringify(about)}`),
  );
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const payment = (changes: Record<string, unknown> = {}) => ({
  id: 'pay_29QQoUBi66xm2f',
  entity: 'payment',
  amount: 863_650,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_9A33XWu170gUtm',
  captured: true,
  error_description: null,
  ...changes,
});

describe('a payment at Razorpay', () => {
  test('is opened for paise of INR, with our order number as receipt', async () => {
    answer = { status: 200, body: { id: 'order_9A33XWu170gUtm', amount: 863_650, currency: 'INR', status: 'created' } };
    expect(
      await gateway().createOrder({ amount: paise(863_650), receipt: 'BV-7K3M-9QX2', returnUrl: 'https://shop.test/' }),
    ).toEqual({
      providerOrderId: 'order_9A33XWu170gUtm',
    });
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/v1/orders',
        authorization: `Basic ${Buffer.from('rzp_test_key:the key’s secret').toString('base64')}`,
      },
    ]);
    expect(JSON.parse(asked[0]!.body)).toEqual({
      amount: 863_650,
      currency: 'INR',
      receipt: 'BV-7K3M-9QX2',
      payment_capture: true,
    });
  });

  test.each([
    ['does not answer', 'hang up' as const],
    ['refuses', { status: 401, body: { error: { code: 'BAD_REQUEST_ERROR' } } }],
    ['breaks', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['makes no sense', { status: 200, body: 'null' }],
    ['opened another amount', { status: 200, body: { id: 'order_1', amount: 1, currency: 'INR' } }],
  ])('is not opened when the gateway %s', async (_, next) => {
    answer = next;
    expect(
      await gateway().createOrder({ amount: paise(863_650), receipt: 'BV-7K3M-9QX2', returnUrl: 'https://shop.test/' }),
    ).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).not.toContain('secret');
  });

  test.each([
    ['paid once one payment is captured', [payment({ id: 'pay_00', status: 'failed' }), payment()], 'paid'],
    ['open while nobody has tried', [], 'pending'],
    ['failed when all were', [payment({ status: 'failed', error_description: 'Limit used up' })], 'failed'],
    ['not paid when the money went back', [payment({ status: 'refunded' })], 'failed'],
  ])('is %s', async (_, items, outcome) => {
    answer = { status: 200, body: { entity: 'collection', count: items.length, items } };
    const found = await gateway().lookUp('order_9A33XWu170gUtm');
    expect(asked[0]).toMatchObject({ method: 'GET', url: '/v1/orders/order_9A33XWu170gUtm/payments' });
    expect(found).toMatchObject({ outcome, providerOrderId: 'order_9A33XWu170gUtm' });
    if (found?.outcome === 'paid')
      expect(found).toMatchObject({ paymentId: 'pay_29QQoUBi66xm2f', amount: 863_650, currency: 'INR' });
  });

  test('replaces characters of a failure reason that the database cannot store', async () => {
    const failed = payment({ status: 'failed', error_description: 'Limit\u0000 used \ud800up' });
    answer = { status: 200, body: { items: [failed] } };
    expect(await gateway().lookUp('order_9A33XWu170gUtm')).toMatchObject({ reason: 'Limit  used \ufffdup' });
  });

  test('is unknown, not failed, when the gateway can’t be asked', async () => {
    answer = 'hang up';
    expect(await gateway().lookUp('order_9A33XWu170gUtm')).toBeUndefined();
  });
});

describe('a refund at Razorpay that is asked for again', () => {
  const wanted = {
    providerOrderId: 'order_9A33XWu170gUtm',
    paymentId: 'pay_29QQoUBi66xm2f',
    amount: paise(10_000),
    key: '4be9e9a2-7f3b-4c39-9d4b-53a7a6d2ad0d',
    note: 'One piece',
  };
  const refused = (description: string): Answer => ({
    status: 400,
    body: { error: { code: 'BAD_REQUEST_ERROR', description } },
  });
  const refund = { id: 'rfnd_FP8QHiV938haTz', payment_id: wanted.paymentId, amount: 10_000, status: 'processed' };

  test.each([
    'Different request with the same idempotency key has already been processed.',
    'The payment has been fully refunded already',
  ])('finds the existing refund when Razorpay says: %s', async (description) => {
    answer = {
      POST: refused(description),
      GET: { status: 200, body: { items: [{ ...refund, receipt: wanted.key }] } },
    };
    expect(await gateway().refund(wanted)).toEqual({ refundId: refund.id, status: 'succeeded' });
  });

  test('fails without a refund under its key, and is unknown while unreachable', async () => {
    const description = 'The total refund amount is greater than the refund payment amount';
    answer = { POST: refused(description), GET: { status: 200, body: { items: [{ ...refund, receipt: 'another' }] } } };
    expect(await gateway().refund(wanted)).toEqual({ status: 'failed', reason: description });
    answer = { POST: refused(description), GET: 'hang up' };
    expect(await gateway().refund(wanted)).toBeUndefined();
  });
});

describe('a signature of Razorpay', () => {
  test('verifies the checkout signature with the key’s secret', () => {
    const signature = hmac('the key’s secret', 'order_1|pay_1');
    const callback = { providerOrderId: 'order_2', paymentId: 'pay_1', signature };
    expect(gateway().verifyCallback('order_1', callback)).toBe(true);
    expect(gateway().verifyCallback('order_2', callback)).toBe(false);
    for (const forged of ['', 'nonsense', signature.slice(1), `${signature}00`, '0'.repeat(64)])
      expect(gateway().verifyCallback('order_1', { ...callback, signature: forged })).toBe(false);
    expect(
      gateway().verifyCallback('order_1', {
        ...callback,
        signature: hmac('the webhook’s own secret', 'order_1|pay_1'),
      }),
    ).toBe(false);
  });

  const event = (name: string, entity?: unknown) =>
    JSON.stringify({ entity: 'event', event: name, payload: entity ? { payment: { entity } } : {} });
  const read = (body: string, secret = 'the webhook’s own secret', id: string | null = 'ev_1') => {
    const headers = new Headers({ 'x-razorpay-signature': hmac(secret, body) });
    if (id) headers.set('x-razorpay-event-id', id);
    return gateway().readWebhook(body, headers);
  };

  test('verifies a webhook over its raw body with the webhook’s secret', () => {
    const body = event('payment.captured', payment());
    expect(read(body)).toMatchObject({ eventId: 'ev_1', answer: { outcome: 'paid', paymentId: 'pay_29QQoUBi66xm2f' } });
    expect(read(body, 'the key’s secret')).toBeUndefined();
    expect(read(body, undefined, null)).toEqual({ problem: expect.stringContaining('x-razorpay-event-id') });
    expect(gateway().readWebhook(body, new Headers({ 'x-razorpay-event-id': 'ev_1' }))).toBeUndefined();
    const headers = new Headers({ 'x-razorpay-signature': hmac('the webhook’s own secret', body) });
    headers.set('x-razorpay-event-id', 'ev_1');
    expect(gateway().readWebhook(body.replace('863650', '863651'), headers)).toBeUndefined();
  });

  test('accepts an unrelated webhook without an answer', () => {
    for (const body of [
      event('invoice.paid', payment()),
      event('payment.captured', payment({ order_id: null })),
      event('order.paid'),
      event('settlement.processed', 'something else'),
    ])
      expect(read(body)).toEqual({ eventId: 'ev_1', signature: expect.any(String) });
  });

  test('checks all payments after a failed, authorized or refunded attempt', () => {
    for (const status of ['failed', 'authorized', 'refunded'])
      expect(read(event(`payment.${status}`, payment({ status })))).toMatchObject({ answer: { outcome: 'pending' } });
  });
});
