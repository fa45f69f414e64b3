import { eq, sql } from 'drizzle-orm';
import { ledgerEntries, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { papers } from '#app/modules/orders/invoices/tables.server.ts';
import { paymentOrders } from '#app/modules/payments/payments/tables.server.ts';
import { outbox } from '#app/platform/outbox/tables.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export const listed = <Row>(rows: readonly Row[], show: (row: Row) => unknown): string[] =>
  rows.map((row) => JSON.stringify(show(row))).toSorted();

export const withoutIds = (payload: object): [string, unknown][] =>
  Object.entries(payload).filter(([name]) => !name.endsWith('Id'));

export async function orderSnapshot(
  database: Shop['database'],
  orderId: string,
  references: Readonly<Record<string, string>>,
) {
  const nameOf = (reference: string | null) =>
    reference && (Object.keys(references).find((name) => references[name] === reference) ?? 'another');
  const [order] = await database.select().from(orders).where(eq(orders.id, orderId));
  return {
    order: {
      status: order!.status,
      paymentStatus: order!.paymentStatus,
      verification: order!.verification,
      method: order!.paymentMethod,
      reference: nameOf(order!.paymentReferenceId),
      coupon: order!.couponCode !== null,
      isHeld: order!.heldUntil !== null,
      isClaimed: order!.claimedAt !== null,
      isReleased: order!.releasedAt !== null,
      isConfirmed: order!.confirmedAt !== null,
      cameBack: order!.returnedToSenderAt !== null,
      isArchived: order!.archivedAt !== null,
      street: order!.shippingAddress.street,
      note: order!.customerNote,
      quantities: order!.items.map(({ quantity }) => quantity),
      total: order!.total,
      fee: order!.cancellationFee,
    },
    payments: listed(
      await database.select().from(payments).where(eq(payments.orderId, orderId)),
      ({ source, amount, status, verification, referenceId }) => [
        source,
        amount,
        status,
        verification,
        nameOf(referenceId),
      ],
    ),
    atGateway: listed(
      await database.select().from(paymentOrders).where(eq(paymentOrders.orderId, orderId)),
      ({ status, amount, failure }) => [status, amount, failure],
    ),
    refunds: listed(
      await database
        .select({ amount: refunds.amount, status: refunds.status })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .where(eq(payments.orderId, orderId)),
      ({ amount, status }) => [amount, status],
    ),
    ledger: listed(
      await database.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)),
      ({ type, amount }) => [type, amount],
    ),
    papers: listed(await database.select().from(papers).where(eq(papers.orderId, orderId)), ({ kind, total }) => [
      kind,
      total,
    ]),
    history: listed(
      await database.select().from(orderHistory).where(eq(orderHistory.orderId, orderId)),
      ({ fromStatus, toStatus }) => [fromStatus, toStatus],
    ),
    events: listed(
      await database
        .select()
        .from(outbox)
        .where(sql`payload->>'orderId' = ${orderId}`),
      ({ name, payload }) => [name, withoutIds(payload)],
    ),
  };
}
