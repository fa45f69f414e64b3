import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The database refuses to change or delete rows (T30). */
export const auditLog = pgTable('audit_log', {
  id: uuid('id').primaryKey().defaultRandom(),
  adminId: uuid('admin_id'),
  adminEmail: text('admin_email').notNull(),
  action: text('action').notNull(),
  subjectTable: text('subject_table').notNull(),
  subjectId: text('subject_id').notNull(),
  before: jsonb('before').$type<Record<string, unknown>>(),
  after: jsonb('after').$type<Record<string, unknown>>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
