-- What the studio says to somebody whose request it can't fulfil.
alter table order_requests add column rejection_reason text;

-- What was handed over in person, at a fair or at the studio's door.
alter table orders add column handed_over boolean not null default false;
update orders set handed_over = true
  where exists (select from order_history where order_id = orders.id and reason = 'Handed over in person');
create index orders_handed_over on orders (created_at) where handed_over;
