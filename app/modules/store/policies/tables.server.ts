import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { PolicyId } from './policy.ts';

export const policyVersions = pgTable('policy_versions', {
  id: uuid('id').primaryKey().defaultRandom(),
  policy: text('policy').$type<PolicyId>().notNull(),
  number: integer('number').notNull(),
  text: text('text').notNull(),
  /** The owner's text with variables; null for the default text. */
  source: text('source'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
