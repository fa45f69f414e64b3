-- Invoices are numbered by one counter a financial year. It is a row, not a sequence: what an order that was rolled back
-- took from it goes back too, so that no number is missing.
create table invoice_counters (
  financial_year text primary key check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  last_number integer not null default 0 check (last_number >= 0)
);

-- What an invoice prints of seller and buyer stands still from the moment it is issued.
alter table invoices
  add column printed jsonb not null,
  add column discount_percentage numeric(5, 2);
create trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_change();

-- Pieces of an order that came back one by one: cancelling it later gives back only the others.
alter table orders add column put_back jsonb not null default '{}';

-- Returns ---------------------------------------------------------------------------------------------------------

alter table return_requests
  drop column photos,
  add column key uuid not null unique default gen_random_uuid(),
  add column lines jsonb not null check (jsonb_array_length(lines) > 0),
  add column exchange_for text not null default '',
  add column answered_by uuid references auth_users on delete set null,
  add column received_at timestamptz,
  add column received_by uuid references auth_users on delete set null,
  add column put_back_at timestamptz,
  add constraint return_requests_answered check ((status = 'pending') = (answered_at is null)),
  add constraint return_requests_received check (received_at is null or status = 'accepted'),
  add constraint return_requests_put_back check (put_back_at is null or received_at is not null);
create index return_requests_order on return_requests (order_id, created_at);
create index return_requests_newest on return_requests (created_at desc, id desc);

create table return_photos (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references return_requests on delete cascade,
  upload_key uuid not null,
  file_path text not null unique,
  mime_type text not null,
  file_size integer not null check (file_size > 0),
  position integer not null default 0 check (position between 0 and 4),
  created_at timestamptz not null default now()
);
create unique index return_photos_place on return_photos (upload_key, position);
create index return_photos_request on return_photos (request_id);
create index return_photos_waiting on return_photos (created_at) where request_id is null;
