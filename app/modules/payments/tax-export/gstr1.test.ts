import { describe, expect, test } from 'vitest';
import { NOTHING, rupees } from '#app/basics/money.ts';
import { makeDocument, makeSampleMonth } from '#tests/support/sample-month.ts';
import { checkGstr1, checkLedger, checkRegister, isRight, writeChecks } from './checks.ts';
import { sumColumn, toRupees } from './csv-table.ts';
import { writeGstr1 } from './gstr1.ts';
import { writeLedger, writeReceipts, writeRegister } from './register.ts';
import { type StoredDocument, toTaxDocument } from './tax-document.ts';
import { toCsv } from './tax-export.server.ts';
import { lastWholeMonth, listTaxYears, readTaxPeriod } from './tax-period.ts';

const CODES = { shippingSac: '9968', cashOnDeliverySac: '9985' };
const NOVEMBER = readTaxPeriod('2026-11')!;
const read = (documents: readonly StoredDocument[]) => documents.map((document) => toTaxDocument(document, CODES));
const one = (document: StoredDocument) => read([document])[0]!;

const IDS = { order: 'a', advanceOrder: 'b', invoicedOrder: 'c' };
const month = makeSampleMonth(IDS);
const advances = [
  { voucher: one(month.advances.voucher), refunds: [one(month.advances.refund)], invoicedAt: null },
  { voucher: one(month.advances.earlier), refunds: [], invoicedAt: month.advances.invoicedAt },
];
const documents = read(month.november);
const tables = writeGstr1(documents, advances, NOVEMBER);
const csvOf = (name: string, all = tables) =>
  toCsv(all.find((table) => table.name === name)!)
    .trim()
    .split('\n');

describe('the tables of a return', () => {
  test('list invoices of registered buyers by rate', () => {
    expect(csvOf('b2b.csv')).toEqual([
      'GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount',
      '27AAPFU0939F1ZV,Rawat Textiles,TI/2026-27/0001,01-Nov-2026,13900.00,27-Maharashtra,N,,Regular B2B,,5,2000.00,0.00',
      '27AAPFU0939F1ZV,Rawat Textiles,TI/2026-27/0001,01-Nov-2026,13900.00,27-Maharashtra,N,,Regular B2B,,18,10000.00,0.00',
    ]);
  });

  test('list large interstate invoices, and their notes, one by one', () => {
    expect(csvOf('b2cl.csv').slice(1)).toEqual(['TI/2026-27/0004,06-Nov-2026,141600.00,07-Delhi,,18,120000.00,0.00,']);
    expect(csvOf('cdnur.csv')).toEqual([
      'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
      'B2CL,CN/2026-27/0003,20-Nov-2026,C,07-Delhi,23600.00,,18,20000.00,0.00',
    ]);
  });

  test('treat an invoice of exactly the limit as small', () => {
    const invoice = { kind: 'tax-invoice', number: 1, day: '2026-11-02', state: 'Delhi' } as const;
    const sized = (taxable: number) => one(makeDocument({ ...invoice, lines: [{ taxable, rate: 25 }] }));
    expect([80_000, 80_000.01].map((taxable) => sized(taxable).isLarge)).toEqual([false, true]);
  });

  test('sum small buyers by place and rate, less their credit notes', () => {
    expect(csvOf('b2cs.csv')).toEqual([
      'Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
      'OE,05-Uttarakhand,,18,2900.00,0.00,',
      'OE,32-Kerala,,18,550.00,0.00,',
    ]);
  });

  test('list notes to registered buyers, and debit notes as D', () => {
    const firm = month.november[0]!;
    const debit = makeDocument({
      kind: 'debit-note',
      number: 1,
      day: '2026-11-25',
      firm: true,
      state: 'Maharashtra',
      corrects: firm,
      lines: [{ taxable: 400, rate: 18, unit: 'OTH', isFee: true }],
    });
    const withDebit = writeGstr1([...documents, one(debit)], [], NOVEMBER);
    expect(csvOf('cdnr.csv', withDebit)).toEqual([
      'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
      '27AAPFU0939F1ZV,Rawat Textiles,CN/2026-27/0001,20-Nov-2026,C,27-Maharashtra,N,Regular B2B,5900.00,,18,5000.00,0.00',
      '27AAPFU0939F1ZV,Rawat Textiles,DN/2026-27/0001,25-Nov-2026,D,27-Maharashtra,N,Regular B2B,472.00,,18,400.00,0.00',
    ]);
    expect(csvOf('docs.csv', withDebit)).toContain('Debit Note,DN/2026-27/0001,DN/2026-27/0001,1,0');
    expect(checkGstr1(withDebit, [...documents, one(debit)]).every(isRight)).toBe(true);
  });

  test('sum exempt supplies by state and buyer, also from mixed documents', () => {
    expect(csvOf('exemp.csv')).toEqual([
      'Description,Nil Rated Supplies,Exempted(other than nil rated/non GST supply),Non-GST Supplies',
      'Inter-State supplies to registered persons,0.00,900.00,0.00',
      'Intra-State supplies to registered persons,0.00,0.00,0.00',
      'Inter-State supplies to unregistered persons,0.00,300.00,0.00',
      'Intra-State supplies to unregistered persons,0.00,600.00,0.00',
    ]);
    const both = one(
      makeDocument({
        kind: 'invoice-cum-bill-of-supply',
        number: 1,
        day: '2026-11-02',
        lines: [
          { taxable: 10, rate: 18 },
          { taxable: 20, rate: 0 },
        ],
      }),
    );
    const mixed = writeGstr1([both], [], NOVEMBER);
    expect(csvOf('b2cs.csv', mixed)[1]).toBe('OE,05-Uttarakhand,,18,10.00,0.00,');
    expect(csvOf('exemp.csv', mixed)[4]).toContain('20.00');
    expect(csvOf('docs.csv', mixed)[1]).toBe('Invoices for outward supply,IB/2026-27/0001,IB/2026-27/0001,1,0');
  });

  test('sum codes by unit and rate, with the codes of charges', () => {
    expect(csvOf('hsn(b2b).csv')).toEqual([
      'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
      '3304,,NOS-NUMBERS,2.00,5900.00,18,5000.00,900.00,0.00,0.00,0.00',
      '5208,,NOS-NUMBERS,1.00,2100.00,5,2000.00,100.00,0.00,0.00,0.00',
      '9701,,NOS-NUMBERS,1.00,900.00,0,900.00,0.00,0.00,0.00,0.00',
    ]);
    expect(csvOf('hsn(b2c).csv').slice(1)).toEqual([
      '3304,,NOS-NUMBERS,5.00,121894.00,18,103300.00,18090.00,252.00,252.00,0.00',
      '9701,,NOS-NUMBERS,2.00,900.00,0,900.00,0.00,0.00,0.00,0.00',
      '9968,,NA,0.00,177.00,18,150.00,9.00,9.00,9.00,0.00',
    ]);
  });

  test('split a range at numbers of documents outside the return', () => {
    const gap = documents.filter(({ number }) => number !== 'TI/2026-27/0003');
    const ranges = writeGstr1(gap, [], NOVEMBER).find(({ name }) => name === 'docs.csv')!.rows;
    expect(ranges.filter(([, first]) => String(first).startsWith('TI/'))).toHaveLength(2);
  });

  test('list the range of each series', () => {
    expect(csvOf('docs.csv')).toEqual([
      'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
      'Invoices for outward supply,TI/2026-27/0001,TI/2026-27/0005,5,0',
      'Invoices for outward supply,BS/2026-27/0001,BS/2026-27/0002,2,0',
      'Credit Note,CN/2026-27/0001,CN/2026-27/0005,5,0',
      'Receipt Voucher,RV/2026-27/0002,RV/2026-27/0002,1,0',
      'Refund Voucher,FV/2026-27/0001,FV/2026-27/0001,1,0',
    ]);
  });
});

describe('advances', () => {
  const rowsIn = (id: string, name: string) => csvOf(name, writeGstr1([], advances, readTaxPeriod(id)!)).slice(1);

  test('are received in one period and adjusted in the period of the invoice', () => {
    expect(rowsIn('2026-10', 'atadj.csv')).toEqual([]);
    expect(csvOf('at.csv')).toEqual([
      'Place Of Supply,Applicable % of Tax Rate,Rate,Gross Advance Received,Cess Amount',
      '32-Kerala,,18,800.00,0.00',
    ]);
    expect(csvOf('atadj.csv').slice(1)).toEqual(['05-Uttarakhand,,18,500.00,0.00']);
  });

  test('invoiced within the period are in neither table', () => {
    expect(rowsIn('2026-27-q3', 'at.csv')).toEqual(['32-Kerala,,18,800.00,0.00']);
    expect(rowsIn('2026-27-q3', 'atadj.csv')).toEqual([]);
  });

  test('of earlier periods are adjusted by their refunds', () => {
    const { voucher, refunds } = advances[0]!;
    const late = [{ voucher, refunds: [{ ...refunds[0]!, issuedAt: new Date('2026-12-02') }], invoicedAt: null }];
    expect(csvOf('atadj.csv', writeGstr1([], late, readTaxPeriod('2026-12')!)).slice(1)).toEqual([
      '32-Kerala,,18,200.00,0.00',
    ]);
  });
});

test('a refund after the invoice adjusts an advance no further', () => {
  const { voucher, refunds } = advances[0]!;
  const refunded = [{ ...refunds[0]!, issuedAt: new Date('2027-01-02') }];
  const settled = [{ voucher, refunds: refunded, invoicedAt: new Date('2026-12-02') }];
  const adjustedIn = (id: string) => csvOf('atadj.csv', writeGstr1([], settled, readTaxPeriod(id)!)).slice(1);
  expect(adjustedIn('2026-12')).toEqual(['32-Kerala,,18,1000.00,0.00']);
  expect(adjustedIn('2027-01')).toEqual([]);
});

describe('documents of unregistered and composition sellers', () => {
  const plain = makeDocument({
    kind: 'invoice',
    number: 1,
    day: '2026-11-02',
    isTaxed: false,
    lines: [{ taxable: 800, rate: 0 }],
  });
  const credit = makeDocument({
    kind: 'credit-note',
    number: 6,
    day: '2026-11-09',
    isTaxed: false,
    corrects: plain,
    lines: [{ taxable: 800, rate: 0 }],
  });

  test('are in no table of a return', () => {
    const untaxed = writeGstr1(read([plain, credit]), [], NOVEMBER);
    for (const { name, rows } of untaxed.filter(({ name }) => name !== 'exemp.csv' && name !== 'docs.csv'))
      expect([name, rows]).toEqual([name, []]);
    expect(csvOf('exemp.csv', untaxed).join()).not.toContain('800');
  });

  test('have their own column and kind in the register', () => {
    expect(
      toCsv(writeRegister(read([plain, credit])))
        .trim()
        .split('\n')
        .slice(1),
    ).toEqual([
      "2026-11-02,Invoice,BV/2026-27/0001,05ABCDE1234F1Z6,BV-7K3M-9QX1,'=Asha,,05-Uttarakhand,,0.00,0.00,800.00,0.00,0.00,0.00,800.00,,,,",
      "2026-11-09,Credit note for invoice,CN/2026-27/0006,05ABCDE1234F1Z6,BV-7K3M-9QX1,'=Asha,,05-Uttarakhand,,0.00,0.00,800.00,0.00,0.00,0.00,800.00,Invoice,BV/2026-27/0001,2026-11-02,No",
    ]);
  });
});

test('the register marks late credit notes, which no table counts', () => {
  const row = toCsv(writeRegister(documents))
    .split('\n')
    .find((line) => line.includes('CN/2026-27/0004'))!;
  expect(row).toMatch(/Credit note for tax invoice,.*,18,1000.00,.*,Tax invoice,TI\/2024-25\/0009,2025-03-02,Yes$/);
  expect(
    sumColumn(
      tables.find(({ name }) => name === 'b2cs.csv')!,
      'Taxable Value',
    ),
  ).toBe(rupees(3_450));
});

describe('the checks', () => {
  test('agree for a whole month, and fail when a table or a document changes', () => {
    expect(checkGstr1(tables, documents).filter((check) => !isRight(check))).toEqual([]);
    for (const name of ['b2b.csv', 'b2cl.csv', 'b2cs.csv', 'cdnr.csv', 'cdnur.csv', 'exemp.csv', 'hsn(b2c).csv']) {
      const without = tables.map((table) => (table.name === name ? { ...table, rows: [] } : table));
      expect([name, checkGstr1(without, documents).every(isRight)]).toEqual([name, false]);
    }
    const gap = documents.filter(({ number }) => number !== 'TI/2026-27/0003');
    expect(checkGstr1(writeGstr1(gap, [], NOVEMBER), gap).every(isRight)).toBe(true);
    const total = gap.reduce((all, document) => all + document.total, 0);
    const ofRegister = checkRegister(writeRegister(gap), gap, { count: 13, total: total as never });
    expect(ofRegister.filter((check) => !isRight(check))).toMatchObject([{ value: '13', expected: '14' }]);
  });

  test('compare the register with what is stored, differences first', () => {
    const register = writeRegister(documents);
    const total = documents.reduce((all, document) => all + document.total, 0);
    const right = checkRegister(register, documents, { count: 14, total: total as never });
    expect(right.every(isRight)).toBe(true);
    const wrong = checkRegister(register, documents, { count: 15, total: NOTHING });
    expect(writeChecks(wrong).rows.map(([agrees]) => agrees)).toEqual(['NO', 'NO', 'Yes', 'Yes']);
  });

  test('follow the ledger from its opening to its closing balance', () => {
    const at = (day: string) => new Date(`${day}T20:00:00Z`);
    const receipts = writeReceipts([
      { type: 'matched', amount: rupees(100), method: 'UPI', createdAt: at('2026-11-01') },
      { type: 'unmatched', amount: rupees(30), method: 'UPI', createdAt: at('2026-11-01') },
      { type: 'refunded', amount: rupees(20), method: 'Cash', createdAt: at('2026-11-03') },
      { type: 'claimed', amount: rupees(7), method: 'UPI', createdAt: at('2026-11-03') },
    ]);
    expect(toCsv(receipts).trim().split('\n')).toEqual([
      'Day,Method,Received,Refunded,Received less refunded',
      '2026-11-02,UPI,70.00,0.00,70.00',
      '2026-11-04,Cash,0.00,20.00,-20.00',
      'Total,Cash,0.00,20.00,-20.00',
      'Total,UPI,70.00,0.00,70.00',
      'Total,All methods,70.00,20.00,50.00',
    ]);
    const moves = {
      charged: { count: 1, amount: rupees(80) },
      matched: { count: 1, amount: rupees(100) },
      unmatched: { count: 1, amount: rupees(30) },
      refunded: { count: 1, amount: rupees(20) },
    };
    const opening = { due: rupees(5), received: NOTHING };
    const ledger = (received: number) => writeLedger(opening, moves, { due: rupees(85), received: rupees(received) });
    expect(toCsv(ledger(50)).trim().split('\n')).toEqual([
      'Entry,Number,Due,Received',
      'Opening balance,,5.00,0.00',
      '"Orders placed, restored or raised",1,80.00,0.00',
      'Payments confirmed,1,0.00,100.00',
      'Confirmations undone,1,0.00,-30.00',
      'Refunds,1,0.00,-20.00',
      'Closing balance,,85.00,50.00',
    ]);
    expect(checkLedger(ledger(50), receipts).map(isRight)).toEqual([true, true, true]);
    expect(checkLedger(ledger(51), receipts).map(isRight)).toEqual([true, false, true]);
  });
});

describe('periods', () => {
  test.each([
    ['2026-11', 'November 2026', '2026-10-31T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
    ['2026-12', 'December 2026', '2026-11-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
    ['2026-27-q3', 'October to December 2026', '2026-09-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
    ['2026-27-q4', 'January to March 2027', '2026-12-31T18:30:00.000Z', '2027-03-31T18:30:00.000Z'],
    ['2026-27', 'Financial year 2026-27', '2026-03-31T18:30:00.000Z', '2027-03-31T18:30:00.000Z'],
  ])('%s is %s, in Indian days', (id, label, from, until) => {
    const period = readTaxPeriod(id)!;
    expect([period.label, period.from.toISOString(), period.until.toISOString()]).toEqual([label, from, until]);
  });

  test.each(['2026', '2026-13', '2026-28', '2026-27-q5', '2026-11-q1', '1999-01', 'x'])('%s is not a period', (id) => {
    expect(readTaxPeriod(id)).toBeUndefined();
  });

  test('are listed from the first document to now, newest first', () => {
    const years = listTaxYears(new Date('2026-02-10'), new Date('2026-05-15'));
    expect(years.map(({ year, quarters, months }) => [year, ...quarters, ...months].map(({ id }) => id))).toEqual([
      ['2026-27', '2026-27-q1', '2026-05', '2026-04'],
      ['2025-26', '2025-26-q4', '2026-03', '2026-02'],
    ]);
    expect(lastWholeMonth(new Date('2026-02-10'), new Date('2026-05-15')).id).toBe('2026-04');
    expect(lastWholeMonth(new Date('2026-05-10'), new Date('2026-05-15')).id).toBe('2026-05');
  });
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [123_456, '1234.56'],
])('%i paise are %s rupees', (paise, text) => expect(toRupees(paise as never)).toBe(text));
