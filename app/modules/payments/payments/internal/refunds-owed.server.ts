import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { refundOwed } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder, refundableAmount, owedOfOrder, reduceDue } from '#app/modules/orders/ledger/ledger.server.ts';
import { orderBalances, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { isForAccount } from '#app/modules/orders/orders/order-link.server.ts';
import { lockOrder, ownOrder } from '#app/modules/orders/orders/orders.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { isCapturedPayment, paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { maskDestination, type RefundDestination } from '#app/modules/payments/payments/refund-destination.ts';
import type { RefundState } from '#app/modules/orders/ledger/refund-state.ts';
import { allOrNothing } from '#app/platform/all-or-nothing.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { publish, topics, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { findDestinations, storeDestination } from './refund-destinations.server.ts';

const MAX_OWED = 200;

const orderColumns = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  userId: orders.userId,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
  customerPhone: sql<string>`${orders.shippingAddress} ->> 'phone'`,
  status: orders.status,
  due: orderBalances.due,
  received: orderBalances.received,
};

/** Returns up to 200 orders with a refund due, oldest first. Owners only. */
export async function refundsOwed(shop: Shop) {
  ownerOnly(shop);
  const owed = await shop.database
    .select({ ...orderColumns, since: orderBalances.overpaidSince, because: orderBalances.overpaidBy })
    .from(orderBalances)
    .innerJoin(orders, eq(orders.id, orderBalances.orderId))
    .where(isNotNull(orderBalances.overpaidSince))
    .orderBy(asc(orderBalances.overpaidSince), asc(orders.id))
    .limit(MAX_OWED);
  const ids = owed.map(({ id }) => id);
  const [paid, destinations] = await Promise.all([refundablePayments(shop, ids), findDestinations(shop, ids)]);
  return owed.map(({ since, because, ...order }) => {
    const ofOrder = paid.filter((payment) => payment.orderId === order.id);
    return {
      ...order,
      amount: refundOwed(order),
      since: since!,
      because: because!,
      payments: ofOrder,
      asksDestination: needsDestination(ofOrder),
      destination: destinations.get(order.id),
    };
  });
}

const needsDestination = (left: readonly { goesByGateway: boolean }[]): boolean =>
  left.some(({ goesByGateway }) => !goesByGateway);

async function refundablePayments(shop: Shop, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const rows = await shop.database
    .select({
      id: payments.id,
      orderId: payments.orderId,
      referenceId: payments.referenceId,
      source: payments.source,
      amount: payments.amount,
      status: payments.status,
      verification: payments.verification,
      provider: paymentOrders.provider,
      failed: sql<boolean>`exists (select from ${refunds}
        where refunds.payment_id = payments.id and refunds.provider is not null and refunds.status = 'failed')`,
      back: sql`coalesce((select sum(refunds.amount) from ${refunds}
        where refunds.payment_id = payments.id and refunds.status <> 'failed'), 0)`.mapWith((sum) =>
        paise(Number(sum)),
      ),
    })
    .from(payments)
    .leftJoin(paymentOrders, and(eq(payments.source, 'gateway'), isCapturedPayment()))
    .where(and(inArray(payments.orderId, [...orderIds]), eq(payments.verification, 'matched')))
    .orderBy(asc(payments.createdAt), asc(payments.id));
  return rows
    .map(({ back, provider, failed, ...payment }) => ({
      ...payment,
      left: refundableAmount(payment, [{ amount: back }]),
      goesByGateway: provider !== null && shop.suppliers.payment[provider] !== undefined && !failed,
    }))
    .filter(({ left }) => left > 0);
}

export async function countRefundsOwed(shop: Shop): Promise<number> {
  ownerOnly(shop);
  return shop.database.$count(orderBalances, isNotNull(orderBalances.overpaidSince));
}

/** Returns up to 200 orders that were paid too little, oldest first. Owners only. */
export async function shortOrders(shop: Shop) {
  ownerOnly(shop);
  return shop.database
    .select({ ...orderColumns, createdAt: orders.createdAt })
    .from(orderBalances)
    .innerJoin(orders, eq(orders.id, orderBalances.orderId))
    .where(
      and(
        gt(orderBalances.due, orderBalances.received),
        gt(orderBalances.received, paise(0)),
        or(isNull(orders.advance), inArray(orders.status, ['shipped', 'delivered'])),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MAX_OWED);
}

export async function writeOff(
  shop: Shop,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<Result<Paise, Refused<'nothing-short', undefined>>> {
  ownerOnly(shop);
  return allOrNothing<Paise, Refused<'nothing-short', undefined>>(shop, async (shop, refuse) => {
    const order = await lockOrder(shop, orderId);
    const { due, received } = await balanceOfOrder(shop, order.id);
    if (received === 0 || due <= received) return refuse(refused('nothing-short'));
    const amount = paise(due - received);
    await reduceDue(shop, { orderId, type: 'written-off', amount, reason });
    await audit(shop, {
      action: 'order.write-off',
      table: 'ledger_entries',
      id: order.id,
      after: { amount: formatRupees(amount), reason },
    });
    await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
    return amount;
  });
}

export async function findRefundStates(shop: Shop, orderIds: readonly string[]): Promise<Map<string, RefundState>> {
  if (orderIds.length === 0) return new Map();
  const ids = [...orderIds];
  const [balances, given, paid, destinations] = await Promise.all([
    shop.database.select().from(orderBalances).where(inArray(orderBalances.orderId, ids)),
    shop.database
      .select({
        orderId: payments.orderId,
        amount: refunds.amount,
        status: refunds.status,
        referenceId: refunds.referenceId,
        sentTo: refunds.sentTo,
        createdAt: refunds.createdAt,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(inArray(payments.orderId, ids))
      .orderBy(asc(refunds.createdAt)),
    refundablePayments(shop, ids),
    findDestinations(shop, ids),
  ]);
  return new Map(
    balances.flatMap((balance) => {
      const of = <Row extends { orderId: string }>(rows: readonly Row[]) =>
        rows.filter(({ orderId }) => orderId === balance.orderId);
      const owed = refundOwed(balance);
      // A failed refund that is no longer due was repeated in another way.
      const made = of(given)
        .filter(({ status, amount }) => status !== 'failed' || amount <= owed)
        .map(({ orderId: _orderId, ...refund }) => refund);
      if (owed === 0 && made.length === 0) return [];
      const destination = destinations.get(balance.orderId);
      const state: RefundState = {
        owed,
        because: balance.overpaidBy,
        asksDestination: owed > 0 && needsDestination(of(paid)),
        destination: destination && maskDestination(destination),
        refunds: made,
      };
      return [[balance.orderId, state]];
    }),
  );
}

type DestinationRefusal = Refused<'nothing-owed' | 'sign-in-needed', undefined>;

/**
 * Stores the destination of a refund. Refuses when no refund is due. Refuses access by link when the account can sign
 * in.
 */
export const giveRefundDestination = (
  shop: Shop,
  { orderId, destination }: { orderId: string; destination: RefundDestination },
): Promise<Result<undefined, DestinationRefusal>> =>
  inTransaction(shop, async (shop) => {
    const order = await ownOrder(shop, orderId, { lock: true });
    if (shop.actor.kind === 'order-link' && (await isForAccount(shop, order))) return refused('sign-in-needed');
    if ((await owedOfOrder(shop, order.id)) === 0) return refused('nothing-owed');
    const { isNew, ...stored } = await storeDestination(shop, order.id, destination);
    if (!isNew) return done();
    await announce(shop, 'refunds.destination-given', { orderId: order.id, ...stored });
    await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
    await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
    return done();
  });
