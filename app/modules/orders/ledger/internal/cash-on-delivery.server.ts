import { and, desc, eq, inArray, isNull, like, ne, notExists } from 'drizzle-orm';
import { COURIER_CASH, outstanding } from '#app/modules/orders/ledger/ledger.ts';
import { codSettlements, payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import { balanceOfOrder, recordEntries } from './entries.server.ts';
import { recordPayment } from './payment-rows.server.ts';

const cashOf = (orderId: string) =>
  and(eq(payments.orderId, orderId), eq(payments.source, 'cash'), like(payments.referenceId, COURIER_CASH));

/**
 * Records that the courier collected the amount due. If an earlier collection was undone, its payment is used again.
 */
export async function collectCash(
  shop: Shop,
  { id: orderId, userId: customerId, orderNumber }: { id: string; userId: string | null; orderNumber: string },
): Promise<void> {
  const amount = outstanding(await balanceOfOrder(shop, orderId));
  if (amount === 0) return;
  const [again] = await shop.database
    .select({ paymentId: payments.id })
    .from(payments)
    .where(and(cashOf(orderId), eq(payments.verification, 'rejected'), eq(payments.amount, amount)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1);
  if (again) {
    await shop.database
      .update(payments)
      .set({ verification: 'matched', createdAt: shop.now })
      .where(eq(payments.id, again.paymentId));
    return recordEntries(shop, [{ orderId, type: 'collected', amount, ...again }]);
  }
  // An order that was refunded and restored can be delivered and paid again.
  const earlier = await shop.database.$count(payments, cashOf(orderId));
  const reference = `COD-${orderNumber}${earlier > 0 ? `-${earlier + 1}` : ''}`;
  const payment = { orderId, customerId, amount, source: 'cash', verification: 'matched', reference } as const;
  const recorded = await recordPayment(shop, payment);
  if (!recorded.ok) throw new Error(`the cash of ${orderNumber} is recorded already`);
}

/** Undoes a locked order's cash, except the settled or refunded part. Returns whether there was any. */
export async function takeBackCash(shop: Shop, orderId: string): Promise<boolean> {
  const collected = await shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(and(cashOf(orderId), eq(payments.verification, 'matched')))
    .for('update');
  // The payments are read under the lock, after concurrent settlements have finished.
  const undonePayments = await shop.database
    .update(payments)
    .set({ verification: 'rejected' })
    .where(
      and(
        inArray(
          payments.id,
          collected.map(({ id }) => id),
        ),
        notExists(shop.database.select().from(codSettlements).where(eq(codSettlements.paymentId, payments.id))),
        notExists(
          shop.database
            .select()
            .from(refunds)
            .where(and(eq(refunds.paymentId, payments.id), ne(refunds.status, 'failed'))),
        ),
      ),
    )
    .returning({ paymentId: payments.id, amount: payments.amount });
  await recordEntries(
    shop,
    undonePayments.flatMap((cash) =>
      (['unmatched', 'rejected'] as const).map((type) => ({
        orderId,
        type,
        ...cash,
        reason: 'Not delivered after all',
      })),
    ),
  );
  return undonePayments.length > 0;
}

export async function settleCash(
  shop: Shop,
  paymentIds: readonly string[],
  remittanceId: string | null,
): Promise<void> {
  await shop.database
    .insert(codSettlements)
    .values(
      paymentIds.map((paymentId) => ({ paymentId, remittanceId, recordedBy: actorId(shop), createdAt: shop.now })),
    );
}

export async function unsettleCash(
  shop: Shop,
  settled: { remittanceId: string } | { inHandSince: Date },
): Promise<string[]> {
  const removed = await shop.database
    .delete(codSettlements)
    .where(
      'remittanceId' in settled
        ? eq(codSettlements.remittanceId, settled.remittanceId)
        : and(eq(codSettlements.createdAt, settled.inHandSince), isNull(codSettlements.remittanceId)),
    )
    .returning({ paymentId: codSettlements.paymentId });
  return removed.map(({ paymentId }) => paymentId);
}
