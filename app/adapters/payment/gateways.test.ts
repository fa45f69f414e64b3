import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { paise } from '#app/basics/money.ts';
import type { Gateway } from '#app/basics/payment-methods.ts';
import type { PaymentProvider } from '#app/modules/payments/payments/provider.ts';
import {
  FAULTS,
  type Fault,
  type GatewayStandIn,
  openGatewayStandIn,
  phonepeWebhook,
  razorpayWebhook,
  type SentWebhook,
  signRazorpay,
} from '#tests/support/gateway-stand-in.ts';
import { paytmGateway } from './paytm.server.ts';
import { phonepeGateway } from './phonepe.server.ts';
import { razorpayGateway } from './razorpay.server.ts';

const ADAPTERS = { razorpay: razorpayGateway, phonepe: phonepeGateway, paytm: paytmGateway };
const NAMES = ['razorpay', 'phonepe', 'paytm'] as const;
const returnUrl = 'https://shop.test/back';

let standIn: GatewayStandIn;
let warnings: string[] = [];
beforeAll(async () => {
  standIn = await openGatewayStandIn({ slowInMs: 2_000 });
});
beforeEach(() => {
  standIn.empty();
  warnings = [];
});
afterAll(() => standIn.close());

const gateway = (name: Gateway, answersWithinMs = 8_000): PaymentProvider =>
  ADAPTERS[name](standIn.credentials(name), (about, message) => warnings.push(`${message} ${JSON.stringify(about)}`), {
    answersWithinMs,
  });
async function opened(provider: PaymentProvider): Promise<string> {
  const order = await provider.createOrder({ amount: paise(863_650), receipt: 'BV-7K3M-9QX2', returnUrl });
  if (!order) throw new Error(warnings.join('\n'));
  return order.providerOrderId;
}
async function paid(provider: PaymentProvider) {
  const providerOrderId = await opened(provider);
  return { providerOrderId, paymentId: standIn.pay(providerOrderId) };
}
const read = (name: Gateway, { body, headers }: SentWebhook) => gateway(name).readWebhook(body, new Headers(headers));

describe.each(NAMES)('a payment at %s', (name) => {
  test('is open, failed, then paid, with the gateway’s id and exact amount', async () => {
    const provider = gateway(name);
    const providerOrderId = await opened(provider);
    expect(await provider.lookUp(providerOrderId)).toEqual({ outcome: 'pending', providerOrderId });
    standIn.pay(providerOrderId, { status: 'failed' });
    expect(await provider.lookUp(providerOrderId)).toMatchObject({
      outcome: 'failed',
      reason: 'Your payment was declined by your bank.',
    });
    const paymentId = standIn.pay(providerOrderId);
    expect(await provider.lookUp(providerOrderId)).toEqual({
      outcome: 'paid',
      providerOrderId,
      paymentId,
      amount: 863_650,
      currency: 'INR',
    });
    expect(warnings).toEqual([]);
  });

  test('is open when the gateway does not know it', async () => {
    const providerOrderId = 'BV-7K3M-9QX2-000000000000';
    expect(await gateway(name).lookUp(providerOrderId)).toEqual({ outcome: 'pending', providerOrderId });
  });

  test('is refunded in parts, each once, never above the payment', async () => {
    const provider = gateway(name);
    const payment = await paid(provider);
    const part = { ...payment, amount: paise(500_000), key: randomUUID(), note: 'One of two pieces' };
    const first = await provider.refund(part);
    expect(first).toEqual({ refundId: expect.any(String), status: 'pending' });
    for (const again of await Promise.all([provider.refund(part), provider.refund(part)])) expect(again).toEqual(first);
    expect(await provider.refund({ ...part, key: randomUUID() })).toMatchObject({
      status: 'failed',
      reason: expect.any(String) as string,
    });
    expect(await provider.refund({ ...part, amount: paise(363_650), key: randomUUID() })).toMatchObject({
      status: 'pending',
    });
  });

  test('looks up refunds with their result, and unknown ones as unknown', async () => {
    const provider = gateway(name);
    const payment = await paid(provider);
    for (const status of ['succeeded', 'failed'] as const) {
      const key = randomUUID();
      expect(await provider.lookUpRefund({ ...payment, key })).toBe('unknown');
      await provider.refund({ ...payment, amount: paise(100), key, note: '' });
      standIn.settleRefund(key, status);
      expect(await provider.lookUpRefund({ ...payment, key })).toMatchObject({ status, refundId: expect.any(String) });
    }
  });

  test.each(FAULTS)('an invalid answer changes no payment or refund: %s', async (fault) => {
    const payment = await paid(gateway(name));
    const provider = gateway(name, fault === 'hang' || fault === 'slow' ? 80 : 8_000);
    const steps = {
      createOrder: () => provider.createOrder({ amount: paise(863_650), receipt: 'BV-7K3M-9QX2', returnUrl }),
      lookUp: () => provider.lookUp(payment.providerOrderId),
      refund: () => provider.refund({ ...payment, amount: paise(100), key: randomUUID(), note: '' }),
      lookUpRefund: () => provider.lookUpRefund({ ...payment, key: randomUUID() }),
    };
    for (const [step, take] of Object.entries(steps)) {
      standIn.fail(/./, fault, 1_000);
      const answer = await take();
      standIn.recover();
      if (!isLie(fault)) expect([step, answer]).toEqual([step, undefined]);
    }
    if (!isLie(fault)) expect(warnings).not.toEqual([]);
    expect(warnings.join()).not.toMatch(/secret|a-key-of|Bearer|Basic/);
  });

  test('reports another order or amount unchanged, or not at all', async () => {
    const provider = gateway(name);
    const payment = await paid(provider);
    standIn.fail(/./, 'other-order', 1_000);
    expect(await provider.lookUp(payment.providerOrderId)).toBeUndefined();
    standIn.recover();
    standIn.fail(/(payments|status)$/, 'other-amount');
    expect(await provider.lookUp(payment.providerOrderId)).toMatchObject({
      amount: 863_750,
    });
  });

  test('has a webhook that only the gateway can have signed', async () => {
    const payment = await paid(gateway(name));
    const webhook = standIn.webhookOf(payment.providerOrderId);
    expect(read(name, webhook)).toMatchObject({
      eventId: expect.any(String),
      answer: { providerOrderId: payment.providerOrderId },
    });
    const { 'content-type': type, ...signed } = webhook.headers;
    const forgeries: SentWebhook[] = [
      { ...webhook, headers: { 'content-type': type! } },
      ...Object.keys(signed).map((header) => ({ ...webhook, headers: { ...webhook.headers, [header]: 'nonsense' } })),
      // PhonePe's webhooks contain only a password, so their content is never trusted.
      ...(name === 'phonepe'
        ? []
        : [{ ...webhook, body: webhook.body.replace(payment.providerOrderId, 'order_another') }]),
    ].filter((forgery) => name !== 'paytm' || forgery.body !== webhook.body);
    expect(forgeries.length).toBeGreaterThan(0);
    for (const forgery of forgeries)
      if (forgery.headers['x-razorpay-event-id'] !== 'nonsense') expect(read(name, forgery)).toBeUndefined();
    const other = NAMES.find((each) => each !== name)!;
    expect(read(other, webhook)).toBeUndefined();
  });

  test('has a refund’s webhook, with our key', async () => {
    const provider = gateway(name);
    const payment = await paid(provider);
    const key = randomUUID();
    await provider.refund({ ...payment, amount: paise(100), key, note: '' });
    standIn.settleRefund(key, 'succeeded');
    expect(read(name, standIn.refundWebhookOf(key))).toMatchObject({
      answer: {
        kind: 'refund',
        providerOrderId: payment.providerOrderId,
        key,
        amount: 100,
        status: name === 'razorpay' ? 'succeeded' : 'pending',
      },
    });
  });
});

const isLie = (fault: Fault) => fault.startsWith('other-');

test('only Paytm accepts payments for a time that it does not end', () => {
  expect(NAMES.map((name) => gateway(name).windowMinutes)).toEqual([undefined, undefined, 15]);
});

describe('a gateway that hangs', () => {
  test.each(NAMES)('gives up in time, and is asked once: %s', async (name) => {
    standIn.fail(/./, 'hang', 1_000);
    expect(
      await gateway(name, 300).createOrder({ amount: paise(100), receipt: 'BV-7K3M-9QX2', returnUrl }),
    ).toBeUndefined();
    expect(standIn.asked).toHaveLength(1);
  });
});

describe('Razorpay', () => {
  test('captures an authorized payment once, despite simultaneous requests', async () => {
    const provider = gateway('razorpay');
    const providerOrderId = await opened(provider);
    const paymentId = standIn.pay(providerOrderId, { status: 'authorized' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => provider.lookUp(providerOrderId)));
    for (const answer of answers) expect(answer).toMatchObject({ outcome: 'paid', paymentId });
  });

  test('lists the captures and refunds of a day in India', async () => {
    const provider = gateway('razorpay');
    standIn.clock.now = () => new Date('2026-11-20T18:29:59Z');
    const yesterday = await paid(provider);
    standIn.clock.now = () => new Date('2026-11-20T18:30:00Z');
    const today = await paid(provider);
    standIn.pay(today.providerOrderId, { status: 'failed' });
    const refund = standIn.refundInDashboard(today.paymentId, paise(1_000));
    standIn.clock.now = () => new Date();
    expect(await provider.listPayments!('2026-11-20')).toMatchObject([{ paymentId: yesterday.paymentId }]);
    expect(await provider.listPayments!('2026-11-21')).toEqual([{ ...today, amount: 863_650, currency: 'INR' }]);
    expect(await provider.listRefunds!('2026-11-21')).toMatchObject([
      { refundId: refund.id, paymentId: today.paymentId, amount: 1_000, status: 'succeeded' },
    ]);
  });

  test('reads a long list to its end, or not at all', async () => {
    const provider = gateway('razorpay');
    const providerOrderId = await opened(provider);
    for (let times = 0; times < 230; times += 1) standIn.pay(providerOrderId);
    const day = dayInIndia(new Date());
    expect(await provider.listPayments!(day)).toHaveLength(230);
    expect(standIn.asked.filter((each) => each === 'GET /razorpay/v1/payments')).toHaveLength(3);
    standIn.fail(/v1\/payments$/, 'drop');
    expect(await provider.listPayments!(day)).toBeUndefined();
  });

  test('refuses a webhook with unusable ids, and says which', () => {
    const entity = { id: 'pay_29QQoUBi66xm2f', order_id: 'order_1', status: 'captured', amount: 100, currency: 'INR' };
    for (const [changes, field] of [
      [{ id: 'pay_1' }, 'id'],
      [{ id: 'pay_\0\0\0' }, 'id'],
      [{ id: 'p'.repeat(200) }, 'id'],
      [{ order_id: 'ö' }, 'order_id'],
      [{ amount: 1.5 }, 'amount'],
      [{ amount: -1 }, 'amount'],
      [{ amount: 1e300 }, 'amount'],
      [{ amount: '100' }, 'amount'],
      [{ currency: 'IN\0' }, 'currency'],
      [{ status: null }, 'status'],
    ] as const)
      expect(
        read('razorpay', razorpayWebhook('payment.captured', { payment: { entity: { ...entity, ...changes } } })),
      ).toEqual({ problem: expect.stringContaining(field) as string });
    for (const body of ['', 'null', '[]', '{', '"text"', '{"event":1}', '\0'])
      expect(read('razorpay', signRazorpay(body))).toMatchObject({ problem: expect.any(String) as string });
    for (const eventId of ['', 'e'.repeat(200), 'an event'])
      expect(read('razorpay', signRazorpay('{}', eventId))).toMatchObject({
        problem: expect.stringContaining('x-razorpay-event-id') as string,
      });
  });
});

describe('PhonePe', () => {
  test('sends the shopper to its page and back', async () => {
    const provider = gateway('phonepe');
    const order = await provider.createOrder({ amount: paise(863_650), receipt: 'BV-7K3M-9QX2', returnUrl });
    expect(order!.providerOrderId).toMatch(/^BV-7K3M-9QX2-[0-9a-f]{12}$/);
    const { url } = order!.redirect!;
    const left = await fetch(url, { method: 'POST', body: 'shopper=pay', redirect: 'manual' });
    expect(left.headers.get('location')).toBe(returnUrl);
    expect(await provider.lookUp(order!.providerOrderId)).toMatchObject({ outcome: 'paid' });
  });

  test('reuses one token until it expires, then requests a new one', async () => {
    const provider = gateway('phonepe');
    const providerOrderId = await opened(provider);
    await provider.lookUp(providerOrderId);
    const tokens = () => standIn.asked.filter((each) => each.endsWith('/oauth/token')).length;
    expect(tokens()).toBe(1);
    standIn.forgetTokens();
    expect(await provider.lookUp(providerOrderId)).toMatchObject({ outcome: 'pending' });
    expect(tokens()).toBe(2);
  });

  test('asks PhonePe after a webhook, and does not trust its content', () => {
    const payload = { merchantOrderId: 'order_1', state: 'COMPLETED', amount: 1 };
    expect(read('phonepe', phonepeWebhook('checkout.order.completed', payload))).toMatchObject({
      answer: { outcome: 'pending', providerOrderId: 'order_1' },
    });
    expect(read('phonepe', phonepeWebhook('checkout.order.completed', { merchantOrderId: 'a\0' }))).toMatchObject({
      problem: expect.stringContaining('merchantOrderId') as string,
    });
    expect(read('phonepe', phonepeWebhook('settlement.attempted', {}))).toEqual({
      eventId: expect.any(String) as string,
    });
  });
});

describe('Paytm', () => {
  test('sends the shopper to its page with this payment’s token', async () => {
    const order = await gateway('paytm').createOrder({ amount: paise(863_650), receipt: 'BV-7K3M-9QX2', returnUrl });
    expect(order).toMatchObject({
      redirect: {
        url: expect.stringContaining('/theia/api/v1/showPaymentPage?mid=') as string,
        fields: { orderId: order!.providerOrderId, txnToken: expect.any(String) as string },
      },
    });
  });

  test('lists its payouts, with fee and tax on the fee', async () => {
    const provider = gateway('paytm');
    const payments = [];
    for (let times = 0; times < 21; times += 1) payments.push(await paid(provider));
    const [settlement] = (await provider.listSettlements!(dayInIndia(new Date())))!;
    expect(settlement!.lines).toHaveLength(21);
    expect(settlement!.lines[0]).toEqual({
      kind: 'payment',
      id: payments[0]!.paymentId,
      paymentId: payments[0]!.paymentId,
      gross: 863_650,
      fee: 17_273,
      tax: 3_109,
      net: 843_268,
    });
  });

  test('rejects a key without 16 characters at the start', () => {
    expect(() => paytmGateway({ keyId: 'M', keySecret: 'short', webhookSecret: '' }, () => {})).toThrow(
      'PAYTM_KEY_SECRET',
    );
  });
});

test('Razorpay payouts add up: gross less fee, tax and refunds is net', async () => {
  const provider = gateway('razorpay');
  const payment = await paid(provider);
  standIn.refundInDashboard(payment.paymentId, paise(100_000));
  const [settlement] = (await provider.listSettlements!(dayInIndia(new Date())))!;
  expect(settlement).toMatchObject({
    lines: [
      { kind: 'payment', id: payment.paymentId, gross: 863_650, fee: 17_273, tax: 3_109, net: 843_268 },
      { kind: 'refund', paymentId: payment.paymentId, gross: -100_000, fee: 0, tax: 0, net: -100_000 },
    ],
  });
  for (const { gross, fee, tax, net } of settlement!.lines) expect(net).toBe(gross - fee - tax);
});
