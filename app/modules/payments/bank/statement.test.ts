import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { readAmount, readDay } from './bank-values.ts';
import { textOfFile } from './file.ts';
import { type Claim, findDismissed, matchStatement } from './match.ts';
import type { StatementLine } from './bank-line.ts';
import { readStatement } from './statement.ts';

const read = readStatement;
const brief = (text: string) =>
  read(text).lines.map(({ day, amount, reference, payer }) => [day, amount / 100, reference, payer]);

describe('a statement', () => {
  test('under an unknown heading counts only explicit receipts', () => {
    const { lines, unreadable } =
      read(`Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
21/11/26,UPI-ASHA R-447309116024,0000447309116024,21/11/26,,8636.00,20000.00

When,Who,What,How much
21/11/2026,UPI/CR/446855207731/MEERA I,UPI,11420.00
20/11/2026,Hira N,446855207732,11420.00
the end`);
    expect(lines.map(({ amount, reference }) => [amount / 100, reference])).toEqual([
      [8636, '447309116024'],
      [11_420, '446855207731'],
    ]);
    expect(unreadable).toEqual([{ text: '20/11/2026 Hira N 446855207732 11420.00', reason: 'unknown-columns' }]);
  });

  test('reports a row whose day and amount are outside their columns', () => {
    const { lines, unreadable } = read(`Date,Description,Ref No,Credit
21/11/2026,Asha,447309116024,340.00
Asha,21/11/2026,340.00,
Opening balance,21/11/2026,1000.00,`);
    expect(lines).toHaveLength(1);
    expect(unreadable).toEqual([{ text: 'Asha,21/11/2026,340.00,', reason: 'wrong-cells' }]);
  });

  test('may write an amount without a space', () => {
    expect(brief('Rs340.00 credited to a/c XX12 on 21-11-26 by ASHA R. UPI Ref 447309116024')).toEqual([
      ['2026-11-21', 340, '447309116024', 'ASHA R'],
    ]);
    expect(brief('Your a/c is credited with INR1,250 on 21-11-26 from MEERA I UPI:447309116025')).toMatchObject([
      ['2026-11-21', 1250, '447309116025', 'MEERA I'],
    ]);
  });

  test('names each PhonePe payment by its own reference', () => {
    const { lines, outgoing } =
      read(`PaymentType,MerchantReferenceId,PhonePeReferenceId,From,Instrument,CreationDate,TransactionDate,SettlementDate,BankReferenceNo,Amount,Fee,IGST,CGST,SGST
PAYMENT,447309116024,T2611211012,ASHA R,UPI,21-11-2026 10:12:00,21-11-2026 10:12:10,22-11-2026,632616067320,340.00,0.00,0.00,0.00,0.00
PAYMENT,447309116025,T2611211013,MEERA I,UPI,21-11-2026 11:12:00,21-11-2026 11:12:10,22-11-2026,632616067320,340.00,0.00,0.00,0.00,0.00
REFUND,447309116026,T2611211014,MEERA I,UPI,21-11-2026 12:12:00,21-11-2026 12:12:10,22-11-2026,632616067320,340.00,0.00,0.00,0.00,0.00`);
    expect(lines.map(({ day, amount, references }) => [day, amount / 100, references])).toEqual([
      ['2026-11-21', 340, ['447309116024']],
      ['2026-11-21', 340, ['447309116025']],
    ]);
    expect(outgoing).toBe(1);
  });

  test('of Paytm has each cell in quotes, and payments that failed', () => {
    const { lines } =
      read(`'Transaction_ID','Order_ID','Transaction_Date','Transaction_Type','Status','Amount','Bank_Transaction_ID'
'20261121111212800110168100','','21-11-2026 11:12:12','ACQUIRING','SUCCESS','340.00','447309116024'
'20261121111212800110168101','','21-11-2026 11:13:12','ACQUIRING','FAILURE','340.00','447309116025'`);
    expect(lines.map(({ day, amount, reference }) => [day, amount / 100, reference])).toEqual([
      ['2026-11-21', 340, '447309116024'],
    ]);
  });

  test('copied from a bank’s page is read line by line', () => {
    const { lines, unreadable } = read(`21-11-2026  UPI/CR/447309116024/ASHA R       8,636.00
18-11-2026  UPI/CR/446855207731/P JOSHI     18,500.00

a line that says nothing`);
    expect(lines.map(({ day, amount, reference, payer }) => [day, amount, reference, payer])).toEqual([
      ['2026-11-21', 863_600, '447309116024', 'ASHA R'],
      ['2026-11-18', 1_850_000, '446855207731', 'P JOSHI'],
    ]);
    expect(unreadable).toEqual([{ text: 'a line that says nothing', reason: 'incomplete' }]);
  });

  test.each([
    [
      'the State Bank',
      `Account Name,:,MRS KAMLA BISHT
Account Number,:,_00000031234567890
Txn Date,Value Date,Description,Ref No./Cheque No.,        Debit,Credit,Balance
21 Nov 2026,21 Nov 2026,"BY TRANSFER-UPI/CR/447309116024/ASHA R/HDFC/asha@ok/Payment--","TRANSFER FROM 4897690162091",,"8,636.00","1,20,636.00"
20 Nov 2026,20 Nov 2026,"TO TRANSFER-UPI/DR/447300000001/COURIER","TRANSFER TO 4897690162091","1,200.00",,"1,12,000.00"`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
    [
      'HDFC',
      `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
21/11/26,UPI-ASHA RAWAT-ASHA@OKHDFC-HDFC0000123-447309116024-UPI,0000447309116024,21/11/26,,8636.00,120636.00
20/11/26,UPI-COURIER,0000447300000001,20/11/26,1200.00,,112000.00`,
      ['2026-11-21', 8636, '447309116024', 'ASHA RAWAT'],
    ],
    [
      'ICICI',
      `S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,21/11/2026,21/11/2026,-,UPI/447309116024/Painting/asha@okicici/HDFC BANK,0.0,8636.0,120636.0
2,20/11/2026,20/11/2026,-,UPI/447300000001/Courier,1200.0,0.0,112000.0`,
      ['2026-11-21', 8636, '447309116024', 'Painting'],
    ],
    [
      'a bank with one column of amounts',
      `Transaction Date\tParticulars\tAmount(INR)\tDR|CR
21-Nov-2026\tUPI/P2A/447309116024/ASHA R/UTIB\t8,636.00\tCR
20-Nov-2026\tUPI/P2A/447300000001/COURIER\t1,200.00\tDR`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
    [
      'Kotak, one column with signs',
      `#,TRANSACTION DATE,VALUE DATE,TRANSACTION DETAILS,CHQ / REF NO.,DEBIT/CREDIT(₹),BALANCE(₹)
1,21 Nov 2026 10:31 AM,21 Nov 2026,UPI/ASHA RAWAT/447309116024/Painting,-,"+8,636.00","1,20,636.00"
2,20 Nov 2026 10:31 AM,20 Nov 2026,UPI/COURIER/447300000001/Parcel,-,"-1,200.00","1,12,000.00"`,
      ['2026-11-21', 8636, '447309116024', 'ASHA RAWAT'],
    ],
    [
      'Canara, every cell a formula',
      `Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance,
="21-11-2026 10:33:11",="21 Nov 2026",="",="UPI/CR/447309116024/ASHA R/HDFC",="33",="",="8,636.00",="1,20,636.00",
="20-11-2026 10:33:11",="20 Nov 2026",="",="UPI/DR/447300000001/COURIER",="33",="1,200.00",="",="1,12,000.00",`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
    [
      'the Union Bank, Cr and Dr behind the amount',
      `Date,Tran Id,Remarks,UTR Number,Amount(Rs.),Balance(Rs.)
21-11-2026,S12345678,UPIAR/447309116024/CR/ASHA R/HDFC,,8636.0 (Cr),120636.0 (Cr)
20-11-2026,S12345679,UPIAB/447300000001/DR/COURIER,,1200.0 (Dr),112000.0 (Cr)`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
    [
      'Federal, whose last column is the sign of the balance',
      `Date,Value Date,Particulars,Tran Type,Cheque Details,Withdrawals,Deposits,Balance,DR/CR
21/11/2026,21/11/2026,UPI IN/447309116024/ASHA R,TFR,,,8636.00,120636.00,DR
20/11/2026,20/11/2026,UPI OUT/447300000001/COURIER,TFR,,1200.00,,112000.00,DR`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
    [
      'a payment app, the month first',
      `Date,Transaction Details,Type,Amount
"Nov 21, 2026",UPI/447309116024/ASHA R,CREDIT,"₹8,636"
"Nov 20, 2026",Paid to Courier,DEBIT,"₹1,200"`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
    [
      'two banks, one under the other',
      `Txn Date,Description,Debit,Credit,Balance
21 Nov 2026,UPI/CR/447309116024/ASHA R,,"8,636.00","1,20,636.00"
Date,Narration,Chq No.,Deposit Amt.,Withdrawal Amt.
20/11/26,UPI/447300000001/COURIER,-,,1200.00`,
      ['2026-11-21', 8636, '447309116024', 'ASHA R'],
    ],
  ])('of %s is read by the names of its columns', (_bank, text, line) => {
    const statement = read(text);
    expect(brief(text)).toEqual([line]);
    expect(statement.unreadable).toEqual([]);
    expect(statement.outgoing).toBe(1);
  });

  test.each([
    ['Rs.2,500.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 432187650912', null],
    ['INR 2500.00 credited to your A/c No XX1234 on 21/11/2026 through UPI from V SHAH. Ref 432187650912', 'V SHAH'],
    [
      'Dear SBI User, your A/c X1234-credited by Rs.2500 on 21Nov26 transfer from ASHA RAWAT Ref No 432187650912 -SBI',
      'ASHA RAWAT',
    ],
    [
      'Dear Customer, Acct XX123 is credited with Rs 2500.00 on 21-Nov-26 from ASHA R. UPI:432187650912-ICICI Bank.',
      'ASHA R',
    ],
    ['Received Rs.2500.00 in your Kotak Bank AC X1234 from asha@ybl on 21-11-26.UPI Ref:432187650912.', null],
    [
      'Rs.2500 Credited to A/c ...1234 thru UPI/432187650912 by asha_ok. Total Bal:Rs.120636.00CR. Avlbl Amt:Rs.120636.00(21-11-2026 10:31:07) - Bank of Baroda',
      null,
    ],
    ['A/c *1234 Credited for Rs:2500 on 21-11-2026 10:31:07 by Mob Bk ref no 432187650912 Avl Bal Rs:120636.00', null],
    ['Rs.2,500, credited from 919876543210-2@okaxis on 21-11-26. Ref 432187650912', null],
    [
      `INR 2500.00 credited
A/c no. XX1234
21-11-26, 10:31:07 IST
UPI/P2A/432187650912/ASHA RAWAT/ - Axis Bank`,
      null,
    ],
  ])('of a message is read: %s', (message, payer) => {
    expect(brief(message)).toEqual([['2026-11-21', 2500, '432187650912', payer]]);
    expect(read(message).unreadable).toEqual([]);
  });

  test('shows a message with a reference whole', () => {
    const message = 'Rs.2,500.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 432187650912';
    expect(read(message).lines).toMatchObject([{ description: message, payer: null }]);
    const row = '21-11-2026 UPI/CR/447309116024/ASHA R 8,636.00';
    expect(read(row).lines).toMatchObject([{ description: 'UPI/CR/447309116024/ASHA R' }]);
  });

  test('never reads outgoing payments as incoming ones', () => {
    const { lines, unreadable, outgoing } =
      read(`Your a/c XX1 is debited for Rs.99.00 on 21-11-26 and credited to a/c XX9
Dear UPI user A/C X1234 debited by 450.0 on date 21Nov26 trf to Courier Refno 432187650902. -SBI
21-11-2026 UPI/COURIER/432187650903 -1,200.00 1,12,000.00
Sent Rs.450.00
From HDFC Bank A/C x1234
To Courier
On 21/11/26
Ref 432187650904`);
    expect([lines, unreadable, outgoing]).toEqual([[], [], 4]);
  });

  test('prefers the credit/debit column to the payment type', () => {
    const { lines, outgoing } = read(`Date,Transaction Type,Description,Amount,Dr/Cr
21/11/2026,UPI,Asha R,340.00,CR
21/11/2026,NEFT,Rent,9000.00,DR`);
    expect(lines.map(({ amount }) => amount / 100)).toEqual([340]);
    expect(outgoing).toBe(1);
  });

  test.each(['Debited', 'WITHDRAWN', 'Refunded', 'Reversed', 'Charged back', 'Paid out', 'Sent'])(
    'counts %s as outgoing',
    (word) => {
      const { lines, outgoing } = read(`Date,Description,Amount,Type\n21/11/2026,Rent,9000.00,${word}`);
      expect([lines, outgoing]).toEqual([[], 1]);
    },
  );

  test.each(['Failed', 'Rejected', 'REVERSED', 'Unsuccessful', 'Expired', 'Returned', 'Refunded'])(
    'ignores a payment that is %s',
    (word) => {
      const { lines } = read(
        `Date,Description,UTR,Credit,Status\n21/11/2026,Asha R,447309116024,340.00,${word}\n21/11/2026,Meera I,447309116025,340.00,Partially refunded`,
      );
      expect(lines.map(({ reference }) => reference)).toEqual(['447309116025']);
    },
  );

  test('ignores a reference mangled by a spreadsheet, and has no amount', () => {
    const { lines, unreadable } = read(`Date,Description,UTR,Credit
21/11/2026,Asha R,4.47309E+11,340.00
21/11/2026,Meera I,4.47309e+11,530.00
21/11/2026,Hira N,447309116027,1.5E+05`);
    expect(lines.map(({ references, reference }) => [reference, references])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(unreadable).toHaveLength(1);
  });

  test('says when it has more lines than are read at once', () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `21/11/2026,Asha,${447_309_110_000 + at},340.00`);
    const long = (rows: string[]) => read(['Date,Description,UTR,Credit', ...rows].join('\n'));
    expect(long(rows)).toMatchObject({
      lines: { length: 4_999 },
      unreadable: [{ text: '', reason: 'too-long' }],
    });
    expect(long([...rows.slice(1), '', '']).unreadable).toEqual([]);
  });

  test('reads messages around a table, and treats no sum as a payment', () => {
    const { lines } = read(`Opening balance on 01-11-2026: Rs.12,000.00, credited Rs.20,000.00
Rs.500.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 432187650912
Date,Narration,Debit,Credit
21/11/26,UPI/447309116024/ASHA R,,530.00
Rs.700.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 432187650913
Total credited 21-11-2026 Rs.530.00`);
    expect(lines.map(({ amount }) => amount / 100)).toEqual([500, 530, 700]);
  });

  test('keeps equal payments with a shared bank reference apart', () => {
    const { lines, repeated } = read(`Txn Date,Description,Ref No./Cheque No.,Debit,Credit
21 Nov 2026,BY TRANSFER-NEFT*HDFC0000001*ASHA,TRANSFER FROM 3199674044303,,"2,500.00"
21 Nov 2026,BY TRANSFER-NEFT*SBIN0000001*THAPA,TRANSFER FROM 3199674044303,,"2,500.00"
22 Nov 2026,BY TRANSFER-NEFT*SBIN0000001*THAPA,TRANSFER FROM 3199674044303,,"2,500.00"`);
    expect(new Set(lines.map((line) => line.fingerprint)).size).toBe(3);
    expect(repeated).toBe(0);
  });

  test('merges two texts of one payment, keeps two without references', () => {
    const both = read(`21-11-2026 UPI/CR/447309116024/ASHA R 8,636.00
Rs.8,636.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 447309116024
21-11-2026 CASH DEPOSIT ALMORA 500.00 CR
21-11-2026 CASH DEPOSIT ALMORA 500.00 CR`);
    expect(both.lines).toHaveLength(3);
    expect(both.repeated).toBe(1);
    expect(new Set(both.lines.map((line) => line.fingerprint)).size).toBe(3);
  });

  test('reads no branch code, UPI address or phone number as reference', () => {
    const [line] = read('21-11-2026 UPI/CR/919876543210@ybl/HDFC0001234/ASHA R 500.00').lines;
    expect(line!.references).toEqual([]);
  });

  test('reports an unsigned amount before a balance as unreadable', () => {
    expect(read('21-11-2026 UPI/447309116024 8,636.00 1,20,636.00').unreadable).toHaveLength(1);
  });
});

describe('a file', () => {
  test('accepts any Unicode text, and refuses spreadsheets and PDFs', () => {
    const said = 'Date,Credit\n21/11/26,₹5.00';
    const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from(said, 'utf16le')]);
    expect(textOfFile(new TextEncoder().encode(said))).toBe(said);
    expect(textOfFile(wide)).toBe(said);
    expect(textOfFile(new TextEncoder().encode('%PDF-1.7 of it'))).toBeUndefined();
    expect(textOfFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8]))).toBeUndefined();
    expect(textOfFile(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBeUndefined();
  });
});

describe('amounts and days', () => {
  test('amounts are exact to the paisa, with or without Indian grouping', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.constantFrom('', '₹', 'Rs.', 'Rs ', 'INR '),
        fc.constantFrom('', ' Cr', ' CR'),
        fc.boolean(),
        (amount, before, after, grouped) => {
          const whole = Math.floor(amount / 100);
          const digits = grouped ? new Intl.NumberFormat('en-IN').format(whole) : String(whole);
          const written = `${before}${digits}.${String(amount % 100).padStart(2, '0')}${after}`;
          expect(readAmount(written)).toBe(amount);
        },
      ),
    );
  });

  test.each(['', '-500', '12.345', '1,2,3', '1,25', '1.250,00', 'five', '5 000', '1e3', '٥٠٠'])(
    '%j is not an amount',
    (text) => {
      expect(readAmount(text)).toBeUndefined();
    },
  );

  test('are Indian, with the day first, in every format of banks', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }),
        fc.constantFrom('-', '/', '.'),
        (date, between) => {
          const day = dayInIndia(date);
          const [year, month, dayOfMonth] = day.split('-') as [string, string, string];
          expect(readDay(day)).toBe(day);
          expect(readDay([dayOfMonth, month, year].join(between))).toBe(day);
          expect(readDay([dayOfMonth, month, year.slice(2)].join(between))).toBe(day);
        },
      ),
    );
    expect(readDay('21 Nov 2026')).toBe('2026-11-21');
    expect(readDay('21-Nov-26')).toBe('2026-11-21');
    expect(readDay('31-02-2026')).toBeUndefined();
    expect(readDay('11-21-2026')).toBeUndefined();
  });
});

describe('matching', () => {
  const claim = (changes: Partial<Claim> = {}): Claim => ({
    id: 'a',
    orderNumber: 'BV-AAAA-2222',
    customerName: 'Asha Rawat',
    amount: rupees(2000),
    paymentReferenceId: '447309116024',
    createdAt: new Date('2026-11-21T10:00:00Z'),
    ...changes,
  });
  const line = (changes: Partial<StatementLine> = {}): StatementLine => ({
    fingerprint: 'one',
    day: '2026-11-21',
    amount: rupees(2000),
    reference: '447309116024',
    references: ['447309116024'],
    description: 'UPI',
    payer: 'ASHA R',
    ...changes,
  });
  const other = { reference: '999999999999', references: ['999999999999'] };
  const resultOf = (order: Claim, ...lines: StatementLine[]) =>
    matchStatement([order], lines).matchResults.get(order.id);

  test('matches by reference and amount, reports differences, never only by amount', () => {
    expect(resultOf(claim(), line())).toMatchObject({ kind: 'agree' });
    expect(resultOf(claim(), line({ amount: rupees(1850) }))).toMatchObject({ kind: 'differs', over: -15_000 });
    expect(resultOf(claim(), line({ amount: rupees(2100) }))).toMatchObject({ kind: 'differs', over: 10_000 });
    expect(resultOf(claim(), line(other))).toMatchObject({ kind: 'maybe' });
    expect(resultOf(claim(), line({ ...other, day: '2026-11-23' }))).toEqual({ kind: 'none' });
  });

  test('gives a line that names an order number to no other order', () => {
    const named = (number: string) => line({ ...other, description: `UPI/CR/999999999999/ASHA R/${number}` });
    const own = claim({ orderNumber: 'BV-F7HF-XAVW' });
    for (const number of ['BV-F7HF-XAVW', 'BVF7HFXAVW', 'bv f7hf xavw', 'Order BV_F7HF_XAVW'])
      expect(resultOf(own, named(number))).toMatchObject({ kind: 'maybe', isNamed: true });
    expect(resultOf(claim(), named('BV-F7HF-XAVW'))).toEqual({ kind: 'none' });
    const stolen = line({ description: 'UPI/CR/447309116024/ASHA R/BVF7HFXAVW' });
    expect(resultOf(claim(), stolen)).toMatchObject({ kind: 'names-other', names: ['BV-F7HF-XAVW'] });
    const { matchResults, rest } = matchStatement([claim(), { ...own, id: 'b', paymentReferenceId: 'X' }], [stolen]);
    expect([matchResults.get('a')!.kind, matchResults.get('b')!.kind]).toEqual(['names-other', 'maybe']);
    expect(rest).toEqual([]);
    expect(resultOf(own, { ...named('BVF7HFXAVW'), amount: rupees(1500) })).toMatchObject({ kind: 'differs' });
  });

  test('counts days in India, just after midnight too', () => {
    const afterMidnight = claim({ createdAt: new Date('2026-11-20T18:40:00Z') });
    expect(resultOf(afterMidnight, line({ ...other, day: '2026-11-22' }))).toMatchObject({ kind: 'maybe' });
    expect(resultOf(afterMidnight, line({ ...other, day: '2026-11-19' }))).toEqual({ kind: 'none' });
  });

  test('assigns a doubtful line to the likeliest name, and reports duplicates', () => {
    const orders = [
      claim({ id: 'a', paymentReferenceId: 'PAYTM88213' }),
      claim({ id: 'b', customerName: 'M Thapa', paymentReferenceId: 'PAYTM88214' }),
    ];
    const { matchResults } = matchStatement(orders, [line({ ...other, payer: 'THAPA M' })]);
    expect([matchResults.get('a')!.kind, matchResults.get('b')!.kind]).toEqual(['none', 'maybe']);
    const { rest } = matchStatement([claim()], [line(), line({ ...other, fingerprint: 'two', day: '2026-11-22' })]);
    expect(rest).toMatchObject([{ repeats: true }]);
    const second = line({ ...other, fingerprint: 'two', day: '2026-11-22' });
    expect(matchStatement([], [second], { matchedBefore: [line()] }).rest).toMatchObject([{ repeats: true }]);
    expect(matchStatement([], [second]).rest).toMatchObject([{ repeats: false }]);
  });

  test('prefers a line set aside for its reference and amount', () => {
    const short = line({ fingerprint: 'short', amount: rupees(1850) });
    const orders = [claim(), claim({ id: 'b', paymentReferenceId: '999999999999' })];
    expect([...findDismissed(orders, [short, line()])]).toEqual([['a', line()]]);
    expect([...findDismissed(orders, [short])]).toEqual([['a', short]]);
    expect([...findDismissed([claim()], [line(other)])]).toEqual([]);
  });

  test('never matches one line to two orders or the reverse', () => {
    const few = (most: number) => fc.integer({ min: 1, max: most });
    const claims = fc.uniqueArray(fc.record({ id: few(40), reference: few(12), total: few(4), hours: few(96) }), {
      selector: ({ id }) => id,
      maxLength: 20,
    });
    const lines = fc.uniqueArray(fc.record({ id: few(40), reference: few(12), amount: few(4), day: few(4) }), {
      selector: ({ id }) => id,
      maxLength: 20,
    });
    fc.assert(
      fc.property(claims, lines, (claims, lines) => {
        const orders = claims.map(({ id, reference, total, hours }) =>
          claim({
            id: String(id),
            paymentReferenceId: String(reference),
            amount: paise(total),
            createdAt: new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000),
          }),
        );
        const bank = lines.map(({ id, reference, amount, day }) =>
          line({
            fingerprint: String(id),
            reference: String(reference),
            references: [String(reference)],
            amount: paise(amount),
            day: `2026-11-2${day}`,
          }),
        );
        const { matchResults, rest } = matchStatement(orders, bank);
        const given = [...matchResults.values()].flatMap((matchResult) =>
          matchResult.kind === 'none' ? [] : [matchResult.line.fingerprint],
        );
        expect(new Set(given).size).toBe(given.length);
        expect([...given, ...rest.map((each) => each.line.fingerprint)].toSorted()).toEqual(
          bank.map((each) => each.fingerprint).toSorted(),
        );
        for (const order of orders) {
          const matchResult = matchResults.get(order.id)!;
          if (matchResult.kind === 'agree')
            expect([matchResult.line.reference, matchResult.line.amount]).toEqual([
              order.paymentReferenceId,
              order.amount,
            ]);
        }
        const again = matchStatement(orders.toReversed(), bank.toReversed());
        expect(again.matchResults).toEqual(matchResults);
      }),
    );
  });
});
