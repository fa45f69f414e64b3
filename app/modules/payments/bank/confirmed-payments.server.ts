import { and, asc, eq, inArray } from 'drizzle-orm';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { bankLineAllocations } from './tables.server.ts';

const MAX_CONFIRMED = 500;

/** Returns one payment, or the payments of a batch, if they are still confirmed. Owners only. */
export async function confirmedPayments(shop: Shop, wanted: { paymentId: string } | { batch: string }) {
  ownerOnly(shop);
  const isWanted =
    'batch' in wanted
      ? inArray(
          payments.id,
          shop.database
            .select({ id: bankLineAllocations.paymentId })
            .from(bankLineAllocations)
            .where(eq(bankLineAllocations.batch, wanted.batch)),
        )
      : eq(payments.id, wanted.paymentId);
  return shop.database
    .select({
      id: payments.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      orderStatus: orders.status,
      customerName: orders.customerName,
      amount: payments.amount,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(isWanted, eq(payments.verification, 'matched')))
    .orderBy(asc(orders.createdAt), asc(payments.id))
    .limit(MAX_CONFIRMED);
}
