-- The request that an event came from, as the answer's X-Request-Id and the log name it; null for what the shop did by itself.
alter table outbox add column request_id uuid;
