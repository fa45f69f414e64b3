-- The sizes and cloths that a piece comes in, each with a price and a stock count of its own. The piece's own stock count is their sum
-- and its price the lowest of them, so that lists, filters and sorting need not look at them.
create table artwork_variants (
  id uuid primary key default gen_random_uuid(),
  artwork_id uuid not null references artworks on delete cascade,
  position integer not null,
  size text not null default '',
  cloth text not null default '',
  price bigint not null check (price > 0),
  stock_count integer not null default 0 check (stock_count >= 0),
  dimensions jsonb not null default '{"width": 0, "height": 0, "unit": "cm"}',
  check (size <> '' or cloth <> ''),
  unique (artwork_id, size, cloth)
);
alter table artworks add column has_variants boolean not null default false;

-- Whoever writes one side of the sum and forgets the other doesn't get to commit.
create function refuse_unequal_variants(piece uuid) returns void language plpgsql as $$
begin
  if exists (
    select from artworks a,
      lateral (select count(*) as number, sum(v.stock_count) as stock_count, min(v.price) as price from artwork_variants v where v.artwork_id = a.id) v
    where a.id = piece and (a.has_variants <> (v.number > 0)
      or a.has_variants and (a.stock_count <> v.stock_count or a.price is distinct from v.price))
  ) then
    raise exception 'price or stock of artwork % are not those of its variants', piece using errcode = 'check_violation';
  end if;
end $$;
create function check_artwork_of_variants() returns trigger language plpgsql as $$
begin
  perform refuse_unequal_variants(new.id);
  return null;
end $$;
create constraint trigger artworks_equal_variants after insert on artworks
  deferrable initially deferred for each row when (new.has_variants) execute function check_artwork_of_variants();
create constraint trigger artworks_equal_variants_still after update on artworks
  deferrable initially deferred for each row when (old.has_variants or new.has_variants) execute function check_artwork_of_variants();
create function check_variant() returns trigger language plpgsql as $$
begin
  perform refuse_unequal_variants(coalesce(new.artwork_id, old.artwork_id));
  return null;
end $$;
create constraint trigger variants_equal_artwork after insert or update or delete on artwork_variants
  deferrable initially deferred for each row execute function check_variant();

-- A line of a cart is of one variant, or of a piece that has none.
alter table cart add column variant_id uuid references artwork_variants on delete cascade;
alter table cart drop constraint cart_user_id_artwork_id_key;
create unique index cart_user_item on cart (user_id, artwork_id, variant_id) nulls not distinct;
create index cart_variant on cart (variant_id) where variant_id is not null;

alter table stock_holds add column variant_id uuid references artwork_variants on delete cascade;
drop index stock_holds_open;
create unique index stock_holds_open on stock_holds (user_id, artwork_id, variant_id) nulls not distinct where ended_at is null;
create index stock_holds_variant on stock_holds (variant_id) where variant_id is not null;

alter table stock_changes add column variant_id uuid;
