-- The stage, hours and cloth of a request's work are columns of the request.
alter table order_requests
  add column stage text check (stage in ('fabric-in', 'design', 'painting', 'stitching', 'ready')),
  -- Hours of work in the studio's calendar; null counts as what its kind takes.
  add column work_hours integer check (work_hours > 0),
  add column fabric_expected_cm integer check (fabric_expected_cm > 0),
  add column fabric_received_cm integer check (fabric_received_cm >= 0),
  add column fabric_marks text not null default '',
  add column fabric_received_at timestamptz,
  add column fabric_confirmed_at timestamptz,
  add column fabric_left_cm integer check (fabric_left_cm >= 0),
  add column photo_consent_at timestamptz;

update order_requests set
  stage = commissions.stage,
  work_hours = commissions.work_hours,
  fabric_expected_cm = commissions.fabric_expected_cm,
  fabric_received_cm = commissions.fabric_received_cm,
  fabric_marks = commissions.fabric_marks,
  fabric_received_at = commissions.fabric_received_at,
  fabric_confirmed_at = commissions.fabric_confirmed_at,
  fabric_left_cm = commissions.fabric_left_cm,
  photo_consent_at = commissions.photo_consent_at
from commissions where commissions.request_id = order_requests.id;
drop table commissions;

drop trigger order_requests_announce_work on order_requests;
create trigger order_requests_announce_work
  after update of status, order_id, want_stitching, artwork_id, stage, work_hours or delete on order_requests
  for each statement execute function announce_page_change('calendar');
