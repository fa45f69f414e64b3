import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { paise, rupees } from '#app/basics/money.ts';
import { readCsv } from './csv.ts';
import { type Claim, matchStatement } from './match.ts';
import { readAmount, readDay, readStatement, type StatementLine } from './statement.ts';

const read = (text: string) => readStatement(text, readCsv);
const brief = (text: string) =>
  read(text).lines.map(({ day, amount, reference, payer }) => [day, amount / 100, reference, payer]);

describe('a statement', () => {
  test('copied from a bank’s page is read line by line', () => {
    const { lines, unreadable } = read(`21-11-2026  UPI/CR/447309116024/ASHA R       8,636.00
18-11-2026  UPI/CR/446855207731/P JOSHI     18,500.00

a line that says nothing`);
    expect(lines.map(({ day, amount, reference, payer }) => [day, amount, reference, payer])).toEqual([
      ['2026-11-21', 863_600, '447309116024', 'ASHA R'],
      ['2026-11-18', 1_850_000, '446855207731', 'P JOSHI'],
    ]);
    expect(unreadable).toEqual(['a line that says nothing']);
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
  ])('of %s is read by the names of its columns', (_bank, text, line) => {
    const statement = read(text);
    expect(brief(text)).toEqual([line]);
    expect(statement.unreadable).toEqual([]);
    expect(statement.outgoing).toBe(1);
  });

  test('of messages is read, and what went out is not taken for what came in', () => {
    const { lines, outgoing } = read(`Rs.2,500.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 432187650912
INR 530.00 credited to your A/c No XX1234 on 20/11/2026 through UPI from V SHAH. Ref 446511872290
Your a/c XX1234 is debited for Rs.99.00 on 21-11-26 and credited to a/c XX9 (UPI Ref no 432187650999)`);
    expect(lines.map(({ day, amount, reference }) => [day, amount, reference])).toEqual([
      ['2026-11-21', 250_000, '432187650912'],
      ['2026-11-20', 53_000, '446511872290'],
    ]);
    expect(outgoing).toBe(1);
  });

  test('says the same of one payment in two ways: once; of two equal payments without a reference: twice', () => {
    const both = read(`21-11-2026 UPI/CR/447309116024/ASHA R 8,636.00
Rs.8,636.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 447309116024
21-11-2026 CASH DEPOSIT ALMORA 500.00
21-11-2026 CASH DEPOSIT ALMORA 500.00`);
    expect(both.lines).toHaveLength(3);
    expect(both.repeated).toBe(1);
    expect(new Set(both.lines.map((line) => line.fingerprint)).size).toBe(3);
  });

  test('takes no branch code, UPI address or phone number for a reference', () => {
    const [line] = read('21-11-2026 UPI/CR/919876543210@ybl/HDFC0001234/ASHA R 500.00').lines;
    expect(line!.references).toEqual([]);
  });

  test('guesses nothing between a payment and a balance', () => {
    expect(read('21-11-2026 UPI/447309116024 8,636.00 1,20,636.00').unreadable).toHaveLength(1);
  });
});

describe('amounts and days', () => {
  test('are exact for every paisa, grouped the Indian way or not at all', () => {
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

  test.each(['', '-500', '12.345', '1,2,3', 'five', '5 000', '1e3', '٥٠٠'])('%j is no amount', (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  test('are India’s, the day first, in every writing of banks', () => {
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
    customerName: 'Asha Rawat',
    total: rupees(2000),
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
  const verdictOf = (order: Claim, ...lines: StatementLine[]) => matchStatement([order], lines).verdicts.get(order.id);

  test('agrees by reference and amount, names what is short or over, and never by amount alone', () => {
    expect(verdictOf(claim(), line())).toMatchObject({ kind: 'agree' });
    expect(verdictOf(claim(), line({ amount: rupees(1850) }))).toMatchObject({ kind: 'differs', over: -15_000 });
    expect(verdictOf(claim(), line({ amount: rupees(2100) }))).toMatchObject({ kind: 'differs', over: 10_000 });
    expect(verdictOf(claim(), line(other))).toMatchObject({ kind: 'maybe' });
    expect(verdictOf(claim(), line({ ...other, day: '2026-11-23' }))).toEqual({ kind: 'none' });
  });

  test('takes a day as India counts it: an order of 00:10 belongs to the day that began', () => {
    const afterMidnight = claim({ createdAt: new Date('2026-11-20T18:40:00Z') });
    expect(verdictOf(afterMidnight, line({ ...other, day: '2026-11-22' }))).toMatchObject({ kind: 'maybe' });
    expect(verdictOf(afterMidnight, line({ ...other, day: '2026-11-19' }))).toEqual({ kind: 'none' });
  });

  test('gives a doubtful line to the likest name, and tells of a payment that came twice', () => {
    const orders = [
      claim({ id: 'a', paymentReferenceId: 'PAYTM88213' }),
      claim({ id: 'b', customerName: 'M Thapa', paymentReferenceId: 'PAYTM88214' }),
    ];
    const { verdicts } = matchStatement(orders, [line({ ...other, payer: 'THAPA M' })]);
    expect([verdicts.get('a')!.kind, verdicts.get('b')!.kind]).toEqual(['none', 'maybe']);
    const { rest } = matchStatement([claim()], [line(), line({ ...other, fingerprint: 'two', day: '2026-11-22' })]);
    expect(rest).toMatchObject([{ repeats: true }]);
  });

  test('never gives one line to two orders nor two lines to one, in whatever order they come', () => {
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
            total: paise(total),
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
        const { verdicts, rest } = matchStatement(orders, bank);
        const given = [...verdicts.values()].flatMap((verdict) =>
          verdict.kind === 'none' ? [] : [verdict.line.fingerprint],
        );
        expect(new Set(given).size).toBe(given.length);
        expect([...given, ...rest.map((each) => each.line.fingerprint)].toSorted()).toEqual(
          bank.map((each) => each.fingerprint).toSorted(),
        );
        for (const order of orders) {
          const verdict = verdicts.get(order.id)!;
          if (verdict.kind === 'agree')
            expect([verdict.line.reference, verdict.line.amount]).toEqual([order.paymentReferenceId, order.total]);
        }
        const again = matchStatement(orders.toReversed(), bank.toReversed());
        expect(again.verdicts).toEqual(verdicts);
      }),
    );
  });
});
