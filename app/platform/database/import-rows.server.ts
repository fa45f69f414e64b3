import { isDeepStrictEqual } from 'node:util';
import type { RowOutcome } from '#app/basics/import-outcome.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { isDatabaseError, isUnreachableDatabase } from './query-errors.server.ts';

/** What became of a row, with a sentence where it was refused. */
export type ImportOutcome = { outcome: Exclude<RowOutcome, 'refused'> } | { outcome: 'refused'; reason: string };
export type ImportOutcomes = ReadonlyMap<string, ImportOutcome>;

/** What an import is handed beside its rows: whether a row was taken in before. */
export type ImportMemory = { wasImported: (id: string) => boolean };

/** Small enough for a statement's parameters and time. */
const BATCH = 200;

/**
 * Adds the rows whose id isn't there, in the caller's transaction, some hundred by a statement, and leaves alone those that are.
 * `findExisting` answers what is there by its id, with at least the keys that a row has under `columns`; `write` adds rows, each whole or not
 * at all. A row that the database refuses is named with its reason, and the others are added.
 */
export async function importRows<Row extends { id: string }>(
  shop: Shop,
  rows: readonly Row[],
  {
    findExisting,
    columns = (row) => row,
    write,
    wasImported,
  }: ImportMemory & {
    findExisting: (shop: Shop, rows: readonly Row[]) => Promise<ReadonlyMap<string, object>>;
    columns?: (row: Row) => object;
    write: (shop: Shop, rows: readonly Row[]) => Promise<unknown>;
  },
): Promise<ImportOutcomes> {
  const outcomes = new Map<string, ImportOutcome>();
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const existing = await findExisting(shop, batch);
    const missing: Row[] = [];
    for (const row of batch) {
      const there = existing.get(row.id);
      if (there) outcomes.set(row.id, { outcome: isSame(columns(row), there) ? 'unchanged' : 'kept' });
      else if (wasImported(row.id)) outcomes.set(row.id, { outcome: 'kept' });
      else missing.push(row);
    }
    await writeEach(shop, missing, write, outcomes);
  }
  return outcomes;
}

/** Writes rows behind a savepoint; where the database refuses them, the one it refuses is found by halves. */
async function writeEach<Row extends { id: string }>(
  shop: Shop,
  rows: readonly Row[],
  write: (shop: Shop, rows: readonly Row[]) => Promise<unknown>,
  outcomes: Map<string, ImportOutcome>,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await inTransaction(shop, (shop) => write(shop, rows));
    for (const { id } of rows) outcomes.set(id, { outcome: 'added' });
  } catch (error) {
    if (!isDatabaseError(error) || isUnreachableDatabase(error)) throw error;
    const [only, another] = rows;
    if (only && !another) {
      outcomes.set(only.id, { outcome: 'refused', reason: `The database refuses it: ${reasonOf(error)}` });
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await writeEach(shop, rows.slice(0, middle), write, outcomes);
    await writeEach(shop, rows.slice(middle), write, outcomes);
  }
}

/** What the database itself said, without the statement around it. */
function reasonOf(error: unknown): string {
  let last = error as Error;
  while (last.cause instanceof Error) last = last.cause;
  return last.message;
}

const isSame = (row: object, there: object): boolean =>
  Object.entries(row).every(([name, value]) =>
    isDeepStrictEqual(plain(value), plain((there as Record<string, unknown>)[name])),
  );

/** As JSON keeps it: without what is undefined. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
