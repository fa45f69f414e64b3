-- Whose phone it is, for signing in with it.
create index user_profiles_phone_idx on user_profiles (phone) where phone is not null;
