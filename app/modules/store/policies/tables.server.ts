import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { PolicyId } from './policy.ts';

export const policyVersions = pgTable('policy_versions', {
  id: uuid('id').primaryKey().defaultRandom(),
  policy: text('policy').$type<PolicyId>().notNull(),
  number: integer('number').notNull(),
  /** Markdown as it was shown. */
  text: text('text').notNull(),
  /** What the owner wrote, with its variables; null while it is the shop's own text. */
  source: text('source'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
