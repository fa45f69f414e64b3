-- Orders that another shop sold: their papers are that shop's.
alter table orders add column moved_in_at timestamptz;

-- What was moved in, so that a repeat leaves alone what was deleted since; of a picture with the address it has here.
create table moved_in (
  table_name text not null,
  source_id text not null,
  media_url text,
  moved_at timestamptz not null default now(),
  primary key (table_name, source_id)
);

-- Whether there are any is asked at each sign-in.
create index auth_accounts_bcrypt on auth_accounts (id) where password like '$2%';
