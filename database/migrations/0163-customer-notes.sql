-- What the studio notes about a customer. Only owners read it.
alter table user_profiles add column note text not null default '';
