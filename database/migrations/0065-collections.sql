-- Pieces that belong together, with a page of their own: a festival, a wedding. Its address is made of its first title and stays.
create table collections (
  id uuid primary key default gen_random_uuid(),
  slug text not null default '' unique,
  title text not null,
  description text not null default '',
  -- Empty: the picture of its first piece.
  image text not null default '',
  published boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table collection_artworks (
  collection_id uuid not null references collections on delete cascade,
  artwork_id uuid not null references artworks on delete cascade,
  position integer not null,
  primary key (collection_id, artwork_id)
);
create index collection_artworks_in_order on collection_artworks (collection_id, position, artwork_id);
create index collection_artworks_artwork on collection_artworks (artwork_id);

create function set_collection_slug() returns trigger language plpgsql as $$
declare
  base text := regexp_replace(slug_of(new.title), '^artwork', 'collection');
  number int := 1;
begin
  perform pg_advisory_xact_lock(hashtextextended('collection ' || base, 0));
  new.slug := base;
  while exists (select from collections where slug = new.slug) loop
    number := number + 1;
    new.slug := base || '-' || number;
  end loop;
  return new;
end $$;
create trigger collections_slug before insert on collections
  for each row when (new.slug = '') execute function set_collection_slug();

create trigger collections_announce after insert or update or delete or truncate on collections
  for each statement execute function announce_page_change('catalogue');
create trigger collection_artworks_announce after insert or update or delete or truncate on collection_artworks
  for each statement execute function announce_page_change('catalogue');
