-- Pieces that somebody has a QR for just now: their stock is taken. What ends a hold gives it back, or hands it to the order.
create table stock_holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users,
  artwork_id uuid not null references artworks on delete cascade,
  quantity integer not null check (quantity > 0),
  held_until timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index stock_holds_open on stock_holds (user_id, artwork_id) where ended_at is null;
create index stock_holds_due on stock_holds (held_until) where ended_at is null;
create index stock_holds_artwork on stock_holds (artwork_id) where ended_at is null;
create index stock_holds_of_person on stock_holds (user_id, artwork_id, created_at);

-- What the newest QR of a checkout was drawn for, every amount that one was drawn for, and what was typed of the address.
alter table checkout_attempts
  add column drawn_quote jsonb,
  add column drawn_amounts bigint[] not null default '{}',
  add column typed_address jsonb,
  -- When the owner was asked to look up the reference of its order, which nobody had matched for days.
  add column match_asked_at timestamptz;

-- Who wants to be told when a piece can be had again; the row goes once they are.
create table back_in_stock_requests (
  id uuid primary key default gen_random_uuid(),
  artwork_id uuid not null references artworks on delete cascade,
  email text not null check (email = lower(email)),
  user_id uuid references auth_users on delete cascade,
  announced_at timestamptz,
  created_at timestamptz not null default now(),
  unique (artwork_id, email)
);
