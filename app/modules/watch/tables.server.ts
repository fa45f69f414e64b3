import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** One row at most: what was found when the certificate of the public address was last read. */
export const certificateChecks = pgTable('certificate_checks', {
  id: boolean('id').primaryKey().default(true),
  address: text('address').notNull(),
  validFrom: moment('valid_from'),
  validUntil: moment('valid_until'),
  problem: text('problem', { enum: ['unreadable', 'invalid'] }),
  detail: text('detail').notNull().default(''),
  failingSince: moment('failing_since'),
  checkedAt: moment('checked_at').notNull(),
});
