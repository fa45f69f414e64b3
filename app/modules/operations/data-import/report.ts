import { formatExactRupees, type Paise } from '#app/basics/money.ts';
import { IMPORT_OUTCOMES, type RowOutcome } from '#app/basics/import-outcome.ts';
import type { SourceTable } from './source.ts';

export type RowDetail = { line: number; id: string; outcome: RowOutcome; reason: string };

export type TableReport = {
  table: SourceTable;
  read: number;
  counts: Record<RowOutcome, number>;
  details: RowDetail[];
};

/** The total in the files must equal the total of imported and refused rows. Money is in paise. */
export type Total = { of: 'people' | 'orders' | 'payments'; count: Sums; amount?: Sums };
type Sums = { read: number; refused: number; written: number };

export type MoveReport = {
  dryRun: boolean;
  tables: TableReport[];
  pictures: {
    stored: number;
    known: number;
    toStore: number;
    failed: { address: string; reason: string }[];
  };
  totals: Total[];
  /** Payments added because orders marked as paid had none. */
  paymentsMade: { count: number; amount: number };
  withoutPassword: { email: string; name: string }[];
  invited: number;
  formerAdmins: string[];
  unread: string[];
  ledgerDifferences: string[];
};

const isEqual = ({ read, refused, written }: Sums): boolean => read === refused + written;

export const isSound = ({ totals, ledgerDifferences }: MoveReport): boolean =>
  ledgerDifferences.length === 0 &&
  totals.every(({ count, amount }) => isEqual(count) && (amount === undefined || isEqual(amount)));

const zeroCounts = () =>
  Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, 0])) as Record<RowOutcome, number>;

export class TableCounter {
  readonly report: TableReport;
  constructor(table: SourceTable) {
    this.report = { table, read: 0, counts: zeroCounts(), details: [] };
  }
  note(row: { line: number; id: string }, outcome: RowOutcome, reason = ''): void {
    this.report.read += 1;
    this.report.counts[outcome] += 1;
    if (reason !== '' || outcome === 'kept')
      this.report.details.push({
        ...row,
        outcome,
        reason: reason || 'The shop has a different version of it, or deleted it, and keeps it that way',
      });
  }
}

const LISTED = 50;

/** Returns the report's lines, with at most fifty entries per list. */
export function* formatReport(report: MoveReport): Generator<string> {
  for (const { table, read, counts, details } of report.tables) {
    if (read === 0) continue;
    const outcomes = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
    yield `${table}: ${read} read, ${outcomes.join(', ')}`;
    yield* listSome(
      details.map(({ line, id, outcome, reason }) => `  ${table} line ${line}, ${id}: ${outcome}. ${reason}`),
    );
  }
  const { stored, known, toStore, failed } = report.pictures;
  yield `pictures: ${stored} stored, ${known} already imported, ${report.dryRun ? `${toStore} to store, ` : ''}${failed.length} failed`;
  yield* listSome(failed.map(({ address, reason }) => `  ${address}: ${reason}`));
  for (const { of, count, amount } of report.totals) {
    const money = amount && {
      read: formatExactRupees(amount.read as Paise),
      refused: formatExactRupees(amount.refused as Paise),
      written: formatExactRupees(amount.written as Paise),
    };
    const one = (name: keyof Sums) => `${count[name]}${money ? ` (${money[name]})` : ''} ${NAMES[name]}`;
    const equal = isEqual(count) && (amount === undefined || isEqual(amount));
    yield `total of ${of}: ${one('read')} = ${one('written')} + ${one('refused')}${equal ? '' : ': NOT EQUAL'}`;
  }
  const { count, amount } = report.paymentsMade;
  if (count > 0)
    yield `${count === 1 ? '1 order was' : `${count} orders were`} paid without a row in payments: added the missing payments, ${formatExactRupees(amount as Paise)} not in the total`;
  if (report.ledgerDifferences.length > 0)
    yield `the ledger does not agree for: ${report.ledgerDifferences.join(', ')}`;
  else yield 'the ledger agrees';
  if (report.withoutPassword.length > 0) {
    const invited =
      report.invited > 0
        ? `${report.invited === 1 ? '1 gets' : `${report.invited} get`} an invitation`
        : 'nobody was invited';
    const count = report.withoutPassword.length;
    yield `${count === 1 ? '1 person has' : `${count} people have`} no usable password; ${invited}`;
    yield* listSome(report.withoutPassword.map(({ email, name }) => `  ${email} (${name})`));
  }
  if (report.formerAdmins.length > 0) {
    yield 'former admins who are customers here (npm run admin -- grant EMAIL):';
    yield* listSome(report.formerAdmins.map((email) => `  ${email}`));
  }
  if (report.unread.length > 0) yield `not read: ${report.unread.join(', ')}`;
  if (report.dryRun) yield 'nothing was written';
}
const NAMES: Record<keyof Sums, string> = { read: 'in the files', written: 'in the shop', refused: 'refused' };

function* listSome(lines: readonly string[]): Generator<string> {
  yield* lines.slice(0, LISTED);
  if (lines.length > LISTED) yield `  … and ${lines.length - LISTED} more, in the --report file`;
}
