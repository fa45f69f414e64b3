import { boolean, date, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { type QuoteLine, STAGES } from './commission.ts';

/** What a request grows into once both sides talk about it; one without a row has none of it. */
export const commissions = pgTable('commissions', {
  requestId: uuid('request_id')
    .primaryKey()
    .references(() => orderRequests.id),
  stage: text('stage', { enum: STAGES }),
  /** In the studio's calendar; null counts as what its kind takes. */
  workHours: integer('work_hours'),
  fabricExpectedCm: integer('fabric_expected_cm'),
  fabricReceivedCm: integer('fabric_received_cm'),
  fabricMarks: text('fabric_marks').notNull().default(''),
  fabricReceivedAt: moment('fabric_received_at'),
  fabricConfirmedAt: moment('fabric_confirmed_at'),
  fabricLeftCm: integer('fabric_left_cm'),
  /** When its customer allowed photos of it in the shop. */
  photoConsentAt: moment('photo_consent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Each version of a quote as it was sent. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    key: uuid('key').notNull().unique(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => orderRequests.id),
    version: integer('version').notNull(),
    lines: jsonb('lines').$type<QuoteLine[]>().notNull(),
    included: text('included').notNull().default(''),
    freeChanges: integer('free_changes').notNull(),
    earliestFinish: date('earliest_finish').notNull(),
    validUntil: moment('valid_until').notNull(),
    total: paiseColumn('total').notNull(),
    advance: paiseColumn('advance').notNull(),
    /** The design is to be approved before it is painted. */
    asksApproval: boolean('asks_approval').notNull().default(false),
    feeBeforePainting: integer('fee_before_painting').notNull(),
    feeOncePainting: integer('fee_once_painting').notNull(),
    workHours: integer('work_hours').notNull(),
    createdBy: uuid('created_by').references(() => authUsers.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    changeAsked: text('change_asked'),
    changeAskedAt: moment('change_asked_at'),
    acceptedAt: moment('accepted_at'),
    acceptedByName: text('accepted_by_name'),
    acceptedVia: text('accepted_via', { enum: ['account', 'link', 'email-link', 'shared-link'] }),
  },
  (table) => [unique().on(table.requestId, table.version)],
);

/** The customer's cloth as it was; moments are ISO texts. */
export type FabricBefore = { centimetres: number; marks: string; receivedAt: string; confirmedAt: string | null };

/** Stages that were reached; `key` is also the upload key of their photos. */
export const stageUpdates = pgTable('stage_updates', {
  id: uuid('id').primaryKey().defaultRandom(),
  key: uuid('key').notNull().unique(),
  requestId: uuid('request_id')
    .notNull()
    .references(() => orderRequests.id),
  stage: text('stage', { enum: STAGES }).notNull(),
  note: text('note').notNull().default(''),
  asksApproval: boolean('asks_approval').notNull().default(false),
  approvedAt: moment('approved_at'),
  /** What the customer wants changed instead. */
  changeWanted: text('change_wanted'),
  /** Of cloth that came: what was known of it before, for when it is taken back; null where none had come. */
  fabricBefore: jsonb('fabric_before').$type<FabricBefore>(),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});
