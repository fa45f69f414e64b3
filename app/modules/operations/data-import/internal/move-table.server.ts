import type { z } from 'zod';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { type MoveReport, TableCounter } from '#app/modules/operations/data-import/report.ts';
import { readRow } from '#app/modules/operations/data-import/rows.ts';
import type { Source, SourceRow, SourceTable } from '#app/modules/operations/data-import/source.ts';
import type { ImportMemory, ImportOutcomes } from '#app/platform/database/import-rows.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { noteTable, rememberTable } from './memory.server.ts';

/** Returns an id that is a UUID unchanged, or else a UUID derived from it. */
export const movedId = (table: SourceTable, id: string): string =>
  isUuid(id) ? id.toLowerCase() : uuidFrom(`${table}\n${id}`);

/** The owner sees `note` in the report. */
export type RowReader<Read, Row> = (read: Read, row: SourceRow) => { row: Row; note?: string } | { reason: string };

/** Imports a table. Refuses broken and repeated rows. Returns the outcomes by new id. */
export async function moveTable<Schema extends z.ZodType, Row extends { id: string }>(
  shop: Shop,
  source: Source,
  report: MoveReport,
  {
    table,
    schema,
    toRow,
    sourceIdOf = ({ cells }) => cells.id ?? 'without an id',
    importAll,
  }: {
    table: SourceTable;
    schema: Schema;
    toRow: RowReader<z.output<Schema>, Row>;
    sourceIdOf?: (row: SourceRow) => string;
    importAll: (
      shop: Shop,
      rows: readonly Row[],
      memory: ImportMemory,
    ) => Promise<ImportOutcomes | { outcomes: ImportOutcomes; notes: ReadonlyMap<string, string> }>;
  },
): Promise<{ outcomes: ImportOutcomes; refused: readonly SourceRow[] }> {
  const counter = new TableCounter(table);
  const refused: SourceRow[] = [];
  const acceptedRows = new Map<string, { at: SourceRow; row: Row; note?: string | undefined }>();
  const refuse = (row: SourceRow, reason: string) => {
    refused.push(row);
    counter.note({ line: row.line, id: sourceIdOf(row) }, 'refused', reason);
  };
  for (const at of source.tables.get(table) ?? []) {
    const read = readRow(schema, at);
    if (!read.ok) {
      refuse(at, read.data);
      continue;
    }
    const made = toRow(read.value, at);
    if ('reason' in made) {
      refuse(at, made.reason);
      continue;
    }
    const twin = acceptedRows.get(made.row.id);
    if (twin) refuse(at, `Line ${twin.at.line} is the same`);
    else acceptedRows.set(made.row.id, { at, ...made });
  }
  const rows = [...acceptedRows.values()].map(({ row }) => row);
  const imported = await importAll(shop, rows, await rememberTable(shop, table));
  const { outcomes, notes } = 'outcomes' in imported ? imported : { outcomes: imported, notes: undefined };
  await noteTable(shop, table, outcomes);
  for (const [id, { at, note }] of acceptedRows) {
    const outcome = outcomes.get(id)!;
    if (outcome.outcome === 'refused') refuse(at, outcome.reason);
    else {
      const details = outcome.outcome === 'kept' ? '' : [note, notes?.get(id)].filter(Boolean).join('. ');
      counter.note({ line: at.line, id: sourceIdOf(at) }, outcome.outcome, details);
    }
  }
  report.tables.push(counter.report);
  return { outcomes, refused };
}
