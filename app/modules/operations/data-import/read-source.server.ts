import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { type Source, type SourceRow, type SourceTable, toSourceTable, UnreadableSource } from './source.ts';

/** Returns a folder's tables by file name: `orders.csv`, `auth.users.csv`. */
export async function listSourceFiles(folder: string): Promise<{ path: string; table: SourceTable | undefined }[]> {
  const names = (await readdir(folder)).filter((name) => extname(name).toLowerCase() === '.csv').toSorted();
  return names.map((name) => ({ path: join(folder, name), table: toSourceTable(basename(name, extname(name))) }));
}

export async function readSourceFolder(folder: string): Promise<Source> {
  const tables = new Map<SourceTable, SourceRow[]>();
  const unread: string[] = [];
  for (const { path, table } of await listSourceFiles(folder)) {
    if (!table) unread.push(basename(path));
    else if (tables.has(table)) throw new UnreadableSource(`${basename(path)}: there is another file for ${table}.`);
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
      const problem = info.error && 'It has a different number of cells than the table’s heading';
      rows.push({ line: lineBefore + 1, cells, ...(problem && { problem }) });
      lineBefore = info.lines;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableSource(`${basename(path)}: ${error.message}`);
    throw error;
  }
  return rows;
}
