import { and, count, desc, eq, gte, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks, isLowStock } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { toOrder } from '#app/modules/orders/orders/orders.server.ts';
import {
  orders,
  whereAwaitsCall,
  whereAwaitsPacking,
  wherePaidAt,
  wherePaymentState,
} from '#app/modules/orders/orders/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { adminOnly, isOwner, ownerOnly, type Shop } from '#app/platform/shop.server.ts';

const MONTHS = 12;

/** Selects orders that count as revenue. Excludes orders with an outstanding payment, advance or confirmation call. */
const isRevenue = not(
  and(
    eq(orders.paymentStatus, 'pending'),
    or(
      eq(orders.status, 'cancelled'),
      and(
        eq(orders.status, 'pending'),
        or(isNotNull(orders.advance), wherePaidAt('checkout'), wherePaidAt('delivery')),
      ),
    ),
  )!,
);

const isOrdered = and(isRevenue, ne(orders.status, 'cancelled'))!;

/** The SQL names its tables, because drizzle omits the names when a query selects from one table. */
const receivedOf = sql`case when orders.status = 'cancelled' then 0
  when orders.advance is not null then coalesce((select least(order_balances.received, order_balances.due)
    from ${orderBalances} where order_balances.order_id = orders.id), 0)
  when orders.verification = 'matched' then orders.total else 0 end`;

export type MonthOfRevenue = {
  month: string;
  ordered: Paise;
  received: Paise;
  toCome: Paise;
  orders: number;
};

/** Returns twelve months. Excludes cancelled and archived orders. Owners only. */
export async function revenueByMonth(shop: Shop): Promise<MonthOfRevenue[]> {
  ownerOnly(shop);
  const { rows } = await shop.database.execute<{
    month: string;
    ordered: string;
    received: string;
    orders: number;
    to_come: string;
  }>(sql`
    with months as (
      select generate_series(
        date_trunc('month', ${shop.now.toISOString()}::timestamptz at time zone 'Asia/Kolkata') - interval '1 month' * ${MONTHS - 1}::int,
        date_trunc('month', ${shop.now.toISOString()}::timestamptz at time zone 'Asia/Kolkata'),
        interval '1 month') as begins)
    select to_char(begins, 'YYYY-MM') as month,
      coalesce(sum(${orders.total}) filter (where ${isOrdered}), 0)::text as ordered,
      coalesce(sum(${receivedOf}), 0)::text as received,
      coalesce(sum(greatest(${orders.total} - ${receivedOf}, 0)) filter (where ${isOrdered}), 0)::text as to_come,
      (count(*) filter (where ${isOrdered}))::int as orders
    from months
    left join ${orders} on ${isNull(orders.archivedAt)}
      and ${orders.createdAt} >= begins at time zone 'Asia/Kolkata'
      and ${orders.createdAt} < (begins + interval '1 month') at time zone 'Asia/Kolkata'
    group by begins order by begins`);
  return rows.map(({ month, ordered, received, to_come, orders }) => ({
    month,
    orders,
    ordered: paise(Number(ordered)),
    received: paise(Number(received)),
    toCome: paise(Number(to_come)),
  }));
}

const RECENT = 5;
const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/** Returns the figures of Overview. Excludes archived orders. Only owners see money. */
export async function overview(shop: Shop) {
  adminOnly(shop);
  const [[users], [stock], [sums], recent] = await Promise.all([
    shop.database.select({ count: count() }).from(userProfiles).where(isNull(userProfiles.deactivatedAt)),
    shop.database
      .select({
        count: count(),
        low: sql<number>`(count(*) filter (where ${isLowStock}))::int`,
      })
      .from(artworks),
    shop.database
      .select({
        placed: count(),
        revenue: paiseOf(sql`sum(${orders.total}) filter (where ${isRevenue})`),
        received: paiseOf(sql`sum(${receivedOf})`),
        cancelled: paiseOf(sql`sum(${orders.total}) filter (where ${isRevenue} and ${eq(orders.status, 'cancelled')})`),
        toConfirm: sql<number>`(count(*) filter (where ${wherePaymentState('awaiting-confirmation')}))::int`,
        toPack: sql<number>`(count(*) filter (where ${whereAwaitsPacking()}))::int`,
        toCall: sql<number>`(count(*) filter (where ${whereAwaitsCall()}))::int`,
      })
      .from(orders)
      .where(isNull(orders.archivedAt)),
    shop.database
      .select()
      .from(orders)
      .where(isNull(orders.archivedAt))
      .orderBy(...newestFirst)
      .limit(RECENT),
  ]);
  const { placed, revenue, received, cancelled, toConfirm, toPack, toCall } = sums!;
  return {
    users: users!.count,
    artworks: stock!.count,
    orders: placed,
    money: isOwner(shop) ? { revenue, received, cancelled, toConfirm } : undefined,
    toPack,
    toCall,
    lowStock: stock!.low,
    recentOrders: recent.map(toOrder),
  };
}

/** Returns the newest certain orders, without sales in person. Admins only. */
export async function newestOrders(shop: Shop, limit: number): Promise<{ id: string; name: string; at: Date }[]> {
  adminOnly(shop);
  const at = sql<Date>`${orders.confirmedAt}`.mapWith(orders.confirmedAt);
  return shop.database
    .select({ id: orders.id, name: orders.customerName, at })
    .from(orders)
    .where(and(isNull(orders.archivedAt), isNotNull(orders.confirmedAt), eq(orders.handedOver, false)))
    .orderBy(desc(orders.confirmedAt), desc(orders.id))
    .limit(limit);
}

const MAX_SALES = 200;

/** Returns today's sales, at most 200. Only owners see the sums. */
export async function salesInPerson(shop: Shop) {
  adminOnly(shop);
  const midnight = new Date(`${dayInIndia(shop.now)}T00:00:00+05:30`);
  const today = and(eq(orders.handedOver, true), gte(orders.createdAt, midnight), isNull(orders.archivedAt));
  const method = sql<'cash' | 'upi' | 'bank'>`case
    when ${orders.paymentReferenceId} like 'CASH-%' then 'cash' when ${orders.paymentMethod} = 'upi' then 'upi' else 'bank' end`;
  const [sales, sums] = await Promise.all([
    shop.database
      .select({
        id: orders.id,
        orderNumber: orders.orderNumber,
        userId: orders.userId,
        customerName: orders.customerName,
        items: orders.items,
        total: orders.total,
        method: method.as('method'),
        isUndone: sql<boolean>`${orders.status} = 'cancelled'`,
        createdAt: orders.createdAt,
      })
      .from(orders)
      .where(today)
      .orderBy(...newestFirst)
      .limit(MAX_SALES),
    shop.database
      .select({ method: method.as('method'), count: count(), sum: paiseOf(sql`sum(${orders.total})`) })
      .from(orders)
      .where(and(today, ne(orders.status, 'cancelled')))
      .groupBy(sql`method`),
  ]);
  return { sales, sums: isOwner(shop) ? sums : undefined };
}
