-- An order whose cancellation is taken back takes its coupon's use again, even where the last one is gone by then.
alter table coupons drop constraint coupons_check;

-- References are compared without hyphens and the like: an order's may not be written in another way for the next one.
create index payments_normal_reference on payments (regexp_replace(reference_id, '[^A-Z0-9]', '', 'g'));

-- A customer may take back what the studio has not answered yet.
alter table return_requests drop constraint return_requests_status_check;
alter table return_requests
  add constraint return_requests_status_check check (status in ('pending', 'accepted', 'declined', 'withdrawn'));
