-- The day an owner last looked for a claimed payment in the bank without finding it.
alter table payments add column not_found_on date;
