import { desc, eq, gte } from 'drizzle-orm';
import { type Paise, paise } from '#app/basics/money.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { done, refused, type Result } from '#app/basics/result.ts';
import { getOrder, findOrderHistory } from '#app/modules/orders/orders/orders.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import {
  allocated,
  DAYS_LOOKED_AT,
  lineColumns,
  lockOpenLines,
  MAX_LINES,
  storeLines,
} from './internal/bank-lines.server.ts';
import { matchExactPayouts } from './internal/payouts.server.ts';
import type { StatementLine, Unreadable } from './bank-line.ts';
import { bankStatementLines } from './tables.server.ts';
import { type LineUnavailable, orderWithLine } from './matches.server.ts';

export { linesOfPayouts, matchExactPayouts, openPayouts, settledDays } from './internal/payouts.server.ts';

export type Imported = { read: number; added: number; unreadable: Unreadable[] };

export type OpenLine = StatementLine & { allocated: Paise };

/** Returns up to 2,000 bank lines of the last 120 days. Owners only. */
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

/** Saves the statement's lines and matches payouts. Repeating is safe. Owners only. */
export async function importStatement(shop: Shop, text: string): Promise<Imported> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop) => {
    const imported = await storeLines(shop, text);
    await matchExactPayouts(shop);
    return imported;
  });
}

/** Dismisses a bank line, or restores it. Refuses a fully matched line. Owners only. */
export async function dismissLine(
  shop: Shop,
  { text, fingerprint, isDismissed }: { text: string; fingerprint: string; isDismissed: boolean },
): Promise<Result<undefined, LineUnavailable>> {
  ownerOnly(shop);
  return inTransaction(shop, async (shop): Promise<Result<undefined, LineUnavailable>> => {
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

/** Returns the number of the order that a bank line pays, and who matched them. Owners only. */
export async function findTaker(
  shop: Shop,
  orderId: string,
): Promise<{ orderNumber: string; matchedBy: string | undefined }> {
  ownerOnly(shop);
  const { orderNumber } = await getOrder(shop, orderId);
  const history = await findOrderHistory(shop, orderId);
  const matched = history.findLast(({ reason }) => reason?.startsWith('Payment matched'));
  return { orderNumber, matchedBy: matched?.changedByName ?? undefined };
}
