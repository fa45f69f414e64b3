import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { noteMatchAsked } from '#app/modules/orders/ledger/ledger.server.ts';
import { ledgerEntries, payments } from '#app/modules/orders/ledger/tables.server.ts';
import { orders, wherePaymentState } from '#app/modules/orders/orders/tables.server.ts';
import type { Holiday } from '#app/modules/store/settings/setting-values.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { businessDaysAfter } from '#app/modules/store/shipping/delivery.ts';
import { announceEach } from '#app/platform/outbox/outbox.server.ts';
import { adminOnly, inTransaction, type Shop } from '#app/platform/shop.server.ts';

const ASKED_AFTER_BUSINESS_DAYS = 3;

const claimedAt = sql`coalesce((select max(ledger_entries.created_at) from ${ledgerEntries}
  where ledger_entries.payment_id = ${payments.id} and ledger_entries.type in ('claimed', 'unmatched')), ${payments.createdAt})`;

/** Reminds the owner once of each claimed payment, after three business days. Returns how many. */
export async function sweepUnmatchedReferences(shop: Shop): Promise<number> {
  adminOnly(shop);
  const { holidays } = await getSettings(shop);
  const before = businessDaysAgo(shop.now, ASKED_AFTER_BUSINESS_DAYS, holidays);
  return inTransaction(shop, async (shop) => {
    const due = await shop.database
      .select({ paymentId: payments.id, orderId: orders.id })
      .from(payments)
      .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.paymentReferenceId, payments.referenceId)))
      .where(
        and(
          wherePaymentState('awaiting-confirmation'),
          eq(payments.source, 'reference'),
          isNull(payments.matchAskedAt),
          isNull(orders.archivedAt),
          isNull(orders.movedInAt),
          sql`${claimedAt} < ${before.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(payments.id))
      .limit(100)
      .for('update', { of: payments, skipLocked: true });
    if (due.length === 0) return 0;
    await noteMatchAsked(
      shop,
      due.map(({ paymentId }) => paymentId),
    );
    await announceEach(
      shop,
      'orders.needs-attention',
      due.map(({ orderId }) => ({ orderId, why: 'unmatched' as const })),
    );
    return due.length;
  });
}

function businessDaysAgo(now: Date, days: number, holidays: readonly Holiday[]): Date {
  const isBusinessDay = (moment: Date) => businessDaysAfter(dayInIndia(moment), 0, holidays) === dayInIndia(moment);
  const moment = new Date(now);
  for (let left = isBusinessDay(now) ? days : days + 1; left > 0;) {
    moment.setTime(moment.getTime() - 24 * 3_600_000);
    if (isBusinessDay(moment)) left -= 1;
  }
  return moment;
}
