import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { findOrderHistory, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { holdCheckout, openCheckout, placeOrder } from '#app/modules/payments/checkout/checkout.server.ts';
import { sweepHolds } from '#app/modules/orders/holds/holds.server.ts';
import { balanceOfOrder, findEntries } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { ordersToSettle, verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { refundOrder, refundsOwed } from '#app/modules/payments/payments/refunds.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { checkoutOf, orderCart, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { dismissLine, findTaker, importStatement, openLines } from './statements.server.ts';
import { matchAgreeing, matchLine, placeFromLine, undoMatches } from './matches.server.ts';
import { allocateLine } from './divided-lines.server.ts';
import { findNames } from './named-orders.server.ts';
import { bankLineAllocations } from './tables.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop?.close());

const order = async (reference: string, price = rupees(2500), customer = 1) => {
  const painting = await shop.makeArtwork({ price, stockCount: 5 });
  await putIntoCart(shop.as.customer(customer), painting.id);
  const placed = await placeOrder(
    shop.as.customer(customer),
    await checkoutOf(shop.as.customer(customer), { paymentReferenceId: reference }),
  );
  if (!placed.ok) throw new Error(placed.reason);
  return placed.value;
};
const verificationOf = async (id: string) => {
  const [row] = await shop.database.select().from(orders).where(eq(orders.id, id));
  const [payment] = await shop.database.select().from(payments).where(eq(payments.orderId, id));
  expect(payment!.verification).toBe(row!.verification);
  return row!.verification;
};
const row = (reference: string, amount: string, day = '21-11-2026') => `${day} UPI/CR/${reference}/ASHA R ${amount}`;

describe('a statement', () => {
  test('is stored once, for the owner only', async () => {
    const text = [row('447309116024', '2,500.00'), row('447309116025', '530.00'), 'nonsense'].join('\n');
    expect(await importStatement(shop.as.admin(), text)).toEqual({
      read: 2,
      added: 2,
      unreadable: [{ text: 'nonsense', reason: 'incomplete' }],
    });
    expect(await importStatement(shop.as.admin(), text)).toMatchObject({ read: 2, added: 0 });
    expect((await openLines(shop.as.admin())).lines).toHaveLength(2);
    for (const context of [shop.as.helper(), shop.as.customer(), shop.as.guest()]) {
      await expect(importStatement(context, text)).rejects.toThrow('Not found');
      await expect(matchAgreeing(context, text)).rejects.toThrow('Not found');
      await expect(openLines(context)).rejects.toThrow('Not found');
      await expect(undoMatches(context, crypto.randomUUID())).rejects.toThrow('Not found');
    }
  });

  test('matches all exact lines at once, reversibly', async () => {
    const [first, second, short] = [
      await order('447309116024'),
      await order('447309116025', rupees(3000), 2),
      await order('447309116026', rupees(4000), 3),
    ];
    const text = [
      row('447309116024', '2,500.00'),
      row('447309116025', '3,000.00'),
      row('447309116026', '3,850.00'),
    ].join('\n');
    const { batch, orderIds } = await matchAgreeing(shop.as.admin(), text);
    expect(orderIds.toSorted()).toEqual([first.id, second.id].toSorted());
    expect([await verificationOf(first.id), await verificationOf(short.id)]).toEqual(['matched', 'unverified']);
    expect(await openLines(shop.as.admin())).toMatchObject({ lines: [{ reference: '447309116026' }] });
    expect(await matchAgreeing(shop.as.admin(), text)).toMatchObject({ orderIds: [] });
    expect((await findOrderHistory(shop.as.admin(), first.id)).at(-1)).toMatchObject({
      reason: 'Payment matched',
      changedByName: 'Kamla Bisht',
    });
    expect(await undoMatches(shop.as.admin(), batch)).toBe(2);
    expect(await verificationOf(first.id)).toBe('unverified');
    expect((await openLines(shop.as.admin())).lines).toHaveLength(3);
    expect(await undoMatches(shop.as.admin(), batch)).toBe(0);
    const noted = await shop.database.select().from(auditLog).where(eq(auditLog.action, 'order.verification'));
    expect(noted).toHaveLength(4);
  });

  test('matches a different amount only with a reason, stored in the history', async () => {
    const short = await order('447309116026', rupees(4000));
    const match = { text: row('447309116026', '3,850.00'), orderId: short.id, fingerprint: '447309116026 385000' };
    expect(await matchLine(shop.as.admin(), match)).toMatchObject({ reason: 'reason-needed' });
    expect(await matchLine(shop.as.admin(), { ...match, reason: 'Rest in cash' })).toMatchObject({ ok: true });
    expect((await findOrderHistory(shop.as.admin(), short.id)).at(-1)!.reason).toBe(
      'Payment matched: ₹150 short, Rest in cash',
    );
  });

  test('undoing a match of another amount restores the claimed amount', async () => {
    const { id } = await order('447309116026', rupees(4000));
    const match = { text: row('447309116026', '3,000.00'), orderId: id, fingerprint: '447309116026 300000' };
    const short = await matchLine(shop.as.admin(), { ...match, reason: 'short' });
    if (!short.ok) throw new Error(short.reason);
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: rupees(4000), received: rupees(3000) });
    expect(await undoMatches(shop.as.admin(), short.value.batch)).toBe(1);
    const paymentOf = async () =>
      (await shop.database.select().from(payments).where(eq(payments.orderId, id))).map(({ amount }) => amount);
    expect(await paymentOf()).toEqual([rupees(4000)]);
    await verifyPayment(shop.as.admin(), { orderId: id, verification: 'matched' });
    expect(await paymentOf()).toEqual([rupees(4000)]);
    expect(await balanceOfOrder(shop.as.admin(), id)).toEqual({ due: rupees(4000), received: rupees(4000) });
    const entries = await findEntries(shop.as.admin(), id);
    expect(entries.map(({ type, amount }) => [type, amount])).toEqual([
      ['charged', rupees(4000)],
      ['claimed', rupees(4000)],
      ['matched', rupees(3000)],
      ['unmatched', rupees(3000)],
      ['matched', rupees(4000)],
    ]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('that is matched says by whom and to which order', async () => {
    const owner = shop.as.admin();
    const [first, second] = [await order('447309116024'), await order('447309116025', rupees(3000), 2)];
    const text = row('447309116024', '2,500.00');
    await matchAgreeing(owner, text);
    const line = { text, fingerprint: '447309116024 250000' };
    const takenBy = { reason: 'gone', data: { takenBy: first.id } };
    expect(await matchLine(owner, { ...line, orderId: second.id, reason: 'Hers' })).toMatchObject(takenBy);
    const parts = [{ orderId: second.id, amount: rupees(100) }];
    expect(await allocateLine(owner, { ...line, parts })).toMatchObject(takenBy);
    expect(await dismissLine(owner, { ...line, isDismissed: true })).toMatchObject(takenBy);
    expect(await findTaker(owner, first.id)).toEqual({ orderNumber: first.orderNumber, matchedBy: 'Kamla Bisht' });
    await expect(findTaker(shop.as.helper(), first.id)).rejects.toThrow('Not found');
  });

  test('a repeated form matches once and returns the first undo', async () => {
    const owner = shop.as.admin();
    const [first, second] = [await order('447309116024'), await order('447309116025', rupees(3000), 2)];
    const text = [row('447309116024', '2,500.00'), row('447309116025', '3,000.00')].join('\n');
    const key = crypto.randomUUID();
    const matched = await matchAgreeing(owner, text, key);
    expect(matched).toEqual({ batch: key, orderIds: expect.arrayContaining([first.id, second.id]) as string[] });
    const again = await matchAgreeing(owner, text, key);
    expect([again.batch, again.orderIds.toSorted()]).toEqual([key, matched.orderIds.toSorted()]);
    expect(await undoMatches(owner, key)).toBe(2);
    expect((await matchAgreeing(owner, text, key)).orderIds).toHaveLength(2);
    expect(await undoMatches(owner, key)).toBe(2);

    const one = { text: '', orderId: first.id, fingerprint: '447309116024 250000' };
    const line = await matchLine(owner, one);
    expect(line).toMatchObject({ ok: true });
    expect(await matchLine(owner, one)).toEqual(line);
    expect(await matchLine(owner, { ...one, orderId: second.id })).toMatchObject({ reason: 'gone' });
    await undoMatches(owner, line.ok ? line.value.batch : '');
    await verifyPayment(owner, { orderId: first.id, verification: 'matched' });
    expect(await matchLine(owner, one)).toMatchObject({ reason: 'gone' });
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('frees a line when its order’s payment is verified again', async () => {
    const [first, second] = [await order('PAYTM88213'), await order('PAYTM88214', rupees(2500), 2)];
    const line = { text: row('447309116024', '2,500.00'), fingerprint: '447309116024 250000' };
    expect(await matchLine(shop.as.admin(), { ...line, orderId: first.id })).toMatchObject({ ok: true });
    expect(await matchLine(shop.as.admin(), { ...line, orderId: second.id })).toMatchObject({ reason: 'gone' });
    await verifyPayment(shop.as.admin(), { orderId: first.id, verification: 'unverified' });
    expect(await matchLine(shop.as.admin(), { ...line, orderId: second.id })).toMatchObject({ ok: true });
    // The first order was matched without the line, so the line still pays only the second.
    await verifyPayment(shop.as.admin(), { orderId: first.id, verification: 'matched' });
    const allocations = await shop.database.select().from(bankLineAllocations);
    expect(allocations).toMatchObject([{ orderId: second.id, amount: rupees(2500) }]);
    expect((await findOrderHistory(shop.as.admin(), second.id)).at(-1)!.reason).toContain('bank line 447309116024');
  });

  test('allows a matched order to be shipped', async () => {
    const paid = await order('447309116024');
    expect(await setOrderStatus(shop.as.admin(), { orderId: paid.id, status: 'shipped' })).toMatchObject({
      ok: false,
    });
    await matchAgreeing(shop.as.admin(), row('447309116024', '2,500.00'));
    expect(await setOrderStatus(shop.as.admin(), { orderId: paid.id, status: 'shipped' })).toMatchObject({ ok: true });
  });

  test('of 200 lines beside 200 orders is matched whole', async () => {
    const like = await order('447300000000');
    await shop.database.execute(/* sql */ `
      with many as (
        insert into orders (order_number, user_id, items, subtotal, discount_amount, shipping_cost, gst_amount, total,
          shipping_address, payment_method, payment_status, payment_reference_id, status, customer_name, customer_email, created_at)
        select 'BV-MANY-' || n, user_id, items, subtotal, 0, shipping_cost, 0, total, shipping_address, 'manual', 'confirmed',
          (447300000000 + n)::text, 'processing', customer_name, customer_email, created_at
        from orders, generate_series(1, 199) n where id = '${like.id}' returning *),
      paid as (
        insert into payments (order_id, customer_id, amount, reference_id, status, source)
        select id, user_id, total, payment_reference_id, 'success', 'reference' from many)
      insert into order_balances (order_id, due) select id, total from many`);
    const text = Array.from({ length: 200 }, (_, n) => row(String(447_300_000_000 + n), '2,500.00')).join('\n');
    expect((await matchAgreeing(shop.as.admin(), text)).orderIds).toHaveLength(200);
  });
});

describe('a line for several orders', () => {
  test('pays each order’s part; the rest stays open, all reversible', async () => {
    const [first, second] = [await order('447309116024'), await order('447309116025', rupees(3000), 2)];
    const text = row('447309116099', '6,000.00');
    const fingerprint = '447309116099 600000';
    const owner = shop.as.admin();
    const parts = [
      { orderId: first.id, amount: rupees(2500) },
      { orderId: second.id, amount: rupees(3000) },
    ];
    expect(
      await allocateLine(owner, { text, fingerprint, parts: [{ orderId: first.id, amount: rupees(6001) }] }),
    ).toEqual(expect.objectContaining({ reason: 'too-much', data: { left: rupees(6000) } }));
    const matched = await allocateLine(owner, { text, fingerprint, parts });
    if (!matched.ok) throw new Error(matched.reason);
    expect([await verificationOf(first.id), await verificationOf(second.id)]).toEqual(['matched', 'matched']);
    expect((await openLines(owner)).lines).toMatchObject([{ amount: rupees(500), allocated: rupees(5500) }]);
    expect(await checkLedger(owner)).toEqual([]);
    expect(await undoMatches(owner, matched.value.batch)).toBe(2);
    expect((await openLines(owner)).lines).toMatchObject([{ amount: rupees(6000), allocated: 0 }]);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('is divided once by a form that is sent twice', async () => {
    const { id } = await order('447309116024');
    const owner = shop.as.admin();
    const text = row('447309116099', '6,000.00');
    const parts = [{ orderId: id, amount: rupees(2500) }];
    const given = { text, fingerprint: '447309116099 600000', parts, key: crypto.randomUUID() };
    const divided = await allocateLine(owner, given);
    expect(divided).toMatchObject({ value: { batch: given.key, orderIds: [id] } });
    expect(await allocateLine(owner, given)).toEqual(divided);
    const more = await order('447309116025', rupees(3000), 2);
    for (const other of [
      { parts: [{ orderId: id, amount: rupees(2000) }] },
      { parts: [...parts, { orderId: more.id, amount: rupees(3000) }] },
      { text: row('447309116077', '6,000.00'), fingerprint: '447309116077 600000' },
    ])
      expect(await allocateLine(owner, { ...given, ...other })).toMatchObject({ reason: 'key-used' });
    const fingerprint = given.fingerprint;
    const left = (await openLines(owner)).lines.filter((line) => line.fingerprint === fingerprint);
    expect(left).toMatchObject([{ amount: rupees(3500) }]);
    expect(await verificationOf(more.id)).toBe('unverified');
    expect(await refundsOwed(owner)).toEqual([]);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('several lines pay one order, and an excess is refundable', async () => {
    const { id } = await order('447309116024', rupees(4000));
    const owner = shop.as.admin();
    const text = [row('447309116024', '3,000.00'), row('447309116077', '1,200.00')].join('\n');
    const match = { text, orderId: id, fingerprint: '447309116024 300000', reason: 'The rest follows' };
    expect(await matchLine(owner, match)).toMatchObject({ ok: true });
    expect(await ordersToSettle(owner)).toMatchObject([{ id, outstanding: rupees(1000) }]);
    const rest = { text: '', fingerprint: '447309116077 120000', parts: [{ orderId: id, amount: rupees(1200) }] };
    expect(await allocateLine(owner, rest)).toMatchObject({ ok: true });
    expect(await ordersToSettle(owner)).toEqual([]);
    expect(await refundsOwed(owner)).toMatchObject([{ id, amount: rupees(200), because: 'matched' }]);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('pays two orders without references, each with its own number', async () => {
    const held = async (customer: number) => {
      const painting = await shop.makeArtwork({ price: rupees(2500), stockCount: 1 });
      await putIntoCart(shop.as.customer(customer), painting.id);
      return orderCart(shop.as.customer(customer), { online: 'yes', paymentReferenceId: '' });
    };
    const [first, second] = [await held(1), await held(2)];
    const owner = shop.as.admin();
    const parts = [first, second].map(({ id: orderId }) => ({ orderId, amount: rupees(2500) }));
    const text = row('447309116099', '5,000.00');
    expect(await allocateLine(owner, { text, fingerprint: '447309116099 500000', parts })).toMatchObject({ ok: true });
    for (const { id } of [first, second]) expect((await shop.orderRow(id)).status).toBe('processing');
    expect(await checkLedger(owner)).toEqual([]);
  });
});

describe('two lines that pay one order', () => {
  const TWO = [row('447309116024', '3,000.00'), row('447309116077', '1,200.00')].join('\n');
  const [CLAIMED, UNCLAIMED] = ['447309116024 300000', '447309116077 120000'];
  const matchClaim = async (orderId: string, reason = 'The rest follows') => {
    const matched = await matchLine(shop.as.admin(), { text: TWO, orderId, fingerprint: CLAIMED, reason });
    if (!matched.ok) throw new Error(matched.reason);
    return matched.value.batch;
  };
  const allocateUnclaimed = async (orderId: string) => {
    const parts = [{ orderId, amount: rupees(1200) }];
    const matched = await allocateLine(shop.as.admin(), { text: '', fingerprint: UNCLAIMED, parts });
    if (!matched.ok) throw new Error(matched.reason);
    return matched.value.batch;
  };
  const received = async (orderId: string) => (await balanceOfOrder(shop.as.admin(), orderId)).received;
  const free = async () =>
    (await openLines(shop.as.admin())).lines.map(({ fingerprint }) => fingerprint).toSorted((a, b) => (a < b ? -1 : 1));
  const verify = (orderId: string, verification: 'matched' | 'unverified') =>
    verifyPayment(shop.as.admin(), { orderId, verification });

  test('loses only the undone payment', async () => {
    const { id } = await order('447309116024', rupees(4000));
    await matchClaim(id);
    const batch = await allocateUnclaimed(id);
    expect(await undoMatches(shop.as.admin(), batch)).toBe(1);
    expect(await received(id)).toBe(rupees(3000));
    expect(await free()).toEqual([UNCLAIMED]);
    // The payment is still incomplete, so the order waits again.
    expect(await shop.orderRow(id)).toMatchObject({ verification: 'unverified' });
    expect(await verify(id, 'matched')).toMatchObject({ value: { verification: 'matched' } });
    expect(await received(id)).toBe(rupees(3000));
    await allocateUnclaimed(id);
    expect(await received(id)).toBe(rupees(4200));
    expect(await free()).toEqual([]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('keeps the order matched when an undone excess is removed', async () => {
    const { id } = await order('447309116024', rupees(3000));
    await matchClaim(id, '');
    const batch = await allocateUnclaimed(id);
    expect(await refundsOwed(shop.as.admin())).toMatchObject([{ id, amount: rupees(1200) }]);
    expect(await undoMatches(shop.as.admin(), batch)).toBe(1);
    expect(await shop.orderRow(id)).toMatchObject({ verification: 'matched' });
    expect(await refundsOwed(shop.as.admin())).toEqual([]);
    expect(await free()).toEqual([UNCLAIMED]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('are booked once when the match is undone and repeated', async () => {
    const { id } = await order('447309116024', rupees(4000));
    const batch = await matchClaim(id);
    await allocateUnclaimed(id);
    expect(await undoMatches(shop.as.admin(), batch)).toBe(1);
    expect([await received(id), await free()]).toEqual([rupees(1200), [CLAIMED]]);
    await matchClaim(id);
    expect([await received(id), await free()]).toEqual([rupees(4200), []]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('undoing the claim’s match searches for it again, even if fully paid', async () => {
    const { id } = await order('447309116024', rupees(1200));
    const batch = await matchClaim(id);
    await allocateUnclaimed(id);
    expect(await undoMatches(shop.as.admin(), batch)).toBe(1);
    expect(await shop.orderRow(id)).toMatchObject({ verification: 'unverified' });
    await matchClaim(id);
    expect([await received(id), await free()]).toEqual([rupees(4200), []]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('loses the undone payment even after a partial refund', async () => {
    const { id } = await order('447309116024', rupees(4000));
    await matchClaim(id);
    const [{ id: paymentId }] = (await shop.database.select().from(payments).where(eq(payments.orderId, id))) as [
      typeof payments.$inferSelect,
    ];
    const refund = { orderId: id, paymentId, amount: rupees(500), reason: 'A scratch', key: crypto.randomUUID() };
    expect(await refundOrder(shop.as.admin(), refund)).toMatchObject({ ok: true });
    const batch = await allocateUnclaimed(id);
    expect(await undoMatches(shop.as.admin(), batch)).toBe(1);
    expect([await received(id), await free()]).toEqual([rupees(2500), [UNCLAIMED]]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });

  test('both become free on unmatching, and are booked once on rematching', async () => {
    const { id } = await order('447309116024', rupees(4000));
    await matchClaim(id);
    await allocateUnclaimed(id);
    expect(await verify(id, 'unverified')).toMatchObject({ value: { verification: 'unverified' } });
    expect([await received(id), await free()]).toEqual([0, [CLAIMED, UNCLAIMED]]);
    await matchClaim(id);
    expect([await received(id), await free()]).toEqual([rupees(3000), [UNCLAIMED]]);
    await allocateUnclaimed(id);
    expect([await received(id), await free()]).toEqual([rupees(4200), []]);
    expect(await checkLedger(shop.as.admin())).toEqual([]);
  });
});

describe('a line that names a checkout', () => {
  const shown = async (price = rupees(2500)) => {
    const painting = await shop.makeArtwork({ price, stockCount: 1 });
    const customer = shop.as.customer();
    await putIntoCart(customer, painting.id);
    const { key, orderNumber } = await openCheckout(customer);
    const held = await holdCheckout(customer, { key, zipCode: '263601', address: {} });
    if (!held.ok) throw new Error(held.reason);
    return { painting, orderNumber };
  };
  const lineOf = (orderNumber: string, amount = '2,500.00', reference = '447309116088') =>
    `21-11-2026 UPI/CR/${reference}/ASHA R/${orderNumber.replaceAll('-', '')} ${amount}`;

  test('becomes the order of a customer who paid without a reference', async () => {
    const { orderNumber } = await shown();
    const owner = shop.as.admin();
    const { orderIds, batch } = await matchAgreeing(owner, lineOf(orderNumber));
    expect(orderIds).toHaveLength(1);
    const order = { orderNumber, status: 'processing', verification: 'matched' };
    expect(await shop.orderRow(orderIds[0]!)).toMatchObject(order);
    expect((await openLines(owner)).lines).toEqual([]);
    expect(await checkLedger(owner)).toEqual([]);
    expect(await undoMatches(owner, batch)).toBe(1);
    expect((await openLines(owner)).lines).toHaveLength(1);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('creates the order once, and returns it again on a repeat', async () => {
    const { orderNumber } = await shown();
    const owner = shop.as.admin();
    await importStatement(owner, lineOf(orderNumber));
    const [line] = (await openLines(owner)).lines;
    const chosen = { text: '', fingerprint: line!.fingerprint, orderNumber };
    const placed = await placeFromLine(owner, chosen);
    expect(placed).toMatchObject({ ok: true });
    expect(await placeFromLine(owner, chosen)).toEqual(placed);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('a full second payment leaves the short payment’s money booked', async () => {
    const { orderNumber } = await shown();
    const owner = shop.as.admin();
    const { orderIds } = await matchAgreeing(owner, lineOf(orderNumber, '1,500.00'));
    const [orderId] = orderIds as [string];
    expect(await shop.orderRow(orderId)).toMatchObject({ verification: 'unverified' });
    const second = { text: row('447309116089', '2,500.00'), orderId, fingerprint: '447309116089 250000' };
    const matched = await matchLine(owner, second);
    if (!matched.ok) throw new Error(matched.reason);
    expect(await shop.orderRow(orderId)).toMatchObject({ verification: 'matched' });
    expect((await balanceOfOrder(owner, orderId)).received).toBe(rupees(4000));
    expect(await refundsOwed(owner)).toMatchObject([{ id: orderId, amount: rupees(1500) }]);
    expect((await openLines(owner)).lines).toEqual([]);
    expect(await undoMatches(owner, matched.value.batch)).toBe(1);
    expect(await shop.orderRow(orderId)).toMatchObject({ verification: 'unverified' });
    expect((await balanceOfOrder(owner, orderId)).received).toBe(rupees(1500));
    expect((await openLines(owner)).lines).toMatchObject([{ reference: '447309116089', allocated: 0 }]);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('a second line for one order stays open', async () => {
    const { orderNumber } = await shown();
    const owner = shop.as.admin();
    const both = [lineOf(orderNumber, '1,500.00'), lineOf(orderNumber, '2,500.00', '447309116089')];
    const { orderIds, batch } = await matchAgreeing(owner, both.join('\n'));
    expect(orderIds).toHaveLength(1);
    const [left, ...others] = (await openLines(owner)).lines;
    expect(others).toEqual([]);
    const { received } = await balanceOfOrder(owner, orderIds[0]!);
    expect(received).toBe(rupees(4000) - left!.amount);
    const placed = await placeFromLine(owner, { text: '', fingerprint: left!.fingerprint, orderNumber });
    expect(placed).toMatchObject({ reason: 'gone' });
    expect(await undoMatches(owner, batch)).toBe(1);
    expect((await openLines(owner)).lines).toHaveLength(2);
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('is a refund due when its artwork was sold in the meantime', async () => {
    const { painting, orderNumber } = await shown();
    shop.later(30);
    await sweepHolds(shop.as.admin());
    await putIntoCart(shop.as.customer(2), painting.id);
    await orderCart(shop.as.customer(2));
    const owner = shop.as.admin();
    await importStatement(owner, lineOf(orderNumber));
    const [line] = (await openLines(owner)).lines;
    expect((await findNames(owner, [line!])).get(line!.fingerprint)?.checkouts).toEqual([orderNumber]);
    const placed = await placeFromLine(owner, { text: '', fingerprint: line!.fingerprint, orderNumber });
    if (!placed.ok) throw new Error(placed.reason);
    expect(await shop.orderRow(placed.value.orderIds[0]!)).toMatchObject({ status: 'cancelled' });
    expect(await refundsOwed(owner)).toMatchObject([{ orderNumber, amount: rupees(2500), because: 'matched' }]);
    expect(await checkLedger(owner)).toEqual([]);
  });
});

describe('a line that names another order or checkout', () => {
  const UTR = '447309116088';
  const drawCheckout = async (customerNumber = 2) => {
    const painting = await shop.makeArtwork({ price: rupees(2500), stockCount: 1 });
    const customer = shop.as.customer(customerNumber);
    await putIntoCart(customer, painting.id);
    const { key, orderNumber } = await openCheckout(customer);
    const held = await holdCheckout(customer, { key, zipCode: '263601', address: {} });
    if (!held.ok) throw new Error(held.reason);
    return orderNumber;
  };
  const naming = (number: string, amount = '2,500.00') => `21-11-2026 UPI/CR/${UTR}/ASHA R/${number} ${amount}`;

  test.each([
    ['as it is written', (number: string) => number],
    ['without hyphens', (number: string) => number.replaceAll('-', '')],
    ['in small letters with spaces', (number: string) => number.toLowerCase().replaceAll('-', ' ')],
    ['inside a longer note', (number: string) => `FOR ${number} THANKS`],
  ])('is never matched to an order that only claims its reference: %s', async (_, write) => {
    const owner = shop.as.admin();
    const victim = await drawCheckout();
    const thief = await order(UTR);
    const text = naming(write(victim));
    await importStatement(owner, text);
    const [line] = (await openLines(owner)).lines;
    expect((await findNames(owner, [line!])).get(line!.fingerprint)).toEqual({ all: [victim], checkouts: [victim] });
    const { orderIds } = await matchAgreeing(owner, text);
    expect(orderIds).not.toContain(thief.id);
    expect(await verificationOf(thief.id)).toBe('unverified');
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('makes its checkout an order whose reference another order claims', async () => {
    const owner = shop.as.admin();
    const victim = await drawCheckout();
    const thief = await order(UTR);
    await importStatement(owner, naming(victim));
    const { fingerprint } = (await openLines(owner)).lines[0]!;
    const placed = await placeFromLine(owner, { text: '', fingerprint, orderNumber: victim });
    if (!placed.ok) throw new Error(placed.reason);
    expect(await shop.orderRow(placed.value.orderIds[0]!)).toMatchObject({
      orderNumber: victim,
      verification: 'matched',
      paymentReferenceId: UTR,
    });
    expect(await verificationOf(thief.id)).toBe('unverified');
  });

  test('is matched to another order only by hand, with a reason', async () => {
    const owner = shop.as.admin();
    const named = await order('447309116090', rupees(2500), 2);
    const claiming = await order(UTR);
    const text = naming(named.orderNumber);
    expect((await matchAgreeing(owner, text)).orderIds).toEqual([]);
    const [line] = (await openLines(owner)).lines;
    const chosen = { text: '', orderId: claiming.id, fingerprint: line!.fingerprint };
    expect(await matchLine(owner, chosen)).toMatchObject({ reason: 'reason-needed' });
    expect(await matchLine(owner, { ...chosen, reason: 'She wrote the old number' })).toMatchObject({ ok: true });
    expect((await findOrderHistory(owner, claiming.id)).at(-1)!.reason).toContain(
      `bank line names ${named.orderNumber}`,
    );
  });

  test('creates no order when it names two', async () => {
    const owner = shop.as.admin();
    const [first, second] = [await drawCheckout(1), await drawCheckout(2)];
    expect((await matchAgreeing(owner, naming(`${first} ${second}`))).orderIds).toEqual([]);
    const named = await order('447309116090', rupees(900), 3);
    expect((await matchAgreeing(owner, naming(`${first} ${named.orderNumber}`, '2,501.00'))).orderIds).toEqual([]);
    expect((await openLines(owner)).lines).toHaveLength(2);
  });

  test('matches its claim even when the payer’s name resembles an order number', async () => {
    const { id } = await order(UTR);
    const { orderIds } = await matchAgreeing(shop.as.admin(), naming('BV RAMANAMMA'));
    expect(orderIds).toEqual([id]);
  });
});

describe('a line without an order', () => {
  const line = row('447309116024', '900.00');
  const fingerprint = async () => (await openLines(shop.as.admin())).lines[0]!.fingerprint;

  test('is set aside, matches nothing, and can be restored', async () => {
    await importStatement(shop.as.admin(), line);
    const named = await fingerprint();
    await dismissLine(shop.as.admin(), { text: '', fingerprint: named, isDismissed: true });
    expect(await openLines(shop.as.admin())).toMatchObject({
      lines: [],
      used: [],
      dismissed: [{ fingerprint: named }],
    });
    const { id } = await order('447309116024', rupees(900));
    expect((await matchAgreeing(shop.as.admin(), line)).orderIds).toEqual([]);
    await dismissLine(shop.as.admin(), { text: '', fingerprint: named, isDismissed: false });
    expect(await openLines(shop.as.admin())).toMatchObject({ lines: [{ fingerprint: named }], dismissed: [] });
    expect(
      await matchLine(shop.as.admin(), { text: '', orderId: id, fingerprint: named, reason: 'Hers' }),
    ).toMatchObject({ ok: true });
    expect(await verificationOf(id)).toBe('matched');
    expect(await dismissLine(shop.as.admin(), { text: '', fingerprint: named, isDismissed: true })).toMatchObject({
      reason: 'gone',
    });
    expect((await openLines(shop.as.admin())).used).toHaveLength(1);
    await expect(dismissLine(shop.as.helper(), { text: '', fingerprint: named, isDismissed: true })).rejects.toThrow(
      'Not found',
    );
  });

  test('is set aside or restored once when the form repeats', async () => {
    await importStatement(shop.as.admin(), line);
    const named = await fingerprint();
    for (const isDismissed of [true, false])
      for (const _ of [1, 2])
        expect(await dismissLine(shop.as.admin(), { text: '', fingerprint: named, isDismissed })).toMatchObject({
          ok: true,
        });
    const noted = await shop.database.select().from(auditLog).where(eq(auditLog.subjectId, named));
    expect(noted.map(({ action }) => action).toSorted()).toEqual(['statement.dismiss', 'statement.reopen']);
  });

  test('lists lines set aside with their rest, newest first', async () => {
    const partly = await order('447309116031', rupees(400));
    await importStatement(
      shop.as.admin(),
      [line, row('447309116025', '1,000.00'), row('447309116026', '70.00')].join('\n'),
    );
    const named = new Map((await openLines(shop.as.admin())).lines.map((each) => [each.reference, each.fingerprint]));
    await allocateLine(shop.as.admin(), {
      text: '',
      fingerprint: named.get('447309116025')!,
      parts: [{ orderId: partly.id, amount: rupees(400) }],
    });
    for (const reference of ['447309116025', '447309116024']) {
      await dismissLine(shop.as.admin(), { text: '', fingerprint: named.get(reference)!, isDismissed: true });
      shop.later(1);
    }
    expect(await openLines(shop.as.admin())).toMatchObject({
      lines: [{ reference: '447309116026' }],
      used: [],
      dismissed: [
        { reference: '447309116024', amount: rupees(900) },
        { reference: '447309116025', amount: rupees(600) },
      ],
    });
  });
});
