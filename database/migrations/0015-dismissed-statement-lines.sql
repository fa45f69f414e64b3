-- A line of the bank that is no order's payment: interest, a friend's loan. It is kept, and asks for nothing any more.
alter table bank_statement_lines add column dismissed_at timestamptz;
