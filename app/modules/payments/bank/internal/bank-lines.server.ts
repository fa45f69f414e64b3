import { audit } from '#app/platform/audit/audit.server.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';
import { readStatement } from '#app/modules/payments/bank/statement.ts';
import { bankStatementLines } from '#app/modules/payments/bank/tables.server.ts';
import type { Imported } from '#app/modules/payments/bank/statements.server.ts';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { paise } from '#app/basics/money.ts';
import type { StatementLine } from '#app/modules/payments/bank/bank-line.ts';

export const DAYS_LOOKED_AT = 120;
export const MAX_LINES = 2_000;

export const lineColumns = {
  id: bankStatementLines.id,
  fingerprint: bankStatementLines.fingerprint,
  day: bankStatementLines.day,
  amount: bankStatementLines.amount,
  reference: bankStatementLines.reference,
  references: bankStatementLines.references,
  description: bankStatementLines.description,
  payer: bankStatementLines.payer,
};

/** Sums how much of a bank line confirmed payments and payouts use, in paise. */
export const allocated = sql`coalesce((
  select sum(allocation.amount) from bank_line_allocations allocation join payments on payments.id = allocation.payment_id
  where allocation.line_id = bank_statement_lines.id and payments.verification = 'matched'), 0)
  + coalesce((
  select payout.amount from bank_line_payouts payout
  where payout.line_id = bank_statement_lines.id and payout.undone_at is null), 0)`.mapWith((amount) =>
  paise(Number(amount)),
);

export type LockedLine = StatementLine & { id: string };

/** Locks bank lines with an unassigned amount. The caller must lock the orders first. */
export async function lockOpenLines(shop: Shop, fingerprint?: string): Promise<LockedLine[]> {
  const isFree = and(isNull(bankStatementLines.dismissedAt), sql`${bankStatementLines.amount} > ${allocated}`);
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
  // Another transaction may have matched lines before the lock, so a second query reads them.
  const ids = locked.map(({ id }) => id);
  const free = await shop.database
    .select({ ...lineColumns, allocated })
    .from(bankStatementLines)
    .where(and(inArray(bankStatementLines.id, ids), isFree))
    .orderBy(asc(bankStatementLines.id));
  return free.map(({ allocated: taken, ...line }) => ({ ...line, amount: paise(line.amount - taken) }));
}

const AT_ONCE = 500;

export async function storeLines(shop: Shop, text: string): Promise<Imported> {
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
