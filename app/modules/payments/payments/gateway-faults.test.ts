import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paytmGateway } from '#app/adapters/payment/paytm.server.ts';
import { phonepeGateway } from '#app/adapters/payment/phonepe.server.ts';
import { razorpayGateway } from '#app/adapters/payment/razorpay.server.ts';
import { hmacSha256 } from '#app/adapters/payment/gateway-calls.server.ts';
import { paise } from '#app/basics/money.ts';
import { takeGatewayWebhook } from './gateways.server.ts';
import { gatewayRefunds, webhookEvents } from './tables.server.ts';
import { paymentRefusal } from './messages.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { FAULTS, type GatewayStandIn, openGatewayStandIn } from '#tests/support/gateway-stand-in.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { startGatewayPayment, takeGatewayCallback } from './internal/gateway-payment.server.ts';
import { refundAtGateway } from './internal/gateway-refunds.server.ts';
import { cancelGatewayPayment, getPayment } from './internal/payment-window.server.ts';
import { reconcilePayments } from './internal/unpaid-orders.server.ts';

const ADAPTERS = { razorpay: razorpayGateway, phonepe: phonepeGateway, paytm: paytmGateway };
const GATEWAYS = ['razorpay', 'phonepe', 'paytm'] as const;
/** A shopper waits at most eight seconds; the test waits less. */
const ANSWERS_WITHIN_MS = 100;

let shop: TestShop;
let standIn: GatewayStandIn;
beforeAll(async () => {
  shop = await openTestShop();
  standIn = await openGatewayStandIn({ slowInMs: 30_000 });
});
beforeEach(async () => {
  await shop.empty();
  standIn.empty();
  standIn.clock.now = () => shop.clock.now;
});
afterAll(async () => {
  await Promise.all([shop?.close(), standIn?.close()]);
});

const mine = () => shop.as.customer();

const open = (method: (typeof GATEWAYS)[number], answersWithinMs?: number) =>
  ADAPTERS[method](standIn.credentials(method), () => {}, { answersWithinMs });

async function waitingOrder(method: (typeof GATEWAYS)[number]) {
  shop.suppliers.payment = { [method]: open(method) };
  const artwork = await shop.makeArtwork();
  await putIntoCart(mine(), artwork.id);
  const order = await orderCart(mine(), { paymentMethod: method, paymentReferenceId: '', online: 'yes' });
  return { order, start: () => startGatewayPayment(mine(), { orderId: order.id, method, upiId: 'asha@upi' }) };
}

/** The adapters' own tests cover the other faults. */
const TRIED = FAULTS.filter((fault) => fault !== '429' && fault !== '403');

describe.each(GATEWAYS)('with %s', (method) => {
  test.each(TRIED)('failed answers at every step (%s) neither charge twice nor lose money', async (fault) => {
    const isSilent = fault === 'hang' || fault === 'slow';
    const { order, start } = await waitingOrder(method);
    const adapter = shop.suppliers.payment[method];
    const impatient = isSilent ? open(method, ANSWERS_WITHIN_MS) : adapter;
    const orderId = order.id;
    const during = async <Answer>(step: () => Promise<Answer>): Promise<Answer> => {
      standIn.asked.length = 0;
      standIn.fail(/./, fault, 100);
      shop.suppliers.payment[method] = impatient;
      try {
        return await step();
      } finally {
        standIn.recover();
        shop.suppliers.payment[method] = adapter;
        expect(standIn.asked.length).toBeLessThanOrEqual(3);
      }
    };
    const booked = () => shop.database.select().from(payments);

    const refused = await during(start);
    if (!refused.ok) expect(paymentRefusal(refused)).toBe('Failed to load payment gateway');
    else expect(fault).toMatch(/^other-/);
    const started = await start();
    if (!started.ok) throw new Error(started.reason);
    const { providerOrderId } = started.value;
    const paymentId = standIn.pay(providerOrderId);

    shop.later(1);
    await during(() => getPayment(mine(), orderId));
    const signature = hmacSha256(standIn.credentials(method).keySecret, `${providerOrderId}|${paymentId}`);
    const answer = await during(() => takeGatewayCallback(mine(), { orderId, providerOrderId, paymentId, signature }));
    if (method !== 'razorpay') expect(answer).toMatchObject({ reason: 'forged' });
    else if (!fault.startsWith('other-')) expect(answer).toMatchObject({ reason: 'gateway-unavailable' });
    await during(() => cancelGatewayPayment(mine(), orderId));
    if (method !== 'razorpay') {
      const { body, headers } = standIn.webhookOf(providerOrderId);
      expect(await during(() => takeGatewayWebhook(shop.as.shop(), method, body, new Headers(headers)))).toMatchObject(
        fault === 'other-amount' ? {} : { ok: true },
      );
      expect(await shop.database.select().from(webhookEvents)).toMatchObject([{ rawBody: body }]);
    }
    shop.later(30);
    await during(() => reconcilePayments(shop.as.shop()));
    for (const payment of await booked()) expect(payment.amount).toBe(order.total);

    shop.later(120);
    await reconcilePayments(shop.as.shop());
    expect(await booked()).toMatchObject([
      { orderId, amount: order.total, referenceId: paymentId.toUpperCase(), verification: 'matched' },
    ]);
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    const attention = await shop.announced('orders.needs-attention');
    if (fault.startsWith('other-')) expect(attention.length).toBeLessThanOrEqual(1);
    else expect(attention).toEqual([]);

    const [payment] = await booked();
    const refund = { paymentId: payment!.id, amount: paise(10_000), key: randomUUID(), note: 'One piece' };
    await during(() => refundAtGateway(shop.as.admin(), refund));
    for (let times = 0; times < 2; times += 1)
      expect(await refundAtGateway(shop.as.admin(), refund)).toMatchObject({
        ok: true,
        value: { status: 'pending', refundId: expect.any(String) as string },
      });
    expect(standIn.refundsOf(providerOrderId)).toMatchObject([{ key: refund.key, amount: 10_000 }]);
    expect(await shop.database.select().from(gatewayRefunds)).toHaveLength(1);
  });

  test('reports an id that belongs to another order to the owner', async () => {
    const { start } = await waitingOrder(method);
    const first = await start();
    if (!first.ok) throw new Error(first.reason);
    if (method === 'razorpay') {
      const { order, start: startAnother } = await waitingOrder(method);
      standIn.repeatOrderId(first.value.providerOrderId);
      expect(await startAnother()).toMatchObject({ reason: 'gateway-unavailable' });
      expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId: order.id, why: 'gateway-id-used' }]);
      expect(await startAnother()).toMatchObject({ ok: true });
      return;
    }
    const paymentId = standIn.pay(first.value.providerOrderId);
    shop.later(1);
    const { order, start: startAnother } = await waitingOrder(method);
    const second = await startAnother();
    if (!second.ok) throw new Error(second.reason);
    standIn.repeatPaymentId(paymentId);
    standIn.pay(second.value.providerOrderId);
    shop.later(20);
    for (let times = 0; times < 3; times += 1) {
      await reconcilePayments(shop.as.shop());
      shop.later(60);
    }
    expect(await shop.announced('orders.needs-attention')).toEqual([
      { orderId: expect.any(String) as string, why: 'gateway-id-used' },
    ]);
    expect(await shop.database.select().from(payments)).toHaveLength(1);
    expect(order.total).toBeGreaterThan(0);
  });
});
