import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';

export const collections = pgTable('collections', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Set by a trigger from the first title, then kept. */
  slug: text('slug').notNull().default(''),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  /** Empty uses its first piece's picture. */
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
