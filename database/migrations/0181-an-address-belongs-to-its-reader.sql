-- Several accounts may claim an address; auth_users.email stays unique and holds it once it is confirmed.
drop index user_profiles_email_key;
create index user_profiles_email on user_profiles (email);
