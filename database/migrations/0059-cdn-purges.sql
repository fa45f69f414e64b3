-- What a content delivery network is to forget, by tag. It was asked to when it was purged after it was wanted.
create table cdn_purges (
  tag text primary key check (length(tag) <= 100),
  wanted_at timestamptz not null,
  purged_at timestamptz,
  -- Until then a process is at it.
  claimed_until timestamptz
);
