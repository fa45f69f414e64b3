-- A promised day that replaces the one of the accepted quote.
alter table order_requests add column ready_day date;
