import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Gateway } from '#app/basics/payment-methods.ts';
import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import { creditOfRefund, type NewEntry, owedOfOrder, recordEntries } from './entries.server.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type RefundRefusal = Refused<'too-much', { left: Paise }> | Refused<'key-used' | 'not-paid', undefined>;

/**
 * Adds a refund, once per key (T8). A gateway's refund is pending until `settleRefund`. Refuses more than can be
 * refunded.
 */
export async function recordRefund(
  shop: Shop,
  refund: {
    orderId: string;
    paymentId: string;
    amount: Paise;
    reason: string;
    key: string;
    provider?: Gateway;
    reference?: string;
    sentTo?: string;
  },
): Promise<Result<{ refund: RefundRow; isNew: boolean }, RefundRefusal>> {
  const { orderId, key, paymentId, amount, reason, provider, reference, sentTo } = refund;
  const [payment] = await shop.database
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.orderId, orderId)))
    .for('update');
  if (!payment) throw notFound();
  const [earlier] = await shop.database.select().from(refunds).where(eq(refunds.key, key));
  if (earlier) {
    const isSame =
      earlier.paymentId === paymentId &&
      earlier.amount === amount &&
      earlier.reason === reason &&
      earlier.provider === (provider ?? null) &&
      (earlier.provider !== null || earlier.referenceId === (reference ?? null)) &&
      earlier.sentTo === (sentTo ?? null);
    const isTakenBack = earlier.provider === null && earlier.status === 'failed';
    return isSame && !isTakenBack ? done({ refund: earlier, isNew: false }) : refused('key-used');
  }
  const given = await shop.database
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, 'failed')));
  const refundable = refundableAmount(payment, given);
  if (payment.status !== 'success' || payment.verification !== 'matched') return refused('not-paid');
  if (amount > refundable) return refused('too-much', { left: refundable });
  const [written] = await shop.database
    .insert(refunds)
    .values({
      key,
      paymentId,
      amount,
      reason,
      status: provider ? 'pending' : 'succeeded',
      provider,
      referenceId: reference,
      sentTo,
      settledAt: provider ? null : shop.now,
      recordedBy: actorId(shop),
      createdAt: shop.now,
    })
    .returning();
  await recordEntries(shop, [{ orderId, type: 'refunded', amount, paymentId, refundId: written!.id, reason }]);
  if (!provider) await announceRefunded(shop, orderId, written!);
  return done({ refund: written!, isNew: true });
}

export const refundableAmount = (
  payment: Pick<typeof payments.$inferSelect, 'amount' | 'status' | 'verification'>,
  given: readonly { amount: Paise }[],
): Paise =>
  payment.status === 'success' && payment.verification === 'matched'
    ? paise(payment.amount - sum(given.map(({ amount }) => amount)))
    : NOTHING;

/** Records a gateway's answer. A failed refund is due again, even if it succeeded before. */
export async function settleRefund(
  shop: Shop,
  orderId: string,
  answer: { key: string; status: RefundRow['status']; reason?: string; refundId?: string },
): Promise<RefundRow | undefined> {
  if (answer.status === 'pending' || !isUuid(answer.key)) return undefined;
  // A bank may return a refund after the gateway reported success.
  const open: RefundRow['status'][] = answer.status === 'failed' ? ['pending', 'succeeded'] : ['pending'];
  const settleable = and(eq(refunds.key, answer.key), isNotNull(refunds.provider), inArray(refunds.status, open));
  const [refund] = await shop.database.select().from(refunds).where(settleable).for('update');
  return refund && settle(shop, orderId, refund, answer);
}

/**
 * Undoes a manual refund. After a mistaken refund, its reduction is due again and `feeAgain` is added to the
 * cancellation fee.
 */
export async function takeBackRefundRow(
  shop: Shop,
  order: { id: string; cancelledAt: Date | null },
  said: { refundId: string; reason: string; isMistake: boolean },
): Promise<Result<{ refund: RefundRow; feeAgain: Paise } | undefined, Refused<'by-gateway', undefined>>> {
  const { id: orderId, cancelledAt } = order;
  const [found] = await shop.database
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.id, said.refundId), eq(payments.orderId, orderId)))
    .for('update', { of: refunds });
  if (!found) throw notFound();
  const { refund } = found;
  if (refund.provider) return refused('by-gateway');
  if (refund.status === 'failed') return done(undefined);
  const wasCancelled = cancelledAt !== null && cancelledAt <= refund.createdAt;
  const amount = said.isMistake ? await creditOfRefund(shop, orderId, refund.id) : NOTHING;
  const dueAgain: NewEntry[] = [{ orderId, type: 'reinstated', amount, refundId: refund.id, reason: said.reason }];
  if (cancelledAt && !wasCancelled) dueAgain.push({ orderId, type: 'voided', amount });
  const failed = await settle(shop, orderId, refund, { status: 'failed', reason: said.reason }, dueAgain);
  return done({ refund: failed, feeAgain: wasCancelled ? amount : NOTHING });
}

async function settle(
  shop: Shop,
  orderId: string,
  refund: RefundRow,
  answer: { status: RefundRow['status']; reason?: string; refundId?: string },
  dueAgain: readonly NewEntry[] = [],
): Promise<RefundRow> {
  const [settled] = await shop.database
    .update(refunds)
    .set({
      status: answer.status,
      failureReason: answer.reason?.slice(0, 300),
      ...(answer.refundId !== undefined && { referenceId: answer.refundId }),
      settledAt: shop.now,
    })
    .where(eq(refunds.id, refund.id))
    .returning();
  if (answer.status === 'succeeded') {
    await announceRefunded(shop, orderId, settled!);
    return settled!;
  }
  const { amount, paymentId, id: refundId } = refund;
  await recordEntries(shop, [
    ...dueAgain,
    { orderId, type: 'refund-failed', amount, paymentId, refundId, reason: answer.reason?.slice(0, 300) },
  ]);
  await announce(shop, 'ledger.refund-failed', { orderId, refundId });
  return settled!;
}

async function announceRefunded(shop: Shop, orderId: string, { id: refundId, amount }: RefundRow): Promise<void> {
  const isWhole = (await owedOfOrder(shop, orderId)) === 0;
  await announce(shop, 'ledger.refunded', { orderId, refundId, amount, isWhole });
}
