import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { balanceOfOrder } from '#app/modules/orders/ledger/ledger.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { cancelOrder, setOrderStatus } from '#app/modules/orders/orders/orders.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { settleByBank, verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import { inTransaction } from '#app/platform/shop.server.ts';
import { openServerDatabase } from '#tests/support/both-databases.ts';
import { changeAndConfirm } from '#tests/support/change-order.ts';
import { newReference, orderCart, ownAddress, putIntoCart } from '#tests/support/checkout.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';

const ROUNDS = 12;
const IN_STOCK = 5;

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop(openServerDatabase)));
afterAll(() => shop?.close());

type Round = { order: Order; customer: number };

const RIVALS: Record<string, (round: Round) => Promise<unknown>> = {
  shipping: ({ order }) =>
    setOrderStatus(shop.as.admin(), {
      orderId: order.id,
      from: 'processing',
      status: 'shipped',
      reason: 'Sent',
      shipUnverified: true,
    }),
  cancelling: ({ order, customer }) => cancelOrder(shop.as.customer(customer), order.id),
  'matching its payment': ({ order }) =>
    verifyPayment(shop.as.admin(), { orderId: order.id, verification: 'matched', reason: 'Found' }),
  'a payment in the bank': ({ order }) =>
    inTransaction(shop.as.admin(), (shop) =>
      settleByBank(shop, { orderId: order.id, amount: order.total, reference: newReference(), reason: 'Found' }),
    ),
  'another change': ({ order, customer }) =>
    changeAndConfirm(shop.as.customer(customer), order.id, ({ items }) => ({
      quantities: { [items[0]!.artwork_id]: 1 },
    })),
};

test.each(Object.keys(RIVALS))('a change raced against %s is one or the other', { timeout: 120_000 }, async (name) => {
  await shop.empty();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const by = shop.as.customer(round);
    const [lamp, bowl] = [
      await shop.makeArtwork({ price: rupees(900), stockCount: IN_STOCK }),
      await shop.makeArtwork({ price: rupees(700), stockCount: IN_STOCK }),
    ];
    await putIntoCart(by, lamp.id, 3);
    await putIntoCart(by, bowl.id, 1);
    const order = await orderCart(by, { shippingAddress: ownAddress(by) });
    const changing = changeAndConfirm(by, order.id, { quantities: { [lamp.id]: 2, [bowl.id]: 0 } });
    const [changed] = await Promise.all([changing, RIVALS[name]!({ order, customer: round })]);
    if (!changed.ok) expect(['already-shipped', 'quantity', 'refund-open']).toContain(changed.reason);
    const now = await shop.orderRow(order.id);
    const isCancelled = now.status === 'cancelled';
    for (const { id } of [lamp, bowl]) {
      const inOrder = isCancelled ? 0 : (now.items.find((item) => item.artwork_id === id)?.quantity ?? 0);
      expect((await shop.stockOf(id)) + inOrder).toBe(IN_STOCK);
    }
    const { due } = await balanceOfOrder(shop.as.shop(), order.id);
    expect(due).toBe(isCancelled ? 0 : now.total);
    const documents = await shop.database.select().from(papers).where(eq(papers.orderId, order.id));
    expect(documents.reduce((sum, { kind, total }) => sum + (kind === 'credit-note' ? -1 : 1) * total, 0)).toBe(due);
  }
  expect(await checkLedger(shop.as.admin())).toEqual([]);
});
