import { type Column, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Returns a LIKE pattern with escaped wildcards (T19), or undefined for an empty text. */
export function containing(typed: string | undefined): string | undefined {
  const text = typed?.trim().slice(0, 100);
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : undefined;
}

export function searchTextContains(table: PgTable, typed: string | undefined): SQL | undefined {
  const pattern = containing(typed);
  return pattern === undefined ? undefined : sql`${table}.search_text like lower(${pattern}::text)`;
}

/** ILIKE would convert each column to lower case separately, so all columns are joined and converted once. */
export function anyContains(columns: readonly Column[], typed: string | undefined): SQL | undefined {
  const pattern = containing(typed);
  if (pattern === undefined) return undefined;
  return sql`lower(concat_ws(E'\\n', ${sql.join([...columns], sql`, `)})) like lower(${pattern}::text)`;
}
