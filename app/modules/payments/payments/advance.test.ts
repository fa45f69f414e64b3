import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeGateway } from '#app/adapters/payment/fake-gateway.ts';
import { NOTHING, paise, rupees } from '#app/basics/money.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import { orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import {
  issueMissingInvoices,
  issueReceipts,
} from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { getOrder, lockOrder, setOrderStatus, transition } from '#app/modules/orders/orders/orders.server.ts';
import { findDocuments } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { refundOrder } from './refunds.server.ts';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { settings } from '#app/modules/store/settings/tables.server.ts';
import { matchAgreeing, matchLine, undoMatches } from '#app/modules/payments/bank/matches.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { newReference } from '#tests/support/checkout.ts';
import { agreeOnOrder } from '#tests/support/order-with-advance.ts';
import { asLive, openLiveShop } from '#tests/support/live-shop.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { paymentOrders } from './tables.server.ts';
import {
  findWaitingOrder,
  getPayment,
  giveReference,
  noteReference,
  claimsToConfirm,
  paymentTotals,
  reconcilePayments,
  returnToCart,
  simulateGatewayPayment,
  startGatewayPayment,
  sweepHeldOrders,
  takeGatewayCallback,
  verifyPayment,
} from './payments.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.payment.paytm = fakeGateway({ name: 'paytm' });
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const TOTAL = rupees(5001);
const ADVANCE = paise(250_050);
const BALANCE = paise(TOTAL - ADVANCE);

const agree = async (advance = ADVANCE) => {
  const { id } = await shop.makeArtwork({ stockCount: 0 });
  return agreeOnOrder(shop.as.shop(), shop.as.customer(), { artworkId: id, total: TOTAL, advance });
};
const pay = async (orderId: string, reference = newReference()) => {
  expect(await giveReference(shop.as.customer(), { orderId, paymentReferenceId: reference })).toMatchObject({
    ok: true,
  });
  return reference;
};
const find = (orderId: string) => verifyPayment(shop.as.admin(), { orderId, verification: 'matched' });
const reject = (orderId: string) =>
  verifyPayment(shop.as.admin(), { orderId, verification: 'rejected', reason: 'Not in the bank' });
const payable = async (orderId: string) =>
  orderPayment(await getOrder(shop.as.admin(), orderId), await balanceOfOrder(shop.as.admin(), orderId)).payable;
const kindsOf = async (orderId: string) =>
  ((await findDocuments(shop.as.admin(), [orderId])).get(orderId) ?? []).map(({ kind }) => kind);
const isBalanced = async () => expect(await checkLedger(shop.as.admin())).toEqual([]);
const payOnline = async (orderId: string) => {
  expect(await startGatewayPayment(shop.as.customer(), { orderId, method: 'paytm' })).toMatchObject({ ok: true });
  const callback = await simulateGatewayPayment(shop.as.customer(), { orderId, shopper: 'pay' });
  return takeGatewayCallback(shop.as.customer(), { ...callback!, orderId });
};

describe('an order with an advance', () => {
  test('awaits matching after its reference is given', async () => {
    const { id } = await agree();
    shop.later(3 * 24 * 60);
    await pay(id);
    expect(await paymentTotals(shop.as.admin())).toMatchObject({ toConfirmCount: 1, oldest: shop.clock.now });
  });

  test('matching without a reference adds no reference', async () => {
    for (const { id } of [await agree(), await agree()]) {
      expect(await find(id)).toMatchObject({ ok: true });
      expect(await getOrder(shop.as.admin(), id)).toMatchObject({ status: 'pending', paymentReferenceId: null });
    }
  });

  test('stays pending until the advance is found, then the balance is due', async () => {
    const { id } = await agree();
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({ stage: 'choosing', amount: ADVANCE, received: 0 });
    const reference = await pay(id);
    expect(await getOrder(shop.as.admin(), id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'pending',
      paymentReferenceId: reference,
      verification: 'unverified',
      confirmedAt: null,
    });
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({ stage: 'paid' });
    const again = { orderId: id, paymentReferenceId: newReference() };
    expect(await giveReference(shop.as.customer(), again)).toMatchObject({ value: { paymentReferenceId: reference } });
    expect(await find(id)).toMatchObject({
      value: { status: 'processing', paymentStatus: 'confirmed', verification: 'matched' },
    });
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({
      stage: 'choosing',
      amount: BALANCE,
      received: ADVANCE,
    });
    const second = await pay(id);
    expect(await getOrder(shop.as.admin(), id)).toMatchObject({
      status: 'processing',
      paymentReferenceId: second,
      verification: 'unverified',
    });
    expect(await find(id)).toMatchObject({ value: { status: 'processing', verification: 'matched' } });
    expect(await payable(id)).toBe(0);
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({ stage: 'paid' });
    await isBalanced();
  });

  test('rejecting the balance changes neither advance nor work; the reverse cancels', async () => {
    const { id } = await agree();
    await pay(id);
    await find(id);
    await pay(id);
    expect(await reject(id)).toMatchObject({ value: { status: 'processing', verification: 'rejected' } });
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: TOTAL, received: ADVANCE });
    expect(await payable(id)).toBe(BALANCE);
    await pay(id);
    expect(await find(id)).toMatchObject({ ok: true });
    expect(await payable(id)).toBe(0);
    const other = await agree();
    await pay(other.id);
    expect(await reject(other.id)).toMatchObject({ value: { status: 'cancelled' } });
    expect(await payable(other.id)).toBe(0);
    await isBalanced();
  });

  test('never expires, holds no checkout, and enters no cart', async () => {
    const { id } = await agree();
    expect(await sweepHeldOrders(shop.as.shop())).toBe(0);
    expect(await findWaitingOrder(shop.as.customer())).toBeUndefined();
    expect(await returnToCart(shop.as.customer(), id)).toMatchObject({ reason: 'not-payable' });
    await expect(getPayment(shop.as.customer(2), id)).rejects.toThrow('Not found');
  });

  test('opens a payment of the balance when the advance was just found', async () => {
    const { id } = await agree();
    const paytm = shop.suppliers.payment.paytm!;
    shop.suppliers.payment.paytm = {
      ...paytm,
      createOrder: async (wanted) => {
        if (wanted.amount === ADVANCE) {
          await pay(id);
          await find(id);
        }
        return paytm.createOrder(wanted);
      },
    };
    const started = await startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' });
    shop.suppliers.payment.paytm = paytm;
    expect(started).toMatchObject({ ok: true });
    expect(await shop.database.select().from(paymentOrders).where(eq(paymentOrders.orderId, id))).toMatchObject([
      { amount: BALANCE },
    ]);
  });

  test('shows no advance window once the balance is due', async () => {
    const { id } = await agree(rupees(2000));
    await startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' });
    await pay(id);
    await find(id);
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({ stage: 'choosing', amount: rupees(3001) });
  });

  test('hides a failed gateway advance after another payment', async () => {
    const { id } = await agree(rupees(2000));
    await startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' });
    await simulateGatewayPayment(shop.as.customer(), { orderId: id, shopper: 'decline' });
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({ stage: 'failed' });
    shop.later(1);
    await pay(id);
    await find(id);
    const balance = await getPayment(shop.as.customer(), id);
    expect(balance).toMatchObject({ stage: 'choosing', amount: rupees(3001) });
    expect(balance.failure).toBeUndefined();
  });

  test('opens a new payment when the gateway’s page has expired', async () => {
    const { id } = await agree();
    const paytm = fakeGateway({ name: 'paytm' });
    const asked: string[] = [];
    const lookUp = (providerOrderId: string) => {
      asked.push(providerOrderId);
      return paytm.lookUp(providerOrderId);
    };
    const start = async () => {
      const started = await startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' });
      if (!started.ok) throw new Error(started.reason);
      return started.value.providerOrderId;
    };
    const state = () => getPayment(shop.as.customer(), id);
    const before = shop.suppliers.payment.paytm;
    shop.suppliers.payment.paytm = { ...paytm, lookUp, windowMinutes: 15 };
    const first = await start();
    shop.later(14);
    expect(await start()).toBe(first);
    expect(await state()).toMatchObject({ stage: 'processing', open: { providerOrderId: first } });
    shop.later(1);
    asked.length = 0;
    const late = await state();
    expect(late).toMatchObject({ stage: 'choosing' });
    expect(late).not.toHaveProperty('open');
    expect(asked).toEqual([first]);
    const second = await start();
    expect(second).not.toBe(first);
    expect(await state()).toMatchObject({ stage: 'processing', open: { providerOrderId: second } });
    expect(await shop.database.select().from(paymentOrders).orderBy(paymentOrders.createdAt)).toMatchObject([
      { providerOrderId: first, status: 'failed', failure: 'cancelled' },
      { providerOrderId: second, status: 'created' },
    ]);
    await paytm.simulate(first, 'pay');
    shop.later(15);
    await reconcilePayments(shop.as.shop());
    shop.suppliers.payment.paytm = before;
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: TOTAL, received: ADVANCE });
    await isBalanced();
  });

  test('offers the open payment again where the gateway has no expiry', async () => {
    const { id } = await agree();
    const start = () => startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' });
    const first = await start();
    shop.later(60);
    expect(await start()).toEqual(first);
    expect(await getPayment(shop.as.customer(), id)).toMatchObject({ stage: 'processing' });
  });

  test('advance and balance are two separate online payments', async () => {
    const { id } = await agree();
    expect(await payOnline(id)).toMatchObject({ value: { status: 'processing', paymentStatus: 'confirmed' } });
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: TOTAL, received: ADVANCE });
    expect(await payOnline(id)).toMatchObject({ value: { status: 'processing', verification: 'matched' } });
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: TOTAL, received: TOTAL });
    expect(await startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' })).toMatchObject({
      reason: 'not-payable',
    });
    await isBalanced();
  });

  test('a gateway payment keeps the claimed reference; duplicates are refundable', async () => {
    const { id } = await agree(TOTAL);
    await startGatewayPayment(shop.as.customer(), { orderId: id, method: 'paytm' });
    const reference = await pay(id);
    const callback = await simulateGatewayPayment(shop.as.customer(), { orderId: id, shopper: 'pay' });
    await takeGatewayCallback(shop.as.customer(), { ...callback!, orderId: id });
    expect(await getOrder(shop.as.admin(), id)).toMatchObject({
      status: 'processing',
      paymentReferenceId: reference,
      verification: 'unverified',
    });
    await find(id);
    expect(refundOwed(await balanceOfOrder(shop.as.admin(), id))).toBe(TOTAL);
    await isBalanced();
  });

  test('stays pending after part of the advance; the rest is payable', async () => {
    const { id } = await agree();
    const reference = await pay(id);
    const text = `Date,Narration,Deposit Amt.\n2026-07-14,UPI/CR/${reference}/ASHA RAWAT,1000.00`;
    const match = { text, orderId: id, fingerprint: `${reference} 100000`, reason: 'The rest follows' };
    expect(await matchLine(shop.as.admin(), match)).toMatchObject({ ok: true });
    expect(await getOrder(shop.as.admin(), id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    expect(await payable(id)).toBe(ADVANCE - rupees(1000));
    await pay(id);
    expect(await find(id)).toMatchObject({ value: { status: 'processing' } });
    expect(await payable(id)).toBe(BALANCE);
    await isBalanced();
  });

  test('matches the claimed amount, and undoing one keeps the other', async () => {
    const { id } = await agree();
    const first = await pay(id);
    expect(await claimsToConfirm(shop.as.admin())).toMatchObject([{ orderId: id, amount: ADVANCE }]);
    const row = (reference: string, amount: string) => `2026-07-14,UPI/CR/${reference}/ASHA RAWAT,${amount}`;
    const statement = (...rows: string[]) => ['Date,Narration,Deposit Amt.', ...rows].join('\n');
    const advance = await matchAgreeing(shop.as.admin(), statement(row(first, '2500.50')));
    expect(advance.orderIds).toEqual([id]);
    const second = await pay(id);
    const balance = await matchAgreeing(shop.as.admin(), statement(row(second, '2500.50')));
    expect(balance.orderIds).toEqual([id]);
    expect(await undoMatches(shop.as.admin(), advance.batch)).toBe(0);
    expect(await undoMatches(shop.as.admin(), balance.batch)).toBe(1);
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: TOTAL, received: ADVANCE });
    await isBalanced();
  });

  test('accepts a reference that the studio enters for its balance', async () => {
    const { id } = await agree();
    await pay(id);
    await find(id);
    const noted = { orderId: id, reference: newReference() };
    expect(await noteReference(shop.as.helper(), noted)).toMatchObject({ ok: true });
    const [payment] = await shop.database.select().from(payments).where(eq(payments.referenceId, noted.reference));
    expect(payment).toMatchObject({ amount: BALANCE, verification: 'unverified' });
    expect(await noteReference(shop.as.helper(), { orderId: id, reference: newReference() })).toMatchObject({
      reason: 'has-payment',
    });
  });

  test('cannot be shipped or delivered while a balance is due', async () => {
    const { id: orderId } = await agree();
    await pay(orderId);
    await find(orderId);
    const shipped = { orderId, status: 'shipped', shipUnverified: true, reason: 'Please' } as const;
    expect(await setOrderStatus(shop.as.admin(), shipped)).toEqual({
      ok: false,
      reason: 'balance-due',
      data: { amount: BALANCE },
    });
    expect(await setOrderStatus(shop.as.admin(), { orderId, status: 'delivered' })).toMatchObject({
      reason: 'balance-due',
    });
    await setOrderStatus(shop.as.admin(), { orderId, status: 'cancelled' });
    const restored = { orderId, status: 'shipped', reason: 'A slip' } as const;
    expect(await setOrderStatus(shop.as.admin(), restored)).toMatchObject({ reason: 'balance-due' });
    expect(await getOrder(shop.as.admin(), orderId)).toMatchObject({ status: 'cancelled' });
    await setOrderStatus(shop.as.admin(), { ...restored, status: 'processing' });
    await pay(orderId);
    await find(orderId);
    expect(await setOrderStatus(shop.as.admin(), { orderId, status: 'shipped' })).toMatchObject({ ok: true });
    await isBalanced();
  });
});

describe('cancelling with a cancellation fee', () => {
  const cancel = (orderId: string, cancellationFee: number) =>
    inTransaction(shop.as.admin(), async (inside) =>
      transition(inside, await lockOrder(inside, orderId), {
        type: 'cancel',
        reason: 'By the terms',
        cancellationFee: paise(cancellationFee),
      }),
    );

  test('refunds the received amount less the fee; undoing reverses it', async () => {
    const { id: orderId } = await agree();
    await pay(orderId);
    await find(orderId);
    await cancel(orderId, 100_000);
    expect(await getOrder(shop.as.admin(), orderId)).toMatchObject({ status: 'cancelled', cancellationFee: 100_000 });
    expect(refundOwed(await balanceOfOrder(shop.as.admin(), orderId))).toBe(ADVANCE - 100_000);
    await isBalanced();
    await setOrderStatus(shop.as.admin(), { orderId, status: 'processing', reason: 'A slip' });
    expect(await getOrder(shop.as.admin(), orderId)).toMatchObject({ cancellationFee: 0 });
    expect(await balanceOfOrder(shop.as.admin(), orderId)).toEqual({ due: TOTAL, received: ADVANCE });
    await isBalanced();
  });

  test('never charges more than was received', async () => {
    const { id } = await agree();
    await cancel(id, 100_000);
    expect(await getOrder(shop.as.admin(), id)).toMatchObject({ cancellationFee: 0 });
    const paid = await agree();
    await pay(paid.id);
    await find(paid.id);
    await cancel(paid.id, TOTAL);
    expect(await getOrder(shop.as.admin(), paid.id)).toMatchObject({ cancellationFee: ADVANCE });
    expect(refundOwed(await balanceOfOrder(shop.as.admin(), paid.id))).toBe(NOTHING);
    await isBalanced();
  });

  test('the owner may refund the fee too', async () => {
    const { id: orderId } = await agree();
    await pay(orderId);
    await find(orderId);
    await cancel(orderId, ADVANCE);
    const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, orderId));
    const refund = {
      orderId,
      paymentId: payment!.id,
      amount: rupees(500),
      reason: 'Goodwill',
      key: crypto.randomUUID(),
    };
    expect(await refundOrder(shop.as.admin(), refund)).toMatchObject({ ok: true });
    expect(await getOrder(shop.as.admin(), orderId)).toMatchObject({ cancellationFee: ADVANCE - rupees(500) });
    await isBalanced();
  });
});

describe('its documents', () => {
  const payInParts = async () => {
    const { id } = await agree();
    await issueReceipts(shop.as.shop(), id);
    const papers = [await kindsOf(id)];
    for (let part = 0; part < 2; part += 1) {
      await pay(id);
      await find(id);
      await issueReceipts(shop.as.shop(), id);
      await issueMissingInvoices(shop.as.shop());
      papers.push(await kindsOf(id));
    }
    return { id, papers };
  };

  test('unregistered: a receipt per payment, the invoice with the last', async () => {
    const { id, papers } = await payInParts();
    expect(papers[0]).toEqual([]);
    expect(papers[1]).toEqual(['receipt']);
    expect(papers[2]!.filter((kind) => kind === 'receipt')).toHaveLength(2);
    expect(papers[2]).toHaveLength(3);
    expect(await issueMissingInvoices(shop.as.shop())).toBe(0);
    expect(await kindsOf(id)).toHaveLength(3);
  });

  test('registered: a receipt voucher for the advance, then the tax invoice', async () => {
    const seller = { ...DEFAULT_SETTINGS.seller, status: 'regular', gstin: '05ABCDE1234F1Z6' } as const;
    await updateSettings(shop.as.admin(), { seller });
    const { papers } = await payInParts();
    // The artwork has no rate of its own, so it is exempt.
    expect(papers).toEqual([[], ['receipt-voucher'], ['receipt-voucher', 'bill-of-supply']]);
    await updateSettings(shop.as.admin(), { seller: DEFAULT_SETTINGS.seller });
  });
});

describe('before a live shop is open', () => {
  test('an agreed order cannot be paid; while paused, it can', async () => {
    const { id: orderId } = await agree();
    const buyer = asLive(shop.as.customer());
    await updateSettings(asLive(shop.as.shop()), { upi: DEFAULT_SETTINGS.upi });
    const paid = { orderId, paymentReferenceId: newReference() };
    expect(await giveReference(buyer, paid)).toMatchObject({ reason: 'not-open' });
    expect(await startGatewayPayment(buyer, { orderId, method: 'paytm' })).toMatchObject({ reason: 'not-open' });
    expect(await balanceOfOrder(shop.as.admin(), orderId)).toMatchObject({ received: 0 });

    await openLiveShop({ systemContext: () => asLive(shop.as.shop()) });
    await updateSettings(shop.as.shop(), { away: { until: '2026-12-24' } });
    expect(await giveReference(buyer, paid)).toMatchObject({ ok: true });
    await shop.database.delete(settings);
  });
});
