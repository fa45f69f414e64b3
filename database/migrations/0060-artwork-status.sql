-- A piece is a draft that only admins see, published, or archived: no longer made, but there for who has its address.
alter table artworks add column status text not null default 'published' check (status in ('draft', 'published', 'archived'));

-- The groups of the filters are told apart by it, so that the gallery's counts are those of what is published.
alter table artworks drop column facet_group;
alter table artworks add column facet_group text not null generated always as (
  status || E'\x1f' || medium || E'\x1f' || case when stock_count > 0 then 't' else 'f' end || E'\x1f'
    || case when featured then 't' else 'f' end || E'\x1f' || category || E'\x1f' || style
) stored;
create index artworks_group_newest on artworks (facet_group, created_at desc, id desc);
create index artworks_group_price on artworks (facet_group, price, id);
create index artworks_unpublished on artworks (status, created_at desc, id desc) where status <> 'published';

-- As in migration 0037, but the terms that a misspelt search is mended by are those of what is published.
create or replace function count_artworks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into artwork_counts select facet_group, count(*) from new_rows group by facet_group;
    insert into artwork_terms
      select term, count(*) from new_rows, terms_of(title, category, tags) as term where status = 'published' group by term;
  elsif tg_op = 'DELETE' then
    insert into artwork_counts select facet_group, -count(*) from old_rows group by facet_group;
    insert into artwork_terms
      select term, -count(*) from old_rows, terms_of(title, category, tags) as term where status = 'published' group by term;
  elsif tg_op = 'UPDATE' then
    -- Most often a count of stock that changes neither.
    if not exists (
      select from new_rows n join old_rows o using (id)
      where (n.facet_group, n.title, n.tags) is distinct from (o.facet_group, o.title, o.tags)
    ) then
      return null;
    end if;
    insert into artwork_counts
      select facet_group, sum(change)
      from (select facet_group, 1 as change from new_rows union all select facet_group, -1 from old_rows) changes
      group by facet_group having sum(change) <> 0;
    insert into artwork_terms
      select term, sum(change)
      from (select term, 1 as change from new_rows, terms_of(title, category, tags) as term where status = 'published'
        union all select term, -1 from old_rows, terms_of(title, category, tags) as term where status = 'published') changes
      group by term having sum(change) <> 0;
  else
    delete from artwork_counts;
    delete from artwork_terms;
  end if;
  return null;
end $$;

delete from artwork_counts;
insert into artwork_counts select facet_group, count(*) from artworks group by facet_group;
