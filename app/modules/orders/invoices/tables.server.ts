import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { PAPER_KINDS, type PaperContent, type PaperKind } from './paper.ts';

/**
 * One row a financial year, with the last number of each series; locked by whoever takes the next number, until their
 * transaction ends. One lock for all series: two that wait for each other's can't be.
 */
export const paperCounters = pgTable('paper_counters', {
  financialYear: text('financial_year').primaryKey(),
  lastNumbers: jsonb('last_numbers').$type<Partial<Record<PaperKind, number>>>().notNull().default({}),
});

/** Never changed once issued. */
export const papers = pgTable('papers', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The order in which they were issued. */
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  kind: text('kind', { enum: PAPER_KINDS }).notNull(),
  financialYear: text('financial_year').notNull(),
  number: integer('number').notNull(),
  /** The invoice that a credit note undoes, the receipt voucher of a refund voucher. */
  correctsId: uuid('corrects_id'),
  /** Of a credit note: its invoice stands no more, since the order was cancelled or another was issued in its place. */
  isCancellation: boolean('is_cancellation').notNull().default(false),
  /** What it was issued for, so that it is issued once: a payment, a refund, a return. */
  key: text('key').unique(),
  content: jsonb('content').$type<PaperContent>().notNull(),
  total: paiseColumn('total').notNull(),
  issuedAt: moment('issued_at').notNull().defaultNow(),
});
