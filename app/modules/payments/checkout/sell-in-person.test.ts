import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { sellInPerson, undoSale } from './checkout.server.ts';
import { saleSchema } from './draft-order.ts';
import { newOrderNumber, orders } from '#app/modules/orders/orders/tables.server.ts';
import { balanceOfOrder, findEntries } from '#app/modules/orders/ledger/ledger.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { refundOrder } from '#app/modules/payments/payments/refunds.server.ts';
import { salesInPerson } from '#app/modules/orders/reports/reports.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

let shop: TestShop;
let artworkId: string;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  artworkId = (await shop.makeArtwork()).id;
});

const saleOf = (changes: Record<string, string> = {}) => ({
  ...saleSchema.parse({ key: crypto.randomUUID(), method: 'cash', seenTotal: String(rupees(1000)), ...changes }),
  lines: [{ artworkId, quantity: 1 }],
});
async function sell(changes: Record<string, string> = {}, as: Shop = shop.as.admin()) {
  const sold = await sellInPerson(as, saleOf(changes));
  if (!sold.ok) throw new Error(sold.reason);
  return sold.value;
}
const paymentsOf = (orderId: string) => shop.database.select().from(payments).where(eq(payments.orderId, orderId));

describe('a sale in person', () => {
  test('is delivered and paid at once, without name, address or shipment', async () => {
    const { id, orderNumber } = await sell();
    expect(await shop.orderRow(id)).toMatchObject({
      status: 'delivered',
      paymentStatus: 'confirmed',
      verification: 'matched',
      paymentReferenceId: `CASH-${orderNumber}`,
      shippingCost: 0,
      total: rupees(1000),
      customerName: 'Walk-in customer',
      customerEmail: '',
      handedOver: true,
    });
    expect(await shop.stockOf(artworkId)).toBe(2);
  });

  test('by UPI has its code’s number, and its own reference until matched', async () => {
    const key = crypto.randomUUID();
    const sold = await sell({ key, method: 'upi', name: 'Hira Negi', phone: '+91 98765 43210' });
    expect(sold.orderNumber).toBe(newOrderNumber(key));
    expect(sold.shippingAddress).toMatchObject({ name: 'Hira Negi', phone: '9876543210' });
    expect(await paymentsOf(sold.id)).toMatchObject([
      { referenceId: `UPI-${sold.orderNumber}`, amount: rupees(1000), verification: 'matched' },
    ]);
    const known = await sell({ method: 'upi', reference: '4473 0911 6024' });
    expect(await paymentsOf(known.id)).toMatchObject([{ referenceId: '447309116024', verification: 'matched' }]);
    const again = await sellInPerson(shop.as.admin(), saleOf({ method: 'upi', reference: '447309116024' }));
    expect(again).toMatchObject({ reason: 'reference-used' });
    const short = await sellInPerson(shop.as.admin(), saleOf({ method: 'upi', reference: '12' }));
    expect(short).toMatchObject({ reason: 'reference-too-short' });
    expect(await shop.stockOf(artworkId)).toBe(1);
  });

  test('is recorded once, despite several taps on Paid', async () => {
    const sale = saleOf({ method: 'upi' });
    const all = await Promise.all([1, 2, 3].map(() => sellInPerson(shop.as.admin(), sale)));
    expect(new Set(all.map((sold) => sold.ok && sold.value.id)).size).toBe(1);
    expect(await shop.stockOf(artworkId)).toBe(2);
  });

  test('refuses missing stock or another total, and changes nothing', async () => {
    const lines = [{ artworkId, quantity: 4 }];
    expect(await sellInPerson(shop.as.admin(), { ...saleOf(), lines })).toMatchObject({ reason: 'out-of-stock' });
    const otherTotal = { ...saleOf(), seenTotal: paise(1) };
    expect(await sellInPerson(shop.as.admin(), otherTotal)).toMatchObject({ reason: 'total-changed' });
    expect(await sellInPerson(shop.as.admin(), { ...saleOf(), lines: [] })).toMatchObject({ reason: 'no-lines' });
    expect(await shop.stockOf(artworkId)).toBe(3);
    expect(await shop.database.$count(orders)).toBe(0);
  });

  test('of a helper waits for the owner’s confirmation', async () => {
    for (const method of ['cash', 'upi']) {
      const { id } = await sell({ method }, shop.as.helper());
      expect(await shop.orderRow(id)).toMatchObject({ status: 'delivered', verification: 'unverified' });
    }
  });

  test('a helper’s cash sale is confirmed, rejected or refunded by the owner', async () => {
    const owner = shop.as.admin();
    const { id: orderId } = await sell({}, shop.as.helper());
    const verify = async (verification: 'matched' | 'unverified' | 'rejected') => {
      expect(await verifyPayment(owner, { orderId, verification, reason: 'Counted' })).toMatchObject({ ok: true });
      const [payment] = await paymentsOf(orderId);
      expect(payment!.verification).toBe(verification);
      expect(await shop.orderRow(orderId)).toMatchObject({ status: 'delivered', verification });
      expect(await checkLedger(owner)).toEqual([]);
      return { payment: payment!, received: (await balanceOfOrder(owner, orderId)).received };
    };
    expect(await verify('matched')).toMatchObject({ received: rupees(1000) });
    expect(await verify('unverified')).toMatchObject({ received: 0 });
    expect(await verify('rejected')).toMatchObject({ received: 0 });
    const { payment, received } = await verify('matched');
    expect(received).toBe(rupees(1000));
    expect((await findEntries(owner, orderId)).map(({ type }) => type)).toEqual([
      'charged',
      'collected',
      'unmatched',
      'rejected',
      'claimed',
      'collected',
    ]);
    const refund = { orderId, paymentId: payment.id, amount: rupees(1000), reason: 'Came back', key: orderId };
    expect(await refundOrder(owner, refund)).toMatchObject({ ok: true, value: { isWhole: true } });
    expect(await checkLedger(owner)).toEqual([]);
  });

  test('is for the studio only', async () => {
    const { id } = await sell();
    for (const other of [shop.as.guest(), shop.as.customer()]) {
      await expect(sellInPerson(other, saleOf())).rejects.toThrow('Not found');
      await expect(undoSale(other, id)).rejects.toThrow('Not found');
      await expect(salesInPerson(other)).rejects.toThrow('Not found');
    }
  });
});

describe('a sale that is undone', () => {
  test('undo within a minute restores stock and records the refund once', async () => {
    const { id } = await sell({ method: 'upi' });
    shop.later(1);
    for (let tap = 0; tap < 2; tap += 1) expect(await undoSale(shop.as.admin(), id)).toMatchObject({ ok: true });
    expect(await shop.orderRow(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await shop.stockOf(artworkId)).toBe(3);
    expect(await shop.database.select().from(refunds)).toMatchObject([{ amount: rupees(1000), reason: 'Sale undone' }]);
  });

  test('a helper’s undone sale has no refund yet', async () => {
    const { id } = await sell({}, shop.as.helper());
    expect(await undoSale(shop.as.helper(), id)).toMatchObject({ ok: true });
    expect(await shop.stockOf(artworkId)).toBe(3);
    expect(await shop.database.$count(refunds)).toBe(0);
  });

  test('cannot be undone after the minute; only counter sales can', async () => {
    const { id } = await sell();
    shop.later(1.1);
    expect(await undoSale(shop.as.admin(), id)).toMatchObject({ reason: 'too-late' });
    expect(await shop.stockOf(artworkId)).toBe(2);
    await shop.database.update(orders).set({ handedOver: false }).where(eq(orders.id, id));
    await expect(undoSale(shop.as.admin(), id)).rejects.toThrow('Not found');
  });
});

test('the day’s sales add up by method in India, for the owner', async () => {
  shop.clock.now = new Date('2026-11-20T18:20:00Z');
  artworkId = (await shop.makeArtwork({ stockCount: 9 })).id;
  await sell();
  shop.later(20);
  await sell();
  await sell({ method: 'upi' });
  const { id } = await sell({ method: 'upi' });
  await undoSale(shop.as.admin(), id);
  const { sales, sums } = await salesInPerson(shop.as.admin());
  expect(sales.map(({ method, isUndone }) => [method, isUndone])).toEqual(
    expect.arrayContaining([
      ['cash', false],
      ['upi', false],
      ['upi', true],
    ]),
  );
  expect(sales).toHaveLength(3);
  expect(sums?.toSorted((a, b) => a.method.localeCompare(b.method))).toEqual([
    { method: 'cash', count: 1, sum: rupees(1000) },
    { method: 'upi', count: 1, sum: rupees(1000) },
  ]);
  expect(await salesInPerson(shop.as.helper())).toMatchObject({ sales: [{}, {}, {}], sums: undefined });
});
