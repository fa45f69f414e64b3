import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** A complete archive sets `bytes`, a failure sets `problem`. */
export const backups = pgTable('backups', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  startedAt: moment('started_at').notNull(),
  bytes: bigint('bytes', { mode: 'number' }),
  rowCount: bigint('row_count', { mode: 'number' }),
  fileCount: integer('file_count'),
  problem: text('problem').notNull().default(''),
  checkedAt: moment('checked_at'),
  checkProblem: text('check_problem').notNull().default(''),
});
