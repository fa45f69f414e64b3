import { type Column, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What a person typed as a pattern that finds it anywhere, its wildcards being letters (T19); undefined when nothing was. */
export function containing(typed: string | undefined): string | undefined {
  const text = typed?.trim().slice(0, 100);
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : undefined;
}

/**
 * Whether a row's kept `search_text` hold what a person typed; undefined when nothing was. The words are in lower
 * case, so that no letter's case is looked up for each row again.
 */
export function searchTextContains(table: PgTable, typed: string | undefined): SQL | undefined {
  const pattern = containing(typed);
  return pattern === undefined ? undefined : sql`${table}.search_text like lower(${pattern}::text)`;
}

/**
 * The same for a table that keeps no such words: whether one of these columns holds what was typed; undefined when nothing
 * was. They are put into lower case together, since ILIKE does so for each column, and for the pattern each time again.
 */
export function anyContains(columns: readonly Column[], typed: string | undefined): SQL | undefined {
  const pattern = containing(typed);
  if (pattern === undefined) return undefined;
  return sql`lower(concat_ws(E'\\n', ${sql.join([...columns], sql`, `)})) like lower(${pattern}::text)`;
}
