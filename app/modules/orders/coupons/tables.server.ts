import { boolean, date, integer, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';

export const coupons = pgTable('coupons', {
  id: uuid('id').primaryKey().defaultRandom(),
  code: text('code').notNull().unique(),
  discountPercentage: numeric('discount_percentage', { precision: 5, scale: 2, mode: 'number' }).notNull(),
  active: boolean('active').notNull().default(true),
  validFrom: date('valid_from').notNull(),
  validUntil: date('valid_until'),
  usageLimit: integer('usage_limit'),
  usedCount: integer('used_count').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Each order has one row, so that a use is released only once. */
export const couponRedemptions = pgTable('coupon_redemptions', {
  orderId: uuid('order_id').primaryKey(),
  couponId: uuid('coupon_id')
    .notNull()
    .references(() => coupons.id),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  releasedAt: timestamp('released_at', { withTimezone: true }),
});
