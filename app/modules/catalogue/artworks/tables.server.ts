import { and, eq, inArray, lte, ne, or, sql, type SQLWrapper } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { paiseColumn } from '#app/platform/database/columns.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { ARTWORK_STATUSES } from './artwork-status.ts';
import type { Dimensions } from './dimensions.ts';
import type { PersonalizationField } from './personalization.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { STOCK_CHANGE_KINDS } from './stock-change.ts';

export const artworks = pgTable(
  'artworks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    title: text('title').notNull(),
    /** A trigger sets the slug from the title. */
    slug: text('slug').notNull().default(''),
    description: text('description').notNull().default(''),
    price: paiseColumn('price'),
    medium: text('medium', { enum: ['fabric', 'oil', 'handcraft'] }).notNull(),
    category: text('category').notNull(),
    style: text('style').notNull().default(''),
    dimensions: jsonb('dimensions').$type<Dimensions>().notNull().default({ width: 0, height: 0, unit: 'cm' }),
    images: text('images').array().notNull(),
    mainImageIndex: integer('main_image_index').notNull().default(0),
    stockCount: integer('stock_count').notNull().default(0),
    inStock: boolean('in_stock')
      .generatedAlwaysAs(sql`stock_count > 0`)
      .notNull(),
    featured: boolean('featured').notNull().default(false),
    status: text('status', { enum: ARTWORK_STATUSES }).notNull().default('published'),
    hasVariants: boolean('has_variants').notNull().default(false),
    personalizationFields: jsonb('personalization_fields').$type<PersonalizationField[]>().notNull().default([]),
    tags: text('tags').array().notNull().default([]),
    searchText: text('search_text').generatedAlwaysAs(`search_text(title, description, category, tags)`).notNull(),
    facetGroup: text('facet_group')
      .generatedAlwaysAs(sql`facet_group`)
      .notNull(),
    dateCreated: date('date_created'),
    gstRate: numeric('gst_rate', { precision: 4, scale: 2, mode: 'number' }),
    hsn: text('hsn').notNull().default(''),
    countryOfOrigin: text('country_of_origin').notNull().default(''),
    metaTitle: text('meta_title').notNull().default(''),
    metaDescription: text('meta_description').notNull().default(''),
    maker: text('maker').notNull().default(''),
    netQuantity: text('net_quantity').notNull().default(''),
    mrp: paiseColumn('mrp'),
    bestBefore: text('best_before').notNull().default(''),
    licenceNumber: text('licence_number').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('artworks_newest').on(table.createdAt.desc(), table.id.desc())],
);

export const isPublished = eq(artworks.status, 'published');

export const canStartCustomOrder = inArray(artworks.status, ['published', 'own-idea']);

/**
 * Selects artworks with one piece or none left. Excludes paintings without variants, which exist once, and fabric,
 * which has no stock.
 */
export const isLowStock = and(
  isPublished,
  ne(artworks.medium, 'fabric'),
  lte(artworks.stockCount, 1),
  or(ne(artworks.medium, 'oil'), artworks.hasVariants),
)!;

export const seesDrafts = ({ actor }: Pick<Shop, 'actor'>): boolean => actor.kind === 'admin' || actor.kind === 'shop';

export const isShownTo = (shop: Pick<Shop, 'actor'>) => (seesDrafts(shop) ? undefined : ne(artworks.status, 'draft'));

export const availableCount = sql<number>`case when ${artworks.status} = 'published' then ${artworks.stockCount} else 0 end`;

export const artworkVariants = pgTable('artwork_variants', {
  id: uuid('id').primaryKey().defaultRandom(),
  artworkId: uuid('artwork_id')
    .notNull()
    .references(() => artworks.id, { onDelete: 'cascade' }),
  position: integer('position').notNull(),
  size: text('size').notNull().default(''),
  cloth: text('cloth').notNull().default(''),
  price: paiseColumn('price').notNull(),
  stockCount: integer('stock_count').notNull().default(0),
  dimensions: jsonb('dimensions').$type<Dimensions>().notNull().default({ width: 0, height: 0, unit: 'cm' }),
});

/** Returns the stock of a variant; for null, the artwork's stock, or 0 if it has variants. */
export const availableOf = (variantId: SQLWrapper) => sql<number>`case
  when ${artworks.status} <> 'published' then 0
  when ${variantId} is null then case when ${artworks.hasVariants} then 0 else ${artworks.stockCount} end
  else coalesce((select v.stock_count from ${artworkVariants} v where v.id = ${variantId} and v.artwork_id = artworks.id), 0) end`;

export const artworkFormerSlugs = pgTable('artwork_former_slugs', {
  slug: text('slug').primaryKey(),
  artworkId: uuid('artwork_id')
    .notNull()
    .references(() => artworks.id, { onDelete: 'cascade' }),
});

/** Triggers add rows; a count is the sum of its rows. */
export const artworkCounts = pgTable('artwork_counts', {
  facetGroup: text('facet_group').notNull(),
  count: integer('count').notNull(),
});

export const artworkTerms = pgTable('artwork_terms', {
  term: text('term').notNull(),
  count: integer('count').notNull(),
});

/** `order_id` and `artwork_id` belong to modules above, so they have no foreign keys. */
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

/** These rows outlive a deleted piece, so they have no foreign keys. */
export const stockChanges = pgTable('stock_changes', {
  id: uuid('id').primaryKey().defaultRandom(),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  artworkId: uuid('artwork_id').notNull(),
  variantId: uuid('variant_id'),
  change: integer('change').notNull(),
  kind: text('kind', { enum: STOCK_CHANGE_KINDS }).notNull(),
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
  reason: text('reason').notNull().default(''),
  changedBy: uuid('changed_by').references(() => authUsers.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
