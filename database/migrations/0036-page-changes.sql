-- Pages that are the same for every guest are kept in memory, in each process of the shop. What changes something they show says so on
-- the channel 'pages' when its transaction commits, by the name of what changed; the same name is said once a transaction.

-- How many there are of a piece is on its own page only, as long as there are any: an order needn't drop every list.
create function announce_artwork_update() returns trigger language plpgsql as $$
declare changed uuid[];
begin
  changed := array(select n.id from new_rows n join old_rows o using (id) where n is distinct from o limit 101);
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
    perform pg_notify('pages', 'artwork ' || id) from unnest(changed) as id;
  end if;
  return null;
end $$;
create trigger artworks_announce_update after update on artworks
  referencing old table as old_rows new table as new_rows for each statement execute function announce_artwork_update();

-- What was changed at all: the name is the trigger's argument.
create function announce_page_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', tg_argv[0]);
  return null;
end $$;
create trigger artworks_announce after insert or delete or truncate on artworks
  for each statement execute function announce_page_change('catalogue');
create trigger media_gallery_announce after update or delete on media_gallery
  for each statement execute function announce_page_change('catalogue');
create trigger settings_announce after insert or update or delete or truncate on settings
  for each statement execute function announce_page_change('settings');
create trigger coupons_announce after insert or delete or truncate on coupons
  for each statement execute function announce_page_change('coupons');
create trigger customer_settings_announce after update of share_purchase_history on customer_settings
  for each statement execute function announce_page_change('purchases');

-- A use of a coupon changes no offer until it is the last one, or one is given back.
create function announce_coupon_update() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'used_count' <> to_jsonb(old) - 'used_count'
    or (new.used_count >= new.usage_limit) is distinct from (old.used_count >= old.usage_limit) then
    perform pg_notify('pages', 'coupons');
  end if;
  return null;
end $$;
create trigger coupons_announce_update after update on coupons
  for each row execute function announce_coupon_update();

-- How often a piece was bought stands on its page.
create function announce_purchases() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages', 'artwork ' || artwork_id) from (select distinct artwork_id from bought_rows limit 100) bought;
  return null;
end $$;
create trigger artwork_purchases_announce_insert after insert on artwork_purchases
  referencing new table as bought_rows for each statement execute function announce_purchases();
create trigger artwork_purchases_announce_delete after delete on artwork_purchases
  referencing old table as bought_rows for each statement execute function announce_purchases();

-- The earliest day that something is finished follows from the work in hand: what was agreed to, and how far it is.
create function announce_work_in_hand() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'INSERT' and old.items @> '[{"made_to_order": true}]')
    or (tg_op <> 'DELETE' and new.items @> '[{"made_to_order": true}]') then
    perform pg_notify('pages', 'calendar');
  end if;
  return null;
end $$;
create trigger orders_announce_work after insert or delete or update of items, status, archived_at on orders
  for each row execute function announce_work_in_hand();
create trigger order_requests_announce_work after update of status, order_id, want_stitching, artwork_id or delete on order_requests
  for each statement execute function announce_page_change('calendar');
create trigger commissions_announce_work after insert or delete or update of stage, work_hours on commissions
  for each statement execute function announce_page_change('calendar');
