import { integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import type { Answers } from '#app/modules/catalogue/artworks/personalization.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';

export const cart = pgTable(
  'cart',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id),
    artworkId: uuid('artwork_id')
      .notNull()
      .references(() => artworks.id),
    /** Null without variants. The variant may be deleted. */
    variantId: uuid('variant_id'),
    quantity: integer('quantity').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique().on(table.userId, table.artworkId, table.variantId).nullsNotDistinct()],
);

/** Stores the keys of merged guest carts, so that merging twice has no effect. */
export const cartMerges = pgTable(
  'cart_merges',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id),
    guestKey: text('guest_key').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.guestKey] })],
);
