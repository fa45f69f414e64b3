import type { Paise } from '#app/basics/money.ts';
import { readRupees } from '#app/basics/rupees.ts';
import { looksLikeUtr } from '#app/modules/payments/payment.ts';

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

const MAX_LINES = 5_000;

/**
 * Reads what the owner pasted: accounts' statements, each with a row of column names (comma, tab, semicolon or bar between), rows
 * copied from one, or messages of the bank, several of them after one another. Pure, for browser and server alike. Amounts are
 * exact paise, days are India's. What can't be read for certain is told, not guessed.
 */
export function readStatement(text: string, readCsv: CsvReader): ReadStatement {
  const all = text
    .replace(/^\uFEFF/, '')
    // Some banks write every cell as a spreadsheet's formula: ="21-11-2026".
    .replace(/(^|[,;\t|])="/gm, '$1"')
    .split(/\r\n|[\r\n]/);
  const rows = all.slice(0, MAX_LINES);
  const tables = findTables(rows);
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
      // With a UTR it is the same payment said twice; without one, two people may pay the same on one day.
      if (hasUtr(found) && times > 1) read.repeated += 1;
      else read.lines.push({ ...found, fingerprint: times > 1 ? `${named} #${times}` : named });
    }
  };
  const before = rows.slice(0, tables[0]?.at);
  // What stands above a table is its account's name and address; only a message between them is a payment.
  for (const row of onOneLine(before)) keep(tables.length === 0 || isMessage(row) ? readFreeLine(row) : 'nothing', row);
  for (const [index, { at, delimiter, columns }] of tables.entries()) {
    const [, ...parsed] = readCsv(rows.slice(at, tables[index + 1]?.at).join('\n'), delimiter);
    const cellsOf = parsed.map((cells) => cells.map(unquote));
    const shared = sharedReferences(cellsOf, columns);
    // Under a heading that nobody knows stands another table, to be read line by line.
    let isKnown = true;
    for (const cells of cellsOf) {
      const line = cells.join(' ');
      if (isHeading(cells)) isKnown = false;
      else if (isKnown) keep(readRow(cells, columns, { delimiter, shared }), line);
      else keep(hasMoney(line) ? readFreeLine(line) : 'nothing', line);
    }
  }
  if (all.length > MAX_LINES && all.slice(MAX_LINES).some((row) => row.trim() !== ''))
    read.unreadable.unshift(`Nothing below line ${MAX_LINES} was read. Divide the statement into parts.`);
  return read;
}

type Payment = Omit<StatementLine, 'fingerprint'>;
type Found = Payment | 'outgoing' | 'unreadable' | 'nothing';

/** Whether the line's reference is its payment's alone; what else banks write in that column, many payments share. */
const hasUtr = ({ reference }: Payment): boolean => reference !== null && looksLikeUtr(reference);

const fingerprintOf = (line: Payment): string =>
  hasUtr(line)
    ? `${line.reference} ${line.amount}`
    : `${line.day} ${line.amount} ${line.description.toLowerCase()}`.slice(0, 400);

// Tables ----------------------------------------------------------------------------------------------------------

type Column = 'day' | 'credit' | 'debit' | 'amount' | 'sign' | 'kind' | 'state' | 'description' | 'reference';
/** `references` are all that name a payment: a gateway's report has its own, the shop's and the bank's. */
type Columns = Partial<Record<Column, number>> & { references: number[] };

/** The words Indian banks put over their columns; the first that fits counts. */
const HEADS: [Column, RegExp][] = [
  ['day', /^(txn|tran|trans|transaction|post(ing|ed)?|value)?[ .]*(date|dt)( (& |and )?time)?$/],
  ['sign', /^((cr|dr)\W*(dr|cr)|(debit|withdrawal)s?\W*(credit|deposit)|(credit|deposit)s?\W*(debit|withdrawal))/],
  ['kind', /^((txn|tran|transaction|payment) )?type/],
  ['state', /^((txn|tran|transaction|payment) )?(status|state)$/],
  ['credit', /^(credits?|cr|deposits?)\b(?!.*\b(dr|debit)\b)/],
  ['debit', /^(debits?|dr|withdrawals?)\b(?!.*\b(cr|credit)\b)/],
  ['reference', /\b(ref(erence)?|utr|rrn|chq|cheque|instrument|transaction id|txn id|tran id)\b/],
  [
    'description',
    /\b(description|narration|particulars?|remarks?|details?)\b|^(from|payer|remitter|customer)( name)?$/,
  ],
  ['amount', /\bamount\b/],
];

/** How a column of signs or kinds says that money went out. */
const WENT_OUT =
  /^\W*(dr|d|debit(ed)?|withdraw(al|n)|refund(ed)?|revers(al|ed)|charge ?(back|d back)|pay ?out|paid out|sent)\b/i;
/** How a column of states says that no money came, or that it went back. */
const DID_NOT_COME = /fail|pending|cancel|declin|reject|revers|unsuccess|expire|return|(?<!partial\w*[ _-])refund/i;

type Table = { at: number; delimiter: string; columns: Columns };

function findTables(rows: string[]): Table[] {
  return rows.flatMap((row, at) => {
    if (!/date|\bdt\b/i.test(row)) return [];
    const found = [',', '\t', ';', '|']
      .map((delimiter) => ({ at, delimiter, columns: columnsOf(row.split(delimiter)) }))
      .find(({ columns: { day, credit, amount } }) => day !== undefined && (credit ?? amount) !== undefined);
    return found ?? [];
  });
}

function columnsOf(heads: string[]): Columns {
  const columns: Columns = { references: [] };
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
  }
  // 'Transaction type' may say UPI or NEFT beside a column that says Cr or Dr.
  columns.sign ??= columns.kind;
  // 'Debit/Credit' without a column of amounts holds the amounts, each with its sign.
  if (columns.credit === undefined && columns.amount === undefined && columns.sign !== undefined) {
    columns.amount = columns.sign;
    delete columns.sign;
  }
  // Beside both columns a sign is the balance's.
  if (columns.credit !== undefined && columns.debit !== undefined) delete columns.sign;
  return columns;
}

/** Some write each cell of a table as text: '21-11-2026'. */
const unquote = (cell: string): string => cell.trim().replace(/^'+|'+$/g, '');

/** Several names and no figure. */
const isHeading = (cells: string[]): boolean =>
  cells.filter((cell) => /\p{L}/u.test(cell)).length >= 3 && !cells.some((cell) => /\d/.test(cell));

/** Among several references of each payment, those that many have: the bank's number for a whole settlement, say. */
function sharedReferences(rows: string[][], { references }: Columns): ReadonlySet<string> {
  if (references.length < 2) return new Set();
  const seen = new Set<string>();
  const named = rows.flatMap((cells) => references.flatMap((at) => cells[at] || []));
  return new Set(named.filter((reference) => seen.has(reference) || !seen.add(reference)));
}

function readRow(
  cells: string[],
  columns: Columns,
  { delimiter, shared }: { delimiter: string; shared: ReadonlySet<string> },
): Found {
  const cell = (name: Column) => (columns[name] === undefined ? '' : (cells[columns[name]] ?? '').trim());
  if (cells.every((each) => each.trim() === '')) return 'nothing';
  const day = readDay(cell('day'));
  const credit = cell(columns.credit === undefined ? 'amount' : 'credit');
  const whole = cells.join(delimiter);
  if (!day && isMessage(whole)) return readFreeLine(whole);
  // A row without a day is a total, a note or the foot of the page; with one elsewhere it may be a payment of another table.
  if (!day) return /\d{2}/.test(cell('day')) || hasMoney(cells.join(' ')) ? 'unreadable' : 'nothing';
  if (DID_NOT_COME.test(cell('state'))) return 'nothing';
  const amount = readAmount(credit);
  const outAt =
    WENT_OUT.test(cell('sign')) ||
    /\bdr\b\W*$/i.test(credit) ||
    /^\s*[-−(]/.test(credit) ||
    (!amount && (readAmount(cell('debit').replace(/^[-−]/, '')) ?? 0) > 0);
  if (outAt) return 'outgoing';
  const references = columns.references.flatMap((at) => (shared.has(cells[at] ?? '') ? [] : (cells[at] ?? '').trim()));
  const first = columns.description === columns.reference || shared.has(cell('reference')) ? '' : cell('reference');
  const description = [cell('description'), first].filter(Boolean).join(' ').replace(/\s+/g, ' ');
  // Nothing in its column, but money elsewhere in the row: it may be of another table.
  if (amount === undefined)
    return (credit === '' || /^[-–.]+$/.test(credit)) && (columns.debit !== undefined || !hasMoney(cells.join(' ')))
      ? 'nothing'
      : 'unreadable';
  if (amount === 0) return 'nothing';
  return payment({ day, amount, text: description, named: references.join(' ') });
}

// Lines -----------------------------------------------------------------------------------------------------------

const MARKED =
  /(?:₹|\brs(?![a-z])|\binr(?![a-z])|\b(?:credit|debit)ed (?:by|with|for)\b)[\s.:]*(\d(?:[\d,]*\d)?(?:\.\d{1,2})?)/gi;
const BARE = /(?<![\w.,/-])(\d{1,3}(?:,\d{2,3})*|\d+)\.\d{2}(?![\w.])/g;
const DAY = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}\b`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b`,
    String.raw`\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2},? \d{4}\b`,
    String.raw`\b\d{1,2}[- /]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[- /,]*(?:\d{4}|\d{2})\b`,
  ].join('|'),
  'i',
);
const IN = /\b(credited|received|deposited|cr|credit)\b/i;
const OUT = /\b(debited|withdrawn|spent|sent(?! you| by)|paid to|dr|debit)\b/i;
/** A minus right before an amount. */
const NEGATIVE = /(?<![\w/])[-−](?:₹|rs\.?|inr)?\d[\d,]*\.\d{2}(?!\d)/i;
/** What a statement adds up, or brings forward. */
const SUM = /^\W*(grand |sub)?(total|opening|closing)\b|\b(opening|closing) balance\b|\bb\/f\b/i;
const MAX_LINES_OF_A_MESSAGE = 5;

const has = (row: string, pattern: RegExp): boolean => row.search(pattern) >= 0;

/** Whether a row names a day and an amount, so that it may be a payment. */
const hasMoney = (row: string): boolean =>
  has(row, DAY) && (has(row, MARKED) || has(row.replace(DAY, ' '), BARE)) && !has(row, SUM);

/** Whether a row among those of a statement is a message of the bank; a statement's sums are none. */
const isMessage = (row: string): boolean =>
  has(row, /\b(credited|received|deposited|debited)\b/i) && has(row, MARKED) && has(row, DAY) && !has(row, SUM);

/** Puts a message that a bank sends over several lines, its amount first and its day later, on one. */
function onOneLine(rows: string[]): string[] {
  const messages: string[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    let end = at + 1;
    if (has(row, MARKED) && (has(row, IN) || has(row, OUT)) && !has(row, DAY))
      while (end < at + MAX_LINES_OF_A_MESSAGE && rows[end]?.trim() && !has(rows[end]!, MARKED)) end += 1;
    const whole = rows.slice(at, end).join(' ');
    if (!has(whole, DAY)) messages.push(row);
    else {
      messages.push(whole);
      at = end - 1;
    }
  }
  return messages;
}

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
  const inAt = row.search(IN);
  const outAt = row.search(OUT);
  // 'debited from your account and credited to …' is money that went out: the first word counts.
  if (outAt >= 0 && (inAt < 0 || outAt < inAt)) return 'outgoing';
  if (has(row, NEGATIVE)) return 'outgoing';
  // Two bare amounts without a word: which is the payment and which the balance, nobody can tell.
  if (marked.length === 0 && bare.length > 1 && inAt < 0) return 'unreadable';
  const text = row
    .replace(written!, ' ')
    .replace(first!, ' ')
    .replace(/(?:₹|\brs\.?|\binr)(?=\s|$)/gi, ' ')
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
    (text.match(/(?<![\dA-Za-z@])\d{12,16}(?![\dA-Za-z@]|\.\d|\.[\w.-]*@|[-_]\w{1,3}@)/g) ?? [])
      .map(withoutZeros)
      .filter((run) => run.length === 12 && !/^0+$/.test(run)),
  ),
];

/** A spreadsheet makes 4.47309E+11 of a long number: its last digits are gone. */
const ROUNDED = /\b\d(?:\.\d+)?E\+\d+\b/gi;
const runsIn = (text: string): string[] =>
  text
    .toUpperCase()
    .replace(ROUNDED, ' ')
    .match(/[A-Z0-9]{6,64}/g) ?? [];

/** Some banks fill a UTR up to sixteen digits with zeros in front. */
const withoutZeros = (reference: string): string => (/^0+\d{12}$/.test(reference) ? reference.slice(-12) : reference);

const NOT_NAMES =
  /^(upi|cr|dr|neft|imps|rtgs|p2a|p2m|by|from|to|ref|no|info|bank|transfer|payment|pay|credited|received|a\/?c|ac|hdfc|icici|sbi|sbin|axis|utib|kotak|yes|ybl|paytm|okaxis|oksbi|okhdfcbank|okicici|ibl|apl|india|ltd|your|account|mob|mobile|bk|upiar|upiab|in|out)$/i;

/** The name between the strokes of 'UPI/CR/447309116024/ASHA R': the first part that is words and no bank's; in a message, who it is from. */
function payerIn(text: string): string | null {
  const parts = text.split(/[/*:;,-]+/).map((part) => part.trim());
  const isName = (text: string) => !text.split(/\s+/).every((word) => NOT_NAMES.test(word));
  if (parts.length >= 3 && !/\b(credited|received|deposited)\b/i.test(text))
    return parts.find((part) => /^[\p{L}][\p{L} .']{1,60}$/u.test(part) && isName(part)) ?? null;
  const senders = text.matchAll(
    /\b(?:from|by)\s+(?:sender\s+)?(?!on\b)([a-z][a-z .]{2,40}?)(?=\s+(?:on|via|upi|ref|refno|thru|through)\b|[.,(]|$)/gi,
  );
  return [...senders].map((match) => match[1]!.trim()).find(isName) ?? null;
}

// Amounts and days ------------------------------------------------------------------------------------------------

/** '₹1,84,265.50', 'Rs. 2,500', 'INR 530.00 Cr' in exact paise; undefined for anything else. No fraction is ever computed with. */
export function readAmount(text: string): Paise | undefined {
  return readRupees(
    text
      .trim()
      .replace(/\s*(?:\(cr\)|cr|inr)\.?$/i, '')
      .replace(/^\+/, ''),
  );
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** '21-11-26', '21/11/2026', '21 Nov 2026', 'Nov 21, 2026', '2026-11-21' as 'YYYY-MM-DD', the day first as India writes it; undefined when there is no such day. */
export function readDay(text: string): string | undefined {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(trimmed);
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(trimmed);
  const named = /^(\d{1,2})[- /]?([a-z]{3})[a-z]*[- /,]*(\d{4}|\d{2})(?!\d)/i.exec(trimmed);
  const american = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})(?!\d)/i.exec(trimmed);
  if (iso) return calendarDay(iso[1]!, iso[2]!, iso[3]!);
  if (numbers) return calendarDay(numbers[3]!, numbers[2]!, numbers[1]!);
  const [month, dayOfMonth, year] = named ? [named[2]!, named[1]!, named[3]!] : (american?.slice(1) ?? []);
  if (!month || !dayOfMonth || !year) return undefined;
  const place = MONTHS.indexOf(month.toLowerCase()) + 1;
  return place === 0 ? undefined : calendarDay(year, String(place), dayOfMonth);
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const written = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}
