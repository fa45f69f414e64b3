import { and, eq, inArray, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import type { Paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import type { Order, Verification } from '#app/modules/orders/orders/order.ts';
import { ORDER_LIFE, statusesAfter, takesReference } from '#app/modules/orders/orders/order-life.ts';
import { claimable, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { isPaid } from '#app/modules/orders/ledger/ledger.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import {
  balanceOfOrder,
  findBalances,
  correctReference,
  markPayments,
  recordPayment,
  setNotFoundOn,
} from '#app/modules/orders/ledger/ledger.server.ts';
import { audit, auditEach } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { lockOrder, toOrder, setVerification, transition } from '#app/modules/orders/orders/orders.server.ts';

/** Without `paymentId`, this is about the payment with the newest reference. */
type RequestedVerification = { orderId: string; paymentId?: string; reason?: string; amount?: Paise };

/**
 * Verifies payments of locked orders, except partly refunded payments. `amount` is the received amount in paise.
 * Returns the changed orders.
 */
export async function verifyPayments(
  shop: Shop,
  said: readonly RequestedVerification[],
  verification: Verification,
): Promise<string[]> {
  ownerOnly(shop);
  if (said.length === 0) return [];
  const marks = await marksFor(shop, said, verification);
  const wentBack = new Set(
    verification === 'matched' ? [] : marks.filter((mark) => mark.wentBack).map(({ orderId }) => orderId),
  );
  const byOrder = new Map(said.filter(({ orderId }) => !wentBack.has(orderId)).map((each) => [each.orderId, each]));
  if (byOrder.size === 0) return [];
  const ids = [...byOrder.keys()];
  const marked = await markPayments(
    shop,
    marks.filter(({ orderId }) => byOrder.has(orderId)),
  );
  const balances = await findBalances(shop, ids);
  const lookedFor = new Set(
    marks.filter((mark) => mark.isClaim && mark.verification === 'unverified').map(({ orderId }) => orderId),
  );
  const byVerification = Map.groupBy(byOrder.values(), ({ orderId }) =>
    isPaid(balances.get(orderId)!) && !lookedFor.has(orderId) ? ('matched' as const) : verification,
  );
  const previousVerifications = new Map<string, Verification>();
  for (const [given, marksOf] of byVerification) {
    const reasons = new Map(marksOf.map((each) => [each.orderId, given === verification ? each : {}]));
    for (const each of await setVerification(shop, reasons, given))
      previousVerifications.set(each.orderId, each.before);
  }
  const touched = await shop.database
    .select()
    .from(orders)
    .where(inArray(orders.id, [...new Set([...marked, ...previousVerifications.keys()])]));
  if (touched.length === 0) return ids;
  // A confirmed payment may cover only a part, or its order may still need stock, so payments are confirmed one by one.
  if (verification === 'matched')
    for (const order of touched)
      if ((order.advance !== null || order.stockWaitsForPayment) && order.paymentReferenceId !== null)
        await transition(shop, order, {
          type: 'pay',
          method: order.paymentMethod,
          reference: order.paymentReferenceId,
        });
  await auditEach(
    shop,
    touched.map((order) => ({
      action: 'order.verification',
      table: 'orders',
      id: order.id,
      before: { verification: previousVerifications.get(order.id) ?? order.verification },
      after: { verification, reason: byOrder.get(order.id)?.reason },
    })),
  );
  await publish(shop, [topics.admin], { kind: 'payment', id: touched[0]!.id });
  return ids;
}

async function marksFor(shop: Shop, said: readonly RequestedVerification[], verification: Verification) {
  const byOrder = new Map(said.map((each) => [each.orderId, each]));
  const rows = await shop.database
    .select({
      paymentId: payments.id,
      orderId: payments.orderId,
      source: payments.source,
      isNewest: sql<boolean>`${payments.referenceId} is not distinct from ${orders.paymentReferenceId}`,
      isFound: sql<boolean>`${orders.advance} is null and ${orders.verification} = 'matched'
        and ${payments.verification} = 'matched'`,
      wentBack: sql<boolean>`exists (select from ${refunds} where ${refunds.paymentId} = ${payments.id}
        and ${refunds.status} <> 'failed')`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(inArray(payments.orderId, [...byOrder.keys()]));
  const undoes = verification === 'unverified';
  return rows
    .filter(({ paymentId, orderId, isNewest, isFound, wentBack }) => {
      const named = byOrder.get(orderId)!.paymentId;
      // Undoing a confirmation undoes all its payments, except refunded ones.
      return named === undefined ? isNewest || (undoes && isFound && !wentBack) : paymentId === named;
    })
    .map(({ paymentId, orderId, source, isNewest, wentBack }) => ({
      paymentId,
      orderId,
      isClaim: isNewest && source !== 'gateway',
      wentBack,
      amount: byOrder.get(orderId)!.amount,
      // The customer never claimed this payment, so undoing it rejects it.
      verification: undoes && !isNewest ? ('rejected' as const) : verification,
    }));
}

/**
 * Sets the verification of a payment; `unverified` undoes it. Rejecting needs a reason and cancels an unshipped order.
 * Refuses outdated forms. Owners only.
 */
export async function verifyPayment(
  shop: Shop,
  wanted: { orderId: string; from?: Verification; reference?: string; verification: Verification; reason?: string },
): Promise<Result<Order, VerificationRefusal>> {
  ownerOnly(shop);
  const reason = wanted.reason?.trim() || undefined;
  return allOrNothing<Order, VerificationRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, wanted.orderId);
    const { verification } = wanted;
    const { from, reference = order.paymentReferenceId } = wanted;
    const further = reference === order.paymentReferenceId ? undefined : await findClaim(shop, order.id, reference);
    if (further) return verifyFurther(further);
    if (order.verification === verification) return toOrder(order);
    if (isStale(from, order.verification) || isStale(reference, order.paymentReferenceId))
      return refuse(refused('stale'));
    if (verification === 'rejected' && !reason) return refuse(refused('reason-needed'));
    const changed = await verifyPayments(shop, [{ orderId: order.id, reason }], verification);
    if (changed.length === 0) return refuse(refused('refunded'));
    const current = await lockOrder(shop, order.id);
    const { status } = current;
    const cancels = current.verification === 'rejected' && statusesAfter(status, 'cancel').length > 0;
    if (!cancels || ORDER_LIFE[status].leftTheStudio) return toOrder(current);
    // Only the second part was rejected, so the work paid by the advance continues.
    if (current.advance !== null && orderPayment(current, await balanceOfOrder(shop, order.id)).hasAdvance)
      return toOrder(current);
    const because = `Payment not found: ${reason}`;
    return toOrder((await transition(shop, current, { type: 'cancel', reason: because, isRejection: true })).value);

    async function verifyFurther(paymentId: string): Promise<Order> {
      if (verification === 'rejected' && !reason) return refuse(refused('reason-needed'));
      if (verification === 'rejected') await markPayments(shop, [{ paymentId, verification }]);
      else await verifyPayments(shop, [{ orderId: order.id, paymentId, reason }], verification);
      await audit(shop, {
        action: 'order.verification',
        table: 'payments',
        id: paymentId,
        before: { verification: 'unverified' },
        after: { verification, reason },
      });
      await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
      return toOrder(await lockOrder(shop, order.id));
    }
  });
}

async function findClaim(shop: Shop, orderId: string, reference: string | null): Promise<string | undefined> {
  if (reference === null) return undefined;
  const [claim] = await shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.referenceId, reference),
        eq(payments.source, 'reference'),
        eq(payments.verification, 'unverified'),
      ),
    );
  return claim?.id;
}

/** Records the day on which the bank showed no payment for a claim. Owners only. */
export async function noteNotFound(
  shop: Shop,
  { paymentId, isUndone = false }: { paymentId: string; isUndone?: boolean },
): Promise<Result<undefined, Stale>> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop): Promise<Result<undefined, Stale>> => {
    const notFoundOn = isUndone ? null : dayInIndia(shop.now);
    const orderId = await setNotFoundOn(shop, { paymentId, notFoundOn });
    if (orderId === undefined) return refused('stale');
    await audit(shop, {
      action: 'order.payment-search',
      table: 'orders',
      id: orderId,
      after: { paymentId, notFoundOn },
    });
    await publish(shop, [topics.admin], { kind: 'payment', id: orderId });
    return done(undefined);
  });
}

type VerificationRefusal = Stale | Refused<'reason-needed' | 'refunded', undefined>;

type ReferenceRefusal = Refused<'reference-too-short' | 'reference-used' | 'has-payment', undefined>;

/** Adds a reference or corrects a rejected reference. Admins only. */
export async function noteReference(
  shop: Shop,
  { orderId, reference: typed }: { orderId: string; reference: string },
): Promise<Result<Order, ReferenceRefusal>> {
  adminOnly(shop);
  const reference = normaliseReference(typed);
  if (reference === undefined) return refused('reference-too-short');
  return allOrNothing<Order, ReferenceRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    if (order.paymentReferenceId === reference) return toOrder(order);
    const balance = await balanceOfOrder(shop, order.id);
    if (!takesReference(order, balance)) return refuse(refused('has-payment'));
    if (order.verification === 'rejected') ownerOnly(shop);
    const recorded =
      order.paymentReferenceId === null || order.advance !== null
        ? await recordPayment(shop, {
            orderId: order.id,
            customerId: order.userId,
            amount: claimable(order, balance),
            reference,
            source: 'reference',
          })
        : await correctReference(shop, { orderId: order.id, from: order.paymentReferenceId, reference });
    if (!recorded.ok) return refuse(recorded);
    const instead = order.verification === 'rejected' ? ` instead of ${order.paymentReferenceId}` : '';
    const reason = `Payment reference ${reference} noted${instead}`;
    const { value: noted } = await transition(shop, order, { type: 'note-reference', reference, reason });
    await audit(shop, {
      action: 'order.reference',
      table: 'orders',
      id: order.id,
      before: { reference: order.paymentReferenceId, verification: order.verification },
      after: { reference, verification: 'unverified' },
    });
    return toOrder(noted);
  });
}
