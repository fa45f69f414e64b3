import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { privatePictureTable } from '#app/modules/catalogue/media/tables.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';

/** The link that opens a request without an account; one without a row has its first. */
export const requestLinks = pgTable('request_links', {
  requestId: uuid('request_id')
    .primaryKey()
    .references(() => orderRequests.id),
  /** What the newest link's token proves: another number is another link. */
  serial: integer('serial').notNull().default(1),
  revokedAt: moment('revoked_at'),
});

/** What both sides said; `key` is also the upload key of a message's pictures. */
export const requestMessages = pgTable('request_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique(),
  requestId: uuid('request_id')
    .notNull()
    .references(() => orderRequests.id),
  sender: text('sender', { enum: ['customer', 'studio'] }).notNull(),
  sentBy: uuid('sent_by').references(() => authUsers.id),
  body: text('body').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** When the other side had it on its screen. */
  seenAt: moment('seen_at'),
  mailedAt: moment('mailed_at'),
});

/** Pictures of messages and stages, for the two sides alone. */
export const conversationPictures = privatePictureTable('conversation_pictures', () => orderRequests.id);
