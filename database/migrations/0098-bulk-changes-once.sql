-- What was done to several pieces at once from a form, by its key: sent again, since the answer was lost, it is not done a second time.
create table artwork_changes (
  key uuid primary key,
  change jsonb not null,
  changed integer not null,
  refused integer not null,
  created_at timestamptz not null
);
