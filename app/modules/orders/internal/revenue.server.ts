import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { type Paise, paise } from '#app/basics/money.ts';
import { orders, whereAwaitsPayment } from '#app/modules/orders/tables.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';

const MONTHS = 12;

/** What counts as revenue: not what waits for its payment, nor what never got one. */
export const isRevenue = sql`not (${whereAwaitsPayment()})
  and not (${and(eq(orders.status, 'cancelled'), eq(orders.paymentStatus, 'pending'))!})`;

/** What is known to have come: found in the bank and not cancelled. */
export const isReceived = and(eq(orders.verification, 'matched'), ne(orders.status, 'cancelled'))!;

export type MonthOfRevenue = {
  /** '2026-11', in India. */
  month: string;
  revenue: Paise;
  received: Paise;
};

/** The last twelve months in India, this one last, also those without an order; without archived orders. Owners only. */
export async function revenueByMonth(shop: Shop): Promise<MonthOfRevenue[]> {
  ownerOnly(shop);
  const { rows } = await shop.database.execute<{ month: string; revenue: string; received: string }>(sql`
    with months as (
      select generate_series(
        date_trunc('month', ${shop.now.toISOString()}::timestamptz at time zone 'Asia/Kolkata') - interval '1 month' * ${MONTHS - 1}::int,
        date_trunc('month', ${shop.now.toISOString()}::timestamptz at time zone 'Asia/Kolkata'),
        interval '1 month') as begins)
    select to_char(begins, 'YYYY-MM') as month,
      coalesce(sum(${orders.total}) filter (where ${isRevenue}), 0)::text as revenue,
      coalesce(sum(${orders.total}) filter (where ${isReceived}), 0)::text as received
    from months
    left join ${orders} on ${isNull(orders.archivedAt)}
      and ${orders.createdAt} >= begins at time zone 'Asia/Kolkata'
      and ${orders.createdAt} < (begins + interval '1 month') at time zone 'Asia/Kolkata'
    group by begins order by begins`);
  return rows.map(({ month, revenue, received }) => ({
    month,
    revenue: paise(Number(revenue)),
    received: paise(Number(received)),
  }));
}
