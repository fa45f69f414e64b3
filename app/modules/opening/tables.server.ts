import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';

/** One row at most: when the live shop was opened, and when its first order came. */
export const opening = pgTable('opening', {
  id: boolean('id').primaryKey().default(true),
  openedAt: moment('opened_at'),
  openedBy: uuid('opened_by').references(() => authUsers.id),
  firstOrderAt: moment('first_order_at'),
});

/** What only the owner can know; `subject` is what was tried, so that another one is tried anew. */
export const openingChecks = pgTable(
  'opening_checks',
  {
    item: text('item', { enum: ['payment', 'mail', 'policies', 'backup'] }).notNull(),
    subject: text('subject').notNull(),
    note: text('note').notNull().default(''),
    checkedBy: uuid('checked_by').references(() => authUsers.id),
    checkedAt: moment('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.item, table.subject] })],
);
