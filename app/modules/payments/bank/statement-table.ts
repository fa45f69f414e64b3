import type { Paise } from '#app/basics/money.ts';
import { type BalanceRow, proveByBalance, type Reading } from './balance-proof.ts';
import { type Found, toPayment, type UnreadableReason } from './bank-line.ts';
import { transferSign } from './bank-message.ts';
import { type DayOrder, findDayOrder, readAmount, readBalance, readDay, readSigned } from './bank-values.ts';
import { type CellRow, splitRows } from './cells.ts';

type Column =
  | 'day'
  | 'credit'
  | 'debit'
  | 'amount'
  | 'balance'
  | 'sign'
  | 'kind'
  | 'state'
  | 'description'
  | 'reference';

/** `references` are all reference columns. `isReport`: a gateway's report of payments. */
export type Columns = Partial<Record<Column, number>> & { references: number[]; width: number; isReport: boolean };

/** Column names that Indian banks use. The first match counts. */
const HEADS: [Column, RegExp][] = [
  ['day', /^(txn|tran|trans|transaction|post(ing|ed)?|value)?[ .]*(date|dt)( (& |and )?time)?$/],
  ['balance', /\bbal(ance)?\b/],
  ['sign', /^(?:(?:cr|dr|debit|credit|withdrawal|deposit|payment|receipt)s?(?:\W+|$)){2}/],
  ['kind', /^((txn|tran|transaction|payment) )?type/],
  ['state', /^((txn|tran|transaction|payment) )?(status|state)$/],
  [
    'credit',
    /^(credits?|cr|deposits?)\b(?!.*\b(dr|debit|card|limit|no|number|id|date|type)\b)|^receipts?( amt| amount)?$|^(amount )?(received|paid in)$/,
  ],
  ['debit', /^(debits?|dr|withdrawals?)\b(?!.*\b(cr|credit)\b)|^payments?( amt| amount)?$|^(amount )?paid( out)?$/],
  ['reference', /\b(ref(erence)?|utr|rrn|chq|cheque|instrument|transaction id|txn id|tran id)\b/],
  [
    'description',
    /\b(description|narration|particulars?|remarks?|details?)\b|^(from|payer|remitter|customer)( name)?$/,
  ],
  ['amount', /\bamount\b/],
];

const CAME_IN = /^\W*(cr|c|credit(ed)?|deposit(ed)?|received|receipt|paid in)\W*$/i;
const WENT_OUT =
  /^\W*(dr|d|debit(ed)?|withdraw(al|n)|refund(ed)?|revers(al|ed)|charge ?(back|d back)|pay ?out|paid out|sent)\b/i;
/** These words mean money received, but only in a gateway's report. */
const COLLECTED = /^\W*(payment|acquiring|sale|capture)\b/i;
const CAME =
  /\b(success|successful|successfully|completed?|captured|settled|paid|credited|received|processed|approved|ok)\b|partial\w*[ _-]?refund/i;
const DID_NOT_COME =
  /fail|pending|cancel|declin|reject|revers|unsuccess|expire|return|\bnot\b|\bun|incomplete|(?<!partial\w*[ _-])refund/i;

const DELIMITERS = [',', '\t', ';', '|'];
const MAX_EXTRA_CELLS = 4;

export function readHeading(row: string): { delimiter: string; columns: Columns } | undefined {
  if (!/date|\bdt\b/i.test(row)) return undefined;
  return DELIMITERS.map((delimiter) => ({
    delimiter,
    columns: findColumns(splitRows([row], delimiter)[0]!.cells),
  })).find(({ columns: { day, credit, amount } }) => day !== undefined && (credit ?? amount) !== undefined);
}

export const findHeadingDelimiter = (row: string): string | undefined =>
  DELIMITERS.find((delimiter) => isHeading(row.split(delimiter)));

/** A heading row has several column names and no number. */
export const isHeading = (cells: readonly string[]): boolean =>
  cells.filter((cell) => /\p{L}/u.test(cell)).length >= 3 && !cells.some((cell) => /\d/.test(cell));

function findColumns(heads: string[]): Columns {
  const columns: Columns = { references: [], width: heads.length, isReport: false };
  for (const [at, head] of heads.entries()) {
    const heading = head
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/["'_]/g, ' ')
      .replace(/\([^)]*\)|\b(inr|rs)\b\.?|₹/g, ' ')
      .replace(/[\s.]+/g, ' ')
      .trim();
    const name = HEADS.find(([, pattern]) => pattern.test(heading))?.[0];
    if (name && columns[name] === undefined) columns[name] = at;
    if (name === 'reference') columns.references.push(at);
    columns.isReport ||= /^(merchant\b.*|settlement.*|order id|fee)$/.test(heading);
  }
  // A 'Transaction type' column may say UPI, while another column says Cr or Dr.
  columns.sign ??= columns.kind;
  // Without an amount column, 'Debit/Credit' contains signed amounts.
  if (columns.credit === undefined && columns.amount === undefined && columns.sign !== undefined) {
    columns.amount = columns.sign;
    delete columns.sign;
  }
  // When credit and debit have their own columns, the sign belongs to the balance.
  if (columns.credit !== undefined && columns.debit !== undefined) delete columns.sign;
  return columns;
}

const unquote = (cell: string): string => cell.trim().replace(/^'+|'+$/g, '');

/** `notRow`: for example a message or a page footer. */
export type ReadRow = { source: string; found: Found | 'notRow' };

/** Reads the rows of a table. An irregular row counts only when the running balance proves one of its readings. */
export function readTable(lines: readonly string[], delimiter: string, columns: Columns): ReadRow[] {
  const rows = splitRows(lines, delimiter).map((row) => ({ ...row, cells: row.cells.map(unquote) }));
  const order = findDayOrder(rows.map(({ cells }) => cells[columns.day!] ?? ''));
  const sharedByMany = sharedReferences(rows, columns);
  const tableRows = rows.map((row) => toRow(row, { columns, order, delimiter, shared: sharedByMany }));
  const proven = proveByBalance(tableRows.flatMap(({ balanceRow }) => balanceRow ?? []));
  let at = 0;
  return tableRows.map(({ source, found, balanceRow }) => {
    const reading = balanceRow ? proven[at++] : undefined;
    if (balanceRow?.certain && !reading) return { source, found: { reason: 'in-and-out' } };
    if (!reading || !(typeof found === 'object' && 'reason' in found)) return { source, found };
    if (reading.move < 0) return { source, found: 'outgoing' };
    const { day, move, text, named } = reading;
    return { source, found: toPayment({ day, amount: move as Paise, text, named }) };
  });
}

type Table = { columns: Columns; order: DayOrder; delimiter: string; shared: ReadonlySet<string> };

function toRow(row: CellRow, table: Table): ReadRow & { balanceRow?: BalanceRow } {
  const { cells, source } = row;
  const { columns, order } = table;
  if (cells.every((cell) => cell === '')) return { source, found: 'nothing' };
  const written = cells[columns.day!] ?? '';
  const day = readDay(written, order);
  if (!day && order === 'mixed' && readDay(written) === undefined && readDay(written, 'month-first') === undefined)
    return { source, found: 'notRow' };
  if (!day) return { source, found: order === 'mixed' ? { reason: 'mixed-dates' } : 'notRow' };
  const fits = cells.length === columns.width;
  const options = fits ? [cells] : listMerges(cells, table);
  const refuse = (reason: UnreadableReason, balanceRow: BalanceRow) => ({ source, found: { reason }, balanceRow });
  if (!fits || !row.isRegular) {
    const readings = options.flatMap((option) => listReadings(option, table, day).readings);
    return refuse('wrong-cells', { day, readings });
  }
  const state = columns.state === undefined ? undefined : cells[columns.state]!;
  if (state && DID_NOT_COME.test(state)) return { source, found: 'nothing' };
  const read = listReadings(cells, table, day);
  const { readings, balance } = read;
  const size = readings[0] && Math.abs(readings[0].move);
  if (read.refused) return refuse(read.refused, { day, balance, readings: [] });
  if (state && !CAME.test(state)) return refuse('not-completed', { day, balance, readings: [] });
  if (readings.length === 0) return { source, found: 'nothing', balanceRow: { day, balance, size: 0, readings } };
  const [reading, ...others] = readings as [Reading, ...Reading[]];
  if (others.length > 0) return refuse('no-proof', { day, balance, size, readings });
  const balanceRow = { day, balance, size, readings, certain: reading };
  if (reading.move < 0) return { source, found: 'outgoing', balanceRow };
  const { move, text, named } = reading;
  return { source, found: toPayment({ day, amount: move as Paise, text, named }), balanceRow };
}

const isEmptyAmount = (cell: string): boolean => cell === '' || /^[-–.]+$/.test(cell) || readAmount(cell) === 0;

/** Returns two readings if only the running balance can decide. */
function listReadings(
  cells: string[],
  { columns, shared, order }: Table,
  day: string,
): { readings: Reading[]; balance: number | undefined; refused?: UnreadableReason } {
  const cell = (name: Column) => (columns[name] === undefined ? '' : cells[columns[name]]!);
  const balance = readBalance(cell('balance'));
  const none = { readings: [], balance };
  if (readDay(cell('day'), order) !== day) return { ...none, refused: 'incomplete' };
  const references = columns.references.flatMap((at) => (shared.has(cells[at]!) ? [] : cells[at]!));
  const first = columns.description === columns.reference || shared.has(cell('reference')) ? '' : cell('reference');
  const text = [cell('description'), first].filter(Boolean).join(' ').replace(/\s+/g, ' ');
  const toReading = (move: number): Reading => ({ day, move, balance, text, named: references.join(' ') });

  const written = cell(columns.credit === undefined ? 'amount' : 'credit');
  const debit = cell('debit');
  if (isEmptyAmount(written)) {
    if (isEmptyAmount(debit)) return none;
    const out = readSigned(debit);
    return out ? { readings: [toReading(-out.amount)], balance } : { ...none, refused: 'incomplete' };
  }
  const signed = readSigned(written);
  if (!signed) return { ...none, refused: 'incomplete' };
  if (!isEmptyAmount(debit)) return { ...none, refused: 'in-and-out' };
  const { amount } = signed;
  if (WENT_OUT.test(cell('sign')) || signed.sign === 'out') return { readings: [toReading(-amount)], balance };
  const isIn =
    columns.credit !== undefined ||
    signed.sign === 'in' ||
    CAME_IN.test(cell('sign')) ||
    (columns.isReport && COLLECTED.test(cell('kind')));
  const sign = isIn ? 'in' : transferSign(cell('description'));
  const moves = sign === 'in' ? [amount] : sign === 'out' ? [-amount] : [amount, -amount];
  return { readings: moves.map(toReading), balance };
}

function listMerges(cells: string[], { columns, delimiter }: Table): string[][] {
  const trailing = /^(?:\s*)$/.test(cells.at(-1) ?? '') ? [cells.slice(0, -1)] : [];
  const amounts = new Set([columns.credit, columns.debit, columns.amount, columns.balance]);
  const mayMerge = (at: number) => at === columns.description || amounts.has(at);
  const merge = (from: number, column: number, given: string[]): string[][] => {
    if (column === columns.width) return from === given.length ? [[]] : [];
    const extra = given.length - from - (columns.width - column);
    if (extra < 0) return [];
    return Array.from({ length: mayMerge(column) ? extra + 1 : 1 }, (_, more) => more).flatMap((more) => {
      const merged = given.slice(from, from + more + 1).join(delimiter);
      if (amounts.has(column) && !isEmptyAmount(merged) && readBalance(merged) === undefined) return [];
      return merge(from + more + 1, column + 1, given).map((rest) => [merged, ...rest]);
    });
  };
  return [cells, ...trailing]
    .filter(({ length }) => length >= columns.width && length <= columns.width + MAX_EXTRA_CELLS)
    .flatMap((given) => merge(0, 0, given));
}

function sharedReferences(rows: readonly CellRow[], { references, width }: Columns): ReadonlySet<string> {
  if (references.length < 2) return new Set();
  const seen = new Set<string>();
  const named = rows
    .filter(({ cells }) => cells.length === width)
    .flatMap(({ cells }) => references.flatMap((at) => cells[at] || []));
  return new Set(named.filter((reference) => seen.has(reference) || !seen.add(reference)));
}
