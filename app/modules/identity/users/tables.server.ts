import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ADMIN_ROLES } from '#app/platform/admin-role.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';

/** Invitations are open until accepted, one per address. `tokenHash` is null until the email is written. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull(),
  name: text('name').notNull().default(''),
  /** Null for a customer's account. */
  role: text('role', { enum: ADMIN_ROLES }),
  tokenHash: text('token_hash').unique(),
  invitedBy: uuid('invited_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  acceptedAt: moment('accepted_at'),
});
