import { pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';

export const wishlist = pgTable(
  'wishlist',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id),
    artworkId: uuid('artwork_id')
      .notNull()
      .references(() => artworks.id),
    dateAdded: timestamp('date_added', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.artworkId] })],
);
