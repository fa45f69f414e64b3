-- What must have come before an order goes its way, for work made to order; null where it goes when its customer says that it is
-- paid. What is kept of a cancelled one, by the terms it was sold under.
alter table orders
  add column advance bigint check (advance > 0 and advance <= total),
  add column cancellation_fee bigint not null default 0 check (cancellation_fee >= 0 and cancellation_fee <= total),
  add constraint orders_cancellation_fee_check check (cancellation_fee = 0 or status = 'cancelled');
