import type { Paise } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';

/** One payment into the shop's account, as the bank writes it. */
export type StatementLine = {
  /** The line's own: the same line read again, from another period or from a message, has the same. */
  fingerprint: string;
  /** The day in India, 'YYYY-MM-DD'. */
  day: string;
  amount: Paise;
  /** What the bank calls it: the 12 digits of a UTR where there are any. */
  reference: string | null;
  /** The reference and every other UTR the line names. */
  references: string[];
  description: string;
  /** Who paid, where the line says so. */
  payer: string | null;
};

export type ReadStatement = {
  lines: StatementLine[];
  /** Lines that carry something but no payment could be read from: shown, never guessed. */
  unreadable: string[];
  /** Money that went out: nothing to match. */
  outgoing: number;
  /** Lines that say again what another said. */
  repeated: number;
};

/** Reads separated values; given in, so that only who reads a statement loads it. */
export type CsvReader = (text: string, delimiter: string) => string[][];

const MOST_LINES = 5_000;

/**
 * Reads what the owner pasted: an account's statement with a row of column names (comma, tab, semicolon or bar between), rows copied
 * from one, or messages of the bank, a line each. Pure, for browser and server alike. Amounts are exact paise, days are
 * India's. What can't be read for certain is told, not guessed.
 */
export function readStatement(text: string, readCsv: CsvReader): ReadStatement {
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/);
  const table = findTable(rows);
  const read: ReadStatement = { lines: [], unreadable: [], outgoing: 0, repeated: 0 };
  const seen = new Map<string, number>();
  const keep = (found: Found, source: string) => {
    if (found === 'outgoing') read.outgoing += 1;
    else if (found === 'nothing') return;
    else if (found === 'unreadable') read.unreadable.push(source.trim().slice(0, 300));
    else {
      const named = fingerprintOf(found);
      const times = (seen.get(named) ?? 0) + 1;
      seen.set(named, times);
      // With a reference it is the same payment said twice; without one, two people may pay the same on one day.
      if (found.reference !== null && times > 1) read.repeated += 1;
      else read.lines.push({ ...found, fingerprint: times > 1 ? `${named} #${times}` : named });
    }
  };
  const before = table ? rows.slice(0, table.at) : rows;
  for (const row of before.slice(0, MOST_LINES)) keep(table ? 'nothing' : readFreeLine(row), row);
  if (!table) return read;
  const parsed = readCsv(rows.slice(table.at).join('\n'), table.delimiter).slice(1, MOST_LINES);
  for (const cells of parsed) keep(readRow(cells, table.columns), cells.join(' '));
  return read;
}

type Payment = Omit<StatementLine, 'fingerprint'>;
type Found = Payment | 'outgoing' | 'unreadable' | 'nothing';

const fingerprintOf = ({ reference, day, amount, description }: Payment): string =>
  reference === null ? `${day} ${amount} ${description.toLowerCase()}` : `${reference} ${amount}`;

// Tables ----------------------------------------------------------------------------------------------------------

type Column = 'day' | 'credit' | 'debit' | 'amount' | 'sign' | 'description' | 'reference';
type Columns = Partial<Record<Column, number>>;

/** The words Indian banks put over their columns; the first that fits counts. */
const HEADS: [Column, RegExp][] = [
  ['day', /^(txn|tran|trans|transaction|post(ing|ed)?|value)?[ .]*(date|dt)$/],
  ['credit', /^(credits?|cr|deposits?)\b(?!.*\b(dr|debit)\b)/],
  ['debit', /^(debits?|dr|withdrawals?)\b(?!.*\b(cr|credit)\b)/],
  ['sign', /^((cr|dr)\W*(dr|cr)|type|txn type|transaction type|debit\W*credit|credit\W*debit)\b/],
  ['reference', /\b(ref(erence)?|utr|rrn|chq|cheque|instrument|transaction id|txn id|tran id)\b/],
  ['description', /\b(description|narration|particulars?|remarks?|details?)\b/],
  ['amount', /\bamount\b/],
];

function findTable(rows: string[]): { at: number; delimiter: string; columns: Columns } | undefined {
  for (const [at, row] of rows.slice(0, 60).entries()) {
    for (const delimiter of [',', '\t', ';', '|']) {
      const columns = columnsOf(row.split(delimiter));
      const hasMoney = columns.credit !== undefined || columns.amount !== undefined;
      if (columns.day !== undefined && hasMoney) return { at, delimiter, columns };
    }
  }
  return undefined;
}

function columnsOf(heads: string[]): Columns {
  const columns: Columns = {};
  for (const [at, head] of heads.entries()) {
    const words = head
      .toLowerCase()
      .replace(/["_]/g, ' ')
      .replace(/\([^)]*\)|\b(inr|rs)\b\.?|₹/g, ' ')
      .replace(/[\s.]+/g, ' ')
      .trim();
    const name = HEADS.find(([, pattern]) => pattern.test(words))?.[0];
    if (name && columns[name] === undefined) columns[name] = at;
  }
  return columns;
}

function readRow(cells: string[], columns: Columns): Found {
  const cell = (name: Column) => (columns[name] === undefined ? '' : (cells[columns[name]] ?? '').trim());
  if (cells.every((each) => each.trim() === '')) return 'nothing';
  const day = readDay(cell('day'));
  const credit = cell(columns.credit === undefined ? 'amount' : 'credit');
  // A row without a day is a total, a note or the foot of the page.
  if (!day) return /\d{2}/.test(cell('day')) ? 'unreadable' : 'nothing';
  const amount = readAmount(credit);
  const isOut =
    /^\W*(dr|d|debit|withdrawal)\b/i.test(cell('sign')) ||
    /\bdr\.?$/i.test(credit) ||
    /^\s*[-−(]/.test(credit) ||
    (!amount && (readAmount(cell('debit').replace(/^[-−]/, '')) ?? 0) > 0);
  if (isOut) return 'outgoing';
  const description = [cell('description'), columns.description === columns.reference ? '' : cell('reference')]
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ');
  if (amount === undefined) return credit === '' || /^[-–.]+$/.test(credit) ? 'nothing' : 'unreadable';
  if (amount === 0) return 'nothing';
  return payment({ day, amount, text: description, named: cell('reference') });
}

// Lines -----------------------------------------------------------------------------------------------------------

const MARKED = /(?:₹|\brs\.?|\binr)\s*([\d,]+(?:\.\d{1,2})?)/gi;
const BARE = /(?<![\w.,/-])(\d{1,3}(?:,\d{2,3})*|\d+)\.\d{2}(?![\w.])/g;
const DAY = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}\b`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b`,
    String.raw`\b\d{1,2}[- /]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- /,]*(?:\d{4}|\d{2})\b`,
  ].join('|'),
  'i',
);
const IN = /\b(credited|received|deposited|cr|credit)\b/i;
const OUT = /\b(debited|withdrawn|spent|sent|paid to|dr|debit)\b/i;

function readFreeLine(row: string): Found {
  if (row.trim() === '') return 'nothing';
  const written = DAY.exec(row)?.[0];
  const day = written === undefined ? undefined : readDay(written);
  const marked = [...row.matchAll(MARKED)].map((match) => match[1]!);
  const bare = [...row.replace(written ?? '', ' ').matchAll(BARE)].map((match) => match[0]);
  const amounts = marked.length > 0 ? marked : bare;
  const first = amounts[0];
  const amount = first === undefined ? undefined : readAmount(first);
  if (!day || !amount) return 'unreadable';
  const saysIn = row.search(IN);
  const saysOut = row.search(OUT);
  // 'debited from your account and credited to …' is money that went out: the first word counts.
  if (saysOut >= 0 && (saysIn < 0 || saysOut < saysIn)) return 'outgoing';
  // Two bare amounts without a word: which is the payment and which the balance, nobody can tell.
  if (marked.length === 0 && bare.length > 1 && saysIn < 0) return 'unreadable';
  const text = row
    .replace(written!, ' ')
    .replace(first!, ' ')
    .replace(/(?:₹|\brs\.?|\binr)(?=\s)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return payment({ day, amount, text, named: '' });
}

function payment({ day, amount, text, named }: { day: string; amount: Paise; text: string; named: string }): Payment {
  const utrs = utrsIn(`${named} ${text}`);
  const reference = utrs[0] ?? runsIn(named).find((run) => /\d/.test(run) && !/^0+$/.test(run)) ?? null;
  return {
    day,
    amount,
    reference,
    references: reference === null || utrs.includes(reference) ? utrs : [reference],
    description: text.slice(0, 300) || 'No description',
    payer: payerIn(text),
  };
}

/**
 * The UTRs a line names. Nothing looser counts as a reference from its text: what many lines share, a branch's code or a UPI
 * address, would let a claim agree with somebody else's payment. A phone number in a UPI address has twelve digits too.
 */
const utrsIn = (text: string): string[] => [
  ...new Set(
    (text.match(/(?<![\dA-Za-z@])\d{12,16}(?![\dA-Za-z@.])/g) ?? [])
      .map(withoutZeros)
      .filter((run) => run.length === 12),
  ),
];

const runsIn = (text: string): string[] => text.toUpperCase().match(/[A-Z0-9]{6,64}/g) ?? [];

/** Some banks fill a UTR up to sixteen digits with zeros in front. */
const withoutZeros = (reference: string): string => (/^0+\d{12}$/.test(reference) ? reference.slice(-12) : reference);

const NOT_NAMES =
  /^(upi|cr|dr|neft|imps|rtgs|p2a|p2m|by|from|to|ref|no|info|bank|transfer|payment|pay|credited|received|a\/?c|ac|hdfc|icici|sbi|sbin|axis|utib|kotak|yes|ybl|paytm|okaxis|oksbi|okhdfcbank|okicici|ibl|apl|india|ltd|your|account)$/i;

/** The name between the strokes of 'UPI/CR/447309116024/ASHA R': the first part that is words and no bank's. */
function payerIn(text: string): string | null {
  const parts = text.split(/[/*:;,-]+/).map((part) => part.trim());
  if (parts.length < 3)
    return /\b(?:from|by)\s+([A-Za-z][A-Za-z .]{2,40}?)(?=\s+(?:on|via|upi|ref)\b|[.,]|$)/i.exec(text)?.[1] ?? null;
  const name = parts.find(
    (part) => /^[\p{L}][\p{L} .']{1,60}$/u.test(part) && !part.split(/\s+/).every((word) => NOT_NAMES.test(word)),
  );
  return name ?? null;
}

// Amounts and days ------------------------------------------------------------------------------------------------

/** '₹1,84,265.50', 'Rs. 2,500', 'INR 530.00 Cr' in exact paise; undefined for anything else. No fraction is ever computed with. */
export function readAmount(text: string): Paise | undefined {
  return readRupees(
    text
      .trim()
      .replace(/\s*(?:cr|inr)\.?$/i, '')
      .replace(/^\+/, ''),
  );
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** '21-11-26', '21/11/2026', '21 Nov 2026', '2026-11-21' as 'YYYY-MM-DD', the day first as India writes it; undefined when there is no such day. */
export function readDay(text: string): string | undefined {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(trimmed);
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(trimmed);
  const named = /^(\d{1,2})[- /]?([a-z]{3})[a-z]*[- /,]*(\d{4}|\d{2})(?!\d)/i.exec(trimmed);
  if (iso) return calendarDay(iso[1]!, iso[2]!, iso[3]!);
  if (numbers) return calendarDay(numbers[3]!, numbers[2]!, numbers[1]!);
  if (!named) return undefined;
  const month = MONTHS.indexOf(named[2]!.toLowerCase()) + 1;
  return month === 0 ? undefined : calendarDay(named[3]!, String(month), named[1]!);
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}
