import { and, count, desc, eq, getTableColumns, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Balance } from '#app/modules/ledger/ledger.ts';
import { balancesOf } from '#app/modules/ledger/ledger.server.ts';
import type { Order } from '#app/modules/orders/order.ts';
import { orderHistory, orders } from '#app/modules/orders/tables.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { containing } from '#app/platform/database/text-search.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { type OrderRow, toOrder } from './order-row.server.ts';

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
  const [rows, [counted], years] = await Promise.all([
    shop.database
      .select({ ...getTableColumns(orders), position: newestFirst.position })
      .from(orders)
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
    orders: await asTheyStand(shop, userId, page.rows),
    nextCursor: page.next,
    found: counted!.found,
    all: counted!.all,
    years: years.map((each) => each.year),
  };
}

async function asTheyStand(shop: Shop, userId: string, rows: OrderRow[]): Promise<OrderAsItStands[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const balances = await balancesOf(shop, ids);
  const changes = await shop.database
    .selectDistinctOn([orderHistory.orderId], {
      orderId: orderHistory.orderId,
      since: orderHistory.createdAt,
      changedBy: orderHistory.changedBy,
    })
    .from(orderHistory)
    .where(
      and(
        inArray(orderHistory.orderId, ids),
        sql`${orderHistory.fromStatus} is distinct from ${orderHistory.toStatus}`,
      ),
    )
    .orderBy(orderHistory.orderId, desc(orderHistory.sequence));
  const last = new Map(changes.map((change) => [change.orderId, change]));
  return rows.map((row) => ({
    ...toOrder(row),
    since: last.get(row.id)?.since ?? row.createdAt,
    byCustomer: last.get(row.id)?.changedBy === userId,
    balance: balances.get(row.id)!,
  }));
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
