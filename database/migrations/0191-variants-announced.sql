-- Feeds list every variant of an artwork. A change that buyers see expires the pages with the tag 'catalogue', as for artworks.
create function announce_variant_update() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o using (id)
    where to_jsonb(n) - 'stock_count' <> to_jsonb(o) - 'stock_count' or (n.stock_count > 0) <> (o.stock_count > 0)
  ) then
    perform pg_notify('pages', 'catalogue');
  end if;
  return null;
end $$;
create trigger artwork_variants_announce_update after update on artwork_variants
  referencing old table as old_rows new table as new_rows for each statement execute function announce_variant_update();
create trigger artwork_variants_announce after insert or delete on artwork_variants
  for each statement execute function announce_page_change('catalogue');
