import { and, asc, eq, inArray } from 'drizzle-orm';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import type { TypedReference } from '#app/modules/payments/payments/payment.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** `hasOtherMoney`: a gateway reported money for the order that does not fit it. */
type OrderClaims = { references: TypedReference[]; hasOtherMoney: boolean };

// Not by owner: the caller has made sure who may read these orders.
/** The references that were typed for these orders, the oldest first, by the order's id. */
export async function claimsOf(shop: Shop, orderIds: readonly string[]): Promise<Map<string, OrderClaims>> {
  if (orderIds.length === 0) return new Map();
  const typed = and(
    inArray(payments.orderId, [...orderIds]),
    eq(payments.source, 'reference'),
    eq(payments.status, 'success'),
  );
  const [rows, otherMoney] = await Promise.all([
    shop.database
      .select({
        orderId: payments.orderId,
        reference: payments.referenceId,
        amount: payments.amount,
        verification: payments.verification,
      })
      .from(payments)
      .where(typed)
      .orderBy(asc(payments.createdAt), asc(payments.id)),
    shop.database
      .selectDistinct({ orderId: paymentOrders.orderId })
      .from(paymentOrders)
      .where(
        and(inArray(paymentOrders.orderId, [...orderIds]), inArray(paymentOrders.failure, ['wrong-amount', 'id-used'])),
      ),
  ]);
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    orderIds.map((id) => [
      id,
      {
        references: (byOrder.get(id) ?? []).map(({ orderId: _orderId, ...each }) => each),
        hasOtherMoney: otherMoney.some(({ orderId }) => orderId === id),
      },
    ]),
  );
}
