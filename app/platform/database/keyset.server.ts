import { UUID } from '#app/basics/uuid.ts';
import { type Column, type SQL, sql } from 'drizzle-orm';

/** One thing a list is sorted by. `type` is its SQL type; the last key of a list is unique, so that no two rows share a place. */
export type SortKey = {
  by: Column | SQL;
  type: 'timestamptz' | 'bigint' | 'integer' | 'numeric' | 'text' | 'uuid' | 'boolean' | 'date';
  descending?: boolean;
};

/** A list read page by page: rows that come or go meanwhile neither skip nor repeat another. */
export type Keyset = {
  orderBy: SQL[];
  /** To be selected with each row; `pageOf` makes the cursor of it. */
  position: SQL<string>;
  /** The rows behind a cursor; an unreadable one is the first page. No key may be null. */
  after: (cursor: string | undefined) => SQL | undefined;
  /** What a cursor says of each key, as the database writes it; undefined for an unreadable one. */
  read: (cursor: string | undefined) => string[] | undefined;
};

/** Sorts by these keys; a position is every key's exact value as the database writes it, microseconds included. */
export function keyset(...keys: SortKey[]): Keyset {
  return {
    orderBy: keys.map(({ by, descending }) => (descending ? sql`${by} desc` : sql`${by} asc`)),
    position: sql<string>`json_build_array(${sql.join(
      keys.map(({ by }) => sql`${by}::text`),
      sql`, `,
    )})::text`,
    read: (cursor) => readCursor(cursor, keys),
    after: (cursor) => {
      const values = readCursor(cursor, keys);
      if (!values) return undefined;
      const valueOf = (at: number) => sql`${values[at]}::text::${sql.raw(keys[at]!.type)}`;
      // (a, b) comes later when a does, or a is the same and b does: written out, since directions may differ.
      const comesLater = keys.reduceRight<SQL | undefined>((later, { by, descending }, at) => {
        const comes = descending ? sql`${by} < ${valueOf(at)}` : sql`${by} > ${valueOf(at)}`;
        return later ? sql`(${comes} or (${by} = ${valueOf(at)} and ${later}))` : comes;
      }, undefined);
      // Says nothing new, but an index can start there.
      const [first] = keys;
      return sql`(${first!.by} ${sql.raw(first!.descending ? '<=' : '>=')} ${valueOf(0)} and ${comesLater})`;
    },
  };
}

/** Sorts a list as its address wants it ('total', '-total') by one of these columns, else by their first, the latest first; rows alike in it by their id. */
export function sortedBy(id: Column, columns: Record<string, Column>, wanted?: string): Keyset {
  const name = wanted?.replace(/^-/, '') ?? '';
  const [by, descending] = Object.hasOwn(columns, name)
    ? [columns[name]!, wanted?.startsWith('-')]
    : [Object.values(columns)[0]!, true];
  return keyset({ by, type: typeOf(by), descending }, { by: id, type: typeOf(id), descending: true });
}

/** The SQL type of a column. Throws for one that no list can be sorted by. */
function typeOf(column: Column): SortKey['type'] {
  const type = column.getSQLType().replace('timestamp with time zone', 'timestamptz');
  if (!Object.hasOwn(READABLE, type)) throw new Error(`no list is sorted by ${type}`);
  return type as SortKey['type'];
}

/** The first `size` of the `size + 1` rows that were read, and the cursor of the next page when there is one. */
export function pageOf<Row extends { position: string }>(
  rows: readonly Row[],
  size: number,
): { rows: Row[]; next: string | undefined } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > size && last ? Buffer.from(last.position).toString('base64url') : undefined,
  };
}

const READABLE: Record<SortKey['type'], RegExp> = {
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  bigint: /^-?\d{1,18}$/,
  integer: /^-?\d{1,9}$/,
  numeric: /^-?\d{1,18}(\.\d{1,6})?$/,
  text: /^[^\0]{0,2000}$/,
  uuid: UUID,
  boolean: /^(true|false)$/,
};

/** A cursor comes from an address anybody can type. */
function readCursor(cursor: string | undefined, keys: SortKey[]): string[] | undefined {
  if (!cursor || cursor.length > 4000) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values.length !== keys.length) return undefined;
  const fits = values.every((value, at) => typeof value === 'string' && READABLE[keys[at]!.type].test(value));
  return fits ? (values as string[]) : undefined;
}
