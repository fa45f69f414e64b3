import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { artworks, artworkVariants } from '#app/modules/catalogue/artworks/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';

/** While `ended_at` is null, the stock count does not include the quantity. */
export const stockHolds = pgTable('stock_holds', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  artworkId: uuid('artwork_id')
    .notNull()
    .references(() => artworks.id),
  variantId: uuid('variant_id').references(() => artworkVariants.id),
  quantity: integer('quantity').notNull(),
  heldUntil: moment('held_until').notNull(),
  holderKeys: text('holder_keys').array(),
  networkKey: text('network_key'),
  endedAt: moment('ended_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const backInStockRequests = pgTable(
  'back_in_stock_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    artworkId: uuid('artwork_id')
      .notNull()
      .references(() => artworks.id),
    /** Null for the artwork, whichever variant. */
    variantId: uuid('variant_id').references(() => artworkVariants.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    userId: uuid('user_id').references(() => authUsers.id),
    announcedAt: moment('announced_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.artworkId, table.variantId, table.email).nullsNotDistinct()],
);
