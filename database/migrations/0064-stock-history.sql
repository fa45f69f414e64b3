-- Why a stock count changed: a sale and what gives it back, a return, a correction. Holds of a checkout are none: nothing has left the shelf.
create table stock_changes (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  artwork_id uuid not null,
  change integer not null check (change <> 0),
  kind text not null check (kind in ('sale', 'cancellation', 'return', 'correction')),
  order_id uuid,
  order_number text,
  reason text not null default '',
  changed_by uuid references auth_users (id) on delete set null,
  created_at timestamptz not null default now(),
  check ((kind = 'correction') = (order_id is null))
);
create index stock_changes_artwork on stock_changes (artwork_id, sequence desc);
create index stock_changes_changed_by on stock_changes (changed_by) where changed_by is not null;
