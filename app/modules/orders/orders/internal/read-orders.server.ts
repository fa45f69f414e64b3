import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { isUuid } from '#app/basics/uuid.ts';
import type { Order, OrderStatus } from '#app/modules/orders/orders/order.ts';
import {
  orderHistory,
  orderNotes,
  orders,
  shipmentEvents,
  whereAwaitsCall,
  whereAwaitsPacking,
  whereOrderFound,
  wherePaymentState,
} from '#app/modules/orders/orders/tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { pageOf, sortedBy } from '#app/platform/database/keyset.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { adminOnly, ownerOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { toOrder } from './order-row.server.ts';
import { type Balance, NO_BALANCE } from '#app/modules/orders/ledger/ledger.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { containing } from '#app/platform/database/text-search.server.ts';

const PAGE = 25;

/** Returns an order to its customer, to people with its link and to admins (T2). */
export async function getOrder(shop: Shop, id: string): Promise<Order> {
  if (!isUuid(id) || shop.actor.kind === 'guest') throw notFound();
  const { actor } = shop;
  const mine =
    actor.kind === 'order-link'
      ? eq(orders.id, actor.orderId)
      : actor.kind === 'customer'
        ? eq(orders.userId, actor.userId)
        : undefined;
  const [row] = await shop.database
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), mine));
  if (!row) throw notFound();
  return toOrder(row);
}

/** Returns orders in the order of `ids`. Throws not-found when an order is missing. Admins only. */
export async function getOrders(shop: Shop, ids: readonly string[]): Promise<Order[]> {
  adminOnly(shop);
  if (!ids.every(isUuid)) throw notFound();
  if (ids.length === 0) return [];
  const rows = await shop.database
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const found = new Map(rows.map((row) => [row.id, toOrder(row)]));
  return ids.map((id) => {
    const order = found.get(id.toLowerCase());
    if (!order) throw notFound();
    return order;
  });
}

export async function findOrderNumbers(shop: Shop, ids: readonly string[]): Promise<Map<string, string>> {
  adminOnly(shop);
  const wanted = ids.filter(isUuid);
  if (wanted.length === 0) return new Map();
  const rows = await shop.database
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(inArray(orders.id, wanted));
  return new Map(rows.map(({ id, orderNumber }) => [id, orderNumber]));
}

// Not filtered by owner: `getOrder` has already returned this order to the visitor.
/** Returns an order's history, oldest first. */
export async function findOrderHistory(shop: Shop, orderId: string) {
  const order = await getOrder(shop, orderId);
  return shop.database
    .select({
      fromStatus: orderHistory.fromStatus,
      toStatus: orderHistory.toStatus,
      changedBy: orderHistory.changedBy,
      changedByName: userProfiles.name,
      reason: orderHistory.reason,
      createdAt: orderHistory.createdAt,
    })
    .from(orderHistory)
    .leftJoin(userProfiles, eq(userProfiles.id, orderHistory.changedBy))
    .where(eq(orderHistory.orderId, order.id))
    .orderBy(orderHistory.sequence);
}

const SORTS = {
  date: orders.createdAt,
  total: orders.total,
  customer: orders.customerName,
  status: orders.status,
};

/** Counts the orders that need action by the studio. Admins only. */
export async function countWaitingOrders(shop: Shop): Promise<{ toPack: number; toCall: number }> {
  adminOnly(shop);
  const [counted] = await shop.database
    .select({
      toPack: sql<number>`(count(*) filter (where ${whereAwaitsPacking()}))::int`,
      toCall: sql<number>`(count(*) filter (where ${whereAwaitsCall()}))::int`,
    })
    .from(orders)
    .where(and(isNull(orders.archivedAt), inArray(orders.status, ['pending', 'processing'])));
  return counted!;
}

/** Returns orders that are not archived, 25 per page, and `counts` for each status. Admins only. */
export async function listOrders(
  shop: Shop,
  filter: {
    search?: string;
    status?: OrderStatus;
    waitsFor?: 'confirmation' | 'packing' | 'call';
    sort?: string;
    cursor?: string;
  } = {},
) {
  adminOnly(shop);
  const order = sortedBy(orders.id, SORTS, filter.sort);
  const found = and(isNull(orders.archivedAt), whereOrderFound(filter.search));
  const status = filter.status && eq(orders.status, filter.status);
  const waits = {
    confirmation: () => wherePaymentState('awaiting-confirmation'),
    packing: whereAwaitsPacking,
    call: whereAwaitsCall,
  };
  const [rows, counted] = await Promise.all([
    shop.database
      .select({ ...getTableColumns(orders), position: order.position })
      .from(orders)
      .where(and(found, status, filter.waitsFor && waits[filter.waitsFor](), order.after(filter.cursor)))
      .orderBy(...order.orderBy)
      .limit(PAGE + 1),
    shop.database
      .select({
        status: orders.status,
        count: count(),
        toConfirm: sql<number>`(count(*) filter (where ${wherePaymentState('awaiting-confirmation')}))::int`,
        toPack: sql<number>`(count(*) filter (where ${whereAwaitsPacking()}))::int`,
        toCall: sql<number>`(count(*) filter (where ${whereAwaitsCall()}))::int`,
      })
      .from(orders)
      .where(found)
      .groupBy(orders.status),
  ]);
  const counts = {
    all: 0,
    toConfirm: 0,
    toPack: 0,
    toCall: 0,
    pending: 0,
    processing: 0,
    shipped: 0,
    delivered: 0,
    cancelled: 0,
  };
  for (const each of counted) {
    counts[each.status] = each.count;
    counts.all += each.count;
    counts.toConfirm += each.toConfirm;
    counts.toPack += each.toPack;
    counts.toCall += each.toCall;
  }
  const page = pageOf(rows, PAGE);
  return { orders: page.rows.map((row) => toOrder(row)), nextCursor: page.next, counts };
}

/** Returns a text that changes with the order's row, history, parcels and notes. Admins only. */
export async function readVersion(shop: Shop, orderId: string): Promise<string> {
  adminOnly(shop);
  if (!isUuid(orderId)) throw notFound();
  const [found] = await shop.database
    .select({
      // Without table names, a subquery would use a column of another table.
      version: sql<string>`concat_ws(' ', orders.updated_at,
        (select count(*) from ${orderHistory} where order_history.order_id = orders.id),
        (select string_agg(shipment_events.id::text, '' order by shipment_events.id) from ${shipmentEvents} where shipment_events.order_id = orders.id),
        (select string_agg(order_notes.id::text, '' order by order_notes.id) from ${orderNotes} where order_notes.order_id = orders.id))`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!found) throw notFound();
  return found.version;
}

const MAX_ORDERS_OF_CUSTOMER = 100;

/** Returns a customer's newest orders, and totals over all orders. `ordered` excludes cancelled orders. Owners only. */
export async function findOrdersOf(shop: Shop, userId: string) {
  ownerOnly(shop);
  const theirs = eq(orders.userId, userId);
  const [rows, [sums]] = await Promise.all([
    shop.database
      .select()
      .from(orders)
      .where(theirs)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(MAX_ORDERS_OF_CUSTOMER),
    shop.database
      .select({
        count: count(),
        ordered: paiseOf(sql`sum(${orders.total}) filter (where ${ne(orders.status, 'cancelled')})`),
        received: paiseOf(sql`sum(${orderBalances.received})`),
        toCome: paiseOf(
          sql`sum(greatest(${orderBalances.due} - ${orderBalances.received}, 0)) filter (where ${ne(orders.status, 'cancelled')})`,
        ),
      })
      .from(orders)
      .leftJoin(orderBalances, eq(orderBalances.orderId, orders.id))
      .where(theirs),
  ]);
  return { orders: rows.map((row) => toOrder(row)), ...sums! };
}

const MY_PAGE = 10;

export type OrderWithStatus = Order & { since: Date; byCustomer: boolean; balance: Balance };

/** `period` is a calendar year in India, or the last three months. */
export type MyOrdersFilter = { search?: string; period?: number | 'last-3-months'; cursor?: string };
export type MyOrders = {
  orders: OrderWithStatus[];
  nextCursor: string | undefined;
  found: number;
  all: number;
  years: number[];
};

/** Returns the visitor's orders, newest first, ten per page. */
export async function findMyOrders(shop: Shop, filter: MyOrdersFilter = {}): Promise<MyOrders> {
  const { userId } = signedIn(shop);
  const mine = eq(orders.userId, userId);
  const found = and(mine, inPeriod(shop, filter.period), searchedByCustomer(filter.search));
  const year = sql<number>`extract(year from ${orders.createdAt} at time zone 'Asia/Kolkata')::int`;
  const lastStatusChange = shop.database
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
        since: lastStatusChange.since,
        changedBy: lastStatusChange.changedBy,
        balance: { due: orderBalances.due, received: orderBalances.received },
        position: newestFirst.position,
      })
      .from(orders)
      .leftJoinLateral(lastStatusChange, sql`true`)
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
