import { and, count, eq, gte, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { paise } from '#app/basics/money.ts';
import type { Verification } from '#app/modules/orders/orders/order.ts';
import { orders, whereOrderFound, wherePaymentState } from '#app/modules/orders/orders/tables.server.ts';
import { payments, refunds } from '#app/modules/orders/ledger/tables.server.ts';
import { claimedAmount, claimMadeAt } from '#app/modules/payments/payments/tables.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { anyContains } from '#app/platform/database/text-search.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>['payments'][number];

const PAGE = 25;
const SORTS = {
  date: payments.createdAt,
  amount: payments.amount,
  customer: orders.customerName,
  reference: payments.referenceId,
};

/** Returns payments, 25 per page, and `counts` by verification. Owners only. */
export async function listPayments(
  shop: Shop,
  filter: { search?: string; verification?: Verification; sort?: string; cursor?: string } = {},
) {
  ownerOnly(shop);
  const order = sortedBy(payments.id, SORTS, filter.sort);
  const found = and(stillCounts, whereSearched(filter.search));
  const verified = filter.verification && eq(payments.verification, filter.verification);
  const [rows, counted] = await Promise.all([
    shop.database
      .select({
        id: payments.id,
        referenceId: payments.referenceId,
        orderId: payments.orderId,
        orderNumber: orders.orderNumber,
        method: orders.paymentMethod,
        userId: orders.userId,
        customerName: orders.customerName,
        amount: payments.amount,
        refunded: paiseOf(
          sql`(select sum(${refunds.amount}) from ${refunds} where ${refunds.paymentId} = ${payments.id} and ${refunds.status} <> 'failed')`,
        ),
        status: payments.status,
        verification: payments.verification,
        createdAt: payments.createdAt,
        position: order.position,
      })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(found, verified, order.after(filter.cursor)))
      .orderBy(...order.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({ verification: payments.verification, count: count() })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(found)
      .groupBy(payments.verification),
  ]);
  const counts = { all: 0, unverified: 0, matched: 0, rejected: 0 };
  for (const each of counted) {
    counts[each.verification] = each.count;
    counts.all += each.count;
  }
  const page = pageOf(rows, PAGE);
  return { payments: page.rows, counts, nextCursor: page.next };
}

/** Returns sums of payments. Excludes cancelled orders, except their rejected payments. Owners only. */
export async function paymentTotals(shop: Shop) {
  ownerOnly(shop);
  const month = new Date(`${dayInIndia(shop.now).slice(0, 7)}-01T00:00:00+05:30`);
  const money = (filter: SQL | undefined) => paiseOf(sql`sum(${payments.amount}) filter (where ${filter})`);
  const number = (filter: SQL | undefined) => sql<number>`(count(*) filter (where ${filter}))::int`;
  const thisMonth = gte(payments.createdAt, month);
  const matched = and(thisMonth, eq(payments.verification, 'matched'), ne(orders.status, 'cancelled'));
  const rejected = and(thisMonth, eq(payments.verification, 'rejected'));
  const [[sums], [back], [waiting]] = await Promise.all([
    shop.database
      .select({ received: money(matched), rejected: money(rejected), rejectedCount: number(rejected) })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId)),
    shop.database
      .select({ sum: paiseOf(sql`sum(${refunds.amount})`) })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(matched, ne(refunds.status, 'failed'))),
    shop.database
      .select({
        sum: paiseOf(sql`sum(${claimedAmount})`),
        count: count(),
        oldest: sql`min(${claimMadeAt})`.mapWith(orders.createdAt),
      })
      .from(orders)
      .where(
        and(isNull(orders.archivedAt), ne(orders.status, 'cancelled'), wherePaymentState('awaiting-confirmation')),
      ),
  ]);
  return {
    month,
    received: paise(sums!.received - back!.sum),
    toConfirm: waiting!.sum,
    toConfirmCount: waiting!.count,
    oldest: waiting!.oldest,
    rejected: sums!.rejected,
    rejectedCount: sums!.rejectedCount,
  };
}

function whereSearched(search: string | undefined): SQL | undefined {
  const typed = search?.trim().replace(/^#/, '');
  return or(
    whereOrderFound(search),
    anyContains([payments.referenceId], typed),
    anyContains([payments.referenceId], typed?.replace(/(?<=\d) (?=\d)/g, '')),
  );
}

/** An archived order's payment counts unless it is unverified. */
const stillCounts = or(isNull(orders.archivedAt), ne(payments.verification, 'unverified'));
