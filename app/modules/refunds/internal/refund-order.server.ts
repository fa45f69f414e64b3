import { asc, eq } from 'drizzle-orm';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import type { Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { userProfiles } from '#app/modules/accounts/tables.server.ts';
import {
  balanceOfOrder,
  leftOf,
  owedOfOrder,
  recordRefund,
  reduceDue,
  type RefundRefusal,
} from '#app/modules/ledger/ledger.server.ts';
import { payments, refunds } from '#app/modules/ledger/tables.server.ts';
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
  const [paid, given, balance] = await Promise.all([
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
        status: refunds.status,
        referenceId: refunds.referenceId,
        recordedBy: userProfiles.name,
        createdAt: refunds.createdAt,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .leftJoin(userProfiles, eq(userProfiles.id, refunds.recordedBy))
      .where(eq(payments.orderId, orderId))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    balanceOfOrder(shop, orderId),
  ]);
  const givenOf = (paymentId: string) =>
    given.filter((each) => each.paymentId === paymentId && each.status !== 'failed');
  return {
    payments: paid.map((payment) => ({ ...payment, left: leftOf(payment, givenOf(payment.id)) })),
    refunds: given,
    balance,
  };
}

/**
 * Records that money of an order went back (T8); the owner. All refunds of a payment together never exceed it, judged under a
 * lock; the same key again answers the same and records nothing. What is given back beyond what is owed isn't due any more.
 * When everything that was paid is back the order's payment status is refunded. It moves no money: who pays back does that at
 * the bank, under `reference`. Throws not-found.
 */
export async function refundOrder(
  shop: Shop,
  refund: { orderId: string; paymentId: string; amount: Paise; reason: string; key: string; reference?: string },
): Promise<Result<{ isWhole: boolean }, RefundRefusal>> {
  ownerOnly(shop);
  if (!isUuid(refund.paymentId)) throw notFound();
  return allOrNothing<{ isWhole: boolean }, RefundRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, refund.orderId);
    const owed = await owedOfOrder(shop, order.id);
    const recorded = await recordRefund(shop, refund);
    if (!recorded.ok) return refuse(recorded);
    if (recorded.value.isNew) {
      const beyond = paise(Math.max(0, refund.amount - owed));
      await reduceDue(shop, { orderId: order.id, type: 'credited', amount: beyond, reason: refund.reason });
    }
    const isWhole = (await balanceOfOrder(shop, order.id)).received === 0;
    if (recorded.value.isNew) {
      await transition(shop, order, { type: 'refund', isWhole });
      await audit(shop, {
        action: 'order.refund',
        table: 'refunds',
        id: recorded.value.refund.id,
        after: { orderId: order.id, amount: formatRupees(refund.amount), reason: refund.reason },
      });
      await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
      await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
    }
    return { isWhole };
  });
}
