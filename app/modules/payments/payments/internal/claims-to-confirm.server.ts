import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { orders, wherePaymentState } from '#app/modules/orders/orders/tables.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { adminOnly, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { claimedAmount, claimMadeAt, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import type { TypedReference } from '#app/modules/payments/payments/payment.ts';

export type ClaimToConfirm = Awaited<ReturnType<typeof claimsToConfirm>>[number];

const MAX_TO_CONFIRM = 500;

const newestFirst = [desc(orders.createdAt), desc(orders.id), desc(payments.id)];

const isNewestClaim = eq(payments.referenceId, orders.paymentReferenceId);

const waits = and(
  isNull(orders.archivedAt),
  or(
    and(wherePaymentState('awaiting-confirmation'), isNewestClaim),
    and(eq(payments.source, 'reference'), eq(payments.status, 'success'), eq(payments.verification, 'unverified')),
  ),
);

const other = alias(payments, 'other');

const selectToConfirm = (shop: Shop) =>
  shop.database
    .select({
      id: payments.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      orderStatus: orders.status,
      userId: orders.userId,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      amount: paiseOf(sql`case when ${isNewestClaim} then ${claimedAmount} else ${payments.amount} end`),
      paymentReferenceId: payments.referenceId,
      notFoundOn: payments.notFoundOn,
      createdAt: sql`case when ${isNewestClaim} then ${claimMadeAt} else ${payments.createdAt} end`.mapWith(
        payments.createdAt,
      ),
      isContested: sql<boolean>`exists ${shop.database
        .select({ id: other.id })
        .from(other)
        .where(
          and(
            eq(other.referenceId, payments.referenceId),
            ne(other.orderId, payments.orderId),
            ne(other.verification, 'rejected'),
          ),
        )}`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id));

/**
 * Returns up to 500 claimed payments, newest first. `isContested`: another order has the same reference. Owners only.
 */
export async function claimsToConfirm(shop: Shop) {
  ownerOnly(shop);
  return selectToConfirm(shop)
    .where(waits)
    .orderBy(...newestFirst)
    .limit(MAX_TO_CONFIRM);
}

export async function lockClaimsToConfirm(shop: Shop, orderIds?: readonly string[]): Promise<ClaimToConfirm[]> {
  ownerOnly(shop);
  const newest = shop.database
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(waits)
    .orderBy(...newestFirst)
    .limit(MAX_TO_CONFIRM);
  const ofOrders = inArray(orders.id, orderIds ? [...orderIds] : newest);
  await shop.database.select({ id: orders.id }).from(orders).where(ofOrders).orderBy(asc(orders.id)).for('update');
  // Another request may have confirmed claims before the lock, so a second query reads them.
  return selectToConfirm(shop).where(and(waits, ofOrders)).orderBy(asc(orders.id), asc(payments.id));
}

export async function countToConfirm(shop: Shop): Promise<number> {
  adminOnly(shop);
  const [counted] = await shop.database
    .select({ count: count() })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(waits);
  return counted!.count;
}

/** `hasOtherMoney`: a gateway reported a different amount. */
type OrderClaims = { references: TypedReference[]; hasOtherMoney: boolean };

// Not filtered by owner: the caller has checked access.
export async function findOrderClaims(shop: Shop, orderIds: readonly string[]): Promise<Map<string, OrderClaims>> {
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
