import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { DOCUMENT_KINDS, type DocumentContent } from './paper.ts';

/**
 * One row per financial year, because a single lock for all number series prevents deadlocks. `toSeries` returns a
 * series' name.
 */
export const paperCounters = pgTable('paper_counters', {
  financialYear: text('financial_year').primaryKey(),
  lastNumbers: jsonb('last_numbers').$type<Record<string, number>>().notNull().default({}),
});

export const papers = pgTable('papers', {
  id: uuid('id').primaryKey().defaultRandom(),
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
  financialYear: text('financial_year').notNull(),
  number: integer('number').notNull(),
  /** The seller's GSTIN, because each registration has its own series. */
  gstin: text('gstin'),
  correctsId: uuid('corrects_id'),
  isCancellation: boolean('is_cancellation').notNull().default(false),
  /** The payment, refund or return for which the document was issued. */
  key: text('key').unique(),
  content: jsonb('content').$type<DocumentContent>().notNull(),
  total: paiseColumn('total').notNull(),
  issuedAt: moment('issued_at').notNull().defaultNow(),
});
