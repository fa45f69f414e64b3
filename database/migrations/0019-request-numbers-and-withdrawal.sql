-- The number by which people speak of a request; without what can be mistaken on the phone.
alter table order_requests add column request_number text;
update order_requests
  set request_number = 'R-' || translate(upper(substr(md5(id::text), 1, 8)), '01', 'GH');
alter table order_requests
  alter column request_number set not null,
  add constraint order_requests_request_number_key unique (request_number);

-- A request that its sender took back.
alter table order_requests drop constraint order_requests_status_check;
alter table order_requests
  add constraint order_requests_status_check check (status in ('pending', 'accepted', 'rejected', 'withdrawn'));
