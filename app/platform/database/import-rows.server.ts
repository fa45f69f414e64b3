import { isDeepStrictEqual } from 'node:util';
import type { RowOutcome } from '#app/basics/import-outcome.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';
import { isDatabaseError, isUnreachableDatabase } from './query-errors.server.ts';

export type ImportOutcome = { outcome: Exclude<RowOutcome, 'refused'> } | { outcome: 'refused'; reason: string };
export type ImportOutcomes = ReadonlyMap<string, ImportOutcome>;

export type ImportMemory = { wasImported: (id: string) => boolean };

const BATCH = 200;

/** Adds rows with new ids, in batches. Skips and reports the rows that the database rejects. */
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
      outcomes.set(only.id, { outcome: 'refused', reason: `The database rejected it: ${reasonOf(error)}` });
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await writeEach(shop, rows.slice(0, middle), write, outcomes);
    await writeEach(shop, rows.slice(middle), write, outcomes);
  }
}

function reasonOf(error: unknown): string {
  let last = error as Error;
  while (last.cause instanceof Error) last = last.cause;
  return last.message;
}

const isSame = (row: object, there: object): boolean =>
  Object.entries(row).every(([name, value]) =>
    isDeepStrictEqual(plain(value), plain((there as Record<string, unknown>)[name])),
  );

const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
