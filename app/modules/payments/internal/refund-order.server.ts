import { and, asc, eq, sql } from 'drizzle-orm';
import { formatRupees, NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import type { Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { userProfiles } from '#app/modules/accounts/tables.server.ts';
import { issueRefundVoucher } from '#app/modules/papers/papers.server.ts';
import { recordRefund, type RefundRefusal } from './payment-rows.server.ts';
import { payments, refunds } from '#app/modules/payments/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { lockOrder, transition } from '#app/modules/orders/orders.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { notFound } from '#app/platform/errors.server.ts';

/** An order's payments with what can still be given back of each, and the refunds recorded; the owner. */
export async function paymentsAndRefunds(shop: Shop, orderId: string) {
  ownerOnly(shop);
  if (!isUuid(orderId)) throw notFound();
  const [paid, given] = await Promise.all([
    shop.database
      .select({
        id: payments.id,
        referenceId: payments.referenceId,
        amount: payments.amount,
        status: payments.status,
        verification: payments.verification,
      })
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .orderBy(asc(payments.createdAt), asc(payments.id)),
    shop.database
      .select({
        id: refunds.id,
        paymentId: refunds.paymentId,
        amount: refunds.amount,
        reason: refunds.reason,
        recordedBy: userProfiles.name,
        createdAt: refunds.createdAt,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .leftJoin(userProfiles, eq(userProfiles.id, refunds.recordedBy))
      .where(eq(payments.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
  ]);
  const givenOf = (paymentId: string) =>
    sum(given.filter((refund) => refund.paymentId === paymentId).map(({ amount }) => amount));
  return {
    payments: paid.map((payment) => ({
      ...payment,
      left: payment.status === 'success' ? paise(payment.amount - givenOf(payment.id)) : NOTHING,
    })),
    refunds: given,
  };
}

/**
 * Records that money of an order went back (T8); the owner. All refunds of a payment together never exceed it, judged under a
 * lock; the same key again answers the same and records nothing. When everything that was paid is back the order's payment
 * status is refunded. It moves no money: who pays back does that at the bank or the gateway. Throws not-found.
 */
export async function refundOrder(
  shop: Shop,
  refund: { orderId: string; paymentId: string; amount: Paise; reason: string; key: string },
): Promise<Result<{ isWhole: boolean }, RefundRefusal>> {
  ownerOnly(shop);
  if (!isUuid(refund.paymentId)) throw notFound();
  return allOrNothing<{ isWhole: boolean }, RefundRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, refund.orderId);
    const recorded = await recordRefund(shop, refund);
    if (!recorded.ok) return refuse(recorded);
    const [sums] = await shop.database
      .select({
        paid: paiseOf(sql`sum(${payments.amount})`),
        back: paiseOf(sql`sum((select sum(refunds.amount) from ${refunds} where refunds.payment_id = payments.id))`),
      })
      .from(payments)
      .where(and(eq(payments.orderId, order.id), eq(payments.status, 'success')));
    const isWhole = sums!.paid === sums!.back;
    if (recorded.value.isNew) {
      await transition(shop, order, { type: 'refund', isWhole });
      await audit(shop, {
        action: 'order.refund',
        table: 'refunds',
        id: recorded.value.id,
        after: { orderId: order.id, amount: formatRupees(refund.amount), reason: refund.reason },
      });
      await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
      await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
      await issueRefundVoucher(shop, { ...refund, id: recorded.value.id });
    }
    return { isWhole };
  });
}
