-- Each webhook is kept as it came, with what was read from it, before it is acted on.
alter table payment_events rename to webhook_events;
alter table webhook_events rename constraint payment_events_pkey to webhook_events_pkey;
alter table webhook_events
  -- Forgotten after 90 days.
  add column raw_body text,
  add column signature text,
  add column answer jsonb,
  add column handled_at timestamptz,
  add column last_error text;
update webhook_events set handled_at = received_at;
create index webhook_events_unhandled on webhook_events (received_at) where handled_at is null;
create index webhook_events_bodies on webhook_events (received_at) where raw_body is not null;

alter table payment_orders
  -- Where the shopper pays, when the gateway opened a page for this payment alone.
  add column redirect jsonb,
  drop constraint payment_orders_failure_check,
  add constraint payment_orders_failure_check
    check (failure in ('declined', 'cancelled', 'wrong-amount', 'id-used'));

-- What a gateway gives back of its payments, asked for by the shop (with its key) or made in the gateway's dashboard.
create table gateway_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_order_id uuid not null references payment_orders,
  key text,
  provider_refund_id text,
  amount bigint check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (payment_order_id, key),
  unique (payment_order_id, provider_refund_id),
  check (key is not null or provider_refund_id is not null)
);

-- A day of a gateway held against the shop's own books, and what differed.
create table gateway_checks (
  provider text not null,
  day date not null,
  payments integer not null,
  refunds integer not null,
  checked_at timestamptz not null,
  primary key (provider, day)
);
create table gateway_differences (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  day date not null,
  about text not null check (about in ('payment', 'refund')),
  kind text not null check (kind in ('missing-here', 'missing-there', 'other-amount')),
  provider_id text not null,
  order_id uuid references orders,
  ours bigint,
  theirs bigint,
  -- The shop had missed a payment and has taken it into its books since.
  completed boolean not null default false,
  unique (provider, day, about, provider_id),
  foreign key (provider, day) references gateway_checks on delete cascade
);

-- What a gateway paid out, line by line: what came of each payment after the gateway's fee and the tax on it.
create table gateway_settlements (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  provider_settlement_id text not null,
  reference text,
  settled_at timestamptz not null,
  imported_at timestamptz not null,
  unique (provider, provider_settlement_id)
);
create index gateway_settlements_newest on gateway_settlements (settled_at desc, id desc);
create table gateway_settlement_lines (
  settlement_id uuid not null references gateway_settlements,
  provider_id text not null,
  kind text not null check (kind in ('payment', 'refund', 'other')),
  payment_id uuid references payments,
  gross bigint not null,
  fee bigint not null,
  tax bigint not null,
  net bigint not null,
  primary key (settlement_id, kind, provider_id),
  check (net = gross - fee - tax)
);
create index gateway_settlement_lines_payment on gateway_settlement_lines (payment_id);
