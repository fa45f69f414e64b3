// Adds up an accountant's zip without any code of the shop: node tests/support/add-up.mjs FILE.zip
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';

const files = Object.entries(unzipSync(readFileSync(process.argv[2])));
const tables = new Map(
  files
    .filter(([name]) => name.endsWith('.csv'))
    .map(([name, bytes]) => [
      name,
      parse(Buffer.from(bytes).toString('utf8'), { columns: true, bom: true, skip_empty_lines: true }),
    ]),
);
const rowsOf = (name) => tables.get(name) ?? [];

const paise = (rupees) => {
  if (!/^-?\d+\.\d\d$/.test(rupees)) throw new Error(`not an amount: ${rupees}`);
  return Number(rupees.replace('.', ''));
};
const sum = (rows, column) => rows.reduce((all, row) => all + paise(row[column]), 0);
const differences = [];
const compare = (name, value, expected) => {
  if (value !== expected) differences.push(`${name}: ${value} and ${expected}`);
};

const register = rowsOf('documents.csv');
for (const row of register) {
  const parts = ['Taxable value', 'Exempt value', 'Untaxed value', 'CGST', 'SGST', 'IGST'];
  const isReceipt = row.Document === 'Receipt';
  if (!isReceipt)
    compare(
      row.Number,
      parts.reduce((all, part) => all + paise(row[part]), 0),
      paise(row.Total),
    );
}

const isTaxed = (row) => row['Untaxed value'] === '0.00' && row.Document !== 'Receipt';
const isLate = (row) => row['Late credit note'] === 'Yes';
const isSupply = (row) => /^(Tax invoice|Bill of supply|Invoice-cum|Credit note|Debit note)/.test(row.Document);
const supplies = register.filter((row) => isTaxed(row) && isSupply(row) && !isLate(row));
const net = (column) =>
  sum(
    supplies.filter(({ Document }) => !Document.startsWith('Credit note')),
    column,
  ) -
  sum(
    supplies.filter(({ Document }) => Document.startsWith('Credit note')),
    column,
  );

const notes = [...rowsOf('cdnr.csv'), ...rowsOf('cdnur.csv')];
const ofType = (type) => notes.filter((row) => row['Note Type'] === type);
const inTables =
  ['b2b.csv', 'b2cl.csv', 'b2cs.csv'].reduce((all, name) => all + sum(rowsOf(name), 'Taxable Value'), 0) +
  sum(ofType('D'), 'Taxable Value') -
  sum(ofType('C'), 'Taxable Value');
const exempt = sum(rowsOf('exemp.csv'), 'Exempted(other than nil rated/non GST supply)');
const hsn = [...rowsOf('hsn(b2b).csv'), ...rowsOf('hsn(b2c).csv')];
compare('taxable value', inTables, net('Taxable value'));
compare('exempt value', exempt, net('Exempt value'));
compare('value by HSN', sum(hsn, 'Taxable Value'), inTables + exempt);
compare('IGST', sum(hsn, 'Integrated Tax Amount'), net('IGST'));
compare('CGST', sum(hsn, 'Central Tax Amount'), net('CGST'));
compare('SGST', sum(hsn, 'State/UT Tax Amount'), net('SGST'));

// The tax that the portal calculates from value and rate may differ by a paisa for each line of a document.
const computed = hsn.reduce((all, row) => all + (paise(row['Taxable Value']) * Number(row.Rate)) / 100, 0);
const tax = net('IGST') + net('CGST') + net('SGST');
if (Math.abs(computed - tax) > supplies.length + 1) differences.push(`tax by rate: ${String(computed)} and ${tax}`);

const numbersOf = (rows) => new Set(rows.map((row) => `${row.Number} ${row['Seller GSTIN']}`)).size;
const listed = rowsOf('docs.csv').reduce((all, row) => all + Number(row['Total Number']), 0);
compare('documents in docs.csv', listed, numbersOf(register.filter(isTaxed)));
const pdfs = files.filter(
  ([name, bytes]) => name.startsWith('documents/') && Buffer.from(bytes.slice(0, 4)).toString() === '%PDF',
);
compare('documents as PDF', pdfs.length, numbersOf(register));

const ledger = rowsOf('ledger.csv');
for (const column of ['Due', 'Received'])
  compare(`ledger, ${column}`, sum(ledger.slice(0, -1), column), sum(ledger.slice(-1), column));
const receipts = rowsOf('receipts-and-refunds.csv');
const byDay = receipts.filter(({ Day }) => Day !== 'Total');
const totals = receipts.filter(({ Day, Method }) => Day === 'Total' && Method !== 'All methods');
for (const rows of [byDay, totals, receipts.slice(-1)])
  compare(
    'received less refunded',
    sum(rows, 'Received') - sum(rows, 'Refunded'),
    sum(ledger.slice(1, -1), 'Received'),
  );
for (const { Agrees, Check } of rowsOf('sums.csv')) if (Agrees !== 'Yes') differences.push(Check);

console.log(
  JSON.stringify({
    files: files.map(([name]) => name),
    taxable: inTables,
    exempt,
    igst: net('IGST'),
    cgst: net('CGST'),
    sgst: net('SGST'),
    advances: sum(rowsOf('at.csv'), 'Gross Advance Received'),
    adjusted: sum(rowsOf('atadj.csv'), 'Gross Advance Adjusted'),
    documents: pdfs.length,
    differences,
  }),
);
