import { and, asc, eq, lte } from 'drizzle-orm';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import {
  balanceOfOrder,
  refundableAmount,
  owedOfOrder,
  recordRefund,
  reduceDue,
  type RefundRefusal,
  type RefundRow,
  takeBackRefundRow,
} from '#app/modules/orders/ledger/ledger.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { issueRefundVoucher } from '#app/modules/orders/invoices/vouchers.server.ts';
import { creditLowerPrice } from '#app/modules/orders/returns/returns.server.ts';
import { debitPrice } from '#app/modules/orders/invoices/credit-notes.server.ts';
import { lockOrder, type OrderRow, transition } from '#app/modules/orders/orders/orders.server.ts';
import { refundAtGateway } from '#app/modules/payments/payments/payments.server.ts';
import { isCapturedPayment, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { FAILPOINTS, reachFailpoint } from '#app/platform/failpoints.server.ts';
import { isPaid } from '#app/modules/orders/ledger/ledger.ts';
import { deleteDestinationGivenBy } from './refund-destinations.server.ts';

export async function paymentsAndRefunds(shop: Shop, orderId: string) {
  ownerOnly(shop);
  if (!isUuid(orderId)) throw notFound();
  const [paid, given, balance] = await Promise.all([
    shop.database
      .select({
        id: payments.id,
        referenceId: payments.referenceId,
        amount: payments.amount,
        source: payments.source,
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
        provider: refunds.provider,
        failureReason: refunds.failureReason,
        referenceId: refunds.referenceId,
        sentTo: refunds.sentTo,
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
    payments: paid.map((payment) => ({ ...payment, left: refundableAmount(payment, givenOf(payment.id)) })),
    refunds: given,
    balance,
  };
}

type NewRefund = { orderId: string; paymentId: string; amount: Paise; reason: string; key: string };

/** Records a refund made at the bank, once per key (T8). Refuses more than the payment. Owners only. */
export async function refundOrder(
  shop: Shop,
  refund: NewRefund & { reference?: string; sentTo?: string; paidBy?: string },
): Promise<Result<{ isWhole: boolean }, RefundRefusal>> {
  ownerOnly(shop);
  return allOrNothing<{ isWhole: boolean }, RefundRefusal>(shop, async (shop, refuse) => {
    const { order, refund: written, isNew } = await writeRefund(shop, refund, refuse);
    const isWhole = (await balanceOfOrder(shop, order.id)).received === 0;
    if (isNew) {
      await transition(shop, order, { type: 'refund', isWhole });
      await issueRefundVoucher(shop, { ...written, orderId: order.id });
      await creditLowerPrice(shop, { order, reason: refund.reason });
    }
    return { isWhole };
  });
}

/** Refunds once per key (T8). The refund stays `pending` until the gateway answers. Owners only. */
export async function refundThroughGateway(
  shop: Shop,
  refund: NewRefund,
): Promise<Result<{ status: RefundRow['status'] }, RefundRefusal | Refused<'not-at-gateway', undefined>>> {
  ownerOnly(shop);
  const provider = await findProvider(shop, refund.paymentId);
  if (!provider) return refused('not-at-gateway');
  const written = await allOrNothing<RefundRow, RefundRefusal>(shop, async (shop, refuse) => {
    const { order, refund: row, isNew } = await writeRefund(shop, { ...refund, provider }, refuse);
    if (isNew) await creditLowerPrice(shop, { order, reason: refund.reason });
    return row;
  });
  if (!written.ok) return written;
  if (FAILPOINTS) await reachFailpoint('refund.committed');
  if (written.value.status !== 'pending') return done({ status: written.value.status });
  const { paymentId, amount, key, reason: note } = refund;
  await refundAtGateway(shop, { paymentId, amount, key, note });
  if (FAILPOINTS) await reachFailpoint('refund.settled');
  const [now] = await shop.database.select().from(refunds).where(eq(refunds.key, key));
  return done({ status: now!.status });
}

const ASKED_AGAIN_AFTER_MINUTES = 5;

/** Retries up to a hundred pending refunds, oldest first. Returns how many were retried. */
export async function retryPendingRefunds(shop: Shop): Promise<number> {
  ownerOnly(shop);
  const waiting = await shop.database
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.status, 'pending'),
        lte(refunds.createdAt, new Date(shop.now.getTime() - ASKED_AGAIN_AFTER_MINUTES * 60_000)),
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(100);
  for (const { paymentId, amount, key, reason: note } of waiting)
    await refundAtGateway(shop, { paymentId, amount, key, note });
  return waiting.length;
}

async function writeRefund(
  shop: Shop,
  refund: NewRefund & { provider?: Gateway; reference?: string; sentTo?: string; paidBy?: string },
  refuse: (refusal: RefundRefusal) => never,
): Promise<{ order: OrderRow; refund: RefundRow; isNew: boolean }> {
  if (!isUuid(refund.paymentId)) throw notFound();
  const order = await lockOrder(shop, refund.orderId);
  const owed = await owedOfOrder(shop, order.id);
  const recorded = await recordRefund(shop, refund);
  if (!recorded.ok) return refuse(recorded);
  if (!recorded.value.isNew) return { order, ...recorded.value };
  const beyond = paise(Math.max(0, refund.amount - owed));
  const ofFee = await reduceDue(shop, {
    orderId: order.id,
    type: 'credited',
    amount: beyond,
    reason: refund.reason,
    refundId: recorded.value.refund.id,
  });
  if (order.status === 'cancelled' && ofFee > 0)
    await transition(shop, order, { type: 'refund', isWhole: false, ofFee });
  await audit(shop, {
    action: 'order.refund',
    table: 'refunds',
    id: recorded.value.refund.id,
    after: {
      orderId: order.id,
      amount: formatRupees(refund.amount),
      reason: refund.reason,
      ...(refund.sentTo && { sentTo: refund.sentTo }),
      ...(refund.paidBy && { paidBy: refund.paidBy }),
    },
  });
  await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
  await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
  return { order, ...recorded.value };
}

async function findProvider(shop: Shop, paymentId: string): Promise<Gateway | undefined> {
  if (!isUuid(paymentId)) throw notFound();
  const [found] = await shop.database
    .select({ provider: paymentOrders.provider })
    .from(payments)
    .innerJoin(paymentOrders, isCapturedPayment())
    .where(and(eq(payments.id, paymentId), eq(payments.source, 'gateway')));
  return found && shop.suppliers.payment[found.provider] ? found.provider : undefined;
}

type UndoRefundRefusal = Refused<'by-gateway', undefined>;

/** Undoes a manual refund that failed or was a mistake. Refuses a gateway's refund. Owners only. */
export async function takeBackRefund(
  shop: Shop,
  { orderId, ...said }: { orderId: string; refundId: string; isMistake: boolean; reason: string },
): Promise<Result<undefined, UndoRefundRefusal>> {
  ownerOnly(shop);
  if (!isUuid(said.refundId)) throw notFound();
  return allOrNothing<undefined, UndoRefundRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    const cancelledAt = order.status === 'cancelled' ? (order.releasedAt ?? order.createdAt) : null;
    const taken = await takeBackRefundRow(shop, { id: order.id, cancelledAt }, said);
    if (!taken.ok) return refuse(taken);
    if (!taken.value) return undefined;
    const { refund, feeAgain } = taken.value;
    const { value: current } = await transition(shop, order, { type: 'refund-failed', feeAgain });
    await payAgain(shop, current, refund.paymentId);
    if (!said.isMistake) await deleteDestinationGivenBy(shop, order.id, refund.createdAt);
    await audit(shop, {
      action: 'order.take-back-refund',
      table: 'refunds',
      id: refund.id,
      after: { orderId: order.id, amount: formatRupees(refund.amount), reason: said.reason, isMistake: said.isMistake },
    });
    await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
    await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
    // A cancelled order has no price to increase.
    if (said.isMistake && order.status !== 'cancelled')
      await debitPrice(shop, { order, reason: 'The refund was recorded by mistake' });
    return undefined;
  });
}

/** A restored order whose payment was fully refunded must be paid again. */
async function payAgain(shop: Shop, order: OrderRow, paymentId: string): Promise<void> {
  const { id, status, paymentStatus, paymentReferenceId, paymentMethod: method } = order;
  if (status !== 'pending' || paymentStatus !== 'pending' || paymentReferenceId !== null || method === 'cod') return;
  if (!isPaid(await balanceOfOrder(shop, id))) return;
  const [payment] = await shop.database.select().from(payments).where(eq(payments.id, paymentId));
  await transition(shop, order, { type: 'pay', method, reference: payment!.referenceId });
}
