-- A reference may be claimed by two orders: the second claim is contested. Gateways' and the shop's own references stay unique.
drop index orders_payment_reference;
create index orders_payment_reference on orders (payment_reference_id);
alter table payments drop constraint payments_reference_id_key;
create index payments_reference on payments (reference_id);
create unique index payments_given_reference on payments (reference_id) where source <> 'reference';

-- An order over the limit for unpaid orders takes its stock once its payment is confirmed.
alter table orders add column stock_waits_for_payment boolean not null default false;

-- Keyed digests of the account, phone and email behind an unpaid order or hold, and of the network address.
alter table orders add column holder_keys text[], add column network_key text;
alter table stock_holds add column holder_keys text[], add column network_key text;
create index orders_unpaid_holders on orders (created_at)
  where holder_keys is not null and status in ('pending', 'processing') and verification <> 'matched';

-- When the hold behind the newest QR ends, which decides until when its price is kept.
alter table checkout_attempts add column drawn_until timestamptz;
