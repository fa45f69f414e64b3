import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** What was moved in, by its table there and its id here; of a picture by its address there, with the one it has here. */
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
