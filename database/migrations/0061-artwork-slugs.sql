-- The readable part of a piece's address, made of its title by whoever writes it; one it had before leads to the present one for good.
alter table artworks add column slug text not null default '';
create table artwork_former_slugs (
  slug text primary key,
  artwork_id uuid not null references artworks on delete cascade
);
create index artwork_former_slugs_of on artwork_former_slugs (artwork_id);

-- Latin letters without their accents, figures and hyphens. What would be read as an id or as one of the sample's numbers gets a word before it.
create function slug_of(title text) returns text immutable strict language sql as $$
  select case when plain = '' then 'artwork' when plain ~ '^[0-9]+$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'artwork-' || plain else plain end
  from (select trim(both '-' from left(regexp_replace(regexp_replace(lower(normalize(title, nfkd)),
    U&'[\0300-\036f''\2019]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 80)) as plain) cleaned
$$;

-- Pieces of one title are told apart by a number, and when there are many by a part of their id. Who writes one waits for who writes another of the same title.
create function set_artwork_slug() returns trigger language plpgsql as $$
declare
  base text := slug_of(new.title);
  candidate text := base;
  number int := 1;
begin
  if tg_op = 'UPDATE' then
    if base = slug_of(old.title) then
      return new;
    end if;
    insert into artwork_former_slugs values (old.slug, old.id);
  elsif new.slug <> '' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('slug ' || base, 0));
  while exists (select from artworks where slug = candidate and id <> new.id)
    or exists (select from artwork_former_slugs where slug = candidate and artwork_id <> new.id)
  loop
    number := number + 1;
    candidate := base || '-' || case
      when number < 10 then number::text
      when number = 10 then left(md5(new.id::text), 8)
      else left(md5(new.id::text), 8) || '-' || number end;
  end loop;
  delete from artwork_former_slugs where slug = candidate;
  new.slug := candidate;
  return new;
end $$;
create trigger artworks_slug_insert before insert on artworks for each row execute function set_artwork_slug();

create index artworks_slug_found on artworks (slug);
do $$
declare
  piece record;
  base text;
  candidate text;
  number int;
begin
  for piece in select id, title from artworks order by created_at, id loop
    base := slug_of(piece.title);
    candidate := base;
    number := 1;
    while exists (select from artworks where slug = candidate) loop
      number := number + 1;
      candidate := base || '-' || case
      when number < 10 then number::text
      when number = 10 then left(md5(piece.id::text), 8)
      else left(md5(piece.id::text), 8) || '-' || number end;
    end loop;
    update artworks set slug = candidate where id = piece.id;
  end loop;
end $$;
drop index artworks_slug_found;
create unique index artworks_slug on artworks (slug);
create trigger artworks_slug_update before update of title on artworks for each row execute function set_artwork_slug();

-- As in migration 0036, but a piece's own page is told by the address it has.
create or replace function announce_artwork_update() returns trigger language plpgsql as $$
declare changed text[];
begin
  changed := array(select n.slug from new_rows n join old_rows o using (id) where n is distinct from o limit 101);
  if cardinality(changed) = 0 then
    return null;
  end if;
  if exists (
    select from new_rows n join old_rows o using (id)
    where to_jsonb(n) - array['stock_count', 'version', 'updated_at'] <> to_jsonb(o) - array['stock_count', 'version', 'updated_at']
  ) then
    perform pg_notify('pages', 'catalogue');
  elsif cardinality(changed) > 100 then
    perform pg_notify('pages', 'catalogue');
  else
    perform pg_notify('pages', 'artwork ' || slug) from unnest(changed) as slug;
  end if;
  return null;
end $$;
