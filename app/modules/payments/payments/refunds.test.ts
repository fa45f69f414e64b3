import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { rupees } from '#app/basics/money.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { cancelOrder, lockOrder, setOrderStatus, transition } from '#app/modules/orders/orders/orders.server.ts';
import {
  getPayment,
  simulateGatewayPayment,
  startGatewayPayment,
  takeGatewayAnswer,
  takeGatewayCallback,
  verifyPayment,
} from './payments.server.ts';
import type { PaymentProvider } from './provider.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { maskDestination, ownDestinationSchema } from './refund-destination.ts';
import {
  deleteOldDestinations,
  giveRefundDestination,
  paymentsAndRefunds,
  refundOrder,
  refundsOwed,
  findRefundStates,
  refundThroughGateway,
  retryPendingRefunds,
  takeBackRefund,
} from './refunds.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const mine = () => shop.as.customer();

/** Creates a paid order with a refund due; `refund` is the gateway's answer to a refund. */
async function owedAtGateway(refund?: PaymentProvider['refund']) {
  const paytm = fakeGateway({ name: 'paytm' });
  shop.suppliers.payment = { paytm: { ...paytm, ...(refund && { refund }) } };
  const artwork = await shop.makeArtwork({ price: rupees(3000), stockCount: 1 });
  await putIntoCart(mine(), artwork.id);
  const { id: orderId } = await orderCart(mine(), { paymentMethod: 'paytm', paymentReferenceId: '', online: 'yes' });
  await startGatewayPayment(mine(), { orderId, method: 'paytm' });
  const callback = await simulateGatewayPayment(mine(), { orderId, shopper: 'pay' });
  await takeGatewayCallback(mine(), { ...callback!, orderId });
  expect((await getPayment(mine(), orderId)).stage).toBe('paid');
  await cancelOrder(mine(), orderId);
  const [owed] = await refundsOwed(shop.as.admin());
  const wanted = {
    orderId,
    paymentId: owed!.payments[0]!.id,
    amount: rupees(3000),
    reason: 'Cancelled after payment',
    key: crypto.randomUUID(),
  };
  return { orderId, wanted };
}

describe('a refund through a gateway', () => {
  test('is pending until the gateway confirms it, with one email', async () => {
    const { orderId, wanted } = await owedAtGateway();
    const owner = shop.as.admin();
    expect(await refundThroughGateway(owner, wanted)).toMatchObject({ ok: true });
    expect(await refundsOwed(owner)).toEqual([]);
    await refundThroughGateway(owner, wanted);
    shop.later(10);
    await retryPendingRefunds(shop.as.admin());
    const state = (await findRefundStates(shop.as.customer(), [orderId])).get(orderId);
    expect(state).toMatchObject({ owed: 0, asksDestination: false, refunds: [{ amount: rupees(3000) }] });
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('waits for an unreachable gateway, retries its key, then becomes due', async () => {
    const asked: string[] = [];
    let answer: Awaited<ReturnType<PaymentProvider['refund']>>;
    const { orderId, wanted } = await owedAtGateway(async ({ key }) => {
      asked.push(key);
      return answer;
    });
    const owner = shop.as.admin();
    expect(await refundThroughGateway(owner, wanted)).toMatchObject({ value: { status: 'pending' } });
    expect(await refundsOwed(owner)).toEqual([]);
    shop.later(10);
    answer = { refundId: 'refund_1', status: 'failed', reason: 'The account is closed' };
    expect(await retryPendingRefunds(shop.as.admin())).toBe(1);
    expect(asked).toEqual([wanted.key, wanted.key]);
    expect(await refundsOwed(owner)).toMatchObject([{ id: orderId, amount: rupees(3000), because: 'refund-failed' }]);
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('confirmed');
    expect(await retryPendingRefunds(shop.as.admin())).toBe(0);

    expect(await refundOrder(owner, wanted)).toMatchObject({ reason: 'key-used' });
    answer = { refundId: 'refund_2', status: 'succeeded' };
    const again = { ...wanted, key: crypto.randomUUID() };
    expect(await refundThroughGateway(owner, again)).toMatchObject({ value: { status: 'succeeded' } });
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('refunded');
    expect(await shop.announced('ledger.refunded')).toHaveLength(1);
    expect(await refundOrder(owner, again)).toMatchObject({ reason: 'key-used' });
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('asks the customer for an account after failing or without a gateway', async () => {
    const { orderId, wanted } = await owedAtGateway(async () => ({
      refundId: 'refund_1',
      status: 'failed',
      reason: 'The account is closed',
    }));
    const asks = async () => {
      const [owed] = await refundsOwed(shop.as.admin());
      const state = (await findRefundStates(mine(), [orderId])).get(orderId);
      expect(state?.asksDestination).toBe(owed!.asksDestination);
      return owed!.asksDestination;
    };
    expect(await asks()).toBe(false);
    const { payment } = shop.suppliers;
    shop.suppliers.payment = {};
    expect(await asks()).toBe(true);
    shop.suppliers.payment = payment;
    expect(await asks()).toBe(false);
    await refundThroughGateway(shop.as.admin(), wanted);
    expect(await asks()).toBe(true);
    expect(await giveRefundDestination(mine(), { orderId, destination: { upiId: 'asha@upi' } })).toMatchObject({
      ok: true,
    });
    expect((await findRefundStates(mine(), [orderId])).get(orderId)).toMatchObject({ destination: 'as…@upi' });
  });

  test('never refunds more than was received, even with ten at once', async () => {
    const { wanted } = await owedAtGateway(async ({ key }) => ({ refundId: `r-${key}`, status: 'succeeded' }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        refundThroughGateway(shop.as.admin(), { ...wanted, amount: rupees(1000), key: crypto.randomUUID() }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('follows the gateway’s webhooks, in any order and repeatedly', async () => {
    const { orderId, wanted } = await owedAtGateway(async () => ({ refundId: 'refund_1', status: 'pending' }));
    const owner = shop.as.admin();
    await refundThroughGateway(owner, wanted);
    const { rows } = await shop.database.execute<{ id: string }>('select provider_order_id as id from payment_orders');
    const event = { kind: 'refund', providerOrderId: rows[0]!.id, key: wanted.key, refundId: 'refund_1' } as const;
    const hear = (status: 'succeeded' | 'failed') =>
      takeGatewayAnswer({ ...owner, actor: { kind: 'shop' } }, 'paytm', { ...event, status });
    for (const status of ['succeeded', 'succeeded'] as const) await hear(status);
    expect(await shop.announced('ledger.refunded')).toHaveLength(1);
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('refunded');
    const state = (await findRefundStates(owner, [orderId])).get(orderId);
    expect(state?.refunds).toMatchObject([{ status: 'succeeded', referenceId: 'refund_1' }]);
    expect(await checkLedger(owner)).toEqual([]);
    // The bank may return a refund later. The refund is then due again, whatever arrives afterwards.
    for (const status of ['failed', 'failed', 'succeeded'] as const) await hear(status);
    expect(await refundsOwed(owner)).toMatchObject([{ id: orderId, because: 'refund-failed', asksDestination: true }]);
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('confirmed');
    expect(await checkLedger(owner)).toEqual([]);
  });
});

async function refundedManually() {
  const artwork = await shop.makeArtwork({ price: rupees(2500), stockCount: 1 });
  await putIntoCart(mine(), artwork.id);
  const { id: orderId } = await orderCart(mine());
  const owner = () => shop.as.admin();
  await verifyPayment(owner(), { orderId, verification: 'matched' });
  const [payment] = (await paymentsAndRefunds(owner(), orderId)).payments;
  const made = async () => (await paymentsAndRefunds(owner(), orderId)).refunds;
  const refund = async (amount = rupees(2500)) => {
    const wanted = { orderId, paymentId: payment!.id, amount, reason: 'Cancelled', key: crypto.randomUUID() };
    expect(await refundOrder(owner(), wanted)).toMatchObject({ ok: true });
    return { ...wanted, refundId: (await made()).find(({ status }) => status === 'succeeded')!.id };
  };
  const takeBack = (refundId: string, isMistake = false) =>
    takeBackRefund(owner(), { orderId, refundId, isMistake, reason: 'One digit is wrong' });
  const stateOf = async () => (await findRefundStates(mine(), [orderId])).get(orderId);
  return { orderId, owner, refund, takeBack, stateOf };
}

describe('a manual refund that failed', () => {
  const destination = { accountHolder: 'Asha Rawat', accountNumber: '123456789012', ifsc: 'HDFC0001234' };

  test('undo with a reason makes it due, repeatable, and asks again', async () => {
    const { orderId, owner, refund, takeBack, stateOf } = await refundedManually();
    await cancelOrder(mine(), orderId);
    await giveRefundDestination(mine(), { orderId, destination });
    const made = await refund();
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('refunded');
    for (const _ of [1, 2]) expect(await takeBack(made.refundId)).toMatchObject({ ok: true });
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('confirmed');
    expect(await refundsOwed(owner())).toMatchObject([{ id: orderId, amount: rupees(2500), because: 'refund-failed' }]);
    expect(await stateOf()).toMatchObject({ owed: rupees(2500), asksDestination: true, destination: undefined });
    expect((await paymentsAndRefunds(owner(), orderId)).refunds).toMatchObject([
      { status: 'failed', failureReason: 'One digit is wrong' },
    ]);
    expect(await shop.announced('ledger.refund-failed')).toEqual([{ orderId, refundId: made.refundId }]);
    expect(await shop.announced('ledger.refund-owed')).toHaveLength(1);
    const { refundId: _, ...same } = made;
    expect(await refundOrder(owner(), same)).toMatchObject({ reason: 'key-used' });

    await giveRefundDestination(mine(), { orderId, destination: { upiId: 'asha@upi' } });
    expect((await stateOf())?.refunds).toMatchObject([{ status: 'failed' }]);
    await refund();
    expect((await shop.orderRow(orderId)).paymentStatus).toBe('refunded');
    expect(await stateOf()).toMatchObject({ owed: 0, refunds: [{ status: 'succeeded' }] });
    expect(await checkLedger(owner())).toEqual([]);
  });

  test('keeps a destination that was given after it was recorded', async () => {
    const { orderId, refund, takeBack, stateOf } = await refundedManually();
    await cancelOrder(mine(), orderId);
    const { refundId } = await refund(rupees(1000));
    shop.later(1);
    await giveRefundDestination(mine(), { orderId, destination });
    await takeBack(refundId);
    expect(await stateOf()).toMatchObject({ owed: rupees(2500), destination: 'account ending in 9012, HDFC0001234' });
  });

  test('is due again when its order is active', async () => {
    const { orderId, owner, refund, takeBack } = await refundedManually();
    const { refundId } = await refund(rupees(500));
    await takeBack(refundId);
    expect(await refundsOwed(owner())).toMatchObject([{ id: orderId, amount: rupees(500) }]);
    expect(await checkLedger(owner())).toEqual([]);
  });

  test('undoing a mistaken one owes no more than before it', async () => {
    const { orderId, owner, refund, takeBack, stateOf } = await refundedManually();
    const set = (status: 'cancelled' | 'processing') => setOrderStatus(owner(), { orderId, status, reason: 'because' });
    const sound = async (owed: number) => {
      expect((await refundsOwed(owner())).map(({ amount }) => amount)).toEqual(owed > 0 ? [owed] : []);
      expect(await checkLedger(owner())).toEqual([]);
    };
    await takeBack((await refund()).refundId, true);
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    await sound(0);
    expect(await stateOf()).toBeUndefined();
    expect(await shop.announced('ledger.refund-owed')).toEqual([]);

    const { refundId } = await refund(rupees(1000));
    shop.later(1);
    await set('cancelled');
    await giveRefundDestination(mine(), { orderId, destination });
    await sound(1500_00);
    await takeBack(refundId, true);
    await sound(2500_00);
    expect(await stateOf()).toMatchObject({ destination: expect.stringContaining('9012') });

    const whole = await refund();
    await set('processing');
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    await takeBack(whole.refundId, true);
    expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'confirmed' });
    await sound(0);
  });

  test('undoing a mistaken refund of the fee restores the fee', async () => {
    const { orderId, owner, refund, takeBack } = await refundedManually();
    await inTransaction(owner(), async (inside) => {
      const order = await lockOrder(inside, orderId);
      await transition(inside, order, { type: 'cancel', reason: 'because', cancellationFee: rupees(600) });
    });
    shop.later(1);
    const { refundId } = await refund(rupees(2500));
    expect((await shop.orderRow(orderId)).cancellationFee).toBe(0);
    await takeBack(refundId, true);
    expect((await shop.orderRow(orderId)).cancellationFee).toBe(rupees(600));
    expect(await refundsOwed(owner())).toMatchObject([{ amount: rupees(1900) }]);
    expect(await checkLedger(owner())).toEqual([]);
  });

  test('only owners record them, for their order, never a gateway’s', async () => {
    const { orderId, refund } = await refundedManually();
    const { refundId } = await refund();
    const said = { orderId, refundId, isMistake: false, reason: 'because' };
    for (const context of [shop.as.helper(), mine()])
      await expect(takeBackRefund(context, said)).rejects.toThrow('Not found');
    const other = await owedAtGateway(async () => ({ refundId: 'r', status: 'succeeded' }));
    await expect(takeBackRefund(shop.as.admin(), { ...said, orderId: other.orderId })).rejects.toThrow('Not found');
    await refundThroughGateway(shop.as.admin(), other.wanted);
    const [atGateway] = (await paymentsAndRefunds(shop.as.admin(), other.orderId)).refunds;
    expect(
      await takeBackRefund(shop.as.admin(), { ...said, orderId: other.orderId, refundId: atGateway!.id }),
    ).toMatchObject({ reason: 'by-gateway' });
  });
});

describe('the destination of a refund', () => {
  const read = (given: object) => ownDestinationSchema.safeParse({ orderId: crypto.randomUUID(), ...given });
  const bank = { accountHolder: 'Asha Rawat', accountNumber: '1234 5678-9012', ifsc: 'hdfc0001234' };

  test('is only a UPI ID or an Indian account', () => {
    expect(read({ upiId: 'asha@okhdfcbank' })).toMatchObject({ data: { destination: { upiId: 'asha@okhdfcbank' } } });
    expect(read(bank)).toMatchObject({ data: { destination: { accountNumber: '123456789012', ifsc: 'HDFC0001234' } } });
    const wrong: [object, string][] = [
      [{}, 'upiId'],
      [{ upiId: 'asha' }, 'upiId'],
      [{ upiId: 'asha@upi', ...bank }, 'upiId'],
      [{ ...bank, accountNumber: '12' }, 'accountNumber'],
      [{ ...bank, ifsc: 'HDFC1001234' }, 'ifsc'],
      [{ ...bank, accountHolder: ' ' }, 'accountHolder'],
    ];
    for (const [given, field] of wrong) expect(read(given).error?.issues[0]?.path).toEqual([field]);
    expect(maskDestination({ upiId: 'asha@okhdfcbank' })).toBe('as…@okhdfcbank');
  });

  test('is given by the customer while due, and expires after 90 days', async () => {
    const { orderId, wanted } = await owedAtGateway(async () => ({ refundId: 'r', status: 'succeeded' }));
    const destination = { upiId: 'asha@upi' };
    await expect(giveRefundDestination(shop.as.customer(2), { orderId, destination })).rejects.toThrow('Not found');
    expect(await giveRefundDestination(mine(), { orderId, destination })).toMatchObject({ ok: true });
    await refundThroughGateway(shop.as.admin(), wanted);
    expect(await giveRefundDestination(mine(), { orderId, destination })).toMatchObject({ reason: 'nothing-owed' });
    shop.later(89 * 24 * 60);
    expect(await deleteOldDestinations(shop.as.admin())).toBe(0);
    shop.later(2 * 24 * 60);
    expect(await deleteOldDestinations(shop.as.admin())).toBe(1);
  });
});
