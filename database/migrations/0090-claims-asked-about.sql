-- The owner is asked to look up a claim wherever its order came from.
alter table payments add column match_asked_at timestamptz;
update payments set match_asked_at = checkout_attempts.match_asked_at
from checkout_attempts join orders on orders.id = checkout_attempts.order_id
where checkout_attempts.match_asked_at is not null and payments.reference_id = orders.payment_reference_id;
alter table checkout_attempts drop column match_asked_at;
