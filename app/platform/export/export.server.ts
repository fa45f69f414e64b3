import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import { audit } from '#app/platform/audit/audit.server.ts';
import { quote, readLayout, rowsOf, type TableLayout } from '#app/platform/database/layout.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { zipFiles } from './zip.server.ts';

export type ExportedColumns = Readonly<Record<string, string>>;

export async function listExports(shop: Shop, exported: ExportedColumns): Promise<{ table: string; rows: number }[]> {
  ownerOnly(shop);
  const tables = await exportedTables(shop, exported);
  const counts = tables.map(
    ({ name }) => sql`select ${name}::text as "table", count(*)::int as rows from ${sql.raw(quote(name))}`,
  );
  const { rows } = await shop.database.execute<{ table: string; rows: number }>(sql.join(counts, sql` union all `));
  return rows.toSorted((a, b) => (a.table < b.table ? -1 : 1));
}

/**
 * Streams a table as CSV without formulas (T21), and writes an audit entry. Throws not-found for other tables. Owners
 * only.
 */
export async function exportTable(
  shop: Shop,
  exported: ExportedColumns,
  table: string,
): Promise<ReadableStream<Uint8Array>> {
  ownerOnly(shop);
  const layout = (await exportedTables(shop, exported)).find(({ name }) => name === table);
  if (!layout) throw notFound();
  await audit(shop, { action: 'export.table', table, id: 'all rows' });
  return streamOf(csvOf(shop, layout));
}

/** Streams all tables as CSV files in one zip file, and writes an audit entry. Owners only. */
export async function exportEverything(shop: Shop, exported: ExportedColumns): Promise<ReadableStream<Uint8Array>> {
  ownerOnly(shop);
  const tables = await exportedTables(shop, exported);
  await audit(shop, { action: 'export.everything', table: 'all_tables', id: 'all rows' });
  return streamOf(
    zipFiles(
      tables.map((table) => ({ name: `${table.name}.csv`, lines: csvOf(shop, table) })),
      shop.now,
    ),
  );
}

export const streamOf = (chunks: AsyncIterable<string | Uint8Array>) =>
  Readable.toWeb(Readable.from(chunks, { objectMode: false })) as ReadableStream<Uint8Array>;

async function* csvOf({ database }: Shop, table: ExportedTable): AsyncGenerator<string> {
  const select = table.columns.map((column) => `${writeColumn(column)} as ${quote(column.name)}`).join(', ');
  yield stringify([table.columns.map(({ name, isMoney }) => (isMoney ? `${name}${RUPEES}` : name))]);
  for await (const rows of rowsOf(database, table, select))
    yield stringify(
      rows.map((row) => table.columns.map(({ name, isText }) => (isText ? harmless(row[name] ?? null) : row[name]))),
    );
}

/** Puts a ' before text that a spreadsheet would run as a formula, also with full-width characters. */
export const harmless = (text: string | null): string | null =>
  text !== null && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;

type ExportedColumn = TableLayout['columns'][number] & { isMoney: boolean };
type ExportedTable = Omit<TableLayout, 'columns'> & { columns: ExportedColumn[] };
const RUPEES = '_rupees';

function writeColumn({ name, isMoney, isMoment }: ExportedColumn): string {
  if (isMoney) return `(${quote(name)} / 100.0)::numeric(20, 2)::text`;
  if (isMoment) return `to_char(${quote(name)} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')`;
  return `${quote(name)}::text`;
}

async function exportedTables(shop: Shop, exported: ExportedColumns): Promise<ExportedTable[]> {
  const tables = await readLayout(shop.database, { withGenerated: true });
  return tables.flatMap((table) => {
    const allowed = exported[table.name]?.trim().split(/\s+/) ?? [];
    const columns = table.columns.flatMap((column) => {
      const isMoney = allowed.includes(`${column.name}:rupees`);
      return isMoney || allowed.includes(column.name) ? [{ ...column, isMoney }] : [];
    });
    return columns.length > 0 ? [{ ...table, columns }] : [];
  });
}
