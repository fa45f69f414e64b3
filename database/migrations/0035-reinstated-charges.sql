-- What came off an order is due again where the order begins anew: its cancellation is taken back after all of it went back.
alter table ledger_entries drop constraint ledger_entries_type_check;
alter table ledger_entries add constraint ledger_entries_type_check check (type in ('charged', 'voided', 'credited', 'claimed',
  'rejected', 'matched', 'unmatched', 'captured', 'collected', 'refunded', 'refund-failed', 'written-off', 'reinstated'));
