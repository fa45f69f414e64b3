import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paytmGateway } from '#app/adapters/payment/paytm.server.ts';
import { phonepeGateway } from '#app/adapters/payment/phonepe.server.ts';
import { razorpayGateway } from '#app/adapters/payment/razorpay.server.ts';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { paise } from '#app/basics/money.ts';
import { dayInIndia } from '#app/basics/india.ts';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { giveReference, startGatewayPayment } from './payments.server.ts';
import { paymentsAndRefunds, refundOrder, refundThroughGateway } from './refunds.server.ts';
import { refundAtGateway } from './internal/gateway-refunds.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { gatewayRefunds, gatewaySettlementLines, paymentOrders, webhookEvents } from './tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import {
  type GatewayStandIn,
  openGatewayStandIn,
  razorpayWebhook,
  type SentWebhook,
} from '#tests/support/gateway-stand-in.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  checkGateway,
  checkGateways,
  forgetWebhookBodies,
  readGatewayBooks,
  takeGatewayWebhook,
} from './gateways.server.ts';
import { gatewayListeners } from './listeners.server.ts';

let shop: TestShop;
let standIn: GatewayStandIn;
beforeAll(async () => {
  shop = await openTestShop();
  standIn = await openGatewayStandIn();
});
beforeEach(async () => {
  await shop.empty();
  standIn.empty();
  standIn.clock.now = () => shop.clock.now;
  shop.suppliers.payment = {
    razorpay: razorpayGateway(standIn.credentials('razorpay'), () => {}),
    phonepe: phonepeGateway(standIn.credentials('phonepe'), () => {}),
    paytm: paytmGateway(standIn.credentials('paytm'), () => {}),
  };
});
afterAll(async () => {
  await Promise.all([shop?.close(), standIn?.close()]);
});

const DAY = '2026-11-21';
const owner = () => shop.as.admin();

async function openPayment(provider: Gateway = 'razorpay') {
  const artwork = await shop.makeArtwork();
  await putIntoCart(shop.as.customer(), artwork.id);
  const order = await orderCart(shop.as.customer(), {
    paymentMethod: provider,
    paymentReferenceId: '',
    online: 'yes',
  });
  const started = await startGatewayPayment(shop.as.customer(), {
    orderId: order.id,
    method: provider,
    upiId: 'asha@upi',
  });
  if (!started.ok) throw new Error(started.reason);
  return { order, providerOrderId: started.value.providerOrderId };
}
const send = ({ gateway, body, headers }: SentWebhook) =>
  takeGatewayWebhook(shop.as.shop(), gateway, body, new Headers(headers));
async function paidOrder(provider: Gateway = 'razorpay') {
  const { order, providerOrderId } = await openPayment(provider);
  const paymentId = standIn.pay(providerOrderId);
  await send(standIn.webhookOf(providerOrderId));
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, order.id));
  return { order, providerOrderId, paymentId, payment: payment! };
}
const check = async (provider: Gateway = 'razorpay', day = DAY) => {
  const checked = await checkGateway(owner(), { provider, day });
  if (!checked.ok) throw new Error(checked.reason);
  return (await readGatewayBooks(owner())).differences;
};

describe('a webhook', () => {
  test('is stored before it is processed; a repeat changes nothing', async () => {
    const { order, providerOrderId } = await openPayment();
    standIn.pay(providerOrderId);
    const webhook = standIn.webhookOf(providerOrderId);
    for (let times = 0; times < 3; times += 1) expect(await send(webhook)).toMatchObject({ ok: true });
    expect(await shop.database.select().from(webhookEvents)).toMatchObject([
      {
        rawBody: webhook.body,
        signature: webhook.headers['x-razorpay-signature'],
        answer: { outcome: 'paid', providerOrderId },
        handledAt: shop.clock.now,
        lastError: null,
      },
    ]);
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId: order.id }]);
    expect(await shop.announced('gateways.webhook-stored')).toHaveLength(1);
  });

  test('an unprocessed webhook is accepted, retried, and shown to the owner', async () => {
    const { order, providerOrderId } = await openPayment();
    standIn.pay(providerOrderId);
    await shop.database.execute(sql`
      create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'the books are closed'; end $$`);
    await shop.database.execute(
      sql`create trigger fail_once before insert on payments for each row execute function fail_once()`,
    );
    expect(await send(standIn.webhookOf(providerOrderId))).toMatchObject({ ok: true });
    const [listener] = gatewayListeners;
    const [event] = await shop.database.select().from(webhookEvents);
    const delivery = { id: randomUUID(), attempt: 1 };
    await expect(listener.handle(shop.as.shop(), event!, delivery)).rejects.toThrow();
    await listener.onDead!(shop.as.shop(), event!, 'the books are closed');
    expect((await readGatewayBooks(owner())).webhooks).toMatchObject([
      { handledAt: null, lastError: 'the books are closed' },
    ]);
    await shop.database.execute(sql`drop function fail_once() cascade`);
    await listener.handle(shop.as.shop(), event!, delivery);
    expect(await shop.orderRow(order.id)).toMatchObject({ paymentStatus: 'confirmed' });
    expect((await readGatewayBooks(owner())).webhooks).toEqual([]);
    await listener.handle(shop.as.shop(), event!, delivery);
    expect(await shop.database.select().from(payments)).toHaveLength(1);
  });

  test('any order works: late failures undo nothing, authorizations are captured', async () => {
    const { order, providerOrderId } = await openPayment();
    standIn.pay(providerOrderId, { status: 'failed' });
    const failed = standIn.webhookOf(providerOrderId);
    standIn.pay(providerOrderId, { status: 'authorized' });
    const authorized = standIn.webhookOf(providerOrderId);
    expect(await send(authorized)).toMatchObject({ ok: true, value: { paymentStatus: 'confirmed' } });
    await send(failed);
    await send(standIn.webhookOf(providerOrderId));
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    expect(await shop.database.select().from(payments)).toHaveLength(1);
  });

  test('one failed attempt does not end a payment being retried', async () => {
    const { order, providerOrderId } = await openPayment();
    standIn.pay(providerOrderId, { status: 'failed' });
    const failed = standIn.webhookOf(providerOrderId);
    standIn.pay(providerOrderId, { status: 'created' });
    expect(await send(failed)).toMatchObject({ ok: true });
    expect(await shop.database.select().from(paymentOrders)).toMatchObject([{ status: 'created', failure: null }]);
    const again = await startGatewayPayment(shop.as.customer(), { orderId: order.id, method: 'razorpay' });
    expect(again).toMatchObject({ ok: true, value: { providerOrderId } });
  });

  test('is stored without effect when its payment is unknown', async () => {
    const entity = {
      id: 'pay_nobodys',
      order_id: 'order_nobodys',
      status: 'captured',
      amount: 100,
      currency: 'INR',
    };
    expect(await send(razorpayWebhook('payment.captured', { payment: { entity } }))).toMatchObject({
      reason: 'unknown-payment',
    });
    expect(await send(razorpayWebhook('settlement.processed', {}))).toMatchObject({ ok: true });
    expect((await readGatewayBooks(owner())).webhooks).toMatchObject([{ lastError: 'unknown-payment' }]);
    expect(await shop.announced('gateways.webhook-stored')).toHaveLength(1);
  });

  test('refuses a forged or unreadable webhook, and stores nothing', async () => {
    const { providerOrderId } = await openPayment();
    standIn.pay(providerOrderId);
    const webhook = standIn.webhookOf(providerOrderId);
    const headers = { ...webhook.headers, 'x-razorpay-signature': '0'.repeat(64) };
    expect(await send({ ...webhook, headers })).toMatchObject({ reason: 'forged' });
    expect(await send(razorpayWebhook('payment.captured', { payment: { entity: { id: 'pay\0' } } }))).toMatchObject({
      reason: 'unreadable',
      data: { problem: expect.stringContaining('id') as string },
    });
    expect(await shop.database.select().from(webhookEvents)).toEqual([]);
  });

  test('loses its body after 90 days, but is not processed again', async () => {
    const { providerOrderId } = await openPayment();
    standIn.pay(providerOrderId);
    const webhook = standIn.webhookOf(providerOrderId);
    await send(webhook);
    shop.later(89 * 24 * 60);
    await forgetWebhookBodies(shop.as.shop());
    expect(await shop.database.select().from(webhookEvents)).toMatchObject([{ rawBody: webhook.body }]);
    shop.later(2 * 24 * 60);
    await forgetWebhookBodies(shop.as.shop());
    expect(await shop.database.select().from(webhookEvents)).toMatchObject([
      { rawBody: null, answer: null, signature: null, handledAt: expect.any(Date) as Date },
    ]);
    expect(await send(webhook)).toMatchObject({ ok: true, value: undefined });
    await expect(forgetWebhookBodies(shop.as.customer())).rejects.toThrow(NotFound);
  });
});

describe.each(['razorpay', 'phonepe', 'paytm'] as const)('a refund at %s', (provider) => {
  test('ends as its webhook says, in any order, and never changes back', async () => {
    const { payment, providerOrderId } = await paidOrder(provider);
    const key = randomUUID();
    await refundAtGateway(owner(), { paymentId: payment.id, amount: paise(10_000), key, note: 'One piece' });
    const accepted = standIn.refundWebhookOf(key);
    standIn.settleRefund(key, 'succeeded');
    const processed = standIn.refundWebhookOf(key);
    for (const webhook of [processed, accepted, processed]) expect(await send(webhook)).toMatchObject({ ok: true });
    expect(await shop.database.select().from(gatewayRefunds)).toMatchObject([
      { key, amount: 10_000, status: 'succeeded', providerRefundId: expect.any(String) as string },
    ]);
    standIn.settleRefund(key, 'failed');
    expect(await send(standIn.refundWebhookOf(key))).toMatchObject({ ok: true });
    // A refund may still fail at the bank after the gateway called it processed.
    expect(await shop.database.select().from(gatewayRefunds)).toMatchObject([{ status: 'failed' }]);
    expect(await send(processed)).toMatchObject({ ok: true });
    expect(await shop.database.select().from(gatewayRefunds)).toMatchObject([{ status: 'failed' }]);
    expect(providerOrderId).toBeTruthy();
  });

  test('keeps a dashboard payment with a foreign id, and compares its day', async () => {
    const { paymentId } = await paidOrder(provider);
    const { key, id } = standIn.refundInDashboard(paymentId, paise(20_000));
    expect(await send(standIn.refundWebhookOf(key))).toMatchObject({ ok: true });
    expect(await shop.database.select().from(gatewayRefunds)).toMatchObject([
      { key, providerRefundId: id, status: 'succeeded' },
    ]);
    expect(await shop.database.select().from(refunds)).toEqual([]);
    expect((await readGatewayBooks(owner())).webhooks).toEqual([]);
    await check(provider);
    expect((await readGatewayBooks(owner())).checks).toMatchObject([{ provider, day: DAY, payments: 1, refunds: 1 }]);
  });

  test('only the owner requests it, only for gateway payments', async () => {
    const { order, payment } = await paidOrder(provider);
    const refund = { paymentId: payment.id, amount: paise(1), key: randomUUID(), note: '' };
    for (const other of [shop.as.customer(), shop.as.helper(), shop.as.guest()])
      await expect(refundAtGateway(other, refund)).rejects.toThrow(NotFound);
    await shop.database.delete(paymentOrders).where(eq(paymentOrders.orderId, order.id));
    expect(await refundAtGateway(owner(), refund)).toMatchObject({ reason: 'not-at-gateway' });
  });
});

describe.each(['razorpay', 'phonepe', 'paytm'] as const)('a day of %s', (provider) => {
  test('that agrees has no difference', async () => {
    await paidOrder(provider);
    await openPayment(provider);
    expect(await check(provider)).toEqual([]);
    const { checks } = await readGatewayBooks(owner());
    expect(checks).toMatchObject([{ provider, day: DAY, payments: 1, refunds: 0 }]);
  });

  test('completes a payment the shop was never notified of', async () => {
    const { order, providerOrderId } = await openPayment(provider);
    const providerId = standIn.pay(providerOrderId);
    for (let times = 0; times < 2; times += 1)
      expect(await check(provider)).toMatchObject([
        { kind: 'missing-here', about: 'payment', orderId: order.id, providerId, theirs: order.total, completed: true },
      ]);
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId: order.id }]);
  });

  test('completes a payment whose number was given as a reference', async () => {
    const { order, providerOrderId } = await openPayment(provider);
    standIn.repeatPaymentId('OM2611211012345678');
    const providerId = standIn.pay(providerOrderId);
    await giveReference(shop.as.customer(), { orderId: order.id, paymentReferenceId: providerId });
    expect(await check(provider)).toMatchObject([
      { kind: 'missing-here', orderId: order.id, providerId, completed: true },
    ]);
    expect(await shop.orderRow(order.id)).toMatchObject({ paymentStatus: 'confirmed', verification: 'matched' });
    expect(await check(provider)).toHaveLength(1);
  });

  test('names payments of another amount and unknown ones', async () => {
    const other = await openPayment(provider);
    standIn.pay(other.providerOrderId, { amount: paise(100) });
    const unknown = await paidOrder(provider);
    standIn.forgetPayments(unknown.providerOrderId);
    const found = await check(provider);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'other-amount',
          orderId: other.order.id,
          ours: other.order.total,
          theirs: 100,
        }),
        expect.objectContaining({
          kind: 'missing-there',
          orderId: unknown.order.id,
          ours: unknown.order.total,
          completed: false,
        }),
      ]),
    );
    expect(await shop.orderRow(other.order.id)).toMatchObject({ paymentStatus: 'pending' });
  });

  test('names a refund that the gateway doesn’t know', async () => {
    const { payment, order, providerOrderId } = await paidOrder(provider);
    const key = randomUUID();
    await refundAtGateway(owner(), { paymentId: payment.id, amount: paise(10_000), key, note: '' });
    standIn.forgetRefunds(providerOrderId);
    expect(await check(provider)).toMatchObject([
      { kind: 'missing-there', about: 'refund', orderId: order.id, ours: 10_000 },
    ]);
  });

  test('names a refund made in the dashboard until it is recorded', async () => {
    const { payment, paymentId, order } = await paidOrder(provider);
    const { key, id: providerId } = standIn.refundInDashboard(paymentId, paise(20_000));
    await send(standIn.refundWebhookOf(key));
    expect(await shop.database.select().from(gatewayRefunds)).toMatchObject([{ key, amount: 20_000 }]);
    for (let times = 0; times < 2; times += 1)
      expect(await check(provider)).toMatchObject([
        { kind: 'missing-here', about: 'refund', providerId, orderId: order.id, theirs: 20_000 },
      ]);
    const recorded = { orderId: order.id, paymentId: payment.id, reason: 'By the dashboard' };
    await refundOrder(owner(), { ...recorded, key: randomUUID(), amount: paise(5_000) });
    expect(await check(provider)).toMatchObject([{ kind: 'other-amount', ours: 5_000, theirs: 20_000 }]);
    await refundOrder(owner(), { ...recorded, key: randomUUID(), amount: paise(15_000) });
    expect(await check(provider)).toEqual([]);
    expect((await readGatewayBooks(owner())).checks).toMatchObject([{ payments: 1, refunds: 1 }]);
  });

  test('accepts the shop’s own refund, but not an extra dashboard one', async () => {
    const { payment, paymentId, order } = await paidOrder(provider);
    const key = randomUUID();
    const refund = { orderId: order.id, paymentId: payment.id, amount: paise(10_000), reason: 'One piece', key };
    await refundThroughGateway(owner(), refund);
    expect(await check(provider)).toEqual([]);
    standIn.settleRefund(key, 'succeeded');
    expect(await check(provider)).toEqual([]);
    expect((await paymentsAndRefunds(owner(), order.id)).refunds).toMatchObject([{ status: 'succeeded' }]);
    await send(standIn.refundWebhookOf(standIn.refundInDashboard(paymentId, paise(2_000)).key));
    expect(await check(provider)).toMatchObject([{ kind: 'other-amount', ours: 10_000, theirs: 12_000 }]);
  });

  test('reports nothing when the gateway cannot be reached', async () => {
    await paidOrder(provider);
    standIn.fail(/./, '500', 100);
    expect(await checkGateway(owner(), { provider, day: DAY })).toMatchObject({ reason: 'gateway-unavailable' });
    expect(await readGatewayBooks(owner())).toMatchObject({ checks: [], differences: [] });
  });
});

describe('Razorpay’s books', () => {
  test('shows an unrecorded dashboard refund until it is recorded', async () => {
    const { payment, paymentId, order } = await paidOrder();
    const refund = standIn.refundInDashboard(paymentId, paise(20_000));
    expect(await check()).toMatchObject([
      { kind: 'missing-here', about: 'refund', providerId: refund.id, orderId: order.id, theirs: 20_000 },
    ]);
    const recorded = { orderId: order.id, paymentId: payment.id, reason: 'By the dashboard', key: randomUUID() };
    expect(await refundOrder(owner(), { ...recorded, amount: paise(5_000) })).toMatchObject({ ok: true });
    expect(await check()).toMatchObject([{ kind: 'other-amount', ours: 5_000, theirs: 20_000 }]);
    await refundOrder(owner(), { ...recorded, key: randomUUID(), amount: paise(15_000) });
    expect(await check()).toEqual([]);
    expect((await paymentsAndRefunds(owner(), order.id)).refunds).toHaveLength(2);
  });

  test('starts no order with money already refunded', async () => {
    const { order, providerOrderId } = await openPayment();
    const refund = standIn.refundInDashboard(standIn.pay(providerOrderId), order.total);
    expect(await check()).toMatchObject([
      { kind: 'missing-here', about: 'refund', providerId: refund.id, theirs: order.total },
    ]);
    expect(await shop.database.select().from(payments)).toEqual([]);
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
  });

  test('recognises a fully refunded payment after failed attempts', async () => {
    const { order, providerOrderId } = await openPayment();
    const paymentId = standIn.pay(providerOrderId);
    standIn.pay(providerOrderId, { status: 'failed' });
    await send(standIn.webhookOf(providerOrderId));
    const [payment] = await shop.database.select().from(payments);
    standIn.refundInDashboard(paymentId, order.total);
    await refundOrder(owner(), {
      orderId: order.id,
      paymentId: payment!.id,
      amount: order.total,
      reason: 'By the dashboard',
      key: randomUUID(),
    });
    expect(await check()).toEqual([]);
  });

  test('settles payments less fees once, and finds late-booked ones', async () => {
    const { payment, order } = await paidOrder();
    const late = await openPayment();
    standIn.pay(late.providerOrderId);
    await shop.database
      .update(paymentOrders)
      .set({ providerOrderId: 'order_hidden' })
      .where(eq(paymentOrders.providerOrderId, late.providerOrderId));
    await check();
    const lines = () => shop.database.select().from(gatewaySettlementLines).orderBy(gatewaySettlementLines.paymentId);
    expect(await lines()).toMatchObject([{ paymentId: payment.id, gross: order.total }, { paymentId: null }]);
    await shop.database
      .update(paymentOrders)
      .set({ providerOrderId: late.providerOrderId })
      .where(eq(paymentOrders.providerOrderId, 'order_hidden'));
    await check();
    await check();
    expect((await lines()).every(({ paymentId }) => paymentId !== null)).toBe(true);
    const { settlements } = await readGatewayBooks(owner());
    const gross = order.total + late.order.total;
    expect(settlements).toMatchObject([{ lines: 2, unknown: 0, gross, reference: 'UTR20261121' }]);
    expect(settlements[0]!.net).toBe(gross - settlements[0]!.fee - settlements[0]!.tax);
    expect(settlements[0]!.fee).toBeGreaterThan(0);
  });

  test('report a payment that belongs to no order', async () => {
    const { providerOrderId } = await openPayment();
    standIn.pay(providerOrderId);
    await shop.database.delete(paymentOrders);
    expect(await check()).toMatchObject([{ kind: 'missing-here', orderId: null, completed: false }]);
  });
});

describe('every night', () => {
  test('compares each ended day once, and retries a silent gateway', async () => {
    await paidOrder();
    expect(await checkGateways(shop.as.shop())).toBe(9);
    expect(await checkGateways(shop.as.shop())).toBe(0);
    shop.later(14 * 60);
    const today = dayInIndia(shop.clock.now);
    expect(today).toBe('2026-11-22');
    standIn.fail(/razorpay/, 'drop', 100);
    expect(await checkGateways(shop.as.shop())).toBe(2);
    standIn.recover();
    expect(await checkGateways(shop.as.shop())).toBe(1);
    expect(await checkGateways(shop.as.shop())).toBe(0);
  });

  test('a demo’s gateways are not compared, as they move no money', async () => {
    shop.suppliers.payment = { razorpay: fakeGateway({ name: 'razorpay' }) };
    expect(await checkGateways(shop.as.shop())).toBe(0);
    expect(await checkGateway(owner(), { provider: 'razorpay', day: DAY })).toMatchObject({
      reason: 'gateway-unavailable',
    });
    expect((await readGatewayBooks(owner())).gateways).toEqual([]);
  });
});

test('the gateways’ books are for owners only', async () => {
  for (const other of [shop.as.customer(), shop.as.helper(), shop.as.guest()]) {
    await expect(readGatewayBooks(other)).rejects.toThrow(NotFound);
    await expect(checkGateway(other, { provider: 'razorpay', day: DAY })).rejects.toThrow(NotFound);
  }
  await expect(checkGateways(shop.as.customer())).rejects.toThrow(NotFound);
  expect(await checkGateway(owner(), { provider: 'razorpay', day: '2026-11-22' })).toMatchObject({
    reason: 'day-ahead',
  });
});
