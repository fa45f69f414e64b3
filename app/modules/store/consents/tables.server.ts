import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PolicyId } from '#app/modules/store/policies/policy.ts';
import { moment } from '#app/platform/database/columns.server.ts';
import { CONSENT_PLACES, CONSENT_PURPOSES } from './consent.ts';

export const consents = pgTable('consents', {
  id: uuid('id').primaryKey().defaultRandom(),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
  /** Null without an account or after its deletion. */
  userId: uuid('user_id'),
  requestId: uuid('request_id'),
  purpose: text('purpose', { enum: CONSENT_PURPOSES }).notNull(),
  given: boolean('given').notNull(),
  policy: text('policy').$type<PolicyId>().notNull(),
  /** 0 means before the first policy version. */
  policyVersion: integer('policy_version').notNull(),
  place: text('place', { enum: CONSENT_PLACES }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
