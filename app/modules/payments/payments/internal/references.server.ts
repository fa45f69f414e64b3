import { queueNotices } from '#app/modules/messaging/push/push.server.ts';
import { isReferenceMethod } from '#app/basics/payment-methods.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import type { Paise } from '#app/basics/money.ts';
import { toHolder } from '#app/modules/orders/holds/holder.server.ts';
import { balanceOfOrder, isReferenceContested, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { findClosingFor } from '#app/modules/store/closing/closing.server.ts';
import { isPaymentBlocked } from '#app/modules/store/closing/closing.ts';
import { itemOf, type Order } from '#app/modules/orders/orders/order.ts';
import { awaitsPayment, claimable, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { normaliseReference } from '#app/modules/payments/payments/payment.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { type OrderRow, ownOrder, toOrder, transition } from '#app/modules/orders/orders/orders.server.ts';
import { lockHolder, mayHoldUnpaid } from '#app/modules/orders/unpaid-limits/unpaid-limits.server.ts';
import { paymentNotice } from './payment-notice.ts';

type ReferenceRefusal =
  | Refused<'not-open', undefined>
  | Refused<'invalid-method', undefined>
  | Refused<'reference-too-short' | 'too-many-references', undefined>;

/**
 * Stores a reference. If it is contested or the order over the limit, no stock is taken until confirmation. Repeating
 * is safe.
 */
export async function giveReference(
  shop: Shop,
  given: { orderId: string; paymentReferenceId: string },
): Promise<Result<Order, ReferenceRefusal>> {
  const reference = normaliseReference(given.paymentReferenceId);
  const closing = await findClosingFor(shop);
  const method = (await getSettings(shop)).paymentMethods.find(isReferenceMethod);
  return allOrNothing<Order, ReferenceRefusal>(shop, async (shop, refuse) => {
    const order = await ownOrder(shop, given.orderId, { lock: true });
    if (reference === undefined) return refuse(refused('reference-too-short'));
    if (order.paymentReferenceId === reference) return toOrder(order);
    const balance = await balanceOfOrder(shop, order.id);
    const amount = claimable(order, balance);
    if (!awaitsPayment(orderPayment(order, balance))) {
      const claimed = await claimFurther(shop, order, { reference, amount });
      return claimed.ok ? toOrder(order) : refuse(claimed);
    }
    if (isPaymentBlocked(closing, order)) return refuse(refused('not-open'));
    if (!method) return refuse(refused('invalid-method'));
    const isOver = order.advance === null && order.userId !== null && !(await mayTakeStock(shop, order));
    const isContested = await isReferenceContested(shop, { reference, orderId: order.id });
    const claim = { orderId: order.id, customerId: order.userId, amount, reference };
    const recorded = await recordPayment(shop, { ...claim, source: 'reference', mayBeContested: true });
    if (!recorded.ok) throw new Error(`no claim of ${reference} could be written`);
    const withoutStock = order.advance === null && (isOver || isContested);
    const { value: placed } = await transition(shop, order, {
      type: 'give-reference',
      method,
      reference,
      withoutStock,
    });
    if (isContested || placed.stockWaitsForPayment)
      await announce(shop, 'orders.needs-attention', { orderId: order.id, why: 'reference-kept' });
    else await queueNotices(shop, [paymentNotice(order, amount, reference)]);
    return toOrder(placed);
  });
}

async function mayTakeStock(shop: Shop, order: OrderRow): Promise<boolean> {
  if (order.holderKeys === null || order.userId === null) return true;
  const { phone, email } = order.shippingAddress;
  const { unmatchedOrders: limit } = await getSettings(shop);
  const lines = order.items.map((item) => ({
    ...itemOf(item),
    quantity: item.quantity,
    made_to_order: item.made_to_order,
  }));
  const holder = toHolder(shop, { userId: order.userId, phone, email });
  await lockHolder(shop, holder, order.userId);
  return mayHoldUnpaid(shop, holder, lines, {
    userId: order.userId,
    limit,
    held: lines,
    orderId: order.id,
    withOwnCheckout: true,
  });
}

const MAX_FURTHER_REFERENCES = 5;

/**
 * Stores a further reference, which counts as money only when it is confirmed. Refuses a sixth unconfirmed reference.
 */
async function claimFurther(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'userId'>,
  { reference, amount }: { reference: string; amount: Paise },
): Promise<Result<undefined, Refused<'too-many-references', undefined>>> {
  await isReferenceContested(shop, { reference, orderId: order.id });
  const claims = await shop.database
    .select({ reference: payments.referenceId, verification: payments.verification })
    .from(payments)
    .where(eq(payments.orderId, order.id));
  if (claims.some((claim) => claim.reference === reference)) return done();
  if (claims.filter(({ verification }) => verification === 'unverified').length >= MAX_FURTHER_REFERENCES)
    return refused('too-many-references');
  const claim = { orderId: order.id, customerId: order.userId, amount, reference };
  await recordPayment(shop, { ...claim, source: 'reference', mayBeContested: true });
  await announce(shop, 'orders.needs-attention', { orderId: order.id, why: 'second-reference' });
  await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
  return done();
}

export async function findFurtherReference(shop: Shop, order: OrderRow): Promise<string | undefined> {
  const [claim] = await shop.database
    .select({ reference: payments.referenceId })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.verification, 'unverified'),
        sql`${payments.referenceId} is distinct from ${order.paymentReferenceId}`,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1);
  return claim?.reference ?? undefined;
}
