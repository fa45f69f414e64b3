-- How many orders a check of the books covered, and what was received for them.
alter table ledger_checks add column orders integer, add column received bigint;
