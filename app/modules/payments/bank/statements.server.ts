import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, gte, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { formatRupees, type Paise, paise, sum } from '#app/basics/money.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { payments } from '#app/modules/orders/ledger/tables.server.ts';
import { findOpenCheckouts, placePaidCheckout } from '#app/modules/payments/checkout/checkout.server.ts';
import { getOrder, historyOf, lockOrder } from '#app/modules/orders/orders/orders.server.ts';
import { lockClaimsToMatch, settleByBank, verifyPayments } from '#app/modules/payments/payments/payments.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import {
  allocated,
  DAYS_LOOKED_AT,
  lineColumns,
  type LockedLine,
  lockOpenLines,
  MAX_LINES,
} from './internal/bank-lines.server.ts';
import {
  findPayoutMatch,
  insertPayouts,
  matchExactPayouts,
  openPayouts,
  undoPayout,
} from './internal/payouts.server.ts';
import { matchStatement, orderNumbersIn } from './match.ts';
import type { StatementLine, Unreadable } from './bank-line.ts';
import { readStatement } from './statement.ts';
import { bankLineAllocations, bankStatementLines } from './tables.server.ts';

export { linesOfPayouts, matchExactPayouts, openPayouts, settledDays } from './internal/payouts.server.ts';

const AT_ONCE = 500;

/** How a statement went into the books: new lines, those known before, and what couldn't be read. */
export type Imported = { read: number; added: number; unreadable: Unreadable[] };

/** A line of which something stands at no order yet: `amount` is what is left of it, in paise. */
export type OpenLine = StatementLine & { allocated: Paise };

/**
 * The lines of the last 120 days, 2,000 at most: those of which something stands at no matched order, newest first, with what is left
 * of each; those that are used up; and those that were dismissed, with what is left of each, the last dismissed first. The owner.
 */
export async function openLines(
  shop: Shop,
): Promise<{ lines: OpenLine[]; used: StatementLine[]; dismissed: StatementLine[] }> {
  ownerOnly(shop);
  const since = dayInIndia(new Date(shop.now.getTime() - DAYS_LOOKED_AT * 86_400_000));
  const rows = await shop.database
    .select({ ...lineColumns, allocated, dismissedAt: bankStatementLines.dismissedAt })
    .from(bankStatementLines)
    .where(gte(bankStatementLines.day, since))
    .orderBy(desc(bankStatementLines.day), desc(bankStatementLines.id))
    .limit(MAX_LINES);
  type Row = (typeof rows)[number];
  const lineOf = ({ id: _id, dismissedAt: _dismissedAt, allocated: _allocated, ...line }: Row) => line;
  const subtractAllocated = (row: Row) => ({ ...lineOf(row), amount: paise(row.amount - row.allocated) });
  const {
    open = [],
    used = [],
    dismissed = [],
  } = Object.groupBy(rows, (row) =>
    row.allocated >= row.amount ? 'used' : row.dismissedAt === null ? 'open' : 'dismissed',
  );
  return {
    lines: open.map((row) => ({ ...subtractAllocated(row), allocated: row.allocated })),
    used: used.map(lineOf),
    dismissed: dismissed.toSorted((a, b) => Number(b.dismissedAt) - Number(a.dismissedAt)).map(subtractAllocated),
  };
}

/**
 * Keeps the lines of a statement, and matches those that are a gateway's settlement or a courier's remittance; one that is there already
 * is left as it is, so that reading twice changes nothing. The owner.
 */
export async function importStatement(shop: Shop, text: string): Promise<Imported> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const imported = await storeLines(shop, text);
    await matchExactPayouts(shop);
    return imported;
  });
}

/** Refused because an order has the line, or because the order was matched: `takenBy` is that order's id, where there is one. */
export type Gone = Refused<'gone', { takenBy: string | undefined }>;
export type Matched = { batch: string; orderIds: string[] };

/**
 * Matches every waiting order with which a line agrees in reference and amount (issue 5), in one transaction; what was pasted is
 * kept first. The server lays orders and lines beside each other itself. Answers a batch that can be undone: the `key` of the form, which
 * does it once. The owner.
 */
export async function matchAgreeing(shop: Shop, text: string, key: string = randomUUID()): Promise<Matched> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    await storeLines(shop, text);
    const waiting = await lockClaimsToMatch(shop);
    // Read by a statement of its own: who waited for the orders sees what the same form has matched meanwhile.
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
    const taken = new Set(agreed.map(({ line }) => line.id));
    for (const line of free.filter(({ id }) => !taken.has(id))) {
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

/** The numbers that exist among those a line names: of orders and open checkouts, and of the checkouts among them. */
export type Names = { all: string[]; checkouts: string[] };

/**
 * The orders and open checkouts that lines name, by the line's fingerprint, without lines that name none. The customer of a checkout
 * paid its QR and typed nothing. The owner.
 */
export async function findNames(shop: Shop, lines: readonly StatementLine[]): Promise<Map<string, Names>> {
  ownerOnly(shop);
  const named = lines
    .map((line) => ({ line, numbers: orderNumbersIn(line) }))
    .filter(({ numbers }) => numbers.length > 0);
  if (named.length === 0) return new Map();
  const numbers = [...new Set(named.flatMap((each) => each.numbers))];
  const [placed, open] = await Promise.all([
    // Not filtered by owner: an owner lays every order beside the bank's lines.
    shop.database.select({ orderNumber: orders.orderNumber }).from(orders).where(inArray(orders.orderNumber, numbers)),
    findOpenCheckouts(shop, numbers),
  ]);
  const checkouts = new Set(open.map(({ orderNumber }) => orderNumber));
  const existing = new Set([...placed.map(({ orderNumber }) => orderNumber), ...checkouts]);
  return new Map(
    named.flatMap(({ line, numbers }): [string, Names][] => {
      const all = numbers.filter((number) => existing.has(number));
      return all.length > 0 ? [[line.fingerprint, { all, checkouts: all.filter((each) => checkouts.has(each)) }]] : [];
    }),
  );
}

/**
 * Makes the checkout that a line names the order that its customer paid for without typing anything: its pieces if they can be had,
 * else an order that is cancelled from the start and whose money is owed. Once the line has paid it, that is the answer again. Refused when
 * the line or the checkout is no longer open. The owner.
 */
export async function placeFromLine(
  shop: Shop,
  { text, fingerprint, orderNumber }: { text: string; fingerprint: string; orderNumber: string },
): Promise<Result<Matched, Gone>> {
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
  const [claim] = await claimsOf(shop, [orderId]);
  // It was an order already: its customer gave the reference, or another line has paid it.
  if (!claim?.isMatched || claim.isAllocated) return refused('unknown-checkout');
  await insertAllocations(shop, batch, [{ lineId, orderId, paymentId: claim.paymentId, amount }]);
  return placed;
}

/**
 * Matches one waiting order with the line its owner chose. Refused when the line or the order is no longer free, and without a
 * reason when amounts differ, another order claims the reference, or the line names another order; once the line has paid this order, that is the answer again. What really came is what is booked. The owner.
 */
export async function matchLine(
  shop: Shop,
  {
    orderId,
    paymentId,
    fingerprint,
    ...typed
  }: { text: string; orderId: string; paymentId?: string; fingerprint: string; reason?: string },
): Promise<Result<Matched, Gone | Refused<'reason-needed', undefined>>> {
  ownerOnly(shop);
  const reason = typed.reason?.trim() || undefined;
  return inTransaction(shop, async (shop) => {
    await storeLines(shop, typed.text);
    const claims = await lockClaimsToMatch(shop, [orderId]);
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

const MAX_PARTS = 10;

type AllocateRefusal = Gone | Refused<'nothing' | 'key-used', undefined> | Refused<'too-much', { left: Paise }>;

/**
 * Divides a line, or part of it, among orders: a claim that waits is matched with its part, any other order that stands gets a
 * payment of its own, so that several lines can pay one. At most ten at once, in one transaction. Refused when the parts are more
 * than is left of the line, when the line is used up, or none is given. The `key` of the form divides it once: again, that is the same
 * answer, and refused where it says something else. The owner. Throws not-found for an order that isn't there.
 */
export async function allocateLine(
  shop: Shop,
  given: {
    text: string;
    fingerprint: string;
    parts: readonly { orderId: string; amount: Paise }[];
    reason?: string;
    key?: string;
  },
): Promise<Result<Matched, AllocateRefusal>> {
  ownerOnly(shop);
  const byOrder = Map.groupBy(given.parts, ({ orderId }) => orderId);
  const parts = [...byOrder]
    .map(([orderId, ofOrder]) => ({ orderId, amount: sum(ofOrder.map(({ amount }) => amount)) }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  if (parts.length === 0 || parts.length > MAX_PARTS) return refused('nothing');
  return inTransaction(shop, async (shop): Promise<Result<Matched, AllocateRefusal>> => {
    await storeLines(shop, given.text);
    // Orders before lines, as everywhere; at most ten.
    for (const { orderId } of parts) await lockOrder(shop, orderId);
    const [line] = await lockOpenLines(shop, given.fingerprint);
    const batch = given.key ?? randomUUID();
    const earlier = await findMatched(shop, batch);
    if (earlier) return (await wasDividedSo(shop, batch, { ...given, parts })) ? done(earlier) : refused('key-used');
    if (!line) return refused('gone', { takenBy: await orderWithLine(shop, given.fingerprint) });
    if (sum(parts.map(({ amount }) => amount)) > line.amount) return refused('too-much', { left: line.amount });
    const why = [`part of bank line ${line.reference ?? line.day}`, given.reason?.trim()].filter(Boolean).join(', ');
    for (const { orderId, amount } of parts) {
      await settle(shop, batch, { line, orderId, amount, reason: why });
    }
    return done({ batch, orderIds: parts.map(({ orderId }) => orderId) });
  });
}

/**
 * Matches a line with the settlement or remittance that its owner says it is; it counts for all that is left of the line. The same again
 * is the same answer. Refused when the line or the payout is no longer open. The owner.
 */
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

/**
 * Takes one go of matching back: its lines are free, and its orders wait again unless nothing of them is outstanding; or that of a
 * payout. What was changed since, or went back, stays. The owner.
 */
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
    // Read by a statement of its own: who waited for the lock sees what the other has changed meanwhile.
    const paid = await shop.database
      .select({ orderId: payments.orderId, paymentId: payments.id })
      .from(bankLineAllocations)
      .innerJoin(payments, eq(payments.id, bankLineAllocations.paymentId))
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(
        and(
          ofBatch,
          eq(payments.verification, 'matched'),
          // Of what is paid in parts the newest alone can be taken back.
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

/**
 * Says that a line is no order's payment, or takes that back; what was pasted is kept first. The same again changes nothing. Refused
 * when all of it stands at matched orders or payouts. The owner.
 */
export async function dismissLine(
  shop: Shop,
  { text, fingerprint, isDismissed }: { text: string; fingerprint: string; isDismissed: boolean },
): Promise<Result<undefined, Gone>> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop): Promise<Result<undefined, Gone>> => {
    await storeLines(shop, text);
    const [open] = await lockOpenLines(shop, fingerprint);
    const [line] = await shop.database
      .select({ dismissedAt: bankStatementLines.dismissedAt })
      .from(bankStatementLines)
      .where(eq(bankStatementLines.fingerprint, fingerprint));
    if (Boolean(line?.dismissedAt) === isDismissed) return done();
    if (isDismissed && !open) return refused('gone', { takenBy: await orderWithLine(shop, fingerprint) });
    await shop.database
      .update(bankStatementLines)
      .set({ dismissedAt: isDismissed ? shop.now : null })
      .where(eq(bankStatementLines.fingerprint, fingerprint));
    const action = isDismissed ? 'statement.dismiss' : 'statement.reopen';
    await audit(shop, { action, table: 'bank_statement_lines', id: fingerprint, after: { dismissed: isDismissed } });
    return done();
  });
}

/** The newest order that a line was matched with. */
async function orderWithLine(shop: Shop, fingerprint: string): Promise<string | undefined> {
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

/** The number of an order and who last matched its payment, for a notice. The owner. Throws not-found for an order that isn't there. */
export async function findTaker(
  shop: Shop,
  orderId: string,
): Promise<{ orderNumber: string; matchedBy: string | undefined }> {
  ownerOnly(shop);
  const { orderNumber } = await getOrder(shop, orderId);
  const history = await historyOf(shop, orderId);
  const matched = history.findLast(({ reason }) => reason?.startsWith('Payment matched'));
  return { orderNumber, matchedBy: matched?.changedByName ?? undefined };
}

/** What was matched in this go and is so still. */
async function findMatched(shop: Shop, batch: string): Promise<Matched | undefined> {
  const rows = await shop.database
    .select({ orderId: bankLineAllocations.orderId })
    .from(bankLineAllocations)
    .innerJoin(payments, eq(payments.id, bankLineAllocations.paymentId))
    .where(and(eq(bankLineAllocations.batch, batch), eq(payments.verification, 'matched')));
  return rows.length > 0 ? { batch, orderIds: rows.map(({ orderId }) => orderId) } : undefined;
}

/** Whether a go divided just this line, into just these parts, sorted by their orders' ids. */
async function wasDividedSo(
  shop: Shop,
  batch: string,
  { fingerprint, parts }: { fingerprint: string; parts: readonly { orderId: string; amount: Paise }[] },
): Promise<boolean> {
  const divided = await shop.database
    .select({
      fingerprint: bankStatementLines.fingerprint,
      orderId: bankLineAllocations.orderId,
      amount: bankLineAllocations.amount,
    })
    .from(bankLineAllocations)
    .innerJoin(bankStatementLines, eq(bankStatementLines.id, bankLineAllocations.lineId))
    .where(eq(bankLineAllocations.batch, batch))
    .orderBy(asc(bankLineAllocations.orderId));
  return isDeepStrictEqual(
    divided,
    parts.map(({ orderId, amount }) => ({ fingerprint, orderId, amount })),
  );
}

/** The go in which a line paid an order, where it did. */
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

async function storeLines(shop: Shop, text: string): Promise<Imported> {
  if (text.trim() === '') return { read: 0, added: 0, unreadable: [] };
  const { lines, unreadable } = readStatement(text);
  let added = 0;
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const written = await shop.database
      .insert(bankStatementLines)
      .values(
        lines.slice(from, from + AT_ONCE).map((line) => ({ ...line, importedBy: actorId(shop), importedAt: shop.now })),
      )
      .onConflictDoNothing({ target: bankStatementLines.fingerprint })
      .returning({ id: bankStatementLines.id });
    added += written.length;
  }
  if (added > 0)
    await audit(shop, {
      action: 'statement.import',
      table: 'bank_statement_lines',
      id: `${added} lines`,
      after: { added },
    });
  return { read: lines.length, added, unreadable };
}

/**
 * Puts what is left of lines to waiting orders and matches their claims with what really came. Where the claim was matched before,
 * short of what is due, the line is a payment of its own.
 */
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
  // A go names an order once; its further claims, which are few, follow.
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

/** Those of these payments that aren't matched yet. */
async function unmatchedAmong(shop: Shop, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, [...paymentIds]), ne(payments.verification, 'matched')));
  return rows.map(({ id }) => id);
}

/** Books what a line, or a part of it, paid of an order whose row the caller holds. */
async function settle(
  shop: Shop,
  batch: string,
  { line, ...paid }: { line: LockedLine; orderId: string; amount: Paise; reason?: string },
): Promise<void> {
  const paymentId = await settleByBank(shop, { ...paid, reference: referenceOf(line) });
  await insertAllocations(shop, batch, [{ lineId: line.id, orderId: paid.orderId, paymentId, amount: paid.amount }]);
}

const referenceOf = (line: LockedLine): string => line.reference ?? `BANK-${line.id.slice(0, 8)}`;

/** Says at which line payments stand that were just matched. One that stood at another before was taken back since. */
async function insertAllocations(
  shop: Shop,
  batch: string,
  rows: readonly { lineId: string; orderId: string; paymentId: string; amount: Paise }[],
): Promise<void> {
  if (rows.length === 0) return;
  const [ids, lineIds] = [rows.map(({ paymentId }) => paymentId), rows.map(({ lineId }) => lineId)];
  // What a line paid and was taken back doesn't count, nor may it again once its order is matched otherwise.
  const takenBack = shop.database
    .select({ id: payments.id })
    .from(payments)
    .where(ne(payments.verification, 'matched'));
  await shop.database
    .delete(bankLineAllocations)
    .where(
      or(
        inArray(bankLineAllocations.paymentId, ids),
        and(inArray(bankLineAllocations.lineId, lineIds), inArray(bankLineAllocations.paymentId, takenBack)),
      ),
    );
  await shop.database.insert(bankLineAllocations).values(rows.map((row) => ({ ...row, batch, createdAt: shop.now })));
}

/** The payment by which the customer of each of these orders claimed to have paid, and whether it was matched, with a line or without. */
async function claimsOf(shop: Shop, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return shop.database
    .select({
      orderId: payments.orderId,
      paymentId: payments.id,
      isMatched: sql<boolean>`${payments.verification} = 'matched'`,
      isAllocated: sql<boolean>`${bankLineAllocations.id} is not null`,
    })
    .from(payments)
    .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.paymentReferenceId, payments.referenceId)))
    .leftJoin(bankLineAllocations, eq(bankLineAllocations.paymentId, payments.id))
    .where(and(inArray(payments.orderId, [...orderIds]), eq(payments.source, 'reference')));
}
