import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { webhookEvents } from '#app/modules/payments/payments/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import type { PaymentAnswer } from '#app/modules/payments/payments/payment-state.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { insertArtwork } from '#tests/support/artworks.ts';
import { ADDRESS } from '#tests/support/checkout.ts';
import {
  type GatewayStandIn,
  openGatewayStandIn,
  phonepeWebhook,
  razorpayWebhook,
  type SentWebhook,
  signRazorpay,
} from '#tests/support/gateway-stand-in.ts';
import { fieldsOf, textOf } from '#tests/support/html.ts';
import {
  makeAdmin,
  openRequestShop,
  type RequestShop,
  signInAdmin,
  signInCustomer,
  type Visitor,
} from '#tests/support/request-shop.ts';

let standIn: GatewayStandIn;
let shop: RequestShop;
let demo: RequestShop;
let asha: Visitor;
let owner: Visitor;
let artworkId: string;
beforeAll(async () => {
  standIn = await openGatewayStandIn();
  shop = await openRequestShop(standIn.settings);
  demo = await openRequestShop();
  ({ visitor: asha } = await signInCustomer(shop));
  owner = await signInAdmin(shop);
  artworkId = (await insertArtwork(shop.database, { stockCount: 50 })).id;
});
afterAll(async () => {
  await Promise.all([shop?.close(), demo?.close()]);
  await standIn?.close();
});

async function openPayment(method: string) {
  await asha.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' });
  const form = new URLSearchParams(fieldsOf((await asha.get('/checkout')).text));
  const { country: _country, ...address } = ADDRESS;
  const typed = { ...address, paymentMethod: method, paymentReferenceId: '', online: 'yes' };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  const placed = await asha.ask('/checkout', { method: 'POST', body: form });
  const orderId = placed.headers.get('location')!.replace('/checkout?payment=', '');
  const started = await asha.post(`/checkout/payment/${orderId}`, { intent: 'attempts', method, upiId: 'asha@upi' });
  const { payment } = (await started.json()) as PaymentAnswer;
  return { orderId, ...payment.open! };
}
const send = ({ gateway, body, headers }: SentWebhook) =>
  shop.visitor().ask(`/api/webhooks/${gateway}`, {
    method: 'POST',
    body,
    headers: { ...headers, 'sec-fetch-site': '' },
  });
const statusOf = async (orderId: string) =>
  (await shop.database.select().from(orders).where(eq(orders.id, orderId)))[0]!.paymentStatus;

describe('paying on a gateway’s own page', () => {
  test.each(['phonepe', 'paytm'] as const)(
    'opens %s, returns to the payment, and continues once paid',
    async (method) => {
      const { orderId, window, providerOrderId } = await openPayment(method);
      if (window.kind !== 'redirect') throw new Error(window.kind);
      // The policy must allow a form’s target, but not a link’s.
      const policy = (await asha.ask('/checkout')).headers.get('content-security-policy')!;
      if (window.fields) expect(policy).toContain(`form-action 'self' ${standIn.address}`);
      const page = await fetch(window.url, {
        method: window.fields ? 'POST' : 'GET',
        body: window.fields && new URLSearchParams(window.fields),
      });
      const [, action = ''] = /action="([^"]+)"/.exec(await page.text()) ?? [];
      const left = await fetch(standIn.address + action, { method: 'POST', body: 'shopper=pay', redirect: 'manual' });
      const back = left.headers.get('location') ?? /action="([^"]+)"/.exec(await left.text())![1]!;
      expect(back).toBe(`${shop.config.shopUrl}/checkout/payment/${orderId}/return`);
      // The gateway’s page returns the browser from another site, without our cookies.
      const returned = await shop.visitor().ask(new URL(back).pathname, {
        method: method === 'paytm' ? 'POST' : 'GET',
        headers: { 'sec-fetch-site': 'cross-site', origin: standIn.address },
        ...(method === 'paytm' && { body: new URLSearchParams({ STATUS: 'TXN_SUCCESS', ORDERID: providerOrderId }) }),
      });
      expect([returned.status, returned.headers.get('location')]).toEqual([303, `/checkout?payment=${orderId}`]);
      expect(await statusOf(orderId)).toBe('pending');
      expect((await send(standIn.webhookOf(providerOrderId))).status).toBe(200);
      const paid = await asha.ask(`/checkout?payment=${orderId}`);
      expect(paid.headers.get('location')).toBe(`/profile/orders?placed=${orderId}`);
    },
  );

  test('refuses other posts from other sites', async () => {
    const { orderId } = await openPayment('phonepe');
    const forged = await asha.post(
      `/checkout/payment/${orderId}`,
      { intent: 'cancellation' },
      {
        headers: { 'sec-fetch-site': 'cross-site' },
      },
    );
    expect(forged.status).toBe(403);
    await asha.post(`/checkout/payment/${orderId}`, { intent: 'cart' });
  });
});

describe('the webhook’s address', () => {
  test('answers signed garbage with 400 and a sentence, and stores nothing', async () => {
    const before = await shop.database.$count(webhookEvents);
    const entity = { id: 'pay_29QQoUBi66xm2f', order_id: 'order_1', status: 'captured', amount: 100, currency: 'INR' };
    const rubbish: [SentWebhook, RegExp][] = [
      [signRazorpay('not JSON'), /^body: /],
      [signRazorpay('{"event":"payment.captured","payload":7}'), /^payload: /],
      [signRazorpay('{}', '\u00ff'), /^x-razorpay-event-id: /],
      [phonepeWebhook('checkout.order.completed', { merchantOrderId: 'x'.repeat(100) }), /^payload\.merchantOrderId: /],
      ...[{ id: 'p' }, { id: 'pay_\0abc' }, { id: 7 }, { amount: '100' }, { amount: -5 }, { currency: '₹' }].map(
        (changes): [SentWebhook, RegExp] => [
          razorpayWebhook('payment.captured', { payment: { entity: { ...entity, ...changes } } }),
          /^(id|amount|currency): /,
        ],
      ),
    ];
    for (const [webhook, sentence] of rubbish) {
      const answer = await send(webhook);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(sentence)]);
    }
    const tooLong = await send(signRazorpay(JSON.stringify({ event: 'x'.repeat(70_000), payload: {} })));
    expect(tooLong.status).toBe(413);
    expect(await shop.database.$count(webhookEvents)).toBe(before);
  });

  test('accepts useless signed events, and refuses unsigned ones', async () => {
    for (const event of ['settlement.processed', 'payment.downtime.started', 'refund.created', 'new.thing'])
      expect((await send(razorpayWebhook(event, {}))).status).toBe(200);
    for (const gateway of ['razorpay', 'phonepe', 'paytm'] as const)
      expect((await send({ gateway, body: '{}', headers: {} })).status).toBe(401);
    expect((await send({ gateway: 'upi' as 'paytm', body: '{}', headers: {} })).status).toBe(404);
  });

  test('answers at once while the gateway is down, and pays later', async () => {
    const { orderId, providerOrderId } = await openPayment('paytm');
    standIn.pay(providerOrderId);
    standIn.fail(/paytm/, '500', 2);
    expect((await send(standIn.webhookOf(providerOrderId))).status).toBe(200);
    for (let tries = 0; tries < 150 && (await statusOf(orderId)) === 'pending'; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    standIn.recover();
    expect(await statusOf(orderId)).toBe('confirmed');
  });
});

describe('Gateway differences', () => {
  const path = '/admin/payments/differences';

  test('shows the comparison of the chosen day, and payouts', async () => {
    const { orderId, providerOrderId } = await openPayment('razorpay');
    standIn.pay(providerOrderId);
    const page = await owner.get(path);
    expect(page.status).toBe(200);
    expect(textOf(page.text)).toContain('No differences');
    const day = dayInIndia(new Date());
    const checked = await owner.post(path, { provider: 'razorpay', day });
    expect([checked.status, checked.headers.get('location')]).toEqual([303, `${path}?done=found`]);
    expect(await statusOf(orderId)).toBe('confirmed');
    const found = textOf((await owner.get(path)).text);
    for (const text of ['Not in the shop’s books', 'gateway ₹1,150', 'Added to the books', 'Paid out', 'Tax on fees'])
      expect(found).toContain(text);
    const again = await owner.post(path, { provider: 'razorpay', day });
    expect(again.headers.get('location')).toBe(`${path}?done=agrees`);
  });

  test('keeps the input beside its errors', async () => {
    const wrong = await owner.post(path, { provider: 'razorpay', day: 'yesterday' });
    expect([wrong.status, textOf(await wrong.text())]).toEqual([400, expect.stringContaining('Choose a day.')]);
    const ahead = await owner.post(path, { provider: 'razorpay', day: '2999-01-01' });
    const text = await ahead.text();
    expect([ahead.status, textOf(text)]).toEqual([409, expect.stringContaining('Choose today or an earlier date.')]);
    expect(Object.fromEntries(fieldsOf(text))).toMatchObject({ day: '2999-01-01' });
    standIn.fail(/razorpay/, '500', 10);
    const silent = await owner.post(path, { provider: 'razorpay', day: dayInIndia(new Date()) });
    standIn.recover();
    expect([silent.status, textOf(await silent.text())]).toEqual([
      409,
      expect.stringContaining('We couldn’t reach the gateway'),
    ]);
  });

  test('exists for owners only, and explains an empty demo', async () => {
    expect((await asha.get(path)).status).toBe(404);
    expect((await shop.visitor().get(path)).status).toBe(404);
    const visitor = demo.visitor();
    const { email } = await visitor.signUpAs('Kamla Bisht', { email: `${randomUUID()}@example.in` });
    await makeAdmin(demo, email);
    const page = await visitor.get(path);
    expect(textOf(page.text)).toContain('Once a real gateway is connected');
    expect(await demo.database.$count(paymentOrders)).toBe(0);
  });
});
