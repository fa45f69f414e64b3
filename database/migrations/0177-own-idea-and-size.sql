-- A piece with the status 'own-idea' only starts custom orders.
alter table artworks drop constraint artworks_status_check;
alter table artworks add constraint artworks_status_check check (status in ('draft', 'published', 'archived', 'own-idea'));

-- The gallery filters by the longest side instead of by style.
create function size_of(dimensions jsonb) returns text immutable parallel safe language sql as $$
  select case when longest > 100 then 'large' when longest > 40 then 'medium' when longest > 0 then 'small' else '' end
  from (select max(case when jsonb_typeof(value) = 'number' then value::text::numeric else 0 end)
      * case when dimensions ->> 'unit' = 'inches' then 2.54 else 1 end as longest
    from (values (dimensions -> 'width'), (dimensions -> 'height')) as sides (value)) as measured
$$;

alter table artworks drop column facet_group;
alter table artworks add column facet_group text not null generated always as (
  status || E'\x1f' || medium || E'\x1f' || case when stock_count > 0 then 't' else 'f' end || E'\x1f'
    || case when featured then 't' else 'f' end || E'\x1f' || category || E'\x1f' || size_of(dimensions)
) stored;
create index artworks_group_newest on artworks (facet_group, created_at desc, id desc);
create index artworks_group_price_ascending on artworks (facet_group, coalesce(price, 999999999999999), id);
create index artworks_group_price_descending on artworks (facet_group, coalesce(price, -1), id);

delete from artwork_counts;
insert into artwork_counts select facet_group, count(*) from artworks group by facet_group;
