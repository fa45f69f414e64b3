-- How each payment came: only a reference is looked for in the bank.
alter table payments add column source text;
update payments set source = case
  when exists (select from payment_orders where payment_orders.order_id = payments.order_id and upper(payment_id) = reference_id)
    then 'gateway'
  when reference_id like 'CASH-%' then 'cash'
  else 'reference' end;
alter table payments
  alter column source set not null,
  add constraint payments_source_check check (source in ('reference', 'gateway', 'cash'));

-- A refund moves by a gateway, or by hand under a reference of its own.
alter table refunds
  add column status text not null default 'succeeded' check (status in ('pending', 'succeeded', 'failed')),
  add column provider text,
  add column reference_id text,
  add column failure_reason text,
  add column settled_at timestamptz;
update refunds set settled_at = created_at;

-- Every movement of money, and of what is due, of each order. Rows are added, never changed.
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity unique,
  order_id uuid not null references orders,
  type text not null check (type in ('charged', 'voided', 'credited', 'claimed', 'rejected', 'matched', 'unmatched', 'captured',
    'collected', 'refunded', 'refund-failed', 'written-off')),
  amount bigint not null check (amount > 0),
  payment_id uuid references payments,
  refund_id uuid references refunds,
  reason text,
  recorded_by uuid references auth_users,
  created_at timestamptz not null default now()
);
create index ledger_entries_order on ledger_entries (order_id, sequence);
create index ledger_entries_payment on ledger_entries (payment_id) where payment_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are added, never changed' using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_are_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();

-- What the entries of an order come to.
create table order_balances (
  order_id uuid primary key references orders,
  due bigint not null default 0 check (due >= 0),
  received bigint not null default 0 check (received >= 0),
  -- Since when more was received than is due, and by which entry.
  overpaid_since timestamptz,
  overpaid_by text,
  check ((received > due) = (overpaid_since is not null)),
  check ((overpaid_since is null) = (overpaid_by is null))
);
create index order_balances_overpaid on order_balances (overpaid_since) where overpaid_since is not null;

-- Where a customer wants money back that no gateway returns; deleted some time after it went.
create table refund_destinations (
  order_id uuid primary key references orders,
  upi_id text,
  account_holder text,
  account_number text,
  ifsc text,
  given_at timestamptz not null default now(),
  check ((upi_id is null) <> (account_number is null)),
  check ((account_number is null) = (ifsc is null) and (account_number is null) = (account_holder is null))
);

-- Each time the books were checked, and what didn't agree.
create table ledger_checks (
  id uuid primary key default gen_random_uuid(),
  checked_at timestamptz not null default now(),
  differences jsonb not null default '[]'
);
create index ledger_checks_newest on ledger_checks (checked_at desc);

-- What happened before there was a ledger, as far as the rows tell it. Money that went back was there.
update payments set verification = 'matched'
  where verification <> 'matched' and exists (select from refunds where payment_id = payments.id);
insert into ledger_entries (order_id, type, amount, created_at)
  select id, 'charged', total, created_at from orders where total > 0 order by created_at, id;
insert into ledger_entries (order_id, type, amount, created_at)
  select id, 'voided', total, coalesce(released_at, updated_at) from orders where status = 'cancelled' and total > 0;
insert into payments (order_id, customer_id, amount, reference_id, status, verification, source, created_at)
  select id, user_id, total, 'COD-' || order_number, 'success', 'matched', 'cash', updated_at
  from orders where payment_method = 'cod' and payment_status = 'confirmed'
    and not exists (select from payments where payments.order_id = orders.id);
insert into ledger_entries (order_id, type, amount, payment_id, created_at)
  select order_id, case source when 'gateway' then 'captured' when 'cash' then 'collected' else 'claimed' end, amount, id, created_at
  from payments where status = 'success' and amount > 0 and (source <> 'cash' or verification = 'matched')
  order by created_at, id;
insert into ledger_entries (order_id, type, amount, payment_id, created_at)
  select order_id, verification, amount, id, created_at
  from payments where status = 'success' and amount > 0 and source = 'reference' and verification <> 'unverified';
insert into ledger_entries (order_id, type, amount, payment_id, refund_id, reason, recorded_by, created_at)
  select payments.order_id, 'refunded', refunds.amount, payments.id, refunds.id, refunds.reason, refunds.recorded_by, refunds.created_at
  from refunds join payments on payments.id = refunds.payment_id
  order by refunds.created_at, refunds.id;
insert into order_balances (order_id, due, received, overpaid_since, overpaid_by)
  select order_id, due, received,
    case when received > due then last_at end, case when received > due then 'voided' end
  from (
    select orders.id as order_id,
      coalesce(sum(case type when 'charged' then amount when 'voided' then -amount else 0 end), 0) as due,
      coalesce(sum(case when type in ('matched', 'captured', 'collected') then amount when type = 'refunded' then -amount else 0 end), 0)
        as received,
      coalesce(max(ledger_entries.created_at), max(orders.updated_at)) as last_at
    from orders left join ledger_entries on ledger_entries.order_id = orders.id group by orders.id) sums;
