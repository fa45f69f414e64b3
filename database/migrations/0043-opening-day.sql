-- When a live shop was opened for buyers, and when its first order came: from then on it stays open.
create table opening (
  id boolean primary key default true check (id),
  opened_at timestamptz,
  opened_by uuid references auth_users (id),
  first_order_at timestamptz,
  check (opened_at is not null or first_order_at is null)
);

-- What only the owner can know: that a payment or a mail arrived, that the policies were read, that there is a backup. `subject` is
-- what was tried, so that another UPI address or mail server is tried anew.
create table opening_checks (
  item text not null check (item in ('payment', 'mail', 'policies', 'backup')),
  subject text not null,
  note text not null default '',
  checked_by uuid references auth_users (id),
  checked_at timestamptz not null,
  primary key (item, subject)
);

-- A shop that sells already stays open. One that was filled with the sample has only played.
insert into opening (opened_at, first_order_at)
select min(created_at), min(created_at) from orders
where not exists (select from auth_users where email = 'customer@bisvar.example')
having min(created_at) is not null;

-- Pages say whether the shop sells.
create trigger opening_checks_announce after insert or update or delete or truncate on opening_checks
  for each statement execute function announce_page_change('settings');
create trigger opening_announce after insert or update or delete or truncate on opening
  for each statement execute function announce_page_change('settings');
