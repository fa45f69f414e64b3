-- Who works in the admin area: the owner sees everything, a helper neither money nor settings.
alter table user_profiles add column admin_role text not null default 'owner' check (admin_role in ('owner', 'helper'));
