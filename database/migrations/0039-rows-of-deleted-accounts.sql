-- Who was deleted gets no new rows of their own: a request that was on its way waits for the deletion, and is refused then.
delete from customer_addresses where user_id in (select id from user_profiles where anonymised_at is not null);
delete from customer_settings where user_id in (select id from user_profiles where anonymised_at is not null);
delete from cart where user_id in (select id from user_profiles where anonymised_at is not null);
delete from wishlist where user_id in (select id from user_profiles where anonymised_at is not null);
delete from wishlist_links where user_id in (select id from user_profiles where anonymised_at is not null);
update checkout_attempts set typed_address = null where typed_address is not null
  and user_id in (select id from user_profiles where anonymised_at is not null);

create function refuse_deleted_account() returns trigger language plpgsql as $$
declare deleted timestamptz;
begin
  select anonymised_at into deleted from user_profiles where id = new.user_id for share;
  if deleted is not null then
    raise exception 'the account % was deleted', new.user_id using errcode = 'BV001';
  end if;
  return new;
end $$;

create trigger customer_addresses_of_nobody before insert on customer_addresses for each row execute function refuse_deleted_account();
create trigger customer_settings_of_nobody before insert on customer_settings for each row execute function refuse_deleted_account();
create trigger cart_of_nobody before insert on cart for each row execute function refuse_deleted_account();
create trigger wishlist_of_nobody before insert on wishlist for each row execute function refuse_deleted_account();
create trigger wishlist_links_of_nobody before insert on wishlist_links for each row execute function refuse_deleted_account();
