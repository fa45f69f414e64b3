import { sql } from 'drizzle-orm';
import type { Database } from './connections.server.ts';

export type TableLayout = {
  name: string;
  columns: { name: string; isText: boolean; isMoment: boolean }[];
  key: string[];
  identities: string[];
  pointsTo: string[];
  selfReferences: string[];
};

/** Returns the shop's tables, each after the tables that it refers to. Throws when two tables refer to each other. */
export async function readLayout(database: Database, { withGenerated = false } = {}): Promise<TableLayout[]> {
  const { rows: columns } = await database.execute<{
    table: string;
    name: string;
    type: string;
    isIdentity: boolean;
  }>(sql`
    select r.relname as table, a.attname as name, t.typname as type, a.attidentity <> '' as "isIdentity"
    from pg_attribute a
    join pg_class r on r.oid = a.attrelid and r.relkind = 'r'
    join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
    join pg_type t on t.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped and (a.attgenerated = '' or ${withGenerated}::boolean)
      and r.relname <> 'schema_migrations'
    order by r.relname, a.attnum`);
  const { rows: keys } = await database.execute<{ table: string; name: string }>(sql`
    select i.indrelid::regclass::text as table, a.attname as name
    from pg_index i
    join pg_class r on r.oid = i.indrelid
    join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indisprimary
    order by 1, k.place`);
  const { rows: pointers } = await database.execute<{ table: string; to: string; name: string }>(sql`
    select conrelid::regclass::text as table, confrelid::regclass::text as to, conname as name
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const names = [...new Set(columns.map(({ table }) => table))];
  const tables = names.map((name) => {
    const ownColumns = columns.filter(({ table }) => table === name);
    return {
      name,
      columns: ownColumns.map(({ name, type }) => ({
        name,
        isText: !PLAIN.has(type),
        isMoment: type === 'timestamptz',
      })),
      key: keys.filter(({ table }) => table === name).map((column) => column.name),
      identities: ownColumns.filter(({ isIdentity }) => isIdentity).map((column) => column.name),
      pointsTo: pointers.filter(({ table, to }) => table === name && to !== name).map(({ to }) => to),
      selfReferences: pointers.filter(({ table, to }) => table === name && to === name).map((key) => key.name),
    };
  });
  return inOrder(tables);
}

const PLAIN = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'bool', 'date', 'timestamptz', 'uuid']);

function inOrder(tables: TableLayout[]): TableLayout[] {
  const ordered: TableLayout[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const stillOpen = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ pointsTo }) => !pointsTo.some((to) => stillOpen.has(to)));
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...stillOpen].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Yields all rows in key order, in batches. May include rows that were added in the meantime. */
export async function* rowsOf(
  database: Database,
  { name, key }: Pick<TableLayout, 'name' | 'key'>,
  select: string,
  portion = 500,
): AsyncGenerator<Record<string, string | null>[]> {
  const keys = sql.raw(key.map((column) => `t.${quote(column)}`).join(', '));
  const lastKey = sql.raw(key.map((column) => `t.${quote(column)}::text`).join(', '));
  let last: string[] | undefined;
  for (;;) {
    const after = last
      ? sql`where (${keys}) > (${sql.join(
          last.map((value) => sql`${value}`),
          sql`, `,
        )})`
      : sql``;
    const { rows } = await database.execute<Record<string, string | null> & { last_key: never }>(
      sql`select ${sql.raw(select)}, array[${lastKey}] as last_key from ${sql.raw(quote(name))} t ${after}
        order by ${keys} limit ${portion}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < portion) return;
    last = rows.at(-1)!.last_key as string[];
  }
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
