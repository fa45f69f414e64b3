-- Why a gateway's payment failed, and when the gateway was last asked about one.
alter table payment_orders
  add column failure text check (failure in ('declined', 'cancelled', 'wrong-amount')),
  -- The gateway's own words, for the shopper.
  add column failure_reason text check (length(failure_reason) <= 300),
  -- Whether the gateway said that nothing was debited.
  add column not_debited boolean not null default false,
  add column failed_at timestamptz,
  add column asked_at timestamptz,
  add check (status = 'failed' or failure is null);
create index payment_orders_unsettled on payment_orders (created_at) where status <> 'completed';

-- When the customer said that the payment is made, before its reference arrived.
alter table orders add column claimed_at timestamptz;
