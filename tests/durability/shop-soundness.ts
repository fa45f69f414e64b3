import { type SQL, sql } from 'drizzle-orm';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { INVOICE_KINDS } from '#app/modules/orders/invoices/paper.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export type Beginning = { stock: ReadonlyMap<string, number> };

const LIVE = sql`orders.status <> 'cancelled'`;
const INVOICES = sql.raw(INVOICE_KINDS.map((kind) => `'${kind}'`).join());
const TAKEN = sql`
  select (item ->> 'artwork_id')::uuid as artwork_id, sum((item ->> 'quantity')::int)::int as quantity
  from orders, jsonb_array_elements(orders.items) item
  where ${LIVE} and not coalesce((item ->> 'made_to_order')::boolean, false) group by 1`;

/** An accepted request becomes an unpaid order in processing. */
const UNPAID = sql.raw(`orders.status = 'pending' or (orders.draft_key is not null and orders.confirmed_at is null)`);

/** Each statement finds violations of an invariant that holds even during a kill. */
const RULES: Record<string, SQL> = {
  'an order number is given twice': sql`select order_number as found from orders group by 1 having count(*) > 1`,
  'a checkout points to an order that is not there': sql`
    select a.key::text as found from checkout_attempts a left join orders o on o.id = a.order_id
    where a.order_id is not null and (o.id is null or o.order_number <> a.order_number)`,
  'an order of a checkout is not the order of its checkout': sql`
    select o.order_number as found from orders o left join checkout_attempts a on a.order_id = o.id
    where o.draft_key is null and a.key is null`,
  'stock and what was sold are not the same as in the history of stock': sql`
    select a.id::text as found from artworks a
    left join (${TAKEN}) taken on taken.artwork_id = a.id
    left join (select artwork_id, sum(change)::int as change from stock_changes where order_id is not null group by 1) written on written.artwork_id = a.id
    where coalesce(taken.quantity, 0) <> -coalesce(written.change, 0)`,
  'a coupon is not used as often as orders have it': sql`
    select c.code as found from coupons c where c.used_count <> (select count(*) from orders where ${LIVE} and orders.coupon_code = c.code)
      or c.used_count <> (select count(*) from coupon_redemptions r where r.coupon_id = c.id and r.released_at is null)`,
  'an order that is paid has not exactly one payment, or one that waits has one': sql`
    select orders.order_number as found from orders left join payments on payments.order_id = orders.id
    group by orders.id having count(payments.id) <> case when ${UNPAID} then 0 else 1 end
      or min(payments.amount) <> orders.total or lower(min(payments.reference_id)) <> lower(orders.payment_reference_id)`,
  'an order that is paid has not exactly one invoice, or one that waits has one': sql`
    select orders.order_number as found from orders left join papers on papers.order_id = orders.id and papers.kind in (${INVOICES})
    group by orders.id having count(papers.id) <> case when ${UNPAID} then 0 else 1 end`,
  'the numbers of papers have a gap or come twice': sql`
    select financial_year || ' ' || kind as found from papers group by financial_year, kind, gstin
    having count(*) <> max(number) or count(distinct number) <> count(*)`,
  'an order is not confirmed exactly once in the outbox': sql`
    select orders.order_number as found from orders
    left join outbox on outbox.name = 'orders.confirmed' and (outbox.payload ->> 'orderId')::uuid = orders.id
    group by orders.id having count(outbox.id) <> case when ${UNPAID} then 0 else 1 end`,
  'the history of an order has its beginning not once': sql`
    select orders.order_number as found from orders
    left join order_history on order_history.order_id = orders.id and order_history.from_status is null
    group by orders.id having count(order_history.id) <> 1`,
  'an accepted request has not exactly one order': sql`
    select r.request_number as found from order_requests r left join orders o on o.draft_key = r.id
    group by r.id having count(o.id) <> case when r.status = 'accepted' then 1 else 0 end or (min(o.id::text) is distinct from r.order_id::text)`,
  'more was given back of a payment than came': sql`
    select payments.reference_id as found from payments join refunds on refunds.payment_id = payments.id
    where refunds.status <> 'failed' group by payments.id having sum(refunds.amount) > payments.amount`,
  'an event was given up': sql`select name || ': ' || last_error as found from outbox where state = 'dead'`,
  'a message was given up': sql`select template || ': ' || coalesce(last_error, '') as found from messages where state = 'failed'`,
};

export async function findShopHarm(
  shop: Shop,
  acknowledged: ReadonlySet<string>,
  { stock }: Beginning,
): Promise<string[]> {
  const { database } = shop;
  const harm: string[] = [];
  for (const [rule, statement] of Object.entries(RULES)) {
    const { rows } = await database.execute<{ found: string }>(statement);
    if (rows.length > 0)
      harm.push(
        `${rule}: ${rows
          .slice(0, 5)
          .map(({ found }) => found)
          .join(', ')}`,
      );
  }
  const present = await database.execute<{ id: string }>(sql`select id from orders`);
  const ids = new Set(present.rows.map(({ id }) => id));
  const missing = [...acknowledged].filter((id) => !ids.has(id));
  if (missing.length > 0)
    harm.push(`${missing.length} acknowledged orders are missing: ${missing.slice(0, 5).join(', ')}`);
  const left = await database.execute<{ id: string; stock: number; held: number; taken: number }>(sql`
    select a.id, a.stock_count as stock, coalesce(taken.quantity, 0) as taken,
      (select coalesce(sum(quantity), 0)::int from stock_holds h where h.artwork_id = a.id and h.ended_at is null) as held
    from artworks a left join (${TAKEN}) taken on taken.artwork_id = a.id`);
  for (const each of left.rows)
    if (each.stock + each.held + each.taken !== stock.get(each.id))
      harm.push(
        `the stock of ${each.id} is ${each.stock}, ${each.held} held and ${each.taken} sold of ${stock.get(each.id)}`,
      );
  for (const difference of await checkLedger(shop)) harm.push(`the books: ${JSON.stringify(difference)}`);
  return harm;
}

/** When nothing is queued, every order’s messages must have been sent once. An unpaid order has none. */
export async function findMissingMessages({ database }: Shop): Promise<string[]> {
  const { rows } = await database.execute<{ found: string }>(sql`
    select orders.order_number || ' ' || wanted.template || ' ' || count(m.id) || ' ' || coalesce(min(m.state), '') as found
    from orders
    join (values ('order-placed', false), ('owner-order-placed', false), ('order-agreed', true)) wanted (template, is_request)
      on wanted.is_request = (orders.draft_key is not null)
    left join messages m on m.order_id = orders.id and m.template = wanted.template
    group by orders.id, wanted.template, is_request
    having count(m.id) <> case when is_request or orders.confirmed_at is not null then 1 else 0 end or min(m.state) <> 'sent'`);
  return rows.map(({ found }) => `message ${found}`);
}
