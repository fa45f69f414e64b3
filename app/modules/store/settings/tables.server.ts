import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { jsonValueColumn } from '#app/platform/database/columns.server.ts';

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonValueColumn('value').notNull(),
  version: integer('version').notNull().default(1),
  updatedBy: uuid('updated_by'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
