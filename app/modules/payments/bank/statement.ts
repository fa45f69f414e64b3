import { cutText } from '#app/basics/cut-text.ts';
import { type Found, hasUtr, type Payment, type StatementLine, type Unreadable } from './bank-line.ts';
import { hasMoney, isMessage, joinMessages, readFreeLines } from './bank-message.ts';
import { findHeadingDelimiter, isHeading, readHeading, readTable } from './statement-table.ts';

export type ReadStatement = {
  lines: StatementLine[];
  unreadable: Unreadable[];
  outgoing: number;
  repeated: number;
};

export const MAX_LINES = 5_000;
const MAX_SHOWN = 300;

/** Reads a statement, pasted rows or bank messages. Text that does not prove received money is unreadable. */
export function readStatement(text: string): ReadStatement {
  const read: ReadStatement = { lines: [], unreadable: [], outgoing: 0, repeated: 0 };
  const refuse = (source: string, reason: Unreadable['reason']) =>
    read.unreadable.push({ text: cutText(source.trim(), MAX_SHOWN), reason });
  if (/^\s*<(!doctype|html|head|table|meta|\?xml)|<table[\s>]/i.test(text)) {
    refuse('', 'web-page');
    return read;
  }
  const all = text
    .replace(/^\uFEFF/, '')
    // Some banks write every cell as a formula: ="21-11-2026".
    .replace(/(^|[,;\t|])="/gm, '$1"')
    .split(/\r\n|[\r\n]/);
  if (all.length > MAX_LINES && all.slice(MAX_LINES).some((row) => row.trim() !== '')) refuse('', 'too-long');
  const seen = new Map<string, number>();
  const keep = (found: Found, source: string) => {
    if (found === 'outgoing') read.outgoing += 1;
    else if (found === 'nothing') return;
    else if ('reason' in found) refuse(source, found.reason);
    else {
      const named = fingerprintOf(found);
      const times = (seen.get(named) ?? 0) + 1;
      seen.set(named, times);
      // Equal lines without a UTR may be payments by two people.
      if (hasUtr(found) && times > 1) read.repeated += 1;
      else read.lines.push({ ...found, fingerprint: times > 1 ? `${named} #${times}` : named });
    }
  };
  for (const { source, found } of readParts(all.slice(0, MAX_LINES))) keep(found, source);
  return read;
}

type Part = { source: string; found: Found };

function readParts(rows: string[]): Part[] {
  const tables = rows.flatMap((row, at) => {
    const heading = readHeading(row);
    return heading ? [{ at, ...heading }] : [];
  });
  const above = rows.slice(0, tables[0]?.at);
  // The text above a table is usually the account's details. Only a bank message there can be a payment.
  const parts = tables.length === 0 ? readRows(above) : readMessages(above, () => false);
  for (const [index, { at, delimiter, columns }] of tables.entries()) {
    const lines = rows.slice(at + 1, tables[index + 1]?.at);
    const unknownAt = lines.findIndex((line) => isHeading(line.split(delimiter)));
    const tableLines = unknownAt < 0 ? lines : lines.slice(0, unknownAt);
    let others: string[] = [];
    const readOthers = () => {
      parts.push(...readMessages(others, hasMoney));
      others = [];
    };
    for (const { source, found } of readTable(tableLines, delimiter, columns)) {
      const isElsewhere = !hasMoney(source) && hasMoney(source.split(delimiter).join(' '));
      if (found === 'notRow' && !isElsewhere) {
        others.push(source);
        continue;
      }
      readOthers();
      parts.push({ source, found: found === 'notRow' ? { reason: 'wrong-cells' } : found });
    }
    readOthers();
    if (unknownAt >= 0) parts.push(...readRows(lines.slice(unknownAt)));
  }
  return parts;
}

function readRows(rows: string[]): Part[] {
  const headingAt = rows.findIndex((row) => findHeadingDelimiter(row) !== undefined);
  if (headingAt < 0) return readFreeLines(joinMessages(rows));
  const delimiter = findHeadingDelimiter(rows[headingAt]!)!;
  const below = rows.slice(headingAt + 1).map((row) => row.split(delimiter).join(' '));
  return [
    ...readMessages(rows.slice(0, headingAt), hasMoney),
    ...readFreeLines(joinMessages(below)).flatMap(({ source, found }): Part[] => {
      if (typeof found === 'string' || !('reason' in found)) return [{ source, found }];
      const isUnknown = ['no-proof', 'two-amounts', 'incomplete'].includes(found.reason);
      return hasMoney(source) || !isUnknown
        ? [{ source, found: isUnknown ? { reason: 'unknown-columns' } : found }]
        : [];
    }),
  ];
}

function readMessages(rows: string[], isPayment: (row: string) => boolean): Part[] {
  return readFreeLines(joinMessages(rows)).flatMap(({ source, found }): Part[] => {
    if (isMessage(source)) return [{ source, found }];
    return isPayment(source) ? [{ source, found: { reason: 'wrong-cells' } }] : [];
  });
}

const fingerprintOf = (line: Payment): string =>
  hasUtr(line)
    ? `${line.reference} ${line.amount}`
    : `${line.day} ${line.amount} ${line.description.toLowerCase()}`.slice(0, 400);
