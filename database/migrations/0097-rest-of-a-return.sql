-- Of a return that came in part the rest can be withdrawn or closed: what came stays received.
alter table return_requests drop constraint return_requests_received;
alter table return_requests
  add constraint return_requests_received check (received_at is null or status in ('accepted', 'withdrawn', 'closed'));
