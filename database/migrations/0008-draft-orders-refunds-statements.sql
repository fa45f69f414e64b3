-- The owner's desk: orders made by hand, notes, refunds, bank statements, answers to requests and messages.

-- An order made by hand, on the phone or at a fair: made_by is the admin who wrote it down, and its customer may have no account.
alter table orders
  alter column user_id drop not null,
  add column made_by uuid references auth_users on delete set null,
  add column made_key uuid unique,
  drop constraint orders_check2,
  add constraint orders_discount_has_a_reason check (coupon_code is not null or made_key is not null or discount_amount = 0),
  add constraint orders_belong_to_somebody check (user_id is not null or made_key is not null);
alter table payments alter column customer_id drop not null;

create table order_notes (
  id uuid primary key default gen_random_uuid(),
  key uuid not null unique,
  order_id uuid not null references orders,
  body text not null check (btrim(body) <> ''),
  written_by uuid references auth_users on delete set null,
  created_at timestamptz not null default now()
);
create index order_notes_order on order_notes (order_id, created_at);

-- The key makes a refund that was posted twice one refund.
alter table refunds add column key uuid not null unique default gen_random_uuid();

-- What came in by the bank's account. The fingerprint is the line's own, so that reading a statement twice adds nothing.
create table bank_statement_lines (
  id uuid primary key default gen_random_uuid(),
  fingerprint text not null unique,
  day date not null,
  amount bigint not null check (amount > 0),
  reference text,
  named_references text[] not null default '{}',
  description text not null,
  payer text,
  order_id uuid unique references orders,
  match_batch uuid,
  matched_at timestamptz,
  imported_by uuid references auth_users on delete set null,
  imported_at timestamptz not null default now(),
  check (order_id is not null or match_batch is null)
);
create index bank_statement_lines_newest on bank_statement_lines (day desc, id desc);
create index bank_statement_lines_batch on bank_statement_lines (match_batch) where match_batch is not null;

alter table order_requests
  add column notes text not null default '',
  add column replied_at timestamptz;
alter table contact_messages add column replied_at timestamptz;
alter table messages
  add column request_id uuid references order_requests on delete set null,
  add column contact_message_id uuid references contact_messages on delete set null;
create index messages_request on messages (request_id) where request_id is not null;
create index messages_contact on messages (contact_message_id) where contact_message_id is not null;
