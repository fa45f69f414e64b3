import { integer, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { PrintedParties } from './invoice-number.ts';

/** One row a financial year; locked by whoever takes the next number, until their transaction ends. */
export const invoiceCounters = pgTable('invoice_counters', {
  financialYear: text('financial_year').primaryKey(),
  lastNumber: integer('last_number').notNull().default(0),
});

/** Never changed once issued; what it says of the order itself stands in the order, which stands above this module. */
export const invoices = pgTable('invoices', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id').notNull().unique(),
  financialYear: text('financial_year').notNull(),
  number: integer('number').notNull(),
  printed: jsonb('printed').$type<PrintedParties>().notNull(),
  discountPercentage: numeric('discount_percentage', { precision: 5, scale: 2, mode: 'number' }),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
});
