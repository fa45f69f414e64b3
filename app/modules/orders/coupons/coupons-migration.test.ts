import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
import { couponRedemptions, coupons } from './tables.server.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const order = (n: number, status: string) => `
  insert into orders (id, order_number, user_id, items, subtotal, discount_amount, coupon_code, shipping_cost, gst_amount, total,
    shipping_address, payment_method, payment_status, payment_reference_id, status, customer_name, customer_email)
  values ('00000000-0000-4000-8000-00000000000${n}', 'BV-7K3M-9QX${n}', '${ID}', '[{"artwork_id":"one","title":"Lota","price":1000,"quantity":1,"image":"i"}]', 1000, 100, 'TEN', 0, 0, 900,
    '{"name":"Asha"}', 'manual', 'confirmed', '44730911602${n}', '${status}', 'Asha', 'asha@example.in');
  insert into order_history (order_id, from_status, to_status, created_at)
  values ('00000000-0000-4000-8000-00000000000${n}', null, 'cancelled', now());`;
const BEFORE = `
  insert into auth_users (id, name, email, email_verified) values ('${ID}', 'Asha', 'asha@example.in', true);
  insert into coupons (code, discount_percentage, valid_from, used_count) values ('TEN', 10, '2026-01-01', 3);
  ${order(2, 'cancelled')}
  ${order(3, 'processing')}`;

test('migration 0075 counts the coupon of a restored late-paid order', { timeout: 120_000 }, async () => {
  const opened = await openOldShop('0073', BEFORE);
  expect(await opened.database.select().from(coupons)).toMatchObject([{ code: 'TEN', usedCount: 4 }]);
  const redemptions = await opened.database.select().from(couponRedemptions);
  expect(redemptions.filter(({ releasedAt }) => releasedAt === null)).toHaveLength(1);
  expect(redemptions).toHaveLength(2);
  await opened.close();
});
