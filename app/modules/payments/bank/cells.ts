import { startsWithDay } from './bank-values.ts';

/** `isRegular` means that the row is quoted as CSV requires. */
export type CellRow = { cells: string[]; isRegular: boolean; source: string };

const MAX_LINES_OF_A_CELL = 5;
const OPENING_QUOTE = / *"/y;

/** Splits lines into rows. An unclosed quote makes a row irregular. */
export function splitRows(lines: readonly string[], delimiter: string): CellRow[] {
  const rows: CellRow[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    let source = lines[at]!;
    if (source.trim() === '') continue;
    let split = splitCells(source, delimiter);
    let end = at;
    while (split === undefined && end - at < MAX_LINES_OF_A_CELL) {
      const next = lines[end + 1];
      if (next === undefined || startsWithDay(next)) break;
      end += 1;
      source += `\n${next}`;
      split = splitCells(source, delimiter);
    }
    if (split) {
      rows.push({ ...split, source });
      at = end;
    } else {
      const cells = lines[at]!.split(delimiter).map((cell) => cell.trim());
      rows.push({ cells, isRegular: false, source: lines[at]! });
    }
  }
  return rows;
}

/** Returns undefined for an unclosed quotation mark. */
function splitCells(source: string, delimiter: string): Omit<CellRow, 'source'> | undefined {
  const cells: string[] = [];
  let isRegular = true;
  let at = 0;
  for (;;) {
    OPENING_QUOTE.lastIndex = at;
    const quoted = OPENING_QUOTE.exec(source);
    if (quoted) {
      const cell = readQuoted(source, at + quoted[0].length, delimiter);
      if (!cell) return undefined;
      cells.push(cell.text);
      isRegular &&= cell.isRegular;
      at = cell.end;
    } else {
      const next = source.indexOf(delimiter, at);
      const end = next < 0 ? source.length : next;
      cells.push(source.slice(at, end).trim());
      at = end;
    }
    if (at >= source.length) return { cells, isRegular };
    at += delimiter.length;
  }
}

function readQuoted(source: string, start: number, delimiter: string) {
  let text = '';
  let isRegular = true;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] !== '"') {
      text += source[at];
      continue;
    }
    if (source[at + 1] === '"') {
      text += '"';
      at += 1;
      continue;
    }
    let end = at + 1;
    while (source[end] === ' ') end += 1;
    if (end >= source.length || source.startsWith(delimiter, end)) return { text: text.trim(), isRegular, end };
    text += '"';
    isRegular = false;
  }
  return undefined;
}
