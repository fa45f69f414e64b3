-- The backups that the shop makes by itself. One without its size is being made, or was never finished.
create table backups (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  started_at timestamptz not null,
  bytes bigint,
  row_count bigint,
  file_count integer,
  -- Why it could not be made, or not be copied to the other place.
  problem text not null default '',
  -- When it was last restored into a scratch directory, and what was wrong with it.
  checked_at timestamptz,
  check_problem text not null default ''
);

create index backups_started on backups (started_at desc);
