import { and, asc, eq, inArray } from 'drizzle-orm';
import { payments } from '#app/modules/ledger/tables.server.ts';
import type { TypedReference } from '#app/modules/payments/payment.ts';
import { paymentOrders } from '#app/modules/payments/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

// Not by owner: the caller has made sure who may read these orders.
/** The references that were typed for these orders, the oldest first, by the order's id, without orders that have none. */
export async function referencesOf(shop: Shop, orderIds: readonly string[]): Promise<Map<string, TypedReference[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await shop.database
    .select({
      orderId: payments.orderId,
      reference: payments.referenceId,
      amount: payments.amount,
      verification: payments.verification,
    })
    .from(payments)
    .where(and(inArray(payments.orderId, [...orderIds]), eq(payments.source, 'reference'), eq(payments.status, 'success')))
    .orderBy(asc(payments.createdAt), asc(payments.id));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    [...byOrder].map(([orderId, typed]) => [orderId, typed.map(({ orderId: _orderId, ...each }) => each)]),
  );
}

// Not by owner: the caller has made sure who may read these orders.
/** Those of these orders for which a gateway reported money that does not fit: another amount or currency, or an id that another order has. */
export async function ordersWithOtherMoney(shop: Shop, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await shop.database
    .selectDistinct({ orderId: paymentOrders.orderId })
    .from(paymentOrders)
    .where(
      and(inArray(paymentOrders.orderId, [...orderIds]), inArray(paymentOrders.failure, ['wrong-amount', 'id-used'])),
    );
  return new Set(rows.map(({ orderId }) => orderId));
}
