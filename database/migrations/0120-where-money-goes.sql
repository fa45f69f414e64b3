-- UPI addresses that an owner asked for. Buyers keep paying to the former one while a row has no `ended_at`.
create table payee_changes (
  id uuid primary key default gen_random_uuid(),
  address text,
  name text,
  is_merchant boolean not null,
  asked_by uuid references auth_users (id),
  asked_at timestamptz not null,
  ended_at timestamptz
);
create unique index payee_changes_pending on payee_changes ((true)) where ended_at is null;

-- A hash of each gateway's credentials at the last start, empty for a gateway without any.
create table gateway_fingerprints (
  gateway text primary key,
  fingerprint text not null,
  seen_at timestamptz not null
);
