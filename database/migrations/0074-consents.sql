-- What people agreed to, and took back: one row each time, with the version of the policy that stood there then.
create table consents (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  -- Whose it is; null for somebody without an account, and once the account was deleted.
  user_id uuid references auth_users,
  -- What it is about, where it is about a request; it goes with that.
  request_id uuid references order_requests on delete cascade,
  purpose text not null check (purpose in
    ('terms', 'marketing-emails', 'whatsapp-updates', 'purchase-history', 'measurements', 'commission-photos')),
  given boolean not null,
  policy text not null check (policy in ('terms', 'privacy')),
  -- Its number in policy_versions; 0 where none was written down yet.
  policy_version integer not null check (policy_version >= 0),
  place text not null check (place in ('settings', 'profile', 'order-request', 'custom-order', 'commission', 'deletion')),
  created_at timestamptz not null default now(),
  check (user_id is not null or request_id is not null)
);
create index consents_user on consents (user_id, purpose, sequence desc) where user_id is not null;
create index consents_request on consents (request_id) where request_id is not null;

create trigger consents_of_nobody before insert on consents for each row execute function refuse_deleted_account();

-- A row says what was said then: nothing of it changes but that its person is forgotten.
create function refuse_changed_consent() returns trigger language plpgsql as $$
begin
  if new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then return new; end if;
  raise exception 'consents are only added';
end $$;
create trigger consents_append_only before update on consents for each row execute function refuse_changed_consent();

-- What was on before stands, as far as it is known.
insert into consents (user_id, purpose, given, policy, policy_version, place, created_at)
  select s.user_id, each.purpose, true, 'privacy', 0, 'settings', s.updated_at
  from customer_settings s, lateral (values
    ('marketing-emails', s.marketing_emails),
    ('whatsapp-updates', s.whatsapp_order_updates),
    ('purchase-history', s.share_purchase_history)) each (purpose, given)
  where each.given;
insert into consents (user_id, purpose, given, policy, policy_version, place, created_at)
  select id, 'measurements', true, 'privacy', 0, 'profile', updated_at from user_profiles
  where measurements <> '' and anonymised_at is null;
insert into consents (user_id, request_id, purpose, given, policy, policy_version, place, created_at)
  select r.user_id, r.id, 'commission-photos', true, 'privacy', 0, 'commission', c.photo_consent_at
  from commissions c join order_requests r on r.id = c.request_id
  left join user_profiles p on p.id = r.user_id
  where c.photo_consent_at is not null and p.anonymised_at is null;
