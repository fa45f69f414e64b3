-- Addresses that nobody has confirmed and that mails about an order went to: each has a link that stops them.
create table unconfirmed_recipients (
  email text primary key,
  token uuid not null unique default gen_random_uuid(),
  stopped_at timestamptz
);
