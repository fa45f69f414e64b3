import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Paise } from '#app/basics/money.ts';
import { type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Order, Verification } from '#app/modules/orders/order.ts';
import { ORDER_LIFE, statusesAfter, takesReference } from '#app/modules/orders/order-life.ts';
import { orders, whereAwaitsMatch } from '#app/modules/orders/tables.server.ts';
import { payments, refunds } from '#app/modules/ledger/tables.server.ts';
import { normaliseReference } from '#app/modules/payments/payment.ts';
import { correctReference, markPayments, recordPayment } from '#app/modules/ledger/ledger.server.ts';
import { audit, auditEach } from '#app/platform/audit/audit.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { adminOnly, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { lockOrder, toOrder, setVerification, transition } from '#app/modules/orders/orders.server.ts';

export type ToMatch = Awaited<ReturnType<typeof ordersToMatch>>[number];

const MAX_TO_MATCH = 500;
const stillWaits = and(isNull(orders.archivedAt), whereAwaitsMatch());
const newestFirst = [desc(orders.createdAt), desc(orders.id)];

const selectToMatch = (shop: Shop) =>
  shop.database
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      total: orders.total,
      // What waits for a match has a reference.
      paymentReferenceId: sql<string>`${orders.paymentReferenceId}`,
      createdAt: orders.createdAt,
    })
    .from(orders);

/** The orders whose reference waits to be found in the bank, newest first, at most 500; the owner. */
export async function ordersToMatch(shop: Shop) {
  ownerOnly(shop);
  return selectToMatch(shop)
    .where(stillWaits)
    .orderBy(...newestFirst)
    .limit(MAX_TO_MATCH);
}

/** The same, or those of these ids among them, locked in the order of their ids until the caller's transaction ends, so that two can't match one order. */
export async function lockOrdersToMatch(shop: Shop, ids?: readonly string[]): Promise<ToMatch[]> {
  ownerOnly(shop);
  const newest = shop.database
    .select({ id: orders.id })
    .from(orders)
    .where(stillWaits)
    .orderBy(...newestFirst)
    .limit(MAX_TO_MATCH);
  return selectToMatch(shop)
    .where(and(stillWaits, inArray(orders.id, ids ? [...ids] : newest)))
    .orderBy(asc(orders.id))
    .for('update');
}

/**
 * Says of many orders whether their payment was found, in the caller's transaction, which holds their rows: orders, payments,
 * ledger, history, audit and news. `amount`: what really came, in paise, where it isn't the order's total. Orders of which it was
 * said already are left as they are, and so is money found of which some went back; answers the others.
 */
export async function verifyPayments(
  shop: Shop,
  said: readonly { orderId: string; reason?: string; amount?: Paise }[],
  verification: Verification,
): Promise<string[]> {
  ownerOnly(shop);
  if (said.length === 0) return [];
  const wentBack = verification === 'matched' ? [] : await refundedOrders(shop, said);
  const byOrder = new Map(
    said.filter(({ orderId }) => !wentBack.includes(orderId)).map((each) => [each.orderId, each]),
  );
  if (byOrder.size === 0) return [];
  const changed = await setVerification(shop, byOrder, verification);
  if (changed.length === 0) return [];
  const ids = changed.map(({ orderId }) => orderId);
  const amounts = new Map(said.flatMap(({ orderId, amount }) => (amount === undefined ? [] : [[orderId, amount]])));
  await markPayments(shop, ids, verification, amounts);
  await auditEach(
    shop,
    changed.map(({ orderId, before }) => ({
      action: 'order.verification',
      table: 'orders',
      id: orderId,
      before: { verification: before },
      after: { verification, reason: byOrder.get(orderId)?.reason },
    })),
  );
  await publish(shop, [topics.admin], { kind: 'payment', id: ids[0]! });
  return ids;
}

/** Those of these orders of whose money some went back. */
async function refundedOrders(shop: Shop, among: readonly { orderId: string }[]): Promise<string[]> {
  const ids = among.map(({ orderId }) => orderId);
  const rows = await shop.database
    .selectDistinct({ orderId: payments.orderId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(inArray(payments.orderId, ids), ne(refunds.status, 'failed')));
  return rows.map(({ orderId }) => orderId);
}

/**
 * Says whether the money behind an order's reference was found; the owner. Rejecting needs a reason and cancels an order that
 * hasn't left yet, so that its pieces are free and its customer is told; `unverified` takes back the word, not the cancellation.
 * The same again changes nothing. Refused when some of the money went back: it was there. Throws not-found.
 */
export async function verifyPayment(
  shop: Shop,
  wanted: { orderId: string; verification: Verification; reason?: string },
): Promise<Result<Order, VerificationRefusal>> {
  ownerOnly(shop);
  const reason = wanted.reason?.trim() || undefined;
  return allOrNothing<Order, VerificationRefusal>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, wanted.orderId);
    const { verification } = wanted;
    if (order.verification === verification) return toOrder(order);
    if (verification === 'rejected' && !reason) return refuse(refused('reason-needed'));
    const changed = await verifyPayments(shop, [{ orderId: order.id, reason }], verification);
    if (changed.length === 0) return refuse(refused('refunded'));
    const cancels = verification === 'rejected' && statusesAfter(order.status, 'cancel').length > 0;
    if (!cancels || ORDER_LIFE[order.status].leftTheStudio) return { ...toOrder(order), verification };
    const { value: cancelled } = await transition(
      shop,
      { ...order, verification },
      { type: 'cancel', reason: `Payment not found: ${reason}` },
    );
    return toOrder(cancelled);
  });
}

type VerificationRefusal = Refused<'reason-needed' | 'refunded', undefined>;

type ReferenceRefusal = Refused<'reference-too-short' | 'reference-used' | 'has-payment', undefined>;

/**
 * Notes under which reference a customer says they paid an order that has none yet: a request that was accepted, say; or the right
 * one in place of one that was rejected, which is the owner's alone. It waits to be matched then. Admins; refused when the
 * order has a reference that stands, is a gateway's or paid at the door, and when another order has it. Throws not-found.
 */
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
    if (!takesReference(order)) return refuse(refused('has-payment'));
    if (order.verification === 'rejected') ownerOnly(shop);
    const recorded =
      order.paymentReferenceId === null
        ? await recordPayment(shop, {
            orderId: order.id,
            customerId: order.userId,
            amount: order.total,
            reference,
            source: 'reference',
          })
        : await correctReference(shop, { orderId: order.id, from: order.paymentReferenceId, reference });
    if (!recorded.ok) return refuse(recorded);
    const instead = order.paymentReferenceId === null ? '' : ` instead of ${order.paymentReferenceId}`;
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

/** How many references wait to be matched or rejected, without archived orders; admins. */
export async function countToMatch(shop: Shop): Promise<number> {
  adminOnly(shop);
  return shop.database.$count(orders, stillWaits);
}
