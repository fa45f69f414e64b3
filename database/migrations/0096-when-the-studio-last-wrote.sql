-- When the studio last wrote to who asked, in whatever way, or took their request up again: a request about which it wrote isn't quiet.
alter table order_requests add column last_reply_at timestamptz;
update order_requests
set last_reply_at = greatest(
  replied_at,
  (select max(created_at) from quotes where quotes.request_id = order_requests.id),
  (select max(created_at) from request_messages where request_messages.request_id = order_requests.id and sender = 'studio')
)
where replied_at is not null;
