import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Address } from '#app/basics/address.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { moment } from '#app/platform/database/columns.server.ts';

export const customerAddresses = pgTable('customer_addresses', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => userProfiles.id),
  label: text('label'),
  address: jsonb('address').$type<Address>().notNull(),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
});
