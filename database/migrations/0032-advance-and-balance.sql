-- What must have come before an order goes its way, for work made to order; null where it goes when its customer says that it is
-- paid. What is kept of a cancelled one, by the terms it was sold under.
alter table orders
  add column advance bigint check (advance > 0 and advance <= total),
  add column kept bigint not null default 0 check (kept >= 0 and kept <= total),
  add constraint orders_kept_check check (kept = 0 or status = 'cancelled');
