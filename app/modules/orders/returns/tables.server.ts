import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { privatePictureTable } from '#app/modules/catalogue/media/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { RETURN_KINDS, RETURN_REASON_NAMES, RETURN_STATUSES, type ReceivedLine, type ReturnLine } from './return.ts';
import { moment } from '#app/platform/database/columns.server.ts';

/** An order has at most one pending request. */
export const returnRequests = pgTable('return_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  userId: uuid('user_id')
    .notNull()
    .references(() => authUsers.id),
  kind: text('kind', { enum: RETURN_KINDS }).notNull(),
  lines: jsonb('lines').$type<ReturnLine[]>().notNull(),
  reason: text('reason', { enum: RETURN_REASON_NAMES }).notNull(),
  details: text('details').notNull().default(''),
  exchangeFor: text('exchange_for').notNull().default(''),
  status: text('status', { enum: RETURN_STATUSES }).notNull().default('pending'),
  answer: text('answer'),
  answeredAt: moment('answered_at'),
  answeredBy: uuid('answered_by').references(() => authUsers.id),
  receivedAt: moment('received_at'),
  receivedBy: uuid('received_by').references(() => authUsers.id),
  received: jsonb('received').$type<ReceivedLine[]>(),
  restockedAt: moment('restocked_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const returnPhotos = privatePictureTable('return_photos', () => returnRequests.id);
