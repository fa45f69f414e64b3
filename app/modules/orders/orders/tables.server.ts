import { PAYMENT_METHODS } from '#app/basics/payment-methods.ts';
import { and, eq, ilike, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Firm, ShippingAddress } from '#app/basics/address.ts';
import { NOTHING } from '#app/basics/money.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { orderBalances } from '#app/modules/orders/ledger/tables.server.ts';
import { moment, paiseColumn } from '#app/platform/database/columns.server.ts';
import { searchTextContains } from '#app/platform/database/text-search.server.ts';
import { readableCode, readableCodeOf } from '#app/platform/readable-code.server.ts';
import { type OrderItem, ORDER_STATUSES, PAYMENT_STATUSES, SHIPMENT_STEPS, VERIFICATIONS } from './order.ts';
import type { OrderPayment } from './order-payment.ts';

export const orders = pgTable('orders', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderNumber: text('order_number').notNull().unique(),
  /** Null for an order by phone or at a fair. */
  userId: uuid('user_id').references(() => authUsers.id),
  items: jsonb('items').$type<OrderItem[]>().notNull(),
  subtotal: paiseColumn('subtotal').notNull(),
  discountAmount: paiseColumn('discount_amount').notNull(),
  couponCode: text('coupon_code'),
  shippingCost: paiseColumn('shipping_cost').notNull(),
  codCharge: paiseColumn('cod_charge').notNull().default(NOTHING),
  gstAmount: paiseColumn('gst_amount').notNull(),
  total: paiseColumn('total').notNull(),
  /** The part that the shop must receive before the order proceeds. */
  advance: paiseColumn('advance'),
  /** The part of a cancelled order's payment that the shop keeps. */
  cancellationFee: paiseColumn('cancellation_fee').notNull().default(NOTHING),
  shippingAddress: jsonb('shipping_address').$type<ShippingAddress>().notNull(),
  firm: jsonb('firm').$type<Firm>(),
  paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }).notNull(),
  paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull(),
  paymentReferenceId: text('payment_reference_id'),
  status: text('status', { enum: ORDER_STATUSES }).notNull(),
  verification: text('verification', { enum: VERIFICATIONS }).notNull().default('unverified'),
  customerName: text('customer_name').notNull(),
  customerEmail: text('customer_email').notNull(),
  heldUntil: moment('held_until'),
  /** When the customer said that they paid; they may enter the reference later. */
  claimedAt: moment('claimed_at'),
  releasedAt: moment('released_at'),
  cancellationReason: text('cancellation_reason'),
  /** The customer's note when they change the order. */
  customerNote: text('customer_note').notNull().default(''),
  /** Null for an order that is not a gift. */
  giftNote: text('gift_note'),
  confirmedAt: moment('confirmed_at'),
  /** Takes stock only after payment, because the order is over the limit or its reference contested. */
  stockWaitsForPayment: boolean('stock_waits_for_payment').notNull().default(false),
  /** Digests of the buyer's details; null for sales that an admin enters. */
  holderKeys: text('holder_keys').array(),
  networkKey: text('network_key'),
  returnedToSenderAt: moment('returned_to_sender_at'),
  /** Restocked items by artwork id. Cancelling returns only the other items to stock. */
  restocked: jsonb('restocked').$type<Record<string, number>>().notNull().default({}),
  archivedAt: moment('archived_at'),
  /** The admin who entered the order, and the form's key. */
  draftedBy: uuid('drafted_by').references(() => authUsers.id),
  draftKey: uuid('draft_key').unique(),
  handedOver: boolean('handed_over').notNull().default(false),
  /** When the order was imported from another shop, which issued the order's invoices. */
  movedInAt: moment('moved_in_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Returns a random number. It is always the same for a `key`, because a QR code shows it before the order exists. */
export function newOrderNumber(key?: string): string {
  const code = key === undefined ? readableCode(8) : readableCodeOf(key, 8);
  return `BV-${code.slice(0, 4)}-${code.slice(4)}`;
}

// The SQL names its tables, because drizzle omits the names when a query selects from one table.
const balanceHolds = (condition: SQL): SQL =>
  sql`exists (select 1 from ${orderBalances} where order_balances.order_id = orders.id and ${condition})`;
const nothingIsOutstanding = balanceHolds(sql`order_balances.received >= order_balances.due`);

/** The states have the same order as in `orderPayment`: the first match applies. */
const STATES: readonly (readonly [OrderPayment['state'], SQL])[] = [
  ['awaiting-confirmation', and(isNotNull(orders.paymentReferenceId), eq(orders.verification, 'unverified'))!],
  ['refund-due', balanceHolds(sql`order_balances.received > order_balances.due`)],
  ['refunded', eq(orders.paymentStatus, 'refunded')],
  [null, eq(orders.status, 'cancelled')],
  ['paid', nothingIsOutstanding],
  ['part-paid', balanceHolds(sql`order_balances.received > 0`)],
  ['awaiting-payment', sql`true`],
];

export function wherePaymentState(wanted: OrderPayment['state']): SQL {
  const at = STATES.findIndex(([state]) => state === wanted);
  return and(...STATES.slice(0, at).map(([, holds]) => not(holds)), STATES[at]![1])!;
}

export const wherePaidAt = (place: NonNullable<OrderPayment['payAt']>): SQL => {
  if (place === 'pay-page')
    return and(
      isNotNull(orders.advance),
      ne(orders.status, 'cancelled'),
      not(wherePaymentState('awaiting-confirmation')),
      not(nothingIsOutstanding),
    )!;
  const isUnpaid = and(isNull(orders.advance), eq(orders.paymentStatus, 'pending'));
  return place === 'delivery'
    ? and(isUnpaid, ne(orders.status, 'cancelled'), eq(orders.paymentMethod, 'cod'))!
    : and(isUnpaid, eq(orders.status, 'pending'), ne(orders.paymentMethod, 'cod'), isNull(orders.paymentReferenceId))!;
};

export const whereAwaitsCall = () => and(eq(orders.status, 'pending'), wherePaidAt('delivery'))!;

export const whereCanShip = () => or(isNull(orders.advance), nothingIsOutstanding)!;

export const whereAwaitsPacking = () =>
  and(
    eq(orders.status, 'processing'),
    or(eq(orders.verification, 'matched'), isNotNull(orders.advance), eq(orders.paymentMethod, 'cod')),
    whereCanShip(),
  )!;

export function whereOrderFound(search: string | undefined): SQL | undefined {
  const typed = search?.trim().replace(/^#/, '');
  const digits = typed && /^[+\d][\d\s().-]*$/.test(typed) ? typed.replace(/\D/g, '') : '';
  if (digits.length < 4) return searchTextContains(orders, typed);
  return or(
    searchTextContains(orders, typed),
    searchTextContains(orders, digits),
    ilike(sql`${orders.shippingAddress} ->> 'phone'`, `%${digits.slice(-10)}%`),
  );
}

export const orderHistory = pgTable('order_history', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Overlapping requests may have timestamps in the wrong order, so a sequence orders the rows. */
  sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  fromStatus: text('from_status', { enum: ORDER_STATUSES }),
  toStatus: text('to_status', { enum: ORDER_STATUSES }).notNull(),
  changedBy: uuid('changed_by').references(() => authUsers.id),
  reason: text('reason'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const orderNotes = pgTable('order_notes', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  body: text('body').notNull(),
  writtenBy: uuid('written_by').references(() => authUsers.id),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const shipmentEvents = pgTable('shipment_events', {
  id: uuid('id').primaryKey().defaultRandom(),
  orderId: uuid('order_id')
    .notNull()
    .references(() => orders.id),
  step: text('step', { enum: SHIPMENT_STEPS }).notNull(),
  description: text('description').notNull().default(''),
  carrier: text('carrier'),
  trackingNumber: text('tracking_number'),
  ewayBill: text('eway_bill'),
  happenedAt: moment('happened_at').notNull().defaultNow(),
  recordedBy: uuid('recorded_by').references(() => authUsers.id),
});
