-- Each GST registration has its own series of documents, so a document's registration is a column.
alter table papers disable trigger papers_append_only;
alter table papers
  add column gstin text,
  drop constraint papers_number,
  drop constraint papers_kind_check,
  drop constraint papers_credit_notes,
  add constraint papers_kind_check check (
    kind in (
      'invoice', 'bill-of-supply', 'tax-invoice', 'invoice-cum-bill-of-supply', 'credit-note', 'debit-note',
      'receipt-voucher', 'refund-voucher', 'receipt')),
  -- A receipt names the invoice that it pays, if there is one.
  add constraint papers_corrections check (
    kind = 'receipt' or (corrects_id is not null) = (kind in ('credit-note', 'debit-note', 'refund-voucher')));
update papers set gstin = content -> 'seller' ->> 'gstin';
alter table papers enable trigger papers_append_only;
create unique index papers_number on papers (kind, gstin, financial_year, number) nulls not distinct;
create index papers_corrects on papers (corrects_id) where corrects_id is not null;

-- A series continues after its last number.
update paper_counters set last_numbers = series.last_numbers
from (
  select financial_year, jsonb_object_agg(kind || coalesce(' ' || gstin, ''), number) as last_numbers
  from (select financial_year, kind, gstin, max(number) as number from papers group by financial_year, kind, gstin) last
  group by financial_year
) series
where series.financial_year = paper_counters.financial_year;
