import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { type Paise, paise } from '#app/basics/money.ts';
import { outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { balanceOfOrder, recordPayment } from '#app/modules/orders/ledger/ledger.server.ts';
import { orderBalances, payments } from '#app/modules/orders/ledger/tables.server.ts';
import { lockOrder, type OrderRow, setVerification, transition } from '#app/modules/orders/orders/orders.server.ts';
import { awaitsPayment, type OrderPayment, orderPayment } from '#app/modules/orders/orders/order-payment.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { publish, topics, topicsOfOrder } from '#app/platform/live/live.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { verifyPayments } from './verify-payments.server.ts';

/** Confirms a locked order's claim, or adds a payment. Any excess becomes refundable. Owners only. */
export async function settleByBank(
  shop: Shop,
  { orderId, amount, reference, reason }: { orderId: string; amount: Paise; reference: string; reason?: string },
): Promise<string> {
  ownerOnly(shop);
  const order = await lockOrder(shop, orderId);
  const [claim] = await shop.database
    .select({ id: payments.id, reference: payments.referenceId })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.source, 'reference'),
        eq(payments.status, 'success'),
        eq(payments.verification, 'unverified'),
        eq(payments.referenceId, order.paymentReferenceId ?? ''),
      ),
    );
  const pay = (order: OrderRow, reference: string) =>
    transition(shop, order, { type: 'pay', method: 'manual', reference });
  if (claim) {
    await verifyPayments(shop, [{ orderId, amount, reason }], 'matched');
    const matched = await lockOrder(shop, orderId);
    if (isPaidAhead(orderPayment(matched, await balanceOfOrder(shop, orderId)))) await pay(matched, claim.reference);
    return claim.id;
  }
  const received = { orderId: order.id, customerId: order.userId, amount, source: 'reference' } as const;
  const { paymentId, numbered } = await recordUnderFreeReference(shop, received, reference.toUpperCase());
  const payment = orderPayment(order, await balanceOfOrder(shop, order.id));
  if (order.advance !== null || awaitsPayment(payment) || isPaidAhead(payment)) await pay(order, numbered);
  else if (order.verification !== 'matched') await setVerification(shop, new Map([[order.id, { reason }]]), 'matched');
  await publish(shop, topicsOfOrder(order), { kind: 'order', id: order.id });
  await publish(shop, [topics.admin], { kind: 'payment', id: order.id });
  return paymentId;
}

const isPaidAhead = ({ payAt, cash }: OrderPayment): boolean => payAt === 'delivery' && cash === 0;

/** One bank line may pay several orders, so a number is appended if another order has the reference. */
async function recordUnderFreeReference(
  shop: Shop,
  payment: { orderId: string; customerId: string | null; amount: Paise; source: 'reference' },
  reference: string,
): Promise<{ paymentId: string; numbered: string }> {
  for (let part = 1; part <= 100; part += 1) {
    const numbered = part === 1 ? reference : `${reference}-${part}`;
    const recorded = await recordPayment(shop, { ...payment, reference: numbered, verification: 'matched' });
    if (recorded.ok) return { paymentId: recorded.value.paymentId, numbered };
  }
  throw new Error(`more than a hundred payments under ${reference}`);
}

const MAX_TO_SETTLE = 200;

/** Returns up to 200 orders that a bank line can be matched with, newest first. Owners only. */
export async function ordersToSettle(shop: Shop) {
  ownerOnly(shop);
  const rows = await shop.database
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      due: orderBalances.due,
      received: orderBalances.received,
    })
    .from(orders)
    .innerJoin(orderBalances, eq(orderBalances.orderId, orders.id))
    .where(
      and(
        isNull(orders.archivedAt),
        gt(orderBalances.due, orderBalances.received),
        or(inArray(orders.paymentMethod, ['manual', 'upi', 'cod']), eq(orders.status, 'pending')),
      ),
    )
    .orderBy(sql`${orders.createdAt} desc`, orders.id)
    .limit(MAX_TO_SETTLE);
  return rows.map(({ due, received, ...order }) => ({ ...order, outstanding: paise(outstanding({ due, received })) }));
}

const MAX_PAID = 100;

/** Returns the newest orders that a single payment paid in full. Owners only. */
export async function listPaidInFull(shop: Shop) {
  ownerOnly(shop);
  return shop.database
    .select({ id: orders.id, orderNumber: orders.orderNumber, total: orders.total, paidAt: payments.createdAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        isNull(orders.archivedAt),
        ne(orders.status, 'cancelled'),
        eq(payments.verification, 'matched'),
        eq(payments.amount, orders.total),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(MAX_PAID);
}
