import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** What a content delivery network is to forget, by tag; see migration 0059. */
export const cdnPurges = pgTable('cdn_purges', {
  tag: text('tag').primaryKey(),
  wantedAt: moment('wanted_at').notNull(),
  purgedAt: moment('purged_at'),
  claimedUntil: moment('claimed_until'),
});
