import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';

export const checkoutAttempts = pgTable('checkout_attempts', {
  key: uuid('key').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  orderNumber: text('order_number').notNull().unique(),
  contentHash: text('content_hash'),
  orderId: uuid('order_id')
    .references(() => orders.id)
    .unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
