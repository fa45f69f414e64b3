-- What was found when the certificate of the public address was last read, by whichever process had its turn.
create table certificate_checks (
  id boolean primary key default true check (id),
  address text not null,
  valid_from timestamptz,
  valid_until timestamptz,
  problem text check (problem in ('unreadable', 'invalid')),
  detail text not null default '',
  failing_since timestamptz,
  checked_at timestamptz not null,
  check ((problem is null) = (failing_since is null))
);
