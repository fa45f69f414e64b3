import { and, asc, count, desc, eq, inArray, isNull, like, sql } from 'drizzle-orm';
import { formatRupees, type Paise, paise, sum } from '#app/basics/money.ts';
import { done, refused, type Result } from '#app/basics/result.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { settleCash, unsettleCash } from '#app/modules/orders/ledger/ledger.server.ts';
import { COURIER_CASH } from '#app/modules/orders/ledger/ledger.ts';
import { payments, codSettlements } from '#app/modules/orders/ledger/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { audit, auditEach } from '#app/platform/audit/audit.server.ts';
import { paiseOf } from '#app/platform/database/columns.server.ts';
import { publish, topics } from '#app/platform/live/live.server.ts';
import { once, removeKeysOf } from '#app/platform/once.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import type { Remittance } from './remittance-forms.ts';
import type { RemittanceRefusal } from './messages.ts';
import { codRemittances } from './tables.server.ts';

const AT_ONCE = 500;
const SHOWN = 25;

// A restored order may be paid with another method, so only the reference shows that a courier collected cash.
const isCollected = and(
  eq(payments.source, 'cash'),
  eq(payments.status, 'success'),
  eq(payments.verification, 'matched'),
  like(payments.referenceId, COURIER_CASH),
);

const selectUnsettled = (shop: Shop) =>
  shop.database
    .select({
      id: payments.id,
      orderId: orders.id,
      orderNumber: orders.orderNumber,
      userId: orders.userId,
      customerName: orders.customerName,
      city: sql<string>`${orders.shippingAddress} ->> 'city'`,
      amount: payments.amount,
      collectedAt: payments.createdAt,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(codSettlements, eq(codSettlements.paymentId, payments.id));

const isUnsettled = and(isCollected, isNull(codSettlements.paymentId));

/** Returns courier cash not yet received, oldest first, at most 500. Owners only. */
export async function unsettledCash(shop: Shop) {
  ownerOnly(shop);
  return selectUnsettled(shop).where(isUnsettled).orderBy(asc(payments.createdAt), asc(payments.id)).limit(AT_ONCE);
}

export async function unsettledCashTotal(shop: Shop): Promise<{ count: number; amount: Paise }> {
  ownerOnly(shop);
  const [total] = await shop.database
    .select({ count: count(), amount: paiseOf(sql`sum(${payments.amount})`) })
    .from(payments)
    .leftJoin(codSettlements, eq(codSettlements.paymentId, payments.id))
    .where(isUnsettled);
  return total!;
}

export type UnsettledCash = Awaited<ReturnType<typeof unsettledCash>>[number];

/** Returns the 25 newest remittances. Owners only. */
export async function listRemittances(shop: Shop) {
  ownerOnly(shop);
  return shop.database
    .select({
      id: codRemittances.id,
      courier: codRemittances.courier,
      reference: codRemittances.reference,
      day: codRemittances.day,
      amount: codRemittances.amount,
      fee: codRemittances.fee,
      orders: count(codSettlements.paymentId),
      orderNumbers: sql<string[]>`array_agg(${orders.orderNumber} order by ${orders.orderNumber})`,
    })
    .from(codRemittances)
    .innerJoin(codSettlements, eq(codSettlements.remittanceId, codRemittances.id))
    .innerJoin(payments, eq(payments.id, codSettlements.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .groupBy(codRemittances.id)
    .orderBy(desc(codRemittances.day), desc(codRemittances.createdAt))
    .limit(SHOWN);
}

const isInHand = isNull(codSettlements.remittanceId);

/** Returns the 25 newest occasions when cash was marked as in hand. Owners only. */
export async function listInHand(shop: Shop) {
  ownerOnly(shop);
  return shop.database
    .select({
      markedAt: codSettlements.createdAt,
      orders: count(),
      amount: paiseOf(sql`sum(${payments.amount})`),
      orderNumbers: sql<string[]>`array_agg(${orders.orderNumber} order by ${orders.orderNumber})`,
    })
    .from(codSettlements)
    .innerJoin(payments, eq(payments.id, codSettlements.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isInHand)
    .groupBy(codSettlements.createdAt)
    .orderBy(desc(codSettlements.createdAt))
    .limit(SHOWN);
}

type SentRemittance = Remittance & { paymentIds: readonly string[] };

/**
 * Records a remittance, once per key; the missing part is the fee. Refuses more than was collected, and settled
 * payments. Owners only.
 */
export async function recordRemittance(
  shop: Shop,
  sent: SentRemittance,
): Promise<Result<{ remittanceId: string; fee: Paise }, RemittanceRefusal>> {
  ownerOnly(shop);
  const { paymentIds, key, ...remittance } = sent;
  if (paymentIds.length === 0) return refused('none-chosen');
  const content = { ...remittance, paymentIds: [...new Set(paymentIds)].toSorted() };
  const recorded = await once(shop, { scope: 'remittance', key, content }, async (shop) => {
    const collected = await lockUnsettled(shop, paymentIds);
    if (!collected) return refused('already-settled');
    const total = sum(collected.map(({ amount }) => amount));
    if (remittance.amount > total) return refused('too-much', { collected: total });
    const fee = paise(total - remittance.amount);
    const [written] = await shop.database
      .insert(codRemittances)
      .values({ ...remittance, fee, recordedBy: actorId(shop), createdAt: shop.now })
      .returning({ id: codRemittances.id });
    const { id } = written!;
    await settle(shop, collected, id);
    await audit(shop, {
      action: 'remittance.record',
      table: 'cod_remittances',
      id,
      after: {
        courier: remittance.courier,
        reference: remittance.reference,
        amount: formatRupees(remittance.amount),
        fee: formatRupees(fee),
        orders: collected.map(({ orderNumber }) => orderNumber),
      },
    });
    return done({ id, fee });
  });
  return recorded.ok ? done({ remittanceId: recorded.value.id, fee: recorded.value.fee }) : recorded;
}

/** Undoes a remittance, so that the cash of its orders is outstanding again. Owners only. */
export async function undoRemittance(shop: Shop, remittanceId: string): Promise<number> {
  ownerOnly(shop);
  if (!isUuid(remittanceId)) return 0;
  return inTransaction(shop, async (shop) => {
    const unsettled = await unsettleCash(shop, { remittanceId });
    const [gone] = await shop.database
      .delete(codRemittances)
      .where(eq(codRemittances.id, remittanceId))
      .returning({ reference: codRemittances.reference, courier: codRemittances.courier });
    if (!gone) return 0;
    await removeKeysOf(shop, [remittanceId]);
    await audit(shop, { action: 'remittance.undo', table: 'cod_remittances', id: remittanceId, before: gone });
    await publish(shop, [topics.admin], { kind: 'payment', id: remittanceId });
    return unsettled.length;
  });
}

/** Marks cash as received, except settled payments. Returns the time, for undo. Repeating is safe. Owners only. */
export async function markInHand(
  shop: Shop,
  paymentIds: readonly string[],
): Promise<{ count: number; markedAt: Date }> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const waiting = await lockWaiting(shop, paymentIds);
    const marked = { count: waiting.length, markedAt: shop.now };
    if (waiting.length === 0) return (await findMark(shop, paymentIds)) ?? marked;
    await settle(shop, waiting, null);
    const auditEntry = { action: 'cash.in-hand', table: 'payments' };
    await auditEach(
      shop,
      waiting.map(({ id, orderNumber }) => ({ ...auditEntry, id, after: { orderNumber } })),
    );
    return marked;
  });
}

export async function unmarkInHand(shop: Shop, markedAt: Date): Promise<number> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const unsettled = await unsettleCash(shop, { inHandSince: markedAt });
    if (unsettled.length === 0) return 0;
    const auditEntry = { action: 'cash.not-in-hand', table: 'payments' };
    await auditEach(
      shop,
      unsettled.map((id) => ({ ...auditEntry, id })),
    );
    await publish(shop, [topics.admin], { kind: 'payment', id: unsettled[0]! });
    return unsettled.length;
  });
}

async function findMark(
  shop: Shop,
  paymentIds: readonly string[],
): Promise<{ count: number; markedAt: Date } | undefined> {
  const ids = [...new Set(paymentIds)];
  if (ids.length === 0 || !ids.every(isUuid)) return undefined;
  const marks = await shop.database
    .select({ markedAt: codSettlements.createdAt })
    .from(codSettlements)
    .where(and(isInHand, inArray(codSettlements.paymentId, ids)))
    .orderBy(desc(codSettlements.createdAt));
  const [last] = marks;
  if (!last || marks.length < ids.length) return undefined;
  const { markedAt } = last;
  return {
    count: await shop.database.$count(codSettlements, and(isInHand, eq(codSettlements.createdAt, markedAt))),
    markedAt,
  };
}

async function lockWaiting(shop: Shop, paymentIds: readonly string[]) {
  const ids = [...new Set(paymentIds)];
  if (ids.length === 0 || !ids.every(isUuid)) return [];
  await shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(inArray(payments.id, ids))
    .orderBy(asc(payments.id))
    .for('update');
  // Another transaction may have settled payments before the lock, so a second query excludes them.
  return selectUnsettled(shop).where(and(isUnsettled, inArray(payments.id, ids)));
}

async function lockUnsettled(shop: Shop, paymentIds: readonly string[]) {
  const waiting = await lockWaiting(shop, paymentIds);
  return waiting.length === new Set(paymentIds).size ? waiting : undefined;
}

async function settle(shop: Shop, collected: readonly { id: string }[], remittanceId: string | null): Promise<void> {
  await settleCash(
    shop,
    collected.map(({ id }) => id),
    remittanceId,
  );
  await publish(shop, [topics.admin], { kind: 'payment', id: collected[0]!.id });
}
