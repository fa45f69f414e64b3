import { pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';

/** What each order bought, for recommendations; `order_id` and `artwork_id` are of modules that stand above this one. */
export const artworkPurchases = pgTable(
  'artwork_purchases',
  {
    orderId: uuid('order_id').notNull(),
    artworkId: uuid('artwork_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id),
    boughtAt: timestamp('bought_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.artworkId] })],
);
