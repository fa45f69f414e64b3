-- A bank line may pay several orders, and several lines one order.
create table bank_line_allocations (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references bank_statement_lines,
  order_id uuid not null references orders,
  payment_id uuid not null unique references payments,
  amount bigint not null check (amount > 0),
  batch uuid not null,
  created_at timestamptz not null default now()
);
create index bank_line_allocations_line on bank_line_allocations (line_id);
create index bank_line_allocations_order on bank_line_allocations (order_id);
create index bank_line_allocations_batch on bank_line_allocations (batch);

insert into bank_line_allocations (line_id, order_id, payment_id, amount, batch, created_at)
select distinct on (payments.id) line.id, line.order_id, payments.id, line.amount, line.match_batch, coalesce(line.matched_at, now())
from bank_statement_lines line
join payments on payments.order_id = line.order_id and payments.source = 'reference' and payments.verification = 'matched'
where line.match_batch is not null
order by payments.id, line.matched_at desc;

alter table bank_statement_lines drop column order_id, drop column match_batch, drop column matched_at;
