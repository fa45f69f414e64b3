-- What cash on delivery costs is a part of the total of its own. A parcel may come back to the sender.
alter table orders
  add column cod_charge bigint not null default 0 check (cod_charge >= 0),
  add column returned_to_sender_at timestamptz,
  drop constraint orders_check1,
  add constraint orders_total_adds_up check (total = subtotal - discount_amount + shipping_cost + cod_charge + gst_amount),
  add constraint orders_returned_to_sender check (returned_to_sender_at is null or status = 'cancelled');
create index orders_cod_of_customer on orders (user_id) where payment_method = 'cod';

-- Cash that couriers collected comes for several orders at once, less what they keep.
create table cod_remittances (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  courier text not null,
  reference text not null,
  day date not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  recorded_by uuid references auth_users,
  created_at timestamptz not null default now()
);
create index cod_remittances_newest on cod_remittances (day desc, created_at desc);

-- Cash that has come, each payment once: by a remittance, or else in hand.
create table cod_settlements (
  payment_id uuid primary key references payments,
  remittance_id uuid references cod_remittances on delete cascade,
  recorded_by uuid references auth_users,
  created_at timestamptz not null default now()
);
create index cod_settlements_of_remittance on cod_settlements (remittance_id);
