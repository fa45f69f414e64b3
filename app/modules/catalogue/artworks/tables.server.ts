import { eq, ne, sql, type SQLWrapper } from 'drizzle-orm';
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
    /** The readable part of its address: a trigger makes it of the title. */
    slug: text('slug').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Null: told on request. */
    price: paiseColumn('price'),
    /** Skin care is stored with medium handcraft. */
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
    /** Price and stock count are then the lowest and the sum of its variants'. */
    hasVariants: boolean('has_variants').notNull().default(false),
    personalizationFields: jsonb('personalization_fields').$type<PersonalizationField[]>().notNull().default([]),
    tags: text('tags').array().notNull().default([]),
    /** Title, description, category and tags in lower case, a line each. */
    searchText: text('search_text').generatedAlwaysAs(`search_text(title, description, category, tags)`).notNull(),
    /** What the gallery's filters look at, but for price and search: see internal/facet-groups.server.ts. */
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

/** In SQL, whether shoppers find a piece. */
export const isPublished = eq(artworks.status, 'published');

/** Whether a visitor is shown drafts. */
export const seesDrafts = ({ actor }: Pick<Shop, 'actor'>): boolean => actor.kind === 'admin' || actor.kind === 'shop';

/** In SQL, whether this visitor is shown a piece of a cart, a wishlist or an order; undefined where all are shown. */
export const isShownTo = (shop: Pick<Shop, 'actor'>) => (seesDrafts(shop) ? undefined : ne(artworks.status, 'draft'));

/** In SQL, how many of a piece can be had: none of what isn't published, whatever is in stock. */
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

/**
 * In SQL, how many of an item can be had, by the id of its variant or null: none of a piece that has variants without naming one.
 */
export const availableOf = (variantId: SQLWrapper) => sql<number>`case
  when ${artworks.status} <> 'published' then 0
  when ${variantId} is null then case when ${artworks.hasVariants} then 0 else ${artworks.stockCount} end
  else coalesce((select v.stock_count from ${artworkVariants} v where v.id = ${variantId} and v.artwork_id = artworks.id), 0) end`;

/** Slugs that pieces had before, whose addresses lead to the present ones. */
export const artworkFormerSlugs = pgTable('artwork_former_slugs', {
  slug: text('slug').primaryKey(),
  artworkId: uuid('artwork_id')
    .notNull()
    .references(() => artworks.id, { onDelete: 'cascade' }),
});

/** How many artworks a facet group has: the sum of its rows, to which triggers append each change. */
export const artworkCounts = pgTable('artwork_counts', {
  facetGroup: text('facet_group').notNull(),
  count: integer('count').notNull(),
});

/** How many artworks have a term in title, category or tags: the sum of its rows, as above. */
export const artworkTerms = pgTable('artwork_terms', {
  term: text('term').notNull(),
  count: integer('count').notNull(),
});

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

/** `artwork_id` and `order_id` are of modules that stand above this one; the rows of a deleted piece stay. */
export const stockChanges = pgTable('stock_changes', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The order in which they were written. */
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
  artworkId: uuid('artwork_id').notNull(),
  variantId: uuid('variant_id'),
  change: integer('change').notNull(),
  kind: text('kind', { enum: STOCK_CHANGE_KINDS }).notNull(),
  /** Null for a correction, and only for that. */
  orderId: uuid('order_id'),
  orderNumber: text('order_number'),
  reason: text('reason').notNull().default(''),
  changedBy: uuid('changed_by').references(() => authUsers.id, { onDelete: 'set null' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
