import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/accounts/tables.server.ts';
import { payments } from '#app/modules/ledger/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';

/** Cash that a courier collected and handed on for several orders at once, less the fee that it kept. */
export const codRemittances = pgTable('cod_remittances', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Of the form it came from: sent twice it is one. */
  key: uuid('key').notNull().unique(),
  courier: text('courier').notNull(),
  reference: text('reference').notNull(),
  day: date('day').notNull(),
  /** What came; with the fee it is what was collected. */
  amount: paiseColumn('amount').notNull(),
  fee: paiseColumn('fee').notNull(),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Cash that has come, each payment once: by a remittance, or in hand where there is none. */
export const codSettlements = pgTable('cod_settlements', {
  paymentId: uuid('payment_id')
    .primaryKey()
    .references(() => payments.id),
  remittanceId: uuid('remittance_id').references(() => codRemittances.id),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});
