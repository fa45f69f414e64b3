-- An order that was paid too late and then taken up again counted no use of its coupon: there was nothing to take the use by.
with late as (
  insert into coupon_redemptions (order_id, coupon_id, user_id, created_at, released_at)
  select o.id, c.id, o.user_id, o.created_at, case when o.status = 'cancelled' then o.created_at end
  from orders o join coupons c on c.code = o.coupon_code
  where o.user_id is not null
    and exists (
      select from order_history h
      where h.order_id = o.id and h.from_status is null and h.to_status = 'cancelled')
  on conflict do nothing
  returning coupon_id, released_at)
update coupons
set used_count = used_count + taken.uses
from (select coupon_id, count(*) as uses from late where released_at is null group by coupon_id) taken
where coupons.id = taken.coupon_id;
