import { type AnyPgColumn, integer, pgTable, real, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  /** Null until the preview is created, and empty when it cannot be created. */
  preview: text('preview'),
  altText: text('alt_text').notNull().default(''),
  focalX: real('focal_x').notNull().default(0.5),
  focalY: real('focal_y').notNull().default(0.5),
  uploadedBy: uuid('uploaded_by'),
  sourceUrl: text('source_url'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const mediaOrphans = pgTable('media_orphans', {
  filename: text('filename').primaryKey(),
  widths: integer('widths').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * `requestId` is null until the request is sent. Until then, anyone with the upload key may see and delete its
 * pictures.
 */
export const privatePictureTable = (name: string, request: () => AnyPgColumn) =>
  pgTable(name, {
    id: uuid('id').primaryKey().defaultRandom(),
    requestId: uuid('request_id').references(request),
    uploadKey: uuid('upload_key').notNull(),
    filePath: text('file_path').notNull().unique(),
    mimeType: text('mime_type').notNull(),
    fileSize: integer('file_size').notNull(),
    position: integer('position').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  });
export type PrivatePictureTable = ReturnType<typeof privatePictureTable>;
