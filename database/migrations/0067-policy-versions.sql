-- What each policy said, and from when: an order is under the texts that were in force when it was placed.
create table policy_versions (
  id uuid primary key default gen_random_uuid(),
  policy text not null check (policy in ('terms', 'privacy', 'returns', 'shipping')),
  number integer not null check (number > 0),
  -- Markdown as it was shown.
  text text not null check (length(text) between 1 and 100000),
  -- What the owner wrote, with its variables; null while it is the shop's own text.
  source text check (length(source) between 1 and 20000),
  created_at timestamptz not null default now(),
  unique (policy, number)
);
create trigger policy_versions_append_only before update or delete on policy_versions
  for each row execute function refuse_change();
create trigger policy_versions_announce after insert or truncate on policy_versions
  for each statement execute function announce_page_change('settings');
