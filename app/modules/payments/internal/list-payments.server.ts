import { and, asc, count, eq, gte, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import type { Verification } from '#app/modules/orders/order.ts';
import { orders, whereAwaitsMatch } from '#app/modules/orders/tables.server.ts';
import { payments, refunds } from '#app/modules/payments/tables.server.ts';
import { keyset, pageOf } from '#app/platform/database/keyset.server.ts';
import { anyContains, searchTextContains } from '#app/platform/database/text-search.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';

export type PaymentRow = {
  id: string;
  referenceId: string;
  orderId: string;
  customerName: string;
  amount: Paise;
  refunded: Paise;
  status: 'pending' | 'success' | 'failed';
  verification: Verification;
  createdAt: Date;
};

export type PaymentFilter = { search?: string; verification?: Verification; sort?: string; cursor?: string };

const PAGE = 25;
const SORTS = {
  date: { by: payments.createdAt, type: 'timestamptz' },
  amount: { by: payments.amount, type: 'bigint' },
  customer: { by: orders.customerName, type: 'text' },
  reference: { by: payments.referenceId, type: 'text' },
} as const;

/**
 * The payments of the shop, newest first unless sorted otherwise ('amount', '-amount'), 25 a page; the owner. The search
 * looks into reference, order and customer; `counts` are of the search, over all verifications.
 */
export async function listPayments(shop: Shop, filter: PaymentFilter = {}) {
  ownerOnly(shop);
  const name = filter.sort?.replace(/^-/, '') as keyof typeof SORTS | undefined;
  const sort = name && Object.hasOwn(SORTS, name) ? SORTS[name] : undefined;
  const order = keyset(
    sort
      ? { ...sort, descending: filter.sort!.startsWith('-') }
      : { by: payments.createdAt, type: 'timestamptz', descending: true },
    { by: payments.id, type: 'uuid', descending: true },
  );
  const found = whereSearched(filter.search);
  const verified = filter.verification && eq(payments.verification, filter.verification);
  const [rows, counted] = await Promise.all([
    shop.database
      .select({
        id: payments.id,
        referenceId: payments.referenceId,
        orderId: payments.orderId,
        customerName: orders.customerName,
        amount: payments.amount,
        refunded: sql<string>`coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.paymentId} = ${payments.id}), 0)`,
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
  const shown = page.rows.map(({ position: _position, refunded, ...row }): PaymentRow => ({
    ...row,
    refunded: paise(Number(refunded)),
  }));
  return { payments: shown, counts, nextCursor: page.next };
}

/** The four figures over the payments: money found in the bank this month, what waits, for how long, and what was rejected; the owner. */
export async function paymentTotals(shop: Shop) {
  ownerOnly(shop);
  const month = new Date(`${dayInIndia(shop.now).slice(0, 7)}-01T00:00:00+05:30`);
  const money = (filter: SQL | undefined) => sql<string>`coalesce(sum(${payments.amount}) filter (where ${filter}), 0)`;
  const number = (filter: SQL | undefined) => sql<number>`(count(*) filter (where ${filter}))::int`;
  const thisMonth = gte(payments.createdAt, month);
  const matched = and(thisMonth, eq(payments.verification, 'matched'), ne(orders.status, 'cancelled'));
  const rejected = and(thisMonth, eq(payments.verification, 'rejected'));
  const [[sums], [back], [waiting], [oldest]] = await Promise.all([
    shop.database
      .select({ received: money(matched), rejected: money(rejected), rejectedCount: number(rejected) })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId)),
    shop.database
      .select({ back: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(matched),
    shop.database
      .select({ sum: sql<string>`coalesce(sum(${orders.total}), 0)`, count: count() })
      .from(orders)
      .where(and(isNull(orders.archivedAt), whereAwaitsMatch())),
    shop.database
      .select({ createdAt: orders.createdAt })
      .from(orders)
      .where(and(isNull(orders.archivedAt), whereAwaitsMatch()))
      .orderBy(asc(orders.createdAt))
      .limit(1),
  ]);
  return {
    month,
    received: paise(Number(sums!.received) - Number(back!.back)),
    toMatch: paise(Number(waiting!.sum)),
    toMatchCount: waiting!.count,
    oldest: oldest?.createdAt,
    rejected: paise(Number(sums!.rejected)),
    rejectedCount: sums!.rejectedCount,
  };
}

function whereSearched(search: string | undefined): SQL | undefined {
  const typed = search?.trim().replace(/^#/, '');
  return or(searchTextContains(orders, typed), anyContains([payments.referenceId], typed));
}
