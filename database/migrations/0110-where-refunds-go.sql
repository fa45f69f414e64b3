-- A refund destination says when it was changed, and what it was before, masked.
alter table refund_destinations add column changed_at timestamptz, add column previous text;

-- Where a refund made by hand went, masked.
alter table refunds add column sent_to text;

-- Why the owner cancelled an order, in words for its customer.
alter table orders add column cancellation_reason text;
