import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { cancelOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { giveReference, verifyPayment, verifyPayments } from '#app/modules/payments/payments/payments.server.ts';
import { paymentsAndRefunds, refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { newReference, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { toBalance, LEDGER_TYPES, outstanding, refundOwed } from './ledger.ts';
import { balanceOfOrder, findEntries, recordRefund, settleRefund } from './ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const place = async (customer = 1) => {
  const painting = await shop.makeArtwork({ price: rupees(3000), stockCount: 1 });
  await putIntoCart(shop.as.customer(customer), painting.id);
  return orderCart(shop.as.customer(customer));
};
const match = (orderId: string) => verifyPayment(shop.as.admin(), { orderId, verification: 'matched' });
const types = async (orderId: string) => (await findEntries(shop.as.admin(), orderId)).map(({ type }) => type);
const balance = (orderId: string) => balanceOfOrder(shop.as.admin(), orderId);
const refundAll = async (orderId: string, amount = rupees(3000)) => {
  const owner = shop.as.admin();
  const [payment] = (await paymentsAndRefunds(owner, orderId)).payments;
  return refundOrder(owner, { orderId, paymentId: payment!.id, amount, reason: 'Cancelled', key: crypto.randomUUID() });
};

describe('the ledger of an order', () => {
  test('follows it from the claim to the match, and its books agree', async () => {
    const order = await place();
    expect(await types(order.id)).toEqual(['charged', 'claimed']);
    expect(await balance(order.id)).toEqual({ due: rupees(3000), received: 0 });
    await match(order.id);
    await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'rejected', reason: 'Mistake' });
    await match(order.id);
    expect(await types(order.id)).toEqual([
      'charged',
      'claimed',
      'matched',
      'unmatched',
      'rejected',
      'voided',
      'claimed',
      'matched',
    ]);
    // The rejection cancelled the order, so a payment found later must be refunded.
    expect(await balance(order.id)).toEqual({ due: 0, received: rupees(3000) });
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('reports an order marked matched whose payment is not', async () => {
    const { id } = await place();
    await shop.database.update(orders).set({ verification: 'matched' }).where(eq(orders.id, id));
    const difference = { orderId: id, about: 'order', ledger: 0, rows: rupees(3000) };
    expect(await checkLedger(shop.as.admin())).toEqual([difference]);
  });

  test('leaves a payment that changed since the page was opened', async () => {
    const order = await place();
    await match(order.id);
    const seen = { orderId: order.id, from: 'unverified' } as const;
    expect(
      await verifyPayment(shop.as.admin(), { ...seen, verification: 'rejected', reason: 'Not in bank' }),
    ).toMatchObject({ reason: 'stale' });
    expect(await verifyPayment(shop.as.admin(), { ...seen, verification: 'matched' })).toMatchObject({ ok: true });
    expect(await types(order.id)).toEqual(['charged', 'claimed', 'matched']);
    expect(await shop.orderRow(order.id)).toMatchObject({ status: 'processing', verification: 'matched' });
  });

  test('shows the refund due after cancelling a paid order, and its payment', async () => {
    const order = await place();
    await match(order.id);
    await cancelOrder(shop.as.customer(), order.id);
    expect(await shop.announced('ledger.refund-owed')).toEqual([{ orderId: order.id, amount: rupees(3000) }]);
    expect(await refundAll(order.id, rupees(1000))).toMatchObject({ value: { isWhole: false } });
    expect(await refundAll(order.id, rupees(2000))).toMatchObject({ value: { isWhole: true } });
    expect(await balance(order.id)).toEqual({ due: 0, received: 0 });
    expect((await shop.announced('ledger.refunded')).map((event) => (event as { isWhole: boolean }).isWhole)).toEqual(
      expect.arrayContaining([false, true]),
    );
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('owes a refund when a payment is found after cancelling', async () => {
    const order = await place();
    await cancelOrder(shop.as.customer(), order.id);
    expect(await shop.announced('ledger.refund-owed')).toEqual([]);
    await match(order.id);
    expect(await shop.announced('ledger.refund-owed')).toEqual([{ orderId: order.id, amount: rupees(3000) }]);
  });

  test('is payable again when restored after its refund', async () => {
    const order = await place();
    await match(order.id);
    await cancelOrder(shop.as.customer(), order.id);
    await refundAll(order.id);
    const restored = await setOrderStatus(shop.as.admin(), {
      orderId: order.id,
      status: 'processing',
      reason: 'They want it after all',
    });
    expect(restored).toMatchObject({
      value: { status: 'pending', paymentStatus: 'pending', verification: 'unverified', paymentReferenceId: null },
    });
    expect(await balance(order.id)).toEqual({ due: rupees(3000), received: 0 });
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('is fully payable again when refunded before its cancellation', async () => {
    const order = await place();
    await match(order.id);
    await refundAll(order.id);
    expect(await balance(order.id)).toEqual({ due: 0, received: 0 });
    await cancelOrder(shop.as.customer(), order.id);
    for (const _ of [1, 2]) {
      await setOrderStatus(shop.as.admin(), {
        orderId: order.id,
        status: 'processing',
        reason: 'They want it after all',
      });
      expect(await balance(order.id)).toEqual({ due: rupees(3000), received: 0 });
      await cancelOrder(shop.as.customer(), order.id);
    }
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('keeps the received amount: short is payable, over is refundable', async () => {
    const [short, over] = [await place(1), await place(2)];
    const owner = shop.as.admin();
    await inTransaction(owner, (inside) =>
      verifyPayments(
        inside,
        [
          { orderId: short.id, amount: rupees(2900) },
          { orderId: over.id, amount: rupees(3100) },
        ],
        'matched',
      ),
    );
    expect(outstanding(await balance(short.id))).toBe(rupees(100));
    expect(refundOwed(await balance(over.id))).toBe(rupees(100));
    expect(await shop.announced('ledger.refund-owed')).toEqual([{ orderId: over.id, amount: rupees(100) }]);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('a refund of an active order is not due again', async () => {
    const order = await place();
    await match(order.id);
    await refundAll(order.id, rupees(500));
    expect(await balance(order.id)).toEqual({ due: rupees(2500), received: rupees(2500) });
    await cancelOrder(shop.as.customer(), order.id);
    expect(refundOwed(await balance(order.id))).toBe(rupees(2500));
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('cannot lose refunded money: its payment stays matched', async () => {
    const order = await place();
    await match(order.id);
    await refundAll(order.id, rupees(500));
    const taken = await verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'unverified' });
    expect(taken).toMatchObject({ reason: 'refunded' });
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });
});

describe('an order that was refunded and restored', () => {
  const takeUpAgain = async () => {
    const order = await place();
    await match(order.id);
    await cancelOrder(shop.as.customer(), order.id);
    await refundAll(order.id);
    await setOrderStatus(shop.as.admin(), {
      orderId: order.id,
      status: 'processing',
      reason: 'They want it after all',
    });
    const paymentReferenceId = newReference();
    expect(await giveReference(shop.as.customer(), { orderId: order.id, paymentReferenceId })).toMatchObject({
      value: { status: 'processing', paymentReferenceId },
    });
    return { orderId: order.id, paymentReferenceId };
  };
  const paymentsOf = async (orderId: string) =>
    (await paymentsAndRefunds(shop.as.admin(), orderId)).payments.map(({ referenceId, verification }) => ({
      referenceId,
      verification,
    }));

  test('is cancelled when its new reference is rejected; the refund stays matched', async () => {
    const { orderId, paymentReferenceId } = await takeUpAgain();
    expect(
      await verifyPayment(shop.as.admin(), { orderId, verification: 'rejected', reason: 'Made up' }),
    ).toMatchObject({ value: { status: 'cancelled', verification: 'rejected' } });
    expect(await paymentsOf(orderId)).toEqual(
      expect.arrayContaining([
        { referenceId: paymentReferenceId, verification: 'rejected' },
        { referenceId: expect.not.stringMatching(paymentReferenceId) as string, verification: 'matched' },
      ]),
    );
    expect(await balance(orderId)).toEqual({ due: 0, received: 0 });
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('ignores a stale page that shows its earlier reference', async () => {
    const { orderId, paymentReferenceId } = await takeUpAgain();
    const earlier = (await paymentsOf(orderId)).find(({ referenceId }) => referenceId !== paymentReferenceId)!;
    const match = (reference: string) =>
      verifyPayment(shop.as.admin(), { orderId, from: 'unverified', reference, verification: 'matched' });
    expect(await match(earlier.referenceId)).toMatchObject({ reason: 'stale' });
    expect(await balance(orderId)).toEqual({ due: rupees(3000), received: 0 });
    expect(await match(paymentReferenceId)).toMatchObject({ value: { verification: 'matched' } });
  });

  test('waits again when the match of its new reference is undone', async () => {
    const { orderId } = await takeUpAgain();
    await match(orderId);
    expect(await balance(orderId)).toEqual({ due: rupees(3000), received: rupees(3000) });
    expect(await verifyPayment(shop.as.admin(), { orderId, verification: 'unverified' })).toMatchObject({
      value: { status: 'processing', verification: 'unverified' },
    });
    expect(await balance(orderId)).toEqual({ due: rupees(3000), received: 0 });
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });
});

describe('a refund by a gateway', () => {
  test('is due again after failing, and settles once', async () => {
    const order = await place();
    await match(order.id);
    await cancelOrder(shop.as.customer(), order.id);
    const owner = shop.as.admin();
    const [payment] = (await paymentsAndRefunds(owner, order.id)).payments;
    const wanted = { orderId: order.id, paymentId: payment!.id, amount: rupees(3000), reason: 'Cancelled' } as const;
    const begin = () =>
      inTransaction(owner, async (inside) => {
        const recorded = await recordRefund(inside, { ...wanted, key: crypto.randomUUID(), provider: 'razorpay' });
        if (!recorded.ok) throw new Error(recorded.reason);
        return recorded.value.refund;
      });
    const settle = ({ key }: { key: string }, status: 'failed' | 'succeeded') =>
      inTransaction(owner, (inside) => settleRefund(inside, order.id, { key, status, reason: 'Account closed' }));
    const first = await begin();
    expect(refundOwed(await balance(order.id))).toBe(0);
    expect(await settle(first, 'failed')).toMatchObject({ status: 'failed' });
    expect(await settle(first, 'succeeded')).toBeUndefined();
    expect(refundOwed(await balance(order.id))).toBe(rupees(3000));
    expect(await shop.announced('ledger.refund-failed')).toEqual([{ orderId: order.id, refundId: first.id }]);
    const second = await begin();
    expect(await settle(second, 'succeeded')).toMatchObject({ status: 'succeeded' });
    expect(await settle(second, 'succeeded')).toBeUndefined();
    expect(await shop.announced('ledger.refunded')).toHaveLength(1);
    expect(await checkLedger(owner)).toEqual([]);
  });
});

describe('the books', () => {
  test('cannot be changed; an unexplained row is found', async () => {
    const order = await place();
    const { database } = shop;
    await expect(database.execute(sql`update ledger_entries set amount = 1`)).rejects.toThrow();
    await expect(database.execute(sql`delete from ledger_entries`)).rejects.toThrow();
    await database.execute(sql`update payments set verification = 'matched' where order_id = ${order.id}::uuid`);
    await database.execute(
      sql`update orders set total = total + 1, shipping_cost = shipping_cost + 1 where id = ${order.id}::uuid`,
    );
    expect(await checkLedger(shop.as.admin())).toEqual(
      expect.arrayContaining([
        { orderId: order.id, about: 'due', ledger: rupees(3000), rows: rupees(3000) + 1 },
        { orderId: order.id, about: 'received', ledger: 0, rows: rupees(3000) },
        { orderId: order.id, about: 'verification', ledger: 0, rows: rupees(3000) },
      ]),
    );
  });

  test('show a refund or an amount due, never both', () => {
    const entry = fc.record({
      type: fc.constantFrom(...LEDGER_TYPES),
      amount: fc.integer({ min: 1, max: 10_000_000 }).map(paise),
    });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const sums = toBalance(entries);
        expect(Math.min(refundOwed(sums), outstanding(sums))).toBe(0);
        expect(sums.received - refundOwed(sums)).toBe(sums.due - outstanding(sums));
      }),
    );
  });
});
