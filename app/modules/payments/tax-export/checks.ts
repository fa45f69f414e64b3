import { NOTHING, type Paise, paise, sum } from '#app/basics/money.ts';
import { sumColumn, type Table } from './csv-table.ts';
import { isReported, signOf, sumAmounts, type TaxDocument, taxLineGross } from './tax-document.ts';

/** A sum in the export, and the same sum calculated from another source. Counts are text. */
export type Check = { name: string; value: Paise | string; expected: Paise | string };

export const isRight = ({ value, expected }: Check): boolean => value === expected;

const find = (tables: readonly Table[], name: string): Table => tables.find((table) => table.name === name)!;

const notes = (table: Table): Paise =>
  paise(
    sumColumn(table, 'Taxable Value', { column: 'Note Type', values: ['D'] }) -
      sumColumn(table, 'Taxable Value', { column: 'Note Type', values: ['C'] }),
  );

/** Compares the tables of a GST return with the documents that the return reports. */
export function checkGstr1(tables: readonly Table[], documents: readonly TaxDocument[]): Check[] {
  const lines = documents
    .filter(isReported)
    .flatMap((document) => document.lines.map((line) => ({ line, sign: signOf(document) })));
  const amountOf = (isCounted: (rate: number) => boolean) =>
    sumAmounts(lines.filter(({ line }) => isCounted(line.gstRate)).map(({ line, sign }) => sumAmounts([line], sign)));
  const [taxed, exempt] = [amountOf((rate) => rate > 0), amountOf((rate) => rate === 0)];
  const table = (name: string) => find(tables, name);
  const hsn = (column: string) =>
    paise(sumColumn(table('hsn(b2b).csv'), column) + sumColumn(table('hsn(b2c).csv'), column));
  const invoices = ['b2b.csv', 'b2cl.csv', 'b2cs.csv'].map((name) => sumColumn(table(name), 'Taxable Value'));
  const withoutHsn = lines
    .filter(({ line }) => line.hsn === '')
    .map(({ line, sign }) => paise(sign * taxLineGross(line)));
  return [
    {
      name: 'Taxable value in b2b, b2cl, b2cs, cdnr and cdnur, and in the register',
      value: sum([...invoices, notes(table('cdnr.csv')), notes(table('cdnur.csv'))]),
      expected: taxed.taxable,
    },
    {
      name: 'Exempt value in exemp, and in the register',
      value: sumColumn(table('exemp.csv'), 'Exempted(other than nil rated/non GST supply)'),
      expected: exempt.taxable,
    },
    {
      name: 'Taxable and exempt value in hsn(b2b) and hsn(b2c), and in the register',
      value: hsn('Taxable Value'),
      expected: paise(taxed.taxable + exempt.taxable),
    },
    {
      name: 'IGST in hsn(b2b) and hsn(b2c), and in the register',
      value: hsn('Integrated Tax Amount'),
      expected: taxed.igst,
    },
    {
      name: 'CGST in hsn(b2b) and hsn(b2c), and in the register',
      value: hsn('Central Tax Amount'),
      expected: taxed.cgst,
    },
    {
      name: 'SGST in hsn(b2b) and hsn(b2c), and in the register',
      value: hsn('State/UT Tax Amount'),
      expected: taxed.sgst,
    },
    { name: 'Value of items without an HSN code, which should be zero', value: sum(withoutHsn), expected: NOTHING },
    checkDocs(table('docs.csv'), documents),
  ];
}

function checkDocs({ rows }: Table, documents: readonly TaxDocument[]): Check {
  return {
    name: 'Documents in docs, and in the register without receipts',
    value: String(rows.reduce((all, row) => all + Number(row[3]), 0)),
    expected: String(documents.filter(({ kind }) => kind !== 'receipt').length),
  };
}

/** A series without gaps has as many documents as numbers. */
function checkSeries(documents: readonly TaxDocument[]): Check {
  const series = Map.groupBy(documents, (document) => `${document.kind} ${document.sellerGstin} ${document.series}`);
  const spans = [...series.values()].map((ofSeries) => {
    const serials = ofSeries.map(({ serial }) => serial);
    return Math.max(...serials) - Math.min(...serials) + 1;
  });
  return {
    name: 'Documents, and numbers from the first to the last of each series',
    value: String(documents.length),
    expected: String(spans.reduce((all, span) => all + span, 0)),
  };
}

export function checkRegister(
  register: Table,
  documents: readonly TaxDocument[],
  stored: { count: number; total: Paise },
): Check[] {
  const unequal = documents.filter(({ lines, total }) => lines.length > 0 && sum(lines.map(taxLineGross)) !== total);
  return [
    {
      name: 'Documents in the register, and stored',
      value: String(new Set(register.rows.map((row) => row.slice(2, 4).join(' '))).size),
      expected: String(stored.count),
    },
    {
      name: 'Total of the register, and of the stored documents',
      value: sumColumn(register, 'Total'),
      expected: stored.total,
    },
    { name: 'Documents whose items do not add up to their total', value: String(unequal.length), expected: '0' },
    checkSeries(documents),
  ];
}

export function checkLedger(ledger: Table, receipts: Table): Check[] {
  const rowsOf = (names: string[], isIn: boolean): Table => ({
    ...ledger,
    rows: ledger.rows.filter(([name]) => names.includes(String(name)) === isIn),
  });
  const [closing, rest] = [rowsOf(['Closing balance'], true), rowsOf(['Closing balance'], false)];
  const moves = rowsOf(['Opening balance', 'Closing balance'], false);
  return [
    {
      name: 'Due: opening balance and movements, and closing balance',
      value: sumColumn(rest, 'Due'),
      expected: sumColumn(closing, 'Due'),
    },
    {
      name: 'Received: opening balance and movements, and closing balance',
      value: sumColumn(rest, 'Received'),
      expected: sumColumn(closing, 'Received'),
    },
    {
      name: 'Received less refunded, and the ledger’s movements',
      value: sumColumn(receipts, 'Received less refunded', { column: 'Method', values: ['All methods'] }),
      expected: sumColumn(moves, 'Received'),
    },
  ];
}

export const writeChecks = (checks: readonly (Check & { gstin?: string })[]): Table => ({
  name: 'sums.csv',
  head: ['Agrees', 'Check', 'GSTIN', 'In the export', 'Compared with'],
  rows: checks
    .toSorted((a, b) => Number(isRight(a)) - Number(isRight(b)))
    .map((check) => [isRight(check) ? 'Yes' : 'NO', check.name, check.gstin ?? '', check.value, check.expected]),
});
