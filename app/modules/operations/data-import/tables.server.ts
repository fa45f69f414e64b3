import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** Maps former table and id to the new row. A picture's id is its former URL. */
export const movedIn = pgTable(
  'moved_in',
  {
    tableName: text('table_name').notNull(),
    sourceId: text('source_id').notNull(),
    mediaUrl: text('media_url'),
    movedAt: moment('moved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.sourceId] })],
);
