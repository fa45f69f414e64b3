import { UUID } from '#app/basics/uuid.ts';
import { type Column, type SQL, sql } from 'drizzle-orm';

export type SortKey = {
  by: Column | SQL;
  type: 'timestamptz' | 'bigint' | 'integer' | 'numeric' | 'text' | 'uuid' | 'boolean' | 'date';
  descending?: boolean;
};

/** Keyset pagination: adding or deleting rows never makes a list skip or repeat other rows. */
export type Keyset = {
  orderBy: SQL[];
  position: SQL<string>;
  /** Selects the rows after a cursor. An invalid cursor selects the first page. No key may be null. */
  after: (cursor: string | undefined) => SQL | undefined;
  read: (cursor: string | undefined) => string[] | undefined;
};

/** Creates the keys and cursors of a list. A cursor contains exact values, including microseconds. */
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
      // A row comparison allows only one direction.
      const comesLater = keys.reduceRight<SQL | undefined>((later, { by, descending }, at) => {
        const comes = descending ? sql`${by} < ${valueOf(at)}` : sql`${by} > ${valueOf(at)}`;
        return later ? sql`(${comes} or (${by} = ${valueOf(at)} and ${later}))` : comes;
      }, undefined);
      const [first] = keys;
      return sql`(${first!.by} ${sql.raw(first!.descending ? '<=' : '>=')} ${valueOf(0)} and ${comesLater})`;
    },
  };
}

export function sortedBy(id: Column, columns: Record<string, Column>, wanted?: string): Keyset {
  const name = wanted?.replace(/^-/, '') ?? '';
  const [by, descending] = Object.hasOwn(columns, name)
    ? [columns[name]!, wanted?.startsWith('-')]
    : [Object.values(columns)[0]!, true];
  return keyset({ by, type: typeOf(by), descending }, { by: id, type: typeOf(id), descending: true });
}

function typeOf(column: Column): SortKey['type'] {
  const type = column.getSQLType().replace('timestamp with time zone', 'timestamptz');
  if (!Object.hasOwn(READABLE, type)) throw new Error(`no list is sorted by ${type}`);
  return type as SortKey['type'];
}

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
