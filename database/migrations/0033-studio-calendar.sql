-- What a customer wants stitched to, for the next time; only where they said so.
alter table user_profiles add column measurements text not null default '';
