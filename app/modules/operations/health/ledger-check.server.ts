import { count, desc, lt, sql } from 'drizzle-orm';
import { LEDGER_EFFECTS, LEDGER_TYPES } from '#app/modules/orders/ledger/ledger.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { ledgerChecks } from './tables.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { announce } from '#app/platform/outbox/outbox.server.ts';
import { type Paise, paise } from '#app/basics/money.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { log } from '#app/platform/log.server.ts';
import { adminOnly, ownerOnly, type Shop } from '#app/platform/shop.server.ts';

export type LedgerDifference = {
  orderId: string;
  about: 'entries' | 'due' | 'received' | 'verification' | 'order';
  ledger: Paise;
  rows: Paise;
};

const MAX_DIFFERENCES = 100;

const effect = (side: 'due' | 'received') =>
  sql`coalesce(sum(case entry.type ${sql.join(
    LEDGER_TYPES.filter((type) => LEDGER_EFFECTS[type][side] !== 0).map(
      (type) => sql`when ${type} then ${LEDGER_EFFECTS[type][side]}::int * entry.amount`,
    ),
    sql` `,
  )} else 0 end), 0)`;

/** Returns up to a hundred differences. Only for admins and background jobs. */
export async function checkLedger(shop: Shop): Promise<LedgerDifference[]> {
  adminOnly(shop);
  const { rows } = await shop.database.execute<{
    order_id: string;
    about: LedgerDifference['about'];
    ledger: string;
    rows: string;
  }>(sql`
    with entries as (
      select entry.order_id, ${effect('due')} as due, ${effect('received')} as received,
        coalesce(sum(case when entry.type = 'reinstated' then -entry.amount else entry.amount end)
          filter (where entry.type in ('credited', 'written-off', 'reinstated')), 0) as reduced
      from ledger_entries entry group by entry.order_id),
    paid as (
      select order_id, sum(amount) as amount from payments
      where status = 'success' and verification = 'matched' group by order_id),
    gone as (
      select payments.order_id, sum(refunds.amount) as amount from refunds join payments on payments.id = refunds.payment_id
      where refunds.status <> 'failed' group by payments.order_id),
    books as (
      select orders.id as order_id, coalesce(balance.due, 0) as due, coalesce(balance.received, 0) as received,
        coalesce(entries.due, 0) as entered_due, coalesce(entries.received, 0) as entered_received,
        case when orders.status = 'cancelled' then orders.cancellation_fee else orders.total - coalesce(entries.reduced, 0) end as should_be_due,
        coalesce(paid.amount, 0) - coalesce(gone.amount, 0) as should_be_received
      from orders
      left join order_balances balance on balance.order_id = orders.id
      left join entries on entries.order_id = orders.id
      left join paid on paid.order_id = orders.id
      left join gone on gone.order_id = orders.id),
    last_entries as (
      select distinct on (payment_id) payment_id, type from ledger_entries
      where payment_id is not null and type in ('claimed', 'matched', 'unmatched', 'rejected', 'captured', 'collected')
      order by payment_id, sequence desc)
    select order_id, 'entries' as about, due + received as ledger, entered_due + entered_received as rows from books
      where due <> entered_due or received <> entered_received
    union all
    select order_id, 'due', due, should_be_due from books where due <> should_be_due
    union all
    select order_id, 'received', received, should_be_received from books where received <> should_be_received
    union all
    select payments.order_id, 'verification', 0, payments.amount from payments
      left join last_entries on last_entries.payment_id = payments.id
      where payments.status = 'success' and payments.amount > 0 and payments.verification is distinct from
        case last_entries.type when 'claimed' then 'unverified' when 'unmatched' then 'unverified' when 'rejected' then 'rejected'
          when 'matched' then 'matched' when 'captured' then 'matched' when 'collected' then 'matched' else 'unverified' end
    union all
    select orders.id, 'order', coalesce(paid.amount, 0), newest.amount from orders
      join payments newest on newest.order_id = orders.id and newest.reference_id = orders.payment_reference_id
      left join paid on paid.order_id = orders.id
      where orders.verification = 'matched' and newest.status = 'success' and newest.amount > 0
        and (newest.verification = 'unverified' or newest.verification = 'rejected' and paid.order_id is null)
    limit ${MAX_DIFFERENCES}`);
  return rows.map((row) => ({
    orderId: row.order_id,
    about: row.about,
    ledger: paise(Number(row.ledger)),
    rows: paise(Number(row.rows)),
  }));
}

export type LedgerCheck = Pick<typeof ledgerChecks.$inferSelect, 'checkedAt' | 'differences' | 'orders' | 'received'>;

const MAX_AGE_DAYS = 400;

/** Stores the result and logs differences. Only for owners and background jobs. */
export async function recordLedgerCheck(shop: Shop): Promise<LedgerCheck> {
  ownerOnly(shop);
  const [covered] = await shop.database
    .select({ orders: count(), received: paiseOf(sql`sum(${orderBalances.received})`) })
    .from(orderBalances);
  const check = { checkedAt: shop.now, differences: await checkLedger(shop), ...covered! };
  await shop.database.insert(ledgerChecks).values(check);
  await shop.database
    .delete(ledgerChecks)
    .where(lt(ledgerChecks.checkedAt, new Date(shop.now.getTime() - MAX_AGE_DAYS * 86_400_000)));
  if (check.differences.length > 0) log.error({ differences: check.differences }, 'the ledger does not agree');
  await publish(shop, [topics.admin], { kind: 'payment', id: 'ledger' });
  return check;
}

/** Checks the ledger once a day after midnight in India. Returns whether it was due. */
export async function checkLedgerNightly(shop: Shop): Promise<boolean> {
  ownerOnly(shop);
  const last = await lastLedgerCheck(shop);
  if (last && dayInIndia(last.checkedAt) === dayInIndia(shop.now)) return false;
  const { differences } = await recordLedgerCheck(shop);
  if (differences.length > 0) await announce(shop, 'ledger.books-differ', { count: differences.length });
  return true;
}

export async function lastLedgerCheck(shop: Shop): Promise<LedgerCheck | undefined> {
  ownerOnly(shop);
  const [last] = await shop.database
    .select({
      checkedAt: ledgerChecks.checkedAt,
      differences: ledgerChecks.differences,
      orders: ledgerChecks.orders,
      received: ledgerChecks.received,
    })
    .from(ledgerChecks)
    .orderBy(desc(ledgerChecks.checkedAt))
    .limit(1);
  return last;
}
