-- The audit is kept when people are forgotten, so what they are called and reached by goes out of it.
alter table audit_log disable trigger audit_log_append_only;
update audit_log
set before = before - 'name' - 'phone',
  after = after
    || case when after ? 'name' then '{"name":"changed"}' else '{}' end::jsonb
    || case when after ? 'phone' then '{"phone":"changed"}' else '{}' end::jsonb
where subject_table = 'user_profiles';
update audit_log set before = before - 'email', after = after - 'email' where subject_table = 'invitations';
update audit_log set after = after - 'toEmail' - 'toPhone' where subject_table = 'messages';
alter table audit_log enable trigger audit_log_append_only;
