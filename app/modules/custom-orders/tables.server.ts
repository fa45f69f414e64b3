import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';

/** Inspiration pictures. `requestId` is null while the request they belong to is still being written. */
export const orderRequestImages = pgTable('order_request_images', {
  id: uuid('id').primaryKey().defaultRandom(),
  requestId: uuid('request_id').references(() => orderRequests.id),
  uploadKey: uuid('upload_key').notNull(),
  filePath: text('file_path').notNull().unique(),
  mimeType: text('mime_type').notNull(),
  fileSize: integer('file_size').notNull(),
  position: integer('position').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
