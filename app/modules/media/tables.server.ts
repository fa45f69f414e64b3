import { integer, pgTable, real, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const mediaGallery = pgTable('media_gallery', {
  id: uuid('id').primaryKey().defaultRandom(),
  filename: text('filename').notNull().unique(),
  originalFilename: text('original_filename').notNull(),
  filePath: text('file_path').notNull().unique(),
  publicUrl: text('public_url').notNull().unique(),
  fileSize: integer('file_size').notNull(),
  mimeType: text('mime_type').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  averageColour: text('average_colour').notNull(),
  altText: text('alt_text').notNull().default(''),
  focalX: real('focal_x').notNull().default(0.5),
  focalY: real('focal_y').notNull().default(0.5),
  uploadedBy: uuid('uploaded_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const mediaLeftovers = pgTable('media_leftovers', {
  filename: text('filename').primaryKey(),
  widths: integer('widths').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
