import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#app/platform/database/columns.server.ts';

/** Where a customer wants money back that no gateway returns. */
export const refundDestinations = pgTable('refund_destinations', {
  orderId: uuid('order_id').primaryKey(),
  upiId: text('upi_id'),
  accountHolder: text('account_holder'),
  accountNumber: text('account_number'),
  ifsc: text('ifsc'),
  givenAt: moment('given_at').notNull().defaultNow(),
  /** When it replaced another one, and that one, masked. */
  changedAt: moment('changed_at'),
  previous: text('previous'),
});
