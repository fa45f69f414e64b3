import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { formatRupees, paise } from '#app/basics/money.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { verifyPayments, lockOrdersToMatch } from '#app/modules/payments/payments.server.ts';
import { orders } from '#app/modules/orders/tables.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { readCsv } from './csv.ts';
import { matchStatement } from './match.ts';
import { readStatement, type StatementLine } from './statement.ts';
import { bankStatementLines } from './tables.server.ts';

const DAYS_LOOKED_AT = 120;
const MAX_LINES = 2_000;
const AT_ONCE = 500;

/** How a statement went into the books: new lines, those known before, and what couldn't be read. */
export type Imported = { read: number; added: number; unreadable: string[] };

/** The lines of the last 120 days that stand at no matched order, newest first, and those that do or were dismissed; the owner. */
export async function openLines(shop: Shop): Promise<{ lines: StatementLine[]; used: StatementLine[] }> {
  ownerOnly(shop);
  const since = dayInIndia(new Date(shop.now.getTime() - DAYS_LOOKED_AT * 86_400_000));
  const rows = await shop.database
    .select({ ...lineColumns, verification: orders.verification, dismissedAt: bankStatementLines.dismissedAt })
    .from(bankStatementLines)
    .leftJoin(orders, eq(orders.id, bankStatementLines.orderId))
    .where(gte(bankStatementLines.day, since))
    .orderBy(desc(bankStatementLines.day), desc(bankStatementLines.id))
    .limit(MAX_LINES);
  const those = (areUsed: boolean) =>
    rows
      .filter((row) => (row.verification === 'matched' || row.dismissedAt !== null) === areUsed)
      .map(({ verification: _verification, dismissedAt: _dismissedAt, ...line }) => line);
  return { lines: those(false), used: those(true) };
}

/** Keeps the lines of a statement; one that is there already is left as it is, so that reading twice changes nothing. The owner. */
export async function importStatement(shop: Shop, text: string): Promise<Imported> {
  ownerOnly(shop);
  return inTransaction(shop, (shop) => storeLines(shop, text));
}

export type Matched = { batch: string; orderIds: string[] };

/**
 * Matches every waiting order with which a line agrees in reference and amount (issue 5), in one transaction; what was pasted is
 * kept first. The server lays orders and lines beside each other itself. Answers a batch that can be undone. The owner.
 */
export async function matchAgreeing(shop: Shop, text: string): Promise<Matched> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    await storeLines(shop, text);
    const waiting = await lockOrdersToMatch(shop);
    const { matchResults } = matchStatement(waiting, await lockOpenLines(shop));
    const agreed = [...matchResults].flatMap(([orderId, matchResult]) =>
      matchResult.kind === 'agree' ? [{ orderId, fingerprint: matchResult.line.fingerprint }] : [],
    );
    return assign(shop, agreed);
  });
}

/**
 * Matches one waiting order with the line its owner chose. Refused when the line or the order is no longer free, and without a
 * reason when amounts differ. The owner.
 */
export async function matchLine(
  shop: Shop,
  { orderId, fingerprint, ...typed }: { text: string; orderId: string; fingerprint: string; reason?: string },
): Promise<Result<Matched, Refused<'reason-needed' | 'gone', undefined>>> {
  ownerOnly(shop);
  const reason = typed.reason?.trim() || undefined;
  return inTransaction(shop, async (shop) => {
    await storeLines(shop, typed.text);
    const [order] = await lockOrdersToMatch(shop, [orderId]);
    const [line] = await lockOpenLines(shop, fingerprint);
    if (!order || !line) return refused('gone');
    const over = paise(line.amount - order.total);
    if (over !== 0 && !reason) return refused('reason-needed');
    const difference = over === 0 ? '' : `${formatRupees(paise(Math.abs(over)))} ${over < 0 ? 'short' : 'over'}`;
    const otherLine = line.references.includes(order.paymentReferenceId)
      ? ''
      : `bank line ${line.reference ?? line.day}`;
    const why = [difference, otherLine, reason].filter(Boolean).join(', ');
    return done(await assign(shop, [{ orderId, fingerprint, reason: why || undefined }]));
  });
}

/** Takes one go of matching back: its orders wait again and its lines are free. What was judged anew since stays. The owner. */
export async function undoMatches(shop: Shop, batch: string): Promise<number> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const taken = await shop.database
      .select({ orderId: orders.id })
      .from(orders)
      .innerJoin(bankStatementLines, eq(bankStatementLines.orderId, orders.id))
      .where(and(eq(bankStatementLines.matchBatch, batch), eq(orders.verification, 'matched')))
      .orderBy(asc(orders.id))
      .for('update', { of: orders });
    await shop.database
      .update(bankStatementLines)
      .set({ orderId: null, matchBatch: null, matchedAt: null })
      .where(eq(bankStatementLines.matchBatch, batch));
    const undone = await verifyPayments(
      shop,
      taken.map(({ orderId }) => ({ orderId, reason: 'undone' })),
      'unverified',
    );
    return undone.length;
  });
}

/**
 * Says that a line is no order's payment, or takes that back; what was pasted is kept first. One that stands at a matched order
 * is left as it is. The owner.
 */
export async function dismissLine(
  shop: Shop,
  { text, fingerprint, isDismissed }: { text: string; fingerprint: string; isDismissed: boolean },
): Promise<void> {
  ownerOnly(shop);
  await inTransaction(shop, async (shop) => {
    await storeLines(shop, text);
    if (isDismissed && (await lockOpenLines(shop, fingerprint)).length === 0) return;
    await shop.database
      .update(bankStatementLines)
      .set({ dismissedAt: isDismissed ? shop.now : null })
      .where(eq(bankStatementLines.fingerprint, fingerprint));
    const action = isDismissed ? 'statement.dismiss' : 'statement.reopen';
    await audit(shop, { action, table: 'bank_statement_lines', id: fingerprint, after: { dismissed: isDismissed } });
  });
}

async function storeLines(shop: Shop, text: string): Promise<Imported> {
  if (text.trim() === '') return { read: 0, added: 0, unreadable: [] };
  const { lines, unreadable } = readStatement(text, readCsv);
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

const lineColumns = {
  fingerprint: bankStatementLines.fingerprint,
  day: bankStatementLines.day,
  amount: bankStatementLines.amount,
  reference: bankStatementLines.reference,
  references: bankStatementLines.references,
  description: bankStatementLines.description,
  payer: bankStatementLines.payer,
};

/** The newest lines that no matched order stands at, or that one, locked until the transaction ends; orders are locked before lines, always. */
async function lockOpenLines(shop: Shop, fingerprint?: string): Promise<StatementLine[]> {
  const matched = shop.database
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`orders.id = bank_statement_lines.order_id`, eq(orders.verification, 'matched')));
  const isFree = and(
    isNull(bankStatementLines.dismissedAt),
    or(isNull(bankStatementLines.orderId), sql`not exists ${matched}`),
  );
  const newest = shop.database
    .select({ id: bankStatementLines.id })
    .from(bankStatementLines)
    .where(isFree)
    .orderBy(desc(bankStatementLines.day), desc(bankStatementLines.id))
    .limit(MAX_LINES);
  const locked = await shop.database
    .select({ id: bankStatementLines.id })
    .from(bankStatementLines)
    .where(
      fingerprint === undefined
        ? inArray(bankStatementLines.id, newest)
        : eq(bankStatementLines.fingerprint, fingerprint),
    )
    .orderBy(asc(bankStatementLines.id))
    .for('update');
  // Judged by a statement of its own: who waited for the lock sees what the other has matched meanwhile.
  const ids = locked.map(({ id }) => id);
  return shop.database
    .select(lineColumns)
    .from(bankStatementLines)
    .where(and(inArray(bankStatementLines.id, ids), isFree))
    .orderBy(asc(bankStatementLines.id));
}

/** Puts lines to their orders and judges these as matched. An order that had a line before gives it up. */
async function assign(
  shop: Shop,
  pairs: readonly { orderId: string; fingerprint: string; reason?: string }[],
): Promise<Matched> {
  const batch = randomUUID();
  if (pairs.length === 0) return { batch, orderIds: [] };
  const ids = pairs.map((pair) => pair.orderId);
  const fingerprints = pairs.map((pair) => pair.fingerprint);
  await shop.database
    .update(bankStatementLines)
    .set({ orderId: null, matchBatch: null, matchedAt: null })
    .where(inArray(bankStatementLines.orderId, ids));
  await shop.database.execute(sql`
    update bank_statement_lines line
    set order_id = pair.order_id, match_batch = ${batch}::uuid, matched_at = ${shop.now.toISOString()}::timestamptz
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(fingerprints)}::text[]) as pair (order_id, fingerprint)
    where line.fingerprint = pair.fingerprint`);
  return { batch, orderIds: await verifyPayments(shop, pairs, 'matched') };
}
