-- An event that is written wakes the workers when its transaction commits, without a statement of its own.
create function outbox_wake_workers() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;

create trigger outbox_wake_workers after insert on outbox
  for each statement execute function outbox_wake_workers();
