import { parse } from 'csv-parse/browser/esm/sync';
import type { CsvReader } from './statement.ts';

/** Separated values as banks write them: rows of any length, stray quotes and all. For browser and server. */
export const readCsv: CsvReader = (text, delimiter) =>
  parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }) as string[][];
