import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import { formatRupees, type Paise, paise } from '#app/basics/money.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { placePaidCheckout } from '#app/modules/payments/checkout/checkout.server.ts';
import { lockClaimsToConfirm, settleByBank, verifyPayments } from '#app/modules/payments/payments/payments.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { type LockedLine, lockOpenLines, storeLines } from './internal/bank-lines.server.ts';
import {
  findPayoutMatch,
  insertPayouts,
  matchExactPayouts,
  openPayouts,
  undoPayout,
} from './internal/payouts.server.ts';
import { matchStatement } from './match.ts';
import { bankLineAllocations, bankStatementLines } from './tables.server.ts';
import { referenceOf, insertAllocations, findClaims } from './internal/allocations.server.ts';
import { findNames } from './named-orders.server.ts';

export type LineUnavailable = Refused<'gone', { takenBy: string | undefined }>;

export type Matched = { batch: string; orderIds: string[] };

/**
 * Saves the pasted lines and matches all orders whose payment they prove, once per `key`. Returns the batch. Owners
 * only.
 */
export async function matchAgreeing(shop: Shop, text: string, key: string = randomUUID()): Promise<Matched> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    await storeLines(shop, text);
    const waiting = await lockClaimsToConfirm(shop);
    // The same form may have been sent twice, so a second query reads what the first form matched.
    const earlier = await findMatched(shop, key);
    if (earlier) return earlier;
    const free = await lockOpenLines(shop);
    const lines = new Map(free.map((line) => [line.fingerprint, line]));
    const names = await findNames(shop, free);
    const { matchResults } = matchStatement(waiting, free, {
      namesOf: (line) => names.get(line.fingerprint)?.all ?? [],
    });
    const agreed = waiting.flatMap(({ id: paymentId, orderId }) => {
      const matchResult = matchResults.get(paymentId);
      return matchResult?.kind === 'agree'
        ? [{ orderId, paymentId, line: lines.get(matchResult.line.fingerprint)! }]
        : [];
    });
    const matched = await assign(shop, key, agreed);
    const usedLineIds = new Set(agreed.map(({ line }) => line.id));
    for (const line of free.filter(({ id }) => !usedLineIds.has(id))) {
      const { all, checkouts } = names.get(line.fingerprint) ?? { all: [], checkouts: [] };
      const [orderNumber] = checkouts;
      if (orderNumber === undefined || all.length > 1) continue;
      const placed = await placeNamed(shop, matched.batch, { line, orderNumber });
      if (placed.ok) matched.orderIds.push(placed.value.id);
    }
    await matchExactPayouts(shop);
    return matched;
  });
}

/**
 * Creates a paid order from the checkout that a bank line names. Cancels the order if out of stock. Repeating is safe.
 * Owners only.
 */
export async function placeFromLine(
  shop: Shop,
  { text, fingerprint, orderNumber }: { text: string; fingerprint: string; orderNumber: string },
): Promise<Result<Matched, LineUnavailable>> {
  ownerOnly(shop);
  type Answer = Awaited<ReturnType<typeof placeFromLine>>;
  return inTransaction(shop, async (shop): Promise<Answer> => {
    await storeLines(shop, text);
    const [line] = await lockOpenLines(shop, fingerprint);
    const batch = randomUUID();
    const placed = line && (await placeNamed(shop, batch, { line, orderNumber }));
    if (placed?.ok) return done({ batch, orderIds: [placed.value.id] });
    const earlier = line ? undefined : await findPaidBy(shop, fingerprint, eq(orders.orderNumber, orderNumber));
    return earlier ? done(earlier) : refused('gone', { takenBy: await orderWithLine(shop, fingerprint) });
  });
}

async function placeNamed(
  shop: Shop,
  batch: string,
  { line, orderNumber }: { line: LockedLine; orderNumber: string },
): ReturnType<typeof placePaidCheckout> {
  const { amount, day: paidOn, id: lineId } = line;
  const reference = referenceOf(line);
  const placed = await placePaidCheckout(shop, { orderNumber, amount, reference, paidOn: `${paidOn}T12:00:00+05:30` });
  if (!placed.ok) return placed;
  const orderId = placed.value.id;
  const [claim] = await findClaims(shop, [orderId]);
  if (!claim?.isMatched || claim.isAllocated) return refused('unknown-checkout');
  await insertAllocations(shop, batch, [{ lineId, orderId, paymentId: claim.paymentId, amount }]);
  return placed;
}

/**
 * Matches a bank line with an order. Needs a reason when amounts or references differ. Repeating is safe. Owners only.
 */
export async function matchLine(
  shop: Shop,
  {
    orderId,
    paymentId,
    fingerprint,
    ...typed
  }: { text: string; orderId: string; paymentId?: string; fingerprint: string; reason?: string },
): Promise<Result<Matched, LineUnavailable | Refused<'reason-needed', undefined>>> {
  ownerOnly(shop);
  const reason = typed.reason?.trim() || undefined;
  return inTransaction(shop, async (shop) => {
    await storeLines(shop, typed.text);
    const claims = await lockClaimsToConfirm(shop, [orderId]);
    const order = claims.find(({ id }) => paymentId === undefined || id === paymentId);
    const [line] = await lockOpenLines(shop, fingerprint);
    if (!order || !line) {
      const earlier = line ? undefined : await findPaidBy(shop, fingerprint, eq(orders.id, orderId));
      return earlier
        ? done(earlier)
        : refused('gone', { takenBy: (await orderWithLine(shop, fingerprint)) ?? orderId });
    }
    const over = paise(line.amount - order.amount);
    const names = (await findNames(shop, [line])).get(fingerprint)?.all ?? [];
    const namesOther = names.length > 0 && !names.includes(order.orderNumber);
    const isContested = order.isContested && !names.includes(order.orderNumber);
    if ((over !== 0 || namesOther || isContested) && !reason) return refused('reason-needed');
    const difference = over === 0 ? '' : `${formatRupees(paise(Math.abs(over)))} ${over < 0 ? 'short' : 'over'}`;
    const otherLine = line.references.includes(order.paymentReferenceId)
      ? ''
      : `bank line ${line.reference ?? line.day}`;
    const named = namesOther ? `bank line names ${names.join(', ')}` : '';
    const contested = isContested ? 'another order claims this reference' : '';
    const why = [difference, otherLine, named, contested, reason].filter(Boolean).join(', ');
    return done(await assign(shop, randomUUID(), [{ orderId, paymentId: order.id, line, reason: why || undefined }]));
  });
}

export async function matchPayout(
  shop: Shop,
  { text, fingerprint, payoutId }: { text: string; fingerprint: string; payoutId: string },
): Promise<Result<{ batch: string }, Refused<'gone', undefined>>> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop): Promise<Result<{ batch: string }, Refused<'gone', undefined>>> => {
    await storeLines(shop, text);
    const [line] = await lockOpenLines(shop, fingerprint);
    const payout = (await openPayouts(shop)).find(({ id }) => id === payoutId);
    const [matched] = line && payout ? await insertPayouts(shop, [{ line, payout }]) : [];
    const batch = matched ?? (await findPayoutMatch(shop, { fingerprint, payoutId }));
    return batch === undefined ? refused('gone') : done({ batch });
  });
}

/** Undoes the matches of a batch, except payments that have changed since then. Owners only. */
export async function undoMatches(shop: Shop, batch: string): Promise<number> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const ofBatch = eq(bankLineAllocations.batch, batch);
    const ids = shop.database.select({ orderId: bankLineAllocations.orderId }).from(bankLineAllocations).where(ofBatch);
    await shop.database
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.id, ids))
      .orderBy(asc(orders.id))
      .for('update');
    // Another transaction may have changed payments before the lock, so a second query reads them.
    const paid = await shop.database
      .select({ orderId: payments.orderId, paymentId: payments.id })
      .from(bankLineAllocations)
      .innerJoin(payments, eq(payments.id, bankLineAllocations.paymentId))
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(
        and(
          ofBatch,
          eq(payments.verification, 'matched'),
          // Only the newest payment of an order paid in parts can be undone.
          or(isNull(orders.advance), eq(payments.referenceId, orders.paymentReferenceId)),
        ),
      );
    const undone = await verifyPayments(
      shop,
      paid.map((payment) => ({ ...payment, reason: 'undone' })),
      'unverified',
    );
    if (undone.length > 0)
      await shop.database.delete(bankLineAllocations).where(and(ofBatch, inArray(bankLineAllocations.orderId, undone)));
    return undone.length + (await undoPayout(shop, batch));
  });
}

export async function orderWithLine(shop: Shop, fingerprint: string): Promise<string | undefined> {
  const [taken] = await shop.database
    .select({ orderId: bankLineAllocations.orderId })
    .from(bankLineAllocations)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLineAllocations.lineId))
    .innerJoin(payments, eq(payments.id, bankLineAllocations.paymentId))
    .where(and(eq(bankStatementLines.fingerprint, fingerprint), eq(payments.verification, 'matched')))
    .orderBy(desc(bankLineAllocations.createdAt))
    .limit(1);
  return taken?.orderId;
}

export async function findMatched(shop: Shop, batch: string): Promise<Matched | undefined> {
  const rows = await shop.database
    .select({ orderId: bankLineAllocations.orderId })
    .from(bankLineAllocations)
    .innerJoin(payments, eq(payments.id, bankLineAllocations.paymentId))
    .where(and(eq(bankLineAllocations.batch, batch), eq(payments.verification, 'matched')));
  return rows.length > 0 ? { batch, orderIds: rows.map(({ orderId }) => orderId) } : undefined;
}

async function findPaidBy(shop: Shop, fingerprint: string, ofOrder: SQL): Promise<Matched | undefined> {
  const [paid] = await shop.database
    .select({ batch: bankLineAllocations.batch })
    .from(bankLineAllocations)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLineAllocations.lineId))
    .innerJoin(payments, eq(payments.id, bankLineAllocations.paymentId))
    .innerJoin(orders, eq(orders.id, bankLineAllocations.orderId))
    .where(and(eq(bankStatementLines.fingerprint, fingerprint), ofOrder, eq(payments.verification, 'matched')))
    .orderBy(desc(bankLineAllocations.createdAt))
    .limit(1);
  return paid && findMatched(shop, paid.batch);
}

/** If the confirmed amount of a claim is too small, the order gets a second payment. */
async function assign(
  shop: Shop,
  batch: string,
  pairs: readonly { orderId: string; paymentId: string; line: LockedLine; reason?: string }[],
): Promise<Matched> {
  const orderIds = [...new Set(pairs.map(({ orderId }) => orderId))];
  const waiting = new Set(
    await unmatchedAmong(
      shop,
      pairs.map(({ paymentId }) => paymentId),
    ),
  );
  const ofClaims = pairs.filter(({ paymentId }) => waiting.has(paymentId));
  // A batch contains each order only once, so further claims of an order follow in later rounds.
  const rounds = Object.values(
    Object.groupBy(ofClaims, (pair) => ofClaims.filter(({ orderId }) => orderId === pair.orderId).indexOf(pair)),
  );
  for (const round of rounds)
    await verifyPayments(
      shop,
      round!.map(({ orderId, paymentId, line, reason }) => ({ orderId, paymentId, reason, amount: line.amount })),
      'matched',
    );
  await insertAllocations(
    shop,
    batch,
    ofClaims.map(({ orderId, paymentId, line: { id: lineId, amount } }) => ({ lineId, orderId, paymentId, amount })),
  );
  for (const pair of pairs)
    if (!waiting.has(pair.paymentId)) await settle(shop, batch, { ...pair, amount: pair.line.amount });
  return { batch, orderIds };
}

async function unmatchedAmong(shop: Shop, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, [...paymentIds]), ne(payments.verification, 'matched')));
  return rows.map(({ id }) => id);
}

export async function settle(
  shop: Shop,
  batch: string,
  { line, ...paid }: { line: LockedLine; orderId: string; amount: Paise; reason?: string },
): Promise<void> {
  const paymentId = await settleByBank(shop, { ...paid, reference: referenceOf(line) });
  await insertAllocations(shop, batch, [{ lineId: line.id, orderId: paid.orderId, paymentId, amount: paid.amount }]);
}
