-- A note that the customer adds when they change their order.
alter table orders add column customer_note text not null default '' check (char_length(customer_note) <= 500);
