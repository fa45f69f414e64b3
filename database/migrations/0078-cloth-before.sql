-- What was known of a customer's cloth before more of it came: it stands again when the newer one is taken back.
alter table stage_updates add column fabric_before jsonb;
