import { COPY_END, readCopyLine } from './copy-text.ts';
import { type SourceRow } from './source.ts';
import { SqlScanner, type Token } from './sql-tokens.ts';

/** A file that is no dump this can read, with what is wrong in a sentence. */
export class UnreadableDump extends Error {
  override name = 'UnreadableDump';
}

export type DumpRow = SourceRow & { table: string };

/** Statements that say something of rows or of how they are written. The others are passed over without being kept. */
const READ = new Set(['copy', 'insert', 'create', 'set']);

/**
 * The rows in the COPY blocks and INSERT statements of a plain SQL dump, each with its table's name as it is written there (`schema.table`)
 * and its line. Nothing is executed: what is no value (a call, a subselect) makes its row unreadable, and statements inside of functions are
 * the text that they are. Throws UnreadableDump.
 */
export async function* readSqlDump(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<DumpRow> {
  const scanner = new SqlScanner();
  const columnsOf = new Map<string, string[]>();
  let statement = newStatement();
  let copying: { table: string; columns: string[] } | undefined;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (copying) {
      // As a file has it that went through Windows.
      const row = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (row === COPY_END) copying = undefined;
      else yield copiedRow(copying, row, number);
      continue;
    }
    // A command of psql's.
    if (!scanner.isInside && statement.length === 0 && line.startsWith('\\')) continue;
    for (const token of scanner.scan(line, number)) {
      if (!statement.ends(token)) {
        statement.add(token);
        continue;
      }
      const { tokens } = statement;
      statement = newStatement();
      const [first, second] = tokens;
      if (first?.value === 'set') checkSetting(tokens);
      else if (first?.value === 'insert') yield* insertedRows(tokens, columnsOf);
      else if (first?.value === 'create' && tokens.some(({ value }) => value === 'table'))
        noteColumns(tokens, columnsOf);
      else if (first?.value === 'copy' && second) copying = copiedTable(tokens, columnsOf);
      if (copying) break;
    }
  }
  if (scanner.isInside || copying || statement.length > 0)
    throw new UnreadableDump(
      `The dump ends in the middle of ${copying ? copying.table : 'a statement'}: it isn’t whole.`,
    );
}

/** Gathers the tokens of one statement, and knows where it ends as psql does: not within parentheses nor the body of a function. */
function newStatement() {
  const tokens: Token[] = [];
  let length = 0;
  let depth = 0;
  let blocks = 0;
  let first = '';
  let isRoutine = false;
  return {
    tokens,
    get length() {
      return length;
    },
    ends: ({ kind, value }: Token) => kind === 'sign' && value === ';' && depth === 0 && blocks === 0,
    add(token: Token) {
      const { kind, value } = token;
      if (length === 0) first = value;
      length += 1;
      if (kind === 'sign') depth += value === '(' ? 1 : value === ')' ? -1 : 0;
      if (kind === 'word' && first === 'create') {
        if (length <= 5 && (value === 'function' || value === 'procedure')) isRoutine = true;
        if (isRoutine && (value === 'begin' || (value === 'case' && blocks > 0))) blocks += 1;
        else if (value === 'end' && blocks > 0) blocks -= 1;
      }
      if (READ.has(first)) tokens.push(token);
    },
  };
}

function checkSetting([, name, , value]: readonly Token[]): void {
  if (name?.value === 'standard_conforming_strings' && value?.value === 'off')
    throw new UnreadableDump('The dump was made with standard_conforming_strings off. Make it anew with pg_dump.');
  if (name?.value === 'client_encoding' && !/^utf-?8$/i.test(value?.value ?? ''))
    throw new UnreadableDump(`The dump is encoded as ${value?.value}. Make it anew with --encoding=UTF8.`);
}

/** Walks through the tokens of a statement. */
class Reader {
  at = 0;
  readonly tokens: readonly Token[];
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }
  get next(): Token | undefined {
    return this.tokens[this.at];
  }
  take(value: string): boolean {
    const { next } = this;
    const isIt = (next?.kind === 'word' || next?.kind === 'sign') && next.value === value;
    if (isIt) this.at += 1;
    return isIt;
  }
  takeName(): string | undefined {
    const { next } = this;
    if (next?.kind !== 'word' && next?.kind !== 'name') return undefined;
    this.at += 1;
    return next.value;
  }
  /** `public.orders`, `"public"."orders"` or `orders`. */
  takeTable(): string {
    const first = this.takeName() ?? '';
    return this.take('.') ? `${first}.${this.takeName() ?? ''}` : first;
  }
  /** `(id, "name")`; undefined where there is no list. */
  takeColumns(): string[] | undefined {
    if (!this.take('(')) return undefined;
    const columns: string[] = [];
    for (let name = this.takeName(); name !== undefined; name = this.take(',') ? this.takeName() : undefined)
      columns.push(name);
    return this.take(')') ? columns : undefined;
  }
}

function copiedTable(tokens: readonly Token[], known: ReadonlyMap<string, string[]>) {
  const reader = new Reader(tokens);
  reader.take('copy');
  const table = reader.takeTable();
  const columns = reader.takeColumns() ?? known.get(table);
  const isRead = reader.take('from') && reader.take('stdin') && reader.next === undefined;
  if (!isRead || !columns)
    throw new UnreadableDump(`Line ${tokens[0]!.line}: this COPY of ${table} isn’t one that pg_dump writes.`);
  return { table, columns };
}

function copiedRow({ table, columns }: { table: string; columns: string[] }, line: string, number: number): DumpRow {
  const cells = readCopyLine(line);
  return rowOf(table, columns, cells, number);
}

function rowOf(table: string, columns: string[], cells: (string | null)[], line: number): DumpRow {
  const row = { table, line, cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])) };
  if (cells.length === columns.length) return row;
  return { ...row, problem: `It has ${cells.length} cells where the table has ${columns.length} columns` };
}

function noteColumns(tokens: readonly Token[], columnsOf: Map<string, string[]>): void {
  const reader = new Reader(tokens);
  while (reader.next && !reader.take('table')) reader.at += 1;
  if (reader.take('if')) reader.at += 2;
  const table = reader.takeTable();
  if (!reader.take('(')) return;
  const columns: string[] = [];
  let depth = 0;
  let begins = true;
  for (; reader.next && depth >= 0; reader.at += 1) {
    const { kind, value } = reader.next;
    if (begins && depth === 0 && !(kind === 'word' && TABLE_CONSTRAINTS.has(value))) columns.push(value);
    begins = kind === 'sign' && value === ',' && depth === 0;
    if (kind === 'sign') depth += value === '(' ? 1 : value === ')' ? -1 : 0;
  }
  columnsOf.set(table, columns);
}
const TABLE_CONSTRAINTS = new Set(['constraint', 'primary', 'unique', 'check', 'foreign', 'exclude', 'like']);

function* insertedRows(tokens: readonly Token[], known: ReadonlyMap<string, string[]>): Generator<DumpRow> {
  const reader = new Reader(tokens);
  reader.take('insert');
  reader.take('into');
  const table = reader.takeTable();
  const columns = reader.takeColumns() ?? known.get(table) ?? [];
  if (reader.take('overriding')) reader.at += 2;
  const { line } = tokens[0]!;
  if (!reader.take('values')) {
    yield { table, line, cells: {}, problem: 'It inserts what a query answers, which isn’t in the dump' };
    return;
  }
  do {
    const begins = reader.next?.line ?? line;
    if (!reader.take('(')) return;
    const cells: (string | null)[] = [];
    let problem: string | undefined;
    do {
      const value = takeValue(reader);
      if (value === undefined) problem ??= `${columns[cells.length] ?? 'A cell'} is an expression, not a value`;
      cells.push(value ?? null);
    } while (reader.take(','));
    if (!reader.take(')')) throw new UnreadableDump(`Line ${begins}: this INSERT into ${table} can’t be read.`);
    const row = rowOf(table, columns, cells, begins);
    yield problem === undefined ? row : { ...row, problem };
  } while (reader.take(','));
}

/** A literal with its casts, as text; undefined, behind it, for anything else. */
function takeValue(reader: Reader): string | null | undefined {
  const value = takeLiteral(reader);
  while (reader.take('::')) {
    reader.takeTable();
    while (reader.next?.kind === 'word' && /^(varying|precision|with|without|time|zone)$/.test(reader.next.value))
      reader.at += 1;
    if (reader.take('(')) while (reader.next && !reader.take(')')) reader.at += 1;
    while (reader.take('[')) reader.take(']');
  }
  const { next } = reader;
  if (value !== undefined && next?.kind === 'sign' && /^[,)\]]$/.test(next.value)) return value;
  skipExpression(reader);
  return undefined;
}

function takeLiteral(reader: Reader): string | null | undefined {
  const { next } = reader;
  if (next?.kind === 'text') {
    reader.at += 1;
    return next.value;
  }
  if (reader.take('null')) return null;
  if (reader.take('true')) return 't';
  if (reader.take('false')) return 'f';
  if (reader.take('array')) return takeArray(reader);
  const sign = reader.take('-') ? '-' : '';
  if (sign === '') reader.take('+');
  const number = reader.next;
  if (number?.kind !== 'number') return undefined;
  reader.at += 1;
  return sign + number.value;
}

/** `ARRAY['a', 'b']` as a list in JSON. */
function takeArray(reader: Reader): string | undefined {
  if (!reader.take('[')) return undefined;
  const items: (string | null)[] = [];
  while (!reader.take(']')) {
    const item = takeValue(reader);
    if (item === undefined) return undefined;
    items.push(item);
    reader.take(',');
  }
  return JSON.stringify(items);
}

function skipExpression(reader: Reader): void {
  let depth = 0;
  for (; reader.next; reader.at += 1) {
    const { kind, value } = reader.next;
    if (kind !== 'sign') continue;
    if (depth === 0 && (value === ',' || value === ')')) return;
    depth += value === '(' || value === '[' ? 1 : value === ')' || value === ']' ? -1 : 0;
  }
}
