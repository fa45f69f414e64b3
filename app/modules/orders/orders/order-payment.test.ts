import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paise } from '#app/basics/money.ts';
import { PAYMENT_METHODS } from '#app/basics/payment-methods.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { bothDatabases } from '#tests/support/both-databases.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { ORDER_STATUSES, PAYMENT_STATUSES, VERIFICATIONS } from './order.ts';
import { type OrderPayment, orderPayment } from './order-payment.ts';
import { orders, wherePaidAt, wherePaymentState } from './tables.server.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

const STATES: OrderPayment['state'][] = [
  'awaiting-payment',
  'awaiting-confirmation',
  'part-paid',
  'paid',
  'refund-due',
  'refunded',
  null,
];
const PLACES = ['checkout', 'pay-page', 'delivery'] as const;

const anyAmount = fc.constantFrom(0, 100, 250, 1000).map(paise);
const anyOrder = fc
  .record({
    order: fc.record({
      status: fc.constantFrom(...ORDER_STATUSES),
      paymentStatus: fc.constantFrom(...PAYMENT_STATUSES),
      paymentMethod: fc.constantFrom(...PAYMENT_METHODS),
      paymentReferenceId: fc.option(fc.constant('412345678901')),
      verification: fc.constantFrom(...VERIFICATIONS),
      advance: fc.option(fc.constantFrom(100, 250, 1000).map(paise)),
    }),
    balance: fc.record({ due: anyAmount, received: anyAmount }),
  })
  .map(({ order, balance }) => ({ id: randomUUID(), order, balance }));

describe.each(bothDatabases)('the payment of an order on the %s database', (_kind, open) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(open);
    await shop.empty();
  });
  afterAll(() => shop?.close());

  test(`is the same in SQL (seed ${seed})`, async () => {
    const { database } = shop.as.admin();
    const drawn = fc.sample(anyOrder, { seed, numRuns: 1000 });
    await database.insert(orders).values(
      drawn.map(({ id, order }, at) => ({
        id,
        ...order,
        orderNumber: `BV-${at}`,
        draftKey: randomUUID(),
        items: [{} as never],
        subtotal: paise(1000),
        discountAmount: paise(0),
        shippingCost: paise(0),
        gstAmount: paise(0),
        total: paise(1000),
        shippingAddress: {} as never,
        customerName: 'Asha',
        customerEmail: 'asha@example.com',
      })),
    );
    await database.insert(orderBalances).values(
      drawn.map(({ id, balance: { due, received } }) => ({
        orderId: id,
        due,
        received,
        ...(received > due && ({ overpaidSince: shop.as.admin().now, overpaidBy: 'matched' } as const)),
      })),
    );
    const idsWhere = async (where: ReturnType<typeof wherePaidAt>) =>
      (await database.select({ id: orders.id }).from(orders).where(where)).map(({ id }) => id).toSorted();
    const idsOf = (holds: (payment: OrderPayment) => boolean) =>
      drawn
        .filter(({ order, balance }) => holds(orderPayment(order, balance)))
        .map(({ id }) => id)
        .toSorted();
    for (const state of STATES)
      expect(await idsWhere(wherePaymentState(state)), String(state)).toEqual(
        idsOf((payment) => payment.state === state),
      );
    for (const place of PLACES)
      expect(await idsWhere(wherePaidAt(place)), place).toEqual(idsOf(({ payAt }) => payAt === place));
  });
});
