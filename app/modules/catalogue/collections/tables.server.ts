import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';

export const collections = pgTable('collections', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** A trigger sets the slug from the first title. Later titles do not change it. */
  slug: text('slug').notNull().default(''),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  /** If empty, the picture of the collection's first piece is used. */
  image: text('image').notNull().default(''),
  published: boolean('published').notNull().default(true),
  position: integer('position').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export const collectionArtworks = pgTable(
  'collection_artworks',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    artworkId: uuid('artwork_id')
      .notNull()
      .references(() => artworks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.artworkId] })],
);
