-- What befell the shop, for its owner to read.
create table incidents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('crash', 'database-outage')),
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at),
  acknowledged_at timestamptz
);
create index incidents_open on incidents (ended_at desc) where acknowledged_at is null;
