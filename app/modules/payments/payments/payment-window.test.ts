import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeGateway, fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { rupees } from '#app/basics/money.ts';
import { cart } from '#app/modules/orders/cart/tables.server.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { paymentOrders } from './tables.server.ts';
import { refundOrder, refundsOwed } from './refunds.server.ts';
import { answerReturn, askReturn, getReturnable } from '#app/modules/orders/returns/returns.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { receiveAll } from '#tests/support/returns.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  cancelGatewayPayment,
  claimPayment,
  findWaitingOrder,
  getPayment,
  simulateGatewayPayment,
  returnToCart,
} from './internal/payment-window.server.ts';
import { giveReference } from './internal/references.server.ts';
import { cancelOrder, findOrderHistory, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { completePayment, startGatewayPayment, takeGatewayCallback } from './internal/gateway-payment.server.ts';
import { takeGatewayWebhook } from './gateways.server.ts';
import { reconcilePayments, sweepHeldOrders } from './internal/unpaid-orders.server.ts';
import { noteReference, verifyPayment } from './internal/verify-payments.server.ts';
import { claimsToConfirm } from './internal/claims-to-confirm.server.ts';

let shop: TestShop;
let phonepe: FakeGateway;
let paytm: FakeGateway;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.empty();
  phonepe = fakeGateway({ name: 'phonepe' });
  paytm = fakeGateway({ name: 'paytm' });
  shop.suppliers.payment = { phonepe, paytm };
});
afterAll(() => shop.close());

const rupee = rupees(1);
const mine = () => shop.as.customer();

async function waitingOrder(method: 'manual' | 'phonepe' | 'paytm' = 'phonepe') {
  const artwork = await shop.makeArtwork();
  await putIntoCart(mine(), artwork.id);
  const order = await orderCart(mine(), { paymentMethod: method, paymentReferenceId: '', online: 'yes' });
  return { orderId: order.id, artworkId: artwork.id };
}

const start = (orderId: string, method = 'phonepe') =>
  startGatewayPayment(mine(), { orderId, method, upiId: 'asha@upi' });
async function started(orderId: string, method = 'phonepe') {
  const answer = await start(orderId, method);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value.providerOrderId;
}
const stage = async (orderId: string) => (await getPayment(mine(), orderId)).stage;

describe('the payment window', () => {
  test('goes from choosing to processing, failed, and paid after Try Again', async () => {
    const { orderId, artworkId } = await waitingOrder();
    expect(await stage(orderId)).toBe('choosing');
    await started(orderId);
    expect(await getPayment(mine(), orderId)).toMatchObject({
      stage: 'processing',
      open: { window: { kind: 'demo' } },
    });
    expect(await simulateGatewayPayment(mine(), { orderId, shopper: 'decline' })).toBeUndefined();
    expect(await getPayment(mine(), orderId)).toMatchObject({
      stage: 'failed',
      failure: { why: 'declined', notDebited: true, reason: expect.stringContaining('declined') as string },
    });
    await started(orderId, 'paytm');
    const callback = await simulateGatewayPayment(mine(), { orderId, shopper: 'pay' });
    expect(await takeGatewayCallback(mine(), { ...callback!, orderId })).toMatchObject({ ok: true });
    expect(await stage(orderId)).toBe('paid');
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentMethod: 'paytm' });
    expect(await shop.stockOf(artworkId)).toBe(2);
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId }]);
  });

  test('opens one payment despite repeated clicks and tabs', async () => {
    const { orderId } = await waitingOrder();
    const all = await Promise.all([start(orderId), start(orderId), start(orderId)]);
    expect(new Set(all.map((answer) => answer.ok && answer.value.providerOrderId)).size).toBe(1);
    expect(await shop.database.select().from(paymentOrders)).toHaveLength(1);
  });

  test('refuses unoffered methods, PhonePe without UPI ID, and silent gateways', async () => {
    const { orderId } = await waitingOrder('manual');
    for (const method of ['razorpay', 'cod', 'manual', 'nonsense'])
      expect(await start(orderId, method)).toMatchObject({ ok: false, reason: 'invalid-method' });
    for (const upiId of ['', 'asha', '@upi'])
      expect(await startGatewayPayment(mine(), { orderId, method: 'phonepe', upiId })).toMatchObject({
        reason: 'upi-id-needed',
      });
    shop.suppliers.payment.paytm = { ...paytm, createOrder: async () => undefined };
    expect(await start(orderId, 'paytm')).toMatchObject({ reason: 'gateway-unavailable' });
    await updateSettings(shop.as.admin(), { paymentMethods: ['manual', 'paytm'] });
    expect(await start(orderId)).toMatchObject({ reason: 'invalid-method' });
    expect(await stage(orderId)).toBe('choosing');
  });

  test('is not found by anyone but its customer', async () => {
    const { orderId } = await waitingOrder();
    await started(orderId);
    for (const other of [shop.as.customer(2), shop.as.admin()]) {
      for (const operation of [getPayment, cancelGatewayPayment, claimPayment, returnToCart, findWaitingOrder])
        await expect(operation(other, orderId)).rejects.toThrow(NotFound);
      await expect(giveReference(other, { orderId, paymentReferenceId: newReference() })).rejects.toThrow(NotFound);
      await expect(simulateGatewayPayment(other, { orderId, shopper: 'pay' })).rejects.toThrow(NotFound);
      await expect(startGatewayPayment(other, { orderId, method: 'paytm' })).rejects.toThrow(NotFound);
    }
    expect(await findWaitingOrder(shop.as.customer(2))).toBeUndefined();
    expect(await findWaitingOrder(mine())).toMatchObject({ order: { id: orderId } });
  });

  test('asks the gateway after a lost webhook, but not on every view', async () => {
    const { orderId } = await waitingOrder();
    const providerOrderId = await started(orderId);
    await phonepe.simulate(providerOrderId, 'pay');
    expect(await stage(orderId)).toBe('processing');
    shop.later(1);
    expect(await stage(orderId)).toBe('paid');
  });

  test('keeps the order on cancelling, and accepts a simultaneous payment', async () => {
    const { orderId, artworkId } = await waitingOrder();
    await started(orderId);
    expect(await cancelGatewayPayment(mine(), orderId)).toMatchObject({
      value: { stage: 'failed', failure: { why: 'cancelled', notDebited: false } },
    });
    expect(await shop.stockOf(artworkId)).toBe(2);
    const second = await started(orderId);
    await phonepe.simulate(second, 'pay');
    expect(await cancelGatewayPayment(mine(), orderId)).toMatchObject({ value: { stage: 'paid' } });
  });

  test('limits abandoned payments per customer, and says when to retry', async () => {
    const { orderId } = await waitingOrder();
    let asked = 0;
    shop.suppliers.payment.phonepe = {
      ...phonepe,
      createOrder: (order) => {
        asked += 1;
        return phonepe.createOrder(order);
      },
      lookUp: (id) => {
        asked += 1;
        return phonepe.lookUp(id);
      },
    };
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await start(orderId)).toMatchObject({ ok: true });
      expect(await start(orderId)).toMatchObject({ ok: true });
      expect(await cancelGatewayPayment(mine(), orderId)).toMatchObject({ ok: true });
    }
    expect(asked).toBe(20);
    expect(await start(orderId)).toMatchObject({ reason: 'too-many', data: { retryAfterSeconds: 30 } });
    expect(await cancelGatewayPayment(mine(), orderId)).toMatchObject({ ok: true });
    expect(asked).toBe(20);
    shop.later(1);
    await started(orderId);
    expect(await cancelGatewayPayment(mine(), orderId)).toMatchObject({ ok: true });
    expect(await start(orderId)).toMatchObject({ reason: 'too-many' });
  });

  test('accepts late money for an abandoned payment, and reports a second one', async () => {
    const { orderId } = await waitingOrder();
    const first = await started(orderId);
    const second = await started(orderId, 'paytm');
    await phonepe.simulate(first, 'pay');
    await paytm.simulate(second, 'pay');
    const { rawBody, headers } = phonepe.webhookOf(first);
    expect(await takeGatewayWebhook(shop.as.shop(), 'phonepe', rawBody, headers)).toMatchObject({ ok: true });
    expect(await stage(orderId)).toBe('paid');
    const again = paytm.webhookOf(second);
    await takeGatewayWebhook(shop.as.shop(), 'paytm', again.rawBody, again.headers);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId, why: 'paid-twice' }]);
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId }]);
  });

  test('ignores other gateways’ webhooks, and reports a wrong amount once', async () => {
    const { orderId } = await waitingOrder();
    const providerOrderId = await started(orderId);
    await phonepe.simulate(providerOrderId, 'pay');
    const { rawBody, headers } = phonepe.webhookOf(providerOrderId);
    expect(await takeGatewayWebhook(shop.as.shop(), 'paytm', rawBody, headers)).toMatchObject({ reason: 'forged' });
    const paid = await phonepe.lookUp(providerOrderId);
    if (paid.outcome !== 'paid') throw new Error(paid.outcome);
    for (const answer of [
      { ...paid, amount: rupee },
      { ...paid, currency: 'USD' },
      { ...paid, amount: rupee },
    ])
      await completePayment(shop.as.shop(), { provider: 'phonepe', answer });
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId, why: 'wrong-amount' }]);
    expect(await startGatewayPayment(mine(), { orderId, method: 'paytm' })).toMatchObject({ reason: 'other-money' });
  });
});

describe('the manual method of the window', () => {
  test('records the claim, requests its reference, then is an ordinary order', async () => {
    const { orderId } = await waitingOrder('manual');
    expect(await claimPayment(mine(), orderId)).toMatchObject({ ok: true, value: { stage: 'claimed' } });
    await claimPayment(mine(), orderId);
    expect((await findOrderHistory(shop.as.admin(), orderId)).map((change) => change.reason)).toEqual([
      null,
      'The customer says that it is paid by UPI',
    ]);
    expect(await giveReference(mine(), { orderId, paymentReferenceId: '12 34' })).toMatchObject({
      reason: 'reference-too-short',
    });
    const paymentReferenceId = newReference();
    for (let times = 0; times < 2; times += 1)
      expect(await giveReference(mine(), { orderId, paymentReferenceId })).toMatchObject({
        ok: true,
        value: { status: 'processing', paymentStatus: 'confirmed', verification: 'unverified', paymentReferenceId },
      });
    expect(await shop.announced('orders.confirmed')).toEqual([{ orderId }]);
    const { orderId: other } = await waitingOrder('manual');
    expect(await giveReference(mine(), { orderId: other, paymentReferenceId })).toMatchObject({ ok: true });
    expect(await shop.orderRow(other)).toMatchObject({
      status: 'pending',
      paymentReferenceId,
      stockWaitsForPayment: true,
    });
  });

  test('is searched in the bank even after another payment was found', async () => {
    const { orderId } = await waitingOrder();
    await verifyPayment(shop.as.admin(), { orderId, verification: 'matched' });
    expect(await giveReference(mine(), { orderId, paymentReferenceId: newReference() })).toMatchObject({
      value: { status: 'processing', verification: 'unverified' },
    });
    expect(await checkLedger(shop.as.admin())).toEqual([]);
    expect(await claimsToConfirm(shop.as.admin())).toMatchObject([{ orderId }]);
  });

  test('is open to an order whose gateway payment failed', async () => {
    const { orderId } = await waitingOrder();
    await started(orderId);
    await simulateGatewayPayment(mine(), { orderId, shopper: 'decline' });
    expect(await giveReference(mine(), { orderId, paymentReferenceId: newReference() })).toMatchObject({
      ok: true,
      value: { paymentMethod: 'manual' },
    });
  });

  describe('chosen while a gateway’s answer is late', () => {
    const payLate = async () => {
      const { orderId } = await waitingOrder();
      const providerOrderId = await started(orderId);
      await phonepe.simulate(providerOrderId, 'pay');
      const paymentReferenceId = newReference();
      expect(await giveReference(mine(), { orderId, paymentReferenceId })).toMatchObject({ ok: true });
      const { rawBody, headers } = phonepe.webhookOf(providerOrderId);
      expect(await takeGatewayWebhook(shop.as.shop(), 'phonepe', rawBody, headers)).toMatchObject({ ok: true });
      return { orderId, paymentReferenceId };
    };
    const verify = (orderId: string, verification: 'matched' | 'rejected' | 'unverified') =>
      verifyPayment(shop.as.admin(), { orderId, verification, reason: 'Looked into the bank' });
    const balance = (orderId: string) => balanceOfOrder(shop.as.admin(), orderId);

    test('pays once; rejecting the reference leaves the order paid', async () => {
      const { orderId, paymentReferenceId } = await payLate();
      expect(await shop.announced('orders.needs-attention')).toEqual([]);
      expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentMethod: 'phonepe' });
      for (let times = 0; times < 2; times += 1)
        expect(await verify(orderId, 'rejected')).toMatchObject({
          value: { status: 'processing', paymentStatus: 'confirmed', verification: 'matched' },
        });
      const rows = await shop.database.select().from(payments).where(eq(payments.referenceId, paymentReferenceId));
      expect(rows).toMatchObject([{ verification: 'rejected' }]);
      expect(outstanding(await balance(orderId))).toBe(0);
      expect(await shop.announced('ledger.refund-owed')).toEqual([]);
      expect(await verify(orderId, 'unverified')).toMatchObject({ value: { verification: 'unverified' } });
      expect(await checkLedger(shop.as.admin())).toEqual([]);
    });

    test('still searches the reference, and refunds a double payment', async () => {
      const { orderId } = await payLate();
      expect(await claimsToConfirm(shop.as.admin())).toMatchObject([{ orderId }]);
      expect(await verify(orderId, 'matched')).toMatchObject({ value: { verification: 'matched' } });
      const { due, received } = await balance(orderId);
      expect(received).toBe(2 * due);
      expect(await shop.announced('ledger.refund-owed')).toEqual([{ orderId, amount: due }]);
      expect(await checkLedger(shop.as.admin())).toEqual([]);
    });
  });

  const GATEWAY_NUMBERS = ['OM2611211012345678', 'pay_T1aBcD2eFgH3iJ'];
  test.each(GATEWAY_NUMBERS)('treats the gateway’s own number, %s, as the same payment', async (paymentId) => {
    const { orderId } = await waitingOrder();
    const providerOrderId = await started(orderId);
    await giveReference(mine(), { orderId, paymentReferenceId: paymentId });
    const { total: amount } = await shop.orderRow(orderId);
    shop.suppliers.payment.phonepe = {
      ...phonepe,
      lookUp: async () => ({
        outcome: 'paid',
        providerOrderId,
        paymentId,
        amount,
        currency: 'INR',
      }),
    };
    shop.later(20);
    for (let times = 0; times < 2; times += 1) {
      await reconcilePayments(shop.as.shop());
      shop.later(60);
    }
    expect(await shop.database.select().from(payments)).toMatchObject([
      { orderId, amount, referenceId: paymentId.toUpperCase(), source: 'gateway', verification: 'matched' },
    ]);
    expect(await shop.database.select().from(paymentOrders)).toMatchObject([{ status: 'completed' }]);
    expect(await shop.orderRow(orderId)).toMatchObject({ verification: 'matched', paymentMethod: 'phonepe' });
    expect(await balanceOfOrder(shop.as.shop(), orderId)).toEqual({ due: amount, received: amount });
    expect(await checkLedger(shop.as.shop())).toEqual([]);
    expect(await shop.announced('orders.needs-attention')).toEqual([]);
  });

  test('reports a number that belongs to another order’s payment', async () => {
    const { orderId } = await waitingOrder();
    const providerOrderId = await started(orderId);
    await giveReference(mine(), { orderId, paymentReferenceId: 'pay_T1aBcD2eFgH3iJ' });
    const { orderId: otherId } = await waitingOrder();
    const otherProviderOrderId = await started(otherId);
    const { total: amount } = await shop.orderRow(orderId);
    const take = (providerOrderId: string) =>
      completePayment(shop.as.shop(), {
        provider: 'phonepe',
        answer: { outcome: 'paid', providerOrderId, paymentId: 'pay_T1aBcD2eFgH3iJ', amount, currency: 'INR' },
      });
    expect(await take(otherProviderOrderId)).toMatchObject({ ok: true });
    expect(await take(providerOrderId)).toMatchObject({ ok: false, reason: 'id-used' });
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId, why: 'gateway-id-used' }]);
    expect(await shop.orderRow(orderId)).toMatchObject({ verification: 'unverified' });
  });

  test('expires a claim without a reference, and notifies the owner', async () => {
    const { orderId, artworkId } = await waitingOrder('manual');
    await claimPayment(mine(), orderId);
    shop.later(15);
    expect(await sweepHeldOrders(shop.as.shop())).toBe(1);
    expect(await stage(orderId)).toBe('over');
    expect(await shop.stockOf(artworkId)).toBe(3);
    expect(await shop.announced('orders.needs-attention')).toEqual([{ orderId, why: 'claimed-without-reference' }]);
    expect(await claimPayment(mine(), orderId)).toMatchObject({ reason: 'not-payable' });
    expect(await giveReference(mine(), { orderId, paymentReferenceId: newReference() })).toMatchObject({
      value: { status: 'cancelled', paymentReferenceId: null },
    });
    expect(await claimsToConfirm(shop.as.admin())).toMatchObject([{ orderId }]);
  });
});

describe('returning an unpaid order to the cart', () => {
  test('returns its items to the cart once, waiting or expired', async () => {
    for (const lapsed of [false, true]) {
      const { orderId, artworkId } = await waitingOrder();
      if (lapsed) {
        shop.later(15);
        await sweepHeldOrders(shop.as.shop());
      }
      for (let times = 0; times < 2; times += 1)
        expect(await returnToCart(mine(), orderId)).toMatchObject({ ok: true });
      expect(await shop.stockOf(artworkId)).toBe(3);
      expect(await shop.database.select().from(cart)).toMatchObject([{ artworkId, quantity: 1 }]);
      await shop.database.delete(cart);
    }
  });

  test('is refused when it turns out to be paid', async () => {
    const { orderId } = await waitingOrder();
    await phonepe.simulate(await started(orderId), 'pay');
    expect(await returnToCart(mine(), orderId)).toMatchObject({ ok: false, reason: 'not-payable' });
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
  });
});

describe('background checks', () => {
  test('ask about an open payment after 15 minutes, then at doubled intervals', async () => {
    const { orderId } = await waitingOrder();
    await started(orderId);
    const asked: number[] = [];
    for (let minute = 0; minute <= 130; minute += 1) {
      if ((await reconcilePayments(shop.as.shop())) > 0) asked.push(minute);
      shop.later(1);
    }
    expect(asked).toEqual([15, 30, 60, 120]);
    await expect(reconcilePayments(mine())).rejects.toThrow(NotFound);
  });

  test('accept the result, and ask a silent gateway again', async () => {
    const { orderId } = await waitingOrder();
    const providerOrderId = await started(orderId);
    await phonepe.simulate(providerOrderId, 'pay');
    shop.later(15);
    shop.suppliers.payment.phonepe = { ...phonepe, lookUp: async () => undefined };
    expect(await reconcilePayments(shop.as.shop())).toBe(0);
    shop.suppliers.payment.phonepe = phonepe;
    expect(await reconcilePayments(shop.as.shop())).toBe(1);
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
  });

  test('continue after a payment its gateway never answers about', async () => {
    const odd = await started((await waitingOrder()).orderId);
    const { orderId } = await waitingOrder();
    await phonepe.simulate(await started(orderId), 'pay');
    const asked: string[] = [];
    shop.suppliers.payment.phonepe = {
      ...phonepe,
      lookUp: async (providerOrderId) => {
        asked.push(providerOrderId);
        return providerOrderId === odd ? undefined : phonepe.lookUp(providerOrderId);
      },
    };
    shop.later(16);
    expect(await reconcilePayments(shop.as.shop())).toBe(1);
    expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'confirmed' });
    expect(asked).toHaveLength(2);
  });

  test('stop asking a gateway after several unanswered questions in a row', async () => {
    const { orderId } = await waitingOrder();
    const row = { orderId, provider: 'phonepe', amount: rupee, createdAt: shop.clock.now } as const;
    await shop.database
      .insert(paymentOrders)
      .values(Array.from({ length: 5 }, (_, at) => ({ ...row, providerOrderId: `BV-${at}` })));
    let asked = 0;
    shop.suppliers.payment.phonepe = { ...phonepe, lookUp: async () => void (asked += 1) };
    shop.later(16);
    expect(await reconcilePayments(shop.as.shop())).toBe(0);
    expect(asked).toBe(3);
  });

  test('ask the gateway before an abandoned order releases its artworks', async () => {
    const { orderId, artworkId } = await waitingOrder();
    await phonepe.simulate(await started(orderId), 'pay');
    shop.later(15);
    expect(await sweepHeldOrders(shop.as.shop())).toBe(0);
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    expect(await shop.stockOf(artworkId)).toBe(2);
  });
});

test('any event sequence pays at most once, without losing money or stock', async () => {
  type Event =
    | 'start'
    | 'start-paytm'
    | 'pay'
    | 'decline'
    | 'callback'
    | 'webhook'
    | 'reconcile'
    | 'sweep'
    | 'cancel'
    | 'cancel-order'
    | 'reference'
    | 'look'
    | 'wait';
  const events = fc.constantFrom<Event>(
    'start',
    'start-paytm',
    'pay',
    'decline',
    'callback',
    'webhook',
    'reconcile',
    'sweep',
    'cancel',
    'cancel-order',
    'reference',
    'look',
    'wait',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 3, maxLength: 14 }), async (sequence) => {
      await shop.empty();
      const { orderId, artworkId } = await waitingOrder();
      const attempts: {
        gateway: FakeGateway;
        name: 'phonepe' | 'paytm';
        id: string;
        callback?: Awaited<ReturnType<FakeGateway['simulate']>>;
      }[] = [];
      let confirmed = false;
      let stoodWhenPaid: boolean | undefined;
      const notePaid = async () => {
        if (stoodWhenPaid === undefined && (await balanceOfOrder(shop.as.admin(), orderId)).received > 0)
          stoodWhenPaid = (await shop.orderRow(orderId)).status !== 'cancelled';
      };
      for (const event of sequence) {
        const last = attempts.at(-1);
        if (event === 'start' || event === 'start-paytm') {
          const name = event === 'start' ? 'phonepe' : 'paytm';
          const answer = await start(orderId, name);
          if (answer.ok) {
            const id = answer.value.providerOrderId;
            if (!attempts.some((each) => each.id === id))
              attempts.push({ gateway: name === 'phonepe' ? phonepe : paytm, name, id });
          }
        }
        if (last && event === 'pay') last.callback = await last.gateway.simulate(last.id, 'pay');
        if (last && event === 'decline') await last.gateway.simulate(last.id, 'decline');
        if (last?.callback && event === 'callback') await takeGatewayCallback(mine(), { ...last.callback, orderId });
        if (last && event === 'webhook') {
          const { rawBody, headers } = last.gateway.webhookOf(last.id);
          for (let times = 0; times < 2; times += 1)
            await takeGatewayWebhook(shop.as.shop(), last.name, rawBody, headers);
        }
        if (event === 'reconcile') await reconcilePayments(shop.as.shop());
        if (event === 'sweep') await sweepHeldOrders(shop.as.shop());
        if (event === 'cancel') await cancelGatewayPayment(mine(), orderId);
        if (event === 'cancel-order') await cancelOrder(mine(), orderId);
        if (event === 'reference') await giveReference(mine(), { orderId, paymentReferenceId: newReference() });
        if (event === 'look') await getPayment(mine(), orderId);
        if (event === 'wait') shop.later(8);

        const row = await shop.orderRow(orderId);
        expect(confirmed && row.paymentStatus !== 'confirmed').toBe(false);
        confirmed = row.paymentStatus === 'confirmed';
        await notePaid();
        expect(await shop.stockOf(artworkId)).toBe(row.status === 'cancelled' ? 3 : 2);
        expect((await shop.announced('orders.confirmed')).length).toBeLessThanOrEqual(1);
      }
      // The shop finally asks about every payment, and records each once.
      for (let rounds = 0; rounds < 3; rounds += 1) {
        shop.later(60 * (rounds + 1));
        await reconcilePayments(shop.as.shop());
      }
      const paid = (await Promise.all(attempts.map((each) => each.gateway.lookUp(each.id)))).filter(
        (answer) => answer.outcome === 'paid',
      );
      const booked = await shop.database.select().from(payments);
      const byGateway = booked.filter((payment) => payment.verification === 'matched');
      expect(byGateway.map((payment) => payment.referenceId).toSorted()).toEqual(
        paid.map((answer) => answer.paymentId.toUpperCase()).toSorted(),
      );
      const row = await shop.orderRow(orderId);
      const isPaid = byGateway.length > 0 || row.paymentReferenceId !== null;
      expect(row.paymentStatus).toBe(isPaid ? 'confirmed' : 'pending');
      await notePaid();
      // The owner is alerted to every payment except the one that pays the order.
      const attention = (await shop.announced('orders.needs-attention')).filter(
        ({ why }) => why !== 'second-reference',
      );
      expect(attention).toHaveLength(byGateway.length - (stoodWhenPaid ? 1 : 0));
    }),
    { numRuns: 40 },
  );
}, 60_000);

describe('an order that is restored after a return and a full refund', () => {
  const owner = () => shop.as.admin();
  const TOTAL = rupees(2150);
  const LEFT = rupees(1150);

  async function takenUpAgain() {
    const artwork = await shop.makeArtwork();
    await putIntoCart(mine(), artwork.id, 2);
    const { id: orderId, total } = await orderCart(mine());
    expect(total).toBe(TOTAL);
    await verifyPayment(owner(), { orderId, verification: 'matched' });
    await setOrderStatus(owner(), { orderId, status: 'delivered' });
    const returnable = await getReturnable(mine(), orderId);
    if (!returnable.ok) throw new Error(returnable.reason);
    const asked = await askReturn(mine(), {
      orderId,
      key: returnable.value.key,
      kind: 'return',
      reason: 'changed-mind',
      details: '',
      exchangeFor: '',
      lines: [{ artworkId: artwork.id, quantity: 1 }],
    });
    if (!asked.ok) throw new Error(asked.reason);
    const id = asked.value.requestId;
    await answerReturn(owner(), { id, answer: 'accepted', message: '' });
    await receiveAll(owner(), { id, fitForSale: true });
    await setOrderStatus(owner(), { orderId, status: 'cancelled', reason: 'The other one goes back, too' });
    const [owed] = await refundsOwed(owner());
    const key = crypto.randomUUID();
    const back = { orderId, paymentId: owed!.payments[0]!.id, amount: owed!.amount, reason: 'All of it', key };
    expect(await refundOrder(owner(), back)).toMatchObject({ ok: true, value: { isWhole: true } });
    await setOrderStatus(owner(), { orderId, status: 'processing', reason: 'A mistake' });
    expect((await shop.orderRow(orderId)).status).toBe('pending');
    return orderId;
  }

  test.each(['its customer gives', 'the owner notes'])(
    'pays only the remaining amount, claimed by the reference that %s',
    async (who) => {
      const orderId = await takenUpAgain();
      expect(await getPayment(mine(), orderId)).toMatchObject({ stage: 'choosing', amount: LEFT });
      const reference = newReference();
      const given =
        who === 'the owner notes'
          ? await noteReference(owner(), { orderId, reference })
          : await giveReference(mine(), { orderId, paymentReferenceId: reference });
      expect(given).toMatchObject({ ok: true });
      expect(await claimsToConfirm(owner())).toMatchObject([{ orderId, amount: LEFT }]);
      await verifyPayment(owner(), { orderId, verification: 'matched' });
      expect(await balanceOfOrder(owner(), orderId)).toEqual({ due: LEFT, received: LEFT });
      expect(await refundsOwed(owner())).toEqual([]);
      expect(await checkLedger(owner())).toEqual([]);
    },
  );
});
