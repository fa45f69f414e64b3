-- Events that could not be delivered are listed and counted: few among many that were.
create index outbox_dead on outbox (created_at, id) where state = 'dead';
