-- When an order first became certain: its customer is told once, and reads of a cancellation only then.
alter table orders add column confirmed_at timestamptz;
update orders set confirmed_at = coalesce(
  (select min(created_at) from order_history
    where order_history.order_id = orders.id and to_status in ('processing', 'shipped', 'delivered')),
  case when status in ('processing', 'shipped', 'delivered') then created_at end);

update outbox set name = 'orders.confirmed' where name = 'orders.placed';

-- An order that an admin writes down begins as a draft; what comes back in stock is restocked.
alter table orders rename column made_by to drafted_by;
alter table orders rename column made_key to draft_key;
alter table orders rename constraint orders_made_by_fkey to orders_drafted_by_fkey;
alter table orders rename constraint orders_made_key_key to orders_draft_key_key;
alter table orders rename column put_back to restocked;
alter table return_requests rename column put_back_at to restocked_at;
alter table return_requests rename constraint return_requests_put_back to return_requests_restocked;
