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
alter table payment_orders rename column asked_at to polled_at;

-- What each order bought, so that the catalogue recommends without reading orders.
create table artwork_purchases (
  order_id uuid not null references orders,
  artwork_id uuid not null,
  user_id uuid not null references auth_users on delete cascade,
  bought_at timestamptz not null,
  primary key (order_id, artwork_id)
);
create index artwork_purchases_user on artwork_purchases (user_id);
create index artwork_purchases_artwork on artwork_purchases (artwork_id, bought_at);
insert into artwork_purchases (order_id, artwork_id, user_id, bought_at)
select distinct orders.id, (item->>'artwork_id')::uuid, orders.user_id, orders.created_at
from orders, jsonb_array_elements(orders.items) item
where orders.user_id is not null and orders.status <> 'cancelled' and orders.payment_status <> 'pending';
