import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';

/** `key` prevents writing a message twice. */
export const messages = pgTable('messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: text('key').notNull().unique(),
  channel: text('channel', { enum: ['email', 'sms', 'whatsapp'] }).notNull(),
  template: text('template').notNull(),
  recipient: text('recipient').notNull(),
  /** Null means that replies go to the shop. */
  replyTo: text('reply_to'),
  subject: text('subject').notNull().default(''),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html'),
  /** Null without a registered template. */
  variables: jsonb('variables').$type<readonly string[]>(),
  orderId: uuid('order_id'),
  requestId: uuid('request_id'),
  contactMessageId: uuid('contact_message_id'),
  isLimited: boolean('is_limited').notNull().default(false),
  /** `unsent`: the shop has no supplier. `failed`: ten attempts failed. */
  state: text('state', { enum: ['queued', 'sent', 'unsent', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  providerId: text('provider_id'),
  /** Null when the shop sent it. */
  sentBy: uuid('sent_by').references(() => userProfiles.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

/** `token` is the secret of the link that stops order emails; older emails have `earlierToken`. */
export const unconfirmedRecipients = pgTable('unconfirmed_recipients', {
  email: text('email').primaryKey(),
  token: text('token')
    .notNull()
    .unique()
    .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
  earlierToken: text('earlier_token').unique(),
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
});
