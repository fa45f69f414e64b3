-- The gallery and every search stay as quick as they are when the shop grows: what is shown is read from the start of an
-- index, and what is counted was counted when it was written.

create extension if not exists pg_trgm;

-- What the gallery's filters look at, but for price and search: artworks alike in these are a facet group. A separator that nobody types.
alter table artworks add column facet_group text not null generated always as (
  medium || E'\x1f' || case when stock_count > 0 then 't' else 'f' end || E'\x1f' || case when featured then 't' else 'f' end
    || E'\x1f' || category || E'\x1f' || style
) stored;

drop index artworks_medium;
create index artworks_group_newest on artworks (facet_group, created_at desc, id desc);
create index artworks_group_price on artworks (facet_group, price, id);

-- In a database of the C locale trigrams are made of ASCII letters alone: what is none becomes the digits of its bytes, so that Hindi is found by
-- the index as well.
create function trigram_text(text text) returns text immutable strict parallel safe language sql as $$
  select encode(convert_to(text, 'UTF8'), 'escape')
$$;
create index artworks_search_text on artworks using gin (trigram_text(search_text) gin_trgm_ops);
create index artworks_title_text on artworks using gin (trigram_text(lower(title)) gin_trgm_ops);

-- How many artworks are in each facet group, and how many have each term in title, category or tags. Each change appends its difference, since
-- orders that sell the last of something at the same moment must not wait for one row; the count is the sum. The shop folds them now and then.
create table artwork_counts (facet_group text not null, count integer not null);
create table artwork_terms (term text not null, count integer not null);

create function terms_of(title text, category text, tags text[]) returns setof text immutable language sql as $$
  select distinct term
  from regexp_split_to_table(lower(title || ' ' || category || ' ' || array_to_string(tags, ' ')), '[[:space:][:punct:]]+') as term
  where length(term) >= 3 and term !~ '^[0-9]+$'
$$;

create function count_artworks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into artwork_counts select facet_group, count(*) from new_rows group by facet_group;
    insert into artwork_terms select term, count(*) from new_rows, terms_of(title, category, tags) as term group by term;
  elsif tg_op = 'DELETE' then
    insert into artwork_counts select facet_group, -count(*) from old_rows group by facet_group;
    insert into artwork_terms select term, -count(*) from old_rows, terms_of(title, category, tags) as term group by term;
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
      from (select term, 1 as change from new_rows, terms_of(title, category, tags) as term
        union all select term, -1 from old_rows, terms_of(title, category, tags) as term) changes
      group by term having sum(change) <> 0;
  else
    delete from artwork_counts;
    delete from artwork_terms;
  end if;
  return null;
end $$;
create trigger artworks_count_insert after insert on artworks
  referencing new table as new_rows for each statement execute function count_artworks();
create trigger artworks_count_update after update on artworks
  referencing old table as old_rows new table as new_rows for each statement execute function count_artworks();
create trigger artworks_count_delete after delete on artworks
  referencing old table as old_rows for each statement execute function count_artworks();
create trigger artworks_count_truncate after truncate on artworks
  for each statement execute function count_artworks();

insert into artwork_counts select facet_group, count(*) from artworks group by facet_group;
insert into artwork_terms select term, count(*) from artworks, terms_of(title, category, tags) as term group by term;
