import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';

/** What was, will be or couldn't be sent. `key` makes a repeated event write the same message once. */
export const messages = pgTable('messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: text('key').notNull().unique(),
  channel: text('channel', { enum: ['email', 'sms', 'whatsapp'] }).notNull(),
  template: text('template').notNull(),
  recipient: text('recipient').notNull(),
  /** Who gets the answer; the shop when it is null. */
  replyTo: text('reply_to'),
  subject: text('subject').notNull().default(''),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html'),
  /** What stands in the places of a registered SMS or WhatsApp text, in their order; null for any other message. */
  variables: jsonb('variables').$type<readonly string[]>(),
  orderId: uuid('order_id'),
  requestId: uuid('request_id'),
  contactMessageId: uuid('contact_message_id'),
  /** About an order, to an address that nobody has confirmed; a copy that the owner sent again isn't. */
  isLimited: boolean('is_limited').notNull().default(false),
  /** `unsent`: no supplier is set, so it waits here to be read. `failed`: given up after ten tries. */
  state: text('state', { enum: ['queued', 'sent', 'unsent', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  providerId: text('provider_id'),
  /** Who sent it by hand, from a phone of their own; null for what the shop sent. */
  sentBy: uuid('sent_by').references(() => userProfiles.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});

/**
 * Addresses nobody has confirmed that mails about an order went to; `token`, which the database makes, is the secret of the link that
 * stops them, `earlierToken` that of links mailed before it was longer than a UUID.
 */
export const unconfirmedRecipients = pgTable('unconfirmed_recipients', {
  email: text('email').primaryKey(),
  token: text('token')
    .notNull()
    .unique()
    .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
  earlierToken: text('earlier_token').unique(),
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
});
