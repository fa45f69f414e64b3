import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { readLines } from '#app/platform/read-lines.server.ts';
import { readSqlDump, UnreadableDump } from './sql-dump.ts';
import { type Source, type SourceRow, type SourceTable, sourceTableOf } from './source.ts';

/** The tables of a folder by their files: `orders.csv`, `auth.users.csv`. */
export async function listSourceFiles(folder: string): Promise<{ path: string; table: SourceTable | undefined }[]> {
  const names = (await readdir(folder)).filter((name) => extname(name).toLowerCase() === '.csv').toSorted();
  return names.map((name) => ({ path: join(folder, name), table: sourceTableOf(basename(name, extname(name))) }));
}

/** Reads a folder of tables as CSV. Throws UnreadableDump where a file is none. */
export async function readSourceFolder(folder: string): Promise<Source> {
  const tables = new Map<SourceTable, SourceRow[]>();
  const unread: string[] = [];
  for (const { path, table } of await listSourceFiles(folder)) {
    if (!table) unread.push(basename(path));
    else if (tables.has(table)) throw new UnreadableDump(`${basename(path)}: there is another file of ${table}.`);
    else tables.set(table, await readCsv(path));
  }
  return { tables, unread };
}

async function readCsv(path: string): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  let lineBefore = 1;
  try {
    const parser = createReadStream(path).pipe(
      parse({
        bom: true,
        columns: (head: string[]) => head.map((name) => name.trim()),
        info: true,
        skip_empty_lines: true,
        relax_column_count: true,
      }),
    );
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number; error?: CsvError };
    }>) {
      const cells = Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, value === '' ? null : value]),
      );
      const problem = info.error && 'It has another number of cells than the head of the table';
      rows.push({ line: lineBefore + 1, cells, ...(problem && { problem }) });
      lineBefore = info.lines;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableDump(`${basename(path)}: ${error.message}`);
    throw error;
  }
  return rows;
}

/** Reads a plain SQL dump. Throws UnreadableDump where it is none, or isn't whole. */
export async function readSourceDump(path: string): Promise<Source> {
  const tables = new Map<SourceTable, SourceRow[]>();
  const unread = new Map<string, number>();
  for await (const { table: name, ...row } of readSqlDump(linesOf(path))) {
    const table = sourceTableOf(name);
    if (!table || (table === 'users' && !name.startsWith('auth'))) unread.set(name, (unread.get(name) ?? 0) + 1);
    else (tables.get(table) ?? tables.set(table, []).get(table)!).push(row);
  }
  if (tables.size === 0) throw new UnreadableDump(`${basename(path)} has no rows of a table that is known here.`);
  return { tables, unread: [...unread].map(([table, rows]) => `${table} (${rows})`) };
}

async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    yield* readLines(path);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UnreadableDump(`${basename(path)} isn't text in UTF-8. A dump is made with pg_dump --format=plain.`);
    throw error;
  }
}
