import { and, count, desc, eq, getTableColumns, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Balance, NO_BALANCE } from '#app/modules/orders/ledger/ledger.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import type { Order } from '#app/modules/orders/orders/order.ts';
import { orderHistory, orders } from '#app/modules/orders/orders/tables.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { containing } from '#app/platform/database/text-search.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { toOrder } from './order-row.server.ts';

const MY_PAGE = 10;

/** An order with the moment at which it came to its present status, whether its customer brought it there, and what is due of it and was received. */
export type OrderAsItStands = Order & { since: Date; byCustomer: boolean; balance: Balance };

/** How the history is narrowed down: a calendar year in India, or the last three months. */
export type MyOrdersFilter = { search?: string; period?: number | 'last-3-months'; cursor?: string };
export type MyOrders = {
  orders: OrderAsItStands[];
  nextCursor: string | undefined;
  /** How many the filter leaves, and how many there are. */
  found: number;
  all: number;
  /** The years in which something was ordered, latest first. */
  years: number[];
};

/**
 * The visitor's own orders, newest first, ten a page; throws SignInNeeded for guests. The search looks into order
 * number, id, titles as they were bought and payment reference. The cursor is the last row's; an unreadable one is the
 * first page.
 */
export async function ordersOf(shop: Shop, filter: MyOrdersFilter = {}): Promise<MyOrders> {
  const { userId } = signedIn(shop);
  const mine = eq(orders.userId, userId);
  const found = and(mine, inPeriod(shop, filter.period), searchedByCustomer(filter.search));
  const year = sql<number>`extract(year from ${orders.createdAt} at time zone 'Asia/Kolkata')::int`;
  const last = shop.database
    .select({ since: orderHistory.createdAt, changedBy: orderHistory.changedBy })
    .from(orderHistory)
    .where(
      and(
        eq(orderHistory.orderId, orders.id),
        sql`${orderHistory.fromStatus} is distinct from ${orderHistory.toStatus}`,
      ),
    )
    .orderBy(desc(orderHistory.sequence))
    .limit(1)
    .as('last');
  const [rows, [counted], years] = await Promise.all([
    shop.database
      .select({
        order: getTableColumns(orders),
        since: last.since,
        changedBy: last.changedBy,
        balance: { due: orderBalances.due, received: orderBalances.received },
        position: newestFirst.position,
      })
      .from(orders)
      .leftJoinLateral(last, sql`true`)
      .leftJoin(orderBalances, eq(orderBalances.orderId, orders.id))
      .where(and(found, newestFirst.after(filter.cursor)))
      .orderBy(...newestFirst.orderBy)
      .limit(MY_PAGE + 1),
    shop.database
      .select({ all: count(), found: sql<number>`(count(*) filter (where ${found}))::int` })
      .from(orders)
      .where(mine),
    shop.database.selectDistinct({ year }).from(orders).where(mine).orderBy(desc(year)),
  ]);
  const page = pageOf(rows, MY_PAGE);
  return {
    orders: page.rows.map(({ order, since, changedBy, balance }) => ({
      ...toOrder(order),
      since: since ?? order.createdAt,
      byCustomer: changedBy === userId,
      balance: balance ?? NO_BALANCE,
    })),
    nextCursor: page.next,
    found: counted!.found,
    all: counted!.all,
    years: years.map((each) => each.year),
  };
}

function inPeriod(shop: Shop, period: MyOrdersFilter['period']): SQL | undefined {
  if (period === undefined) return undefined;
  if (period === 'last-3-months')
    return sql`${orders.createdAt} >= ${shop.now.toISOString()}::timestamptz - interval '3 months'`;
  const newYear = (year: number) => new Date(`${String(year).padStart(4, '0')}-01-01T00:00:00+05:30`);
  return and(gte(orders.createdAt, newYear(period)), lt(orders.createdAt, newYear(period + 1)));
}

function searchedByCustomer(search: string | undefined): SQL | undefined {
  const pattern = containing(search?.trim().replace(/^#/, ''));
  if (!pattern) return undefined;
  return or(
    ilike(orders.orderNumber, pattern),
    ilike(sql`${orders.id}::text`, pattern),
    ilike(orders.paymentReferenceId, pattern),
    sql`exists (select 1 from jsonb_array_elements(${orders.items}) item where item->>'title' ilike ${pattern})`,
  );
}

const newestFirst = sortedBy(orders.id, { date: orders.createdAt });
