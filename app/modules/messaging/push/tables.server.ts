import { boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';
import type { NoticeKind } from '#app/platform/mail/email.ts';

/** The table has at most one row. */
export const pushKeys = pgTable('push_keys', {
  id: smallint('id').primaryKey().default(1),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const pushDevices = pgTable('push_devices', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  /** The digest of the browser's device cookie, or the session of an older device. */
  device: text('device').notNull(),
  name: text('name').notNull(),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  kinds: text('kinds').array().$type<NoticeKind[]>().notNull(),
  /** Hours in India; null without quiet hours. */
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  showsDetails: boolean('shows_details').notNull().default(false),
  lastError: text('last_error'),
  turnedOnAt: moment('turned_on_at').notNull(),
});

/** `occasion` prevents showing a notice twice on a device. */
export const pushNotices = pgTable('push_notices', {
  id: uuid('id').primaryKey().defaultRandom(),
  deviceId: uuid('device_id')
    .notNull()
    .references(() => pushDevices.id),
  occasion: text('occasion').notNull(),
  kind: text('kind').$type<NoticeKind | 'test'>().notNull(),
  path: text('path').notNull(),
  detail: text('detail'),
  dueAt: moment('due_at').notNull(),
  state: text('state', { enum: ['queued', 'sent', 'expired', 'failed'] })
    .notNull()
    .default('queued'),
  createdAt: moment('created_at').notNull(),
});
