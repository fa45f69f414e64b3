import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { IncidentKind } from './incident.ts';

export const incidents = pgTable('incidents', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').$type<IncidentKind>().notNull(),
  beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true }),
});
