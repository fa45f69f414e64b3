-- Which mails went, or would go, to an address that nobody had confirmed: only these count against its share and stop with it.
alter table messages add column is_limited boolean not null default false;
update messages set is_limited = true
  from orders
  where orders.id = messages.order_id
    and messages.template not like 'owner-%'
    and messages.key not like 'again:%'
    and exists (select from unconfirmed_recipients where email = messages.recipient)
    and not exists (
      select from auth_users
      where auth_users.email = messages.recipient
        and auth_users.email_verified
        and (orders.user_id is null or orders.user_id = auth_users.id)
    );
