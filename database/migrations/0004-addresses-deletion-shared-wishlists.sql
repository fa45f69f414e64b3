-- What customers keep in My Dashboard: several addresses, a link to their wishlist, and the wish to be forgotten.

-- The first address is the profile's: whoever has saved one finds it in the list.
insert into customer_addresses (user_id, address, position)
  select id, address, 0 from user_profiles p
  where address is not null and not exists (select 1 from customer_addresses a where a.user_id = p.id);

-- When the account will be anonymised, while that can still be undone.
alter table user_profiles add column deletion_due_at timestamptz;
create index user_profiles_deletion_due on user_profiles (deletion_due_at) where deletion_due_at is not null;

-- Whoever holds the token sees the list; a person has one link at most, and stopping it deletes the row.
create table wishlist_links (
  user_id uuid primary key references auth_users on delete cascade,
  token text not null unique check (length(token) >= 32),
  created_at timestamptz not null default now()
);

-- What was written to a person, and what a person has asked for: for their own copy of it.
create index messages_recipient on messages (recipient, created_at desc);
create index order_requests_sender on order_requests (user_id, created_at desc);
create index contact_messages_sender on contact_messages (email, created_at desc);
