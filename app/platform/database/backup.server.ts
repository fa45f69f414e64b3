import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { readLines } from '#app/platform/read-lines.server.ts';
import type { Database } from './connections.server.ts';
import { quote, readLayout, rowsOf, type TableLayout } from './layout.server.ts';

/** Each table has a row count and a hash that ignores the order of rows. Older backups have no hash. */
export type BackupContents = { migrations: string[]; tables: { name: string; rows: number; hash?: string }[] };

/** Triggers fill these tables, also during a restore. */
const DERIVED = new Set(['artwork_counts', 'artwork_terms']);

const ROWS_AT_ONCE = 200;
const fileOf = (directory: string, table: string) => join(directory, `${table}.ndjson`);

/** Writes a file per table, from one snapshot. */
export async function writeRows(database: Database, directory: string, signal?: AbortSignal): Promise<BackupContents> {
  return database.transaction(
    async (tx) => {
      const moment = tx as unknown as Database;
      // The hash of timestamps must not depend on the machine.
      await moment.execute(sql`set local time zone 'UTC'`);
      const { rows: applied } = await moment.execute<{ name: string }>(
        sql`select name from schema_migrations order by name`,
      );
      const tables: BackupContents['tables'] = [];
      for (const table of await readLayout(moment))
        if (!DERIVED.has(table.name))
          tables.push({
            name: table.name,
            ...(await writeTable(moment, table, { path: fileOf(directory, table.name), signal })),
          });
      return { migrations: applied.map(({ name }) => name), tables };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function writeTable(
  database: Database,
  table: TableLayout,
  { path, signal }: { path: string; signal?: AbortSignal | undefined },
): Promise<{ rows: number; hash: string }> {
  let count = 0;
  const hash = createRowsHash();
  async function* lines() {
    for await (const rows of rowsOf(database, table, 'to_jsonb(t)::text as row', ROWS_AT_ONCE)) {
      count += rows.length;
      for (const { row } of rows) hash.add(row!);
      yield rows.map(({ row }) => `${row}\n`).join('');
    }
  }
  // `pipeline` handles disk errors, which would otherwise end the process.
  await pipeline(lines, createWriteStream(path, { mode: 0o600 }), { signal });
  return { rows: count, hash: hash.digest() };
}

/** Databases may sort rows differently, so this adds up the hashes of all rows. */
function createRowsHash() {
  let sum = 0n;
  return {
    add: (row: string) => void (sum += BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)),
    digest: () => BigInt.asUintN(256, sum).toString(16).padStart(64, '0'),
  };
}

/**
 * Inserts the rows from `writeRows` into empty tables, all or none. For broken, missing or changed rows, throws with
 * the table and line.
 */
export async function readRows(
  database: Database,
  directory: string,
  contents: BackupContents,
  signal?: AbortSignal,
): Promise<void> {
  await database.transaction(async (tx) => {
    const moment = tx as unknown as Database;
    const layout = await readLayout(moment);
    const known = new Set(layout.map(({ name }) => name));
    const strange = contents.tables.find(({ name }) => !known.has(name));
    if (strange) throw new Error(`The backup has a table ${strange.name} that is not in this database`);
    for (const table of layout) {
      signal?.throwIfAborted();
      const expected = contents.tables.find(({ name }) => name === table.name);
      if (expected && expected.rows > 0) {
        const read = () => readTable(moment, table, fileOf(directory, table.name));
        const found = await withLateChecks(moment, table, read);
        if (found.rows !== expected.rows)
          throw new Error(`The backup of ${table.name} has ${found.rows} rows instead of ${expected.rows}`);
        if (expected.hash !== undefined && found.hash !== expected.hash)
          throw new Error(`A row of ${table.name} was changed after the backup was made`);
      }
      for (const column of table.identities)
        await moment.execute(
          sql`select setval(pg_get_serial_sequence(${quote(table.name)}, ${column}), coalesce(max(${sql.raw(quote(column))}), 1),
            max(${sql.raw(quote(column))}) is not null) from ${sql.raw(quote(table.name))}`,
        );
    }
  });
}

/** Checks references within the table only at the end, because a row may precede the row that it refers to. */
async function withLateChecks<T>(database: Database, table: TableLayout, work: () => Promise<T>): Promise<T> {
  const name = quote(table.name);
  const keys = table.selfReferences.map(quote);
  for (const key of keys)
    await database.execute(sql.raw(`alter table ${name} alter constraint ${key} deferrable initially deferred`));
  const result = await work();
  for (const key of keys) {
    await database.execute(sql.raw(`set constraints ${key} immediate`));
    await database.execute(sql.raw(`alter table ${name} alter constraint ${key} not deferrable`));
  }
  return result;
}

async function readTable(
  database: Database,
  table: TableLayout,
  path: string,
): Promise<{ rows: number; hash: string }> {
  const columns = sql.raw(table.columns.map(({ name }) => quote(name)).join(', '));
  const name = sql.raw(quote(table.name));
  const insert = (lines: readonly string[]) =>
    database.transaction((database) =>
      database.execute(
        sql`insert into ${name} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::jsonb)`,
      ),
    );
  const hash = createRowsHash();
  let count = 0;
  let waiting: string[] = [];
  const put = async () => {
    if (waiting.length === 0) return;
    await insert(waiting).catch(async (error: unknown) => {
      for (const [at, line] of waiting.entries())
        await insert([line]).catch((error: unknown) => {
          throw new Error(`Line ${count + at + 1} of ${table.name} is refused: ${reasonOf(error)}`, { cause: error });
        });
      throw error;
    });
    count += waiting.length;
    waiting = [];
  };
  for await (const line of readLines(path)) {
    if (line === '') continue;
    hash.add(line);
    waiting.push(line);
    if (waiting.length === ROWS_AT_ONCE) await put();
  }
  await put();
  return { rows: count, hash: hash.digest() };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

export async function isEmpty(database: Database): Promise<boolean> {
  for (const { name } of await readLayout(database)) {
    const { rows } = await database.execute(sql`select 1 from ${sql.raw(quote(name))} limit 1`);
    if (rows.length > 0) return false;
  }
  return true;
}

export async function dropEverything(database: Database): Promise<void> {
  await database.execute(sql`do $$
    declare dropped record;
    begin
      for dropped in select format('%I', tablename) as name from pg_tables where schemaname = 'public' loop
        execute 'drop table if exists ' || dropped.name || ' cascade';
      end loop;
      for dropped in
        select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
        execute 'drop function if exists ' || dropped.name || ' cascade';
      end loop;
    end $$`);
}
