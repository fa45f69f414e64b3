-- Row triggers do not fire for TRUNCATE, so tables that refuse DELETE refuse it here.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are added, never removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_truncate();
create trigger papers_no_truncate before truncate on papers for each statement execute function refuse_truncate();
create trigger order_history_no_truncate before truncate on order_history for each statement execute function refuse_truncate();
create trigger policy_versions_no_truncate before truncate on policy_versions for each statement execute function refuse_truncate();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_truncate();
