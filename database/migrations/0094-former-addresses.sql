-- Proven addresses that an account has left for another: what went there while they were its own is forgotten with it.
create table former_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users,
  email text not null,
  left_at timestamptz not null
);
create index former_addresses_person on former_addresses (user_id);
create index former_addresses_email on former_addresses (email);
create trigger former_addresses_of_nobody before insert on former_addresses for each row execute function refuse_deleted_account();
