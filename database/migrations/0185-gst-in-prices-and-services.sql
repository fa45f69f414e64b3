-- Prices are stored with GST. A shop that typed them without it added the GST at checkout, so its prices now hold it.
create temporary table gst_rates on commit drop as
select a.id, a.mrp, coalesce(a.gst_rate, (g.value -> g.medium ->> 'rate')::numeric, 5) as rate
from artworks a
cross join lateral (
  select
    (select value from settings where key = 'gst') as value,
    case when a.medium = 'handcraft' and lower(a.category) = 'skin care' then 'skin-care' else a.medium end as medium
) g
where exists (
  select from settings
  where key = 'seller' and value ->> 'status' = 'regular' and (value ->> 'pricesExcludeGst')::boolean
);

update artwork_variants v
set price = greatest(v.price, least(v.price + div(v.price * r.rate * 100 + 5000, 10000), r.mrp, 100000000000))
from gst_rates r
where r.id = v.artwork_id;

update artworks a
set
  price = case
    when a.has_variants then (select min(v.price) from artwork_variants v where v.artwork_id = a.id)
    else greatest(a.price, least(a.price + div(a.price * r.rate * 100 + 5000, 10000), r.mrp, 100000000000))
  end,
  version = a.version + 1,
  updated_at = now()
from gst_rates r
where r.id = a.id and r.rate > 0 and a.price is not null;

-- Work on the customer's own cloth, which is billed as a service.
alter table quotes add column is_service boolean not null default false;
