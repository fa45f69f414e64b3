-- The page of a piece is known by its slug since 0061.
create or replace function announce_purchases() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', 'artwork ' || slug) from artworks where id in (select artwork_id from bought_rows) limit 100;
  return null;
end $$;
