-- How often a second factor was guessed wrong, and until when it is refused.
alter table auth_two_factors
  add column failed_verification_count integer not null default 0,
  add column locked_until timestamptz;

-- Browsers a person has signed in with, by the hash of a random cookie: a sign-in from another one is told by mail.
create table auth_devices (
  user_id uuid not null references auth_users on delete cascade,
  device text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);
