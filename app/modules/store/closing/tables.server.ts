import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** The table has at most one row. */
export const opening = pgTable('opening', {
  id: boolean('id').primaryKey().default(true),
  openedAt: moment('opened_at'),
  openedBy: uuid('opened_by'),
  firstOrderAt: moment('first_order_at'),
});
