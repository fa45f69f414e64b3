-- Of a return may come less than was asked: what came of each line, and how many of these went back into stock. What was noted
-- before came whole.
alter table return_requests add column received jsonb check (jsonb_array_length(received) > 0);
update return_requests
set received = (
  select jsonb_agg(line || jsonb_build_object('fitForSale', case when restocked_at is null then 0 else (line->>'quantity')::int end) order by place)
  from jsonb_array_elements(lines) with ordinality as each (line, place)
)
where received_at is not null;
alter table return_requests add constraint return_requests_received_lines check ((received is null) = (received_at is null));

-- An accepted return whose pieces don't come can be closed by the studio.
alter table return_requests drop constraint return_requests_status_check;
alter table return_requests
  add constraint return_requests_status_check check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'closed'));
