-- Web push to the devices of owners. The keys identify the shop to push services and are part of every backup.
create table push_keys (
  id smallint primary key default 1 check (id = 1),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null
);

-- The digest of the browser's device cookie; null for sessions from before this migration.
alter table auth_sessions add column device text;

create table push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users (id) on delete cascade,
  device text not null,
  name text not null,
  endpoint text not null unique check (endpoint like 'https://%'),
  p256dh text not null,
  auth text not null,
  kinds text[] not null,
  -- Hours of the day in India.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  shows_details boolean not null default false,
  last_error text,
  turned_on_at timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null)),
  unique (user_id, device)
);

create table push_notices (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references push_devices (id) on delete cascade,
  occasion text not null,
  kind text not null,
  path text not null,
  -- Only where the owner chose it; emptied once sent.
  detail text,
  due_at timestamptz not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'expired', 'failed')),
  created_at timestamptz not null,
  unique (device_id, occasion)
);
create index push_notices_queued on push_notices (device_id, kind) where state = 'queued';
create index push_notices_oldest on push_notices (created_at);
