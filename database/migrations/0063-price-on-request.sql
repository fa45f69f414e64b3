-- The price of a piece may be named on request: it has none, and comes last in every list by price.
alter table artworks alter column price drop not null;

drop index artworks_price;
drop index artworks_group_price;
create index artworks_price_ascending on artworks (coalesce(price, 999999999999999), id);
create index artworks_price_descending on artworks (coalesce(price, -1), id);
create index artworks_group_price_ascending on artworks (facet_group, coalesce(price, 999999999999999), id);
create index artworks_group_price_descending on artworks (facet_group, coalesce(price, -1), id);

alter table order_requests drop constraint order_requests_kind_check;
alter table order_requests add constraint order_requests_kind_check check (kind in ('out-of-stock', 'price-on-request', 'custom'));
