-- Who was made unrecognisable: the account can't be signed in to, its orders stay.
alter table user_profiles add column anonymised_at timestamptz;
create index user_profiles_by_name on user_profiles (name, id);

-- Invitations to an account. The link is in the mail alone; only its hash is kept, and it works once.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(btrim(email))),
  name text not null default '',
  role text check (role in ('owner', 'helper')),
  token_hash text unique,
  invited_by uuid references auth_users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index invitations_newest on invitations (created_at desc, id desc);
create unique index invitations_open on invitations (email) where accepted_at is null;

-- What the lists of the workbench are filtered and sorted by.
create index audit_log_by_table on audit_log (subject_table, created_at desc, id desc);
create index messages_failed on messages (created_at desc) where state = 'failed';

-- Counts the changes of a setting, so that two owners who change one at once are told.
alter table settings add column version integer not null default 1;

-- What the searches of the workbench look through, in lower case, kept with the row: ILIKE over each column costs six times as much.
alter table orders add column searched_words text not null generated always as (lower(
  order_number || E'\n' || id::text || E'\n' || customer_name || E'\n' || customer_email || E'\n' || coalesce(payment_reference_id, ''))) stored;
alter table user_profiles add column searched_words text not null generated always as (lower(
  name || E'\n' || email || E'\n' || coalesce(phone, ''))) stored;
alter table messages add column searched_words text not null generated always as (lower(recipient || E'\n' || subject)) stored;
alter table audit_log add column searched_words text not null generated always as (lower(
  admin_email || E'\n' || action || E'\n' || subject_id)) stored;
