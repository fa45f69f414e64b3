import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';

export const authSessions = pgTable('auth_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  token: text('token').notNull().unique(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** When it was last used, to five minutes. */
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Browsers a person has signed in with; the cookie itself is nowhere, only its hash. */
export const authDevices = pgTable(
  'auth_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id),
    device: text('device').notNull(),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
);
