import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UnreadableReason } from './bank-line.ts';
import { textOfFile } from './file.ts';
import { readStatement } from './statement.ts';

const folder = `${import.meta.dirname}/bank-texts`;
const readFile = (path: string): string => textOfFile(new Uint8Array(readFileSync(`${folder}/${path}`))) ?? '';
const readJson = <Entry>(path: string): Entry[] => JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')) as Entry[];

const summarise = (text: string) => {
  const { lines, unreadable, outgoing } = readStatement(text);
  return {
    received: lines.map(({ day, amount, reference }) => `${day} ${amount / 100} ${reference ?? '-'}`),
    refused: unreadable.map(({ reason }) => reason),
    outgoing,
  };
};

const UPI = '2026-11-20 2500 447309116024';
const STATEMENTS: Record<string, string[]> = {
  'axis.csv': [UPI, '2026-11-21 11420 -'],
  'bob.csv': ['2026-11-21 11420 -', UPI],
  'canara.csv': ['2026-11-21 11420 -', UPI],
  'federal.csv': [UPI, '2026-11-21 11420 S12345680'],
  'hdfc.csv': [UPI, '2026-11-21 11420 N326261234567890'],
  'icici.csv': [UPI, '2026-11-21 11420 632509123456'],
  'idfc-first.tsv': [UPI, '2026-11-21 11420 -'],
  'indusind.csv': ['2026-11-21 11420 S91234567', UPI],
  'kotak.csv': [UPI, '2026-11-21 11420 0123456789'],
  'pnb.csv': ['2026-11-21 11420 -', UPI],
  'sbi.tsv': [UPI, '2026-11-21 11420 3199677044303'],
  'union.csv': ['2026-11-21 11420 S12345680', UPI],
  'yes.csv': ['2026-11-21 11420 -', UPI],
};

describe('statements of thirteen banks', () => {
  test('all exist', () => {
    expect(readdirSync(`${folder}/statements`).toSorted()).toEqual(Object.keys(STATEMENTS));
  });

  test.each(Object.entries(STATEMENTS))('%s is read exactly', (file, received) => {
    expect(summarise(readFile(`statements/${file}`))).toEqual({ received, refused: [], outgoing: 1 });
  });

  test.each(Object.keys(STATEMENTS))('%s reads no debit as a credit, in any row order', (file) => {
    const lines = readFile(`statements/${file}`).split(/\r?\n/);
    const isRow = (line: string) => /447300000001|447309116024|11,?420\.0/.test(line);
    const rows = lines.filter(isRow);
    expect(rows).toHaveLength(3);
    const first = lines.findIndex(isRow);
    const others = lines.slice(first).filter((line) => !isRow(line));
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 1 }), (shuffled) => {
        const { lines: read } = readStatement([...lines.slice(0, first), ...shuffled, ...others].join('\n'));
        for (const { amount } of read) expect([250_000, 1_142_000]).toContain(amount);
      }),
    );
  });
});

describe('messages of money received', () => {
  const messages = readJson<{ bank: string; text: string; reference: string | null }>('received.json');

  test.each(messages)('of $bank are read', ({ text, reference }) => {
    expect(summarise(text)).toEqual({ received: [`2026-11-21 2500 ${reference ?? '-'}`], refused: [], outgoing: 0 });
  });

  test('are 20, and are read in one text too', () => {
    const all = summarise(messages.map(({ text }) => text).join('\n\n'));
    expect(all.received).toHaveLength(20);
    expect(all.refused).toEqual([]);
  });

  test.each(['has been reversed', 'has failed', 'was declined by the bank', 'is requested'])(
    'are not counted when followed by “%s”',
    (end) => {
      for (const { text } of messages) {
        const [first, ...rest] = text.split('\n');
        expect(readStatement([`${first} ${end}`, ...rest].join('\n')).lines).toEqual([]);
        expect(readStatement(`${text}\n${end}`).lines).toEqual([]);
      }
    },
  );
});

describe('messages without a received payment', () => {
  const messages = readJson<{ kind: string; text: string; refusal: UnreadableReason | 'outgoing' }>(
    'not-received.json',
  );

  test.each(messages)('$kind: refused', ({ text, refusal }) => {
    const isOut = refusal === 'outgoing';
    expect(summarise(text)).toEqual({ received: [], refused: isOut ? [] : [refusal], outgoing: isOut ? 1 : 0 });
  });

  test('are 20, and are refused in one text too', () => {
    expect(messages).toHaveLength(20);
    expect(readStatement(messages.map(({ text }) => text).join('\n')).lines).toEqual([]);
  });

  test.each([
    'Rs.750.00 remitted to RAVI from A/C XX1234 on 28-11-26, UPI Ref 447388800001',
    'Your payment of Rs.750.00 was credited to RAVI COLOURS on 28-11-26, UPI Ref 447388800001',
    'Rs.750.00 was not credited to your a/c XX1234 on 28-11-26, UPI Ref 447388800001',
    'Rs 2.5 lakh credited to your a/c XX1234 on 28-11-26, UPI Ref 447388800001',
    'Rs.750.00 credited to your a/c XX1234 on 28-11-26 and Rs.750.00 debited from it, UPI Ref 447388800001',
    'Payment of Rs.750.00 received from you on 28-11-26 by RAVI STORES. Txn 447388800001',
    'Rs.750.00 received for your Airtel account on 28-11-26. Ref 447388800001',
    'Rs.750.00 received towards Life Insurance on 28-11-26. Ref 447388800001',
    'Rs.750.00 deposited by you in FD XX1234 on 28-11-26',
    'Rs.750.00 credited to your wallet XX1234 on 28-11-26, UPI Ref 447388800001',
    '28-11-26 Balance brought forward 1,20,636.00 Cr',
    '28-11-26 UPI/COURIER HOUSE 650 1,20,636.00 Cr',
    '28-11-26 UPI/447388800001/CR TRADERS 650.00',
    '28-11-26 CASH DEPOSIT CHARGES 50.00',
  ])('reads no payment from: %s', (text) => {
    expect(readStatement(text).lines).toEqual([]);
  });
});

describe('broken files', () => {
  test.each<[string, ReturnType<typeof summarise>]>([
    [
      'unquoted-comma.csv',
      {
        received: ['2026-11-19 190 447309116023', '2026-11-20 2500 447309116024'],
        refused: ['wrong-cells', 'wrong-cells'],
        outgoing: 1,
      },
    ],
    [
      'quote-not-closed.csv',
      {
        received: ['2026-11-20 190 447309116023', '2026-11-21 2500 447309116024', '2026-11-22 1850 447309116025'],
        refused: [],
        outgoing: 1,
      },
    ],
    [
      'quote-closed-two-rows-later.csv',
      {
        received: ['2026-11-20 190 447309116023', '2026-11-22 1850 447309116025', '2026-11-23 700 447309116026'],
        refused: ['wrong-cells'],
        outgoing: 0,
      },
    ],
    ['day-and-month-mixed.csv', { received: [], refused: ['mixed-dates', 'mixed-dates', 'mixed-dates'], outgoing: 0 }],
    ['utf-16.csv', { received: [UPI], refused: [], outgoing: 1 }],
    ['web-page.xls', { received: [], refused: ['web-page'], outgoing: 0 }],
    ['cut-off.csv', { received: ['2026-11-20 190 447309116023'], refused: ['wrong-cells'], outgoing: 0 }],
  ])('%s is read or refused', (file, expected) => {
    expect(summarise(readFile(`broken/${file}`))).toEqual(expected);
  });

  test('of HDFC with unquoted commas keep no debit and lose no row', () => {
    const text = `
  Date     ,Narration ,Value Dat,Debit Amount ,Credit Amount ,Chq/Ref Number ,Closing Balance
 21/11/26  ,UPI-ASHA RAWAT, DEHRADUN-ASHA@OKICICI-447309116024-PAINTING , 21/11/26 , 0.00 , 2500.00 ,0000447309116024 ,120636.00
 21/11/26  ,UPI-RAVI COLOURS, PAPER AND CO-447309116025-PAINT , 21/11/26 , 850.00 , 0.00 ,0000447309116025 ,119786.00
 22/11/26  ,UPI-MEERA-447309116026-PAINTING , 22/11/26 , 0.00 , 1500.00 ,0000447309116026 ,121286.00`;
    const received = ['2026-11-22 1500 447309116026'];
    expect(summarise(text)).toEqual({ received, refused: ['wrong-cells', 'wrong-cells'], outgoing: 0 });
  });

  test.each([
    ['an amount', '21/11/2026,UPI/447309116024/ASHA,447309116024,,2,500.00,14845.00'],
    ['two amounts', '21/11/2026,UPI/447309116024/ASHA,447309116024,,2,500.00,14,845.00'],
    ['a narration', '21/11/2026,UPI/447309116024/ASHA, R, "Almora",447309116024,,2500.00,14845.00'],
    ['a quoted narration', '21/11/2026,"UPI/447309116024/6" vase",447309116024,,2500.00,14845.00'],
  ])('repairs stray commas or quotes in %s by the balance only', (_, row) => {
    const heading = 'Date,Narration,Ref,Debit,Credit,Balance';
    const before = '20/11/2026,UPI/447309116023/KIRAN,447309116023,,190.00,12345.00';
    const elsewhere = '20/11/2026,UPI/447309116023/KIRAN,447309116023,,190.00,12000.00';
    const received = '2026-11-20 190 447309116023';
    const repaired = [received, '2026-11-21 2500 447309116024'];
    expect(summarise([heading, before, row].join('\n'))).toEqual({ received: repaired, refused: [], outgoing: 0 });
    for (const rows of [[elsewhere, row], [row]]) {
      const read = summarise([heading, ...rows].join('\n'));
      expect(read.refused).toEqual(['wrong-cells']);
    }
  });

  test('refuses a bar inside the narration of a bar-separated table', () => {
    const read = summarise('Date|Narration|Debit|Credit\n21/11/2026|UPI/447309116025|PAINT|850.00|');
    expect(read).toEqual({ received: [], refused: ['wrong-cells'], outgoing: 0 });
  });

  test.each([
    ['12/25/2026', '01/12/2026', ['2026-12-25', '2026-01-12']],
    ['11.21.26', '11.03.26', ['2026-11-21', '2026-11-03']],
    ['21-11-2026', '03-11-2026', ['2026-11-21', '2026-11-03']],
    ['12/25/2026', '25/12/2026', []],
  ])('with the dates %s and %s are read in one order', (first, second, days) => {
    const { lines } = readStatement(`Date,Description,Credit\n${first},Asha,100.00\n${second},Meera,200.00`);
    expect(lines.map(({ day }) => day)).toEqual(days);
  });

  test.each([
    ['Date,Narration,Payment,Receipt,Balance', 'received'],
    ['Date,Narration,Payments,Receipts,Balance', 'received'],
    ['Date,Narration,Paid,Received,Balance', 'received'],
    ['When,Narration,Money away,Money here,Left', 'refused'],
  ])('under the heading %s are %s', (heading, outcome) => {
    const read = summarise(`${heading}\n21/11/2026,UPI/447309116024/ASHA,,2500.00,14845.00`);
    if (outcome === 'received') expect(read.received).toEqual(['2026-11-21 2500 447309116024']);
    else expect(read).toEqual({ received: [], refused: ['unknown-columns'], outgoing: 0 });
  });

  test.each([
    'Date,Narration,Amount,Type\n21/11/2026,Bill,2500.00,Credit Card Payment',
    'Date,Narration,Credit Limit,Amount\n21/11/2026,Bill,50000.00,2500.00',
    'Date,Narration,Credit Card No,Debit,Credit\n21/11/2026,Bill,1234,2500.00,',
    'Date,Narration,Amount,Type\n21/11/2026,UPI,2500.00,UPI',
  ])('read no credit from text about credit cards and limits: %s', (text) => {
    expect(readStatement(text).lines).toEqual([]);
  });

  test('with one column for payments and receipts need a sign', () => {
    const rows = ['+2500.00', '-650.00', '700.00'].map((amount, at) => `2${at}/11/2026,UPI,${amount}`);
    const read = summarise(['Date,Narration,Payment/Receipt', ...rows].join('\n'));
    expect(read).toEqual({ received: ['2026-11-20 2500 -'], refused: ['no-proof'], outgoing: 1 });
  });
});

test('a long narration ends with a whole letter', () => {
  for (const [letter, length] of [
    ['🎨', 299],
    ['👩‍🎨', 298],
    ['कि', 299],
    ['e\u0301', 299],
  ] as const) {
    const { description } = readStatement(`Date,Narration,Credit\n21/11/2026,${'x'.repeat(length)}${letter},5.00`)
      .lines[0]!;
    expect(description).toBe('x'.repeat(length));
  }
});

describe('a statement with random faults', () => {
  const row = fc.record({
    isCredit: fc.boolean(),
    rupees: fc.integer({ min: 1, max: 9_999 }),
    note: fc.array(fc.constantFrom('a', ' ', ',', '"', '1', '.00', '2500.00', '", ', '/CR/', '-'), { maxLength: 6 }),
  });
  const rows = fc.array(row, { minLength: 1, maxLength: 8 });
  const write = (rows: { isCredit: boolean; rupees: number; note: string[] }[], isNoted: boolean) => {
    let balance = 500_000;
    return rows.map(({ isCredit, rupees, note }, at) => {
      balance += isCredit ? rupees : -rupees;
      const amounts = isCredit ? `,${rupees}.00` : `${rupees}.00,`;
      const utr = String(447_309_110_000 + at);
      const text = `${String(at + 1).padStart(2, '0')}/11/2026,UPI/${isNoted ? note.join('') : ''},${utr},${amounts},${balance}.00`;
      return { utr, isCredit, rupees, day: `2026-11-${String(at + 1).padStart(2, '0')}`, text };
    });
  };
  const HEADING = 'Date,Narration,Ref,Debit,Credit,Balance';
  type Row = ReturnType<typeof write>[number];
  const expectNothingGuessed = (written: Row[], text: string) => {
    const read = readStatement(text);
    for (const { day, amount, references } of read.lines) {
      const truth = written.find(({ utr }) => references.includes(utr));
      expect(truth).toMatchObject({ day, rupees: amount / 100, isCredit: true });
    }
    return read;
  };

  test('is repaired only to what it was, and loses no row', () => {
    fc.assert(
      fc.property(rows, (rows) => {
        const written = write(rows, true);
        const read = expectNothingGuessed(written, [HEADING, ...written.map(({ text }) => text)].join('\n'));
        expect(read.lines.length + read.unreadable.length + read.outgoing + read.repeated).toBe(written.length);
      }),
    );
  });

  test('never loses a sound row to a quotation mark above it', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), (rows, which, where) => {
        const written = write(rows, false);
        const broken = written[which % written.length]!;
        const at = where % broken.text.length;
        const lines = written.map((each) =>
          each === broken ? `${each.text.slice(0, at)}"${each.text.slice(at)}` : each.text,
        );
        const read = readStatement([HEADING, ...lines].join('\n'));
        for (const { utr, day, rupees, isCredit } of written.filter((each) => each !== broken && each.isCredit)) {
          const line = read.lines.find(({ references }) => references.includes(utr));
          expect(line).toMatchObject({ day, amount: rupees * 100 });
          expect(isCredit).toBe(true);
        }
      }),
    );
  });

  test('never turns a debit into a credit with broken separators', () => {
    const fault = fc.record({ row: fc.nat(), separator: fc.nat(), isLost: fc.boolean() });
    fc.assert(
      // If one separator is lost and another doubled, the number of cells is still right. Only the previous balance
      // reveals this.
      fc.property(rows, fc.array(fault, { maxLength: 2 }), fc.boolean(), (rows, faults, isReversed) => {
        const written = write([{ isCredit: true, rupees: 10_000, note: [] }, ...rows], false);
        const texts = written.map(({ text }) => text);
        for (const { row, separator, isLost } of faults) {
          const at = 1 + (row % rows.length);
          const cells = texts[at]!.split(',');
          const cell = separator % (cells.length - 1);
          texts[at] = isLost
            ? [...cells.slice(0, cell), cells.slice(cell, cell + 2).join(''), ...cells.slice(cell + 2)].join(',')
            : [...cells.slice(0, cell + 1), '', ...cells.slice(cell + 1)].join(',');
        }
        const text = [HEADING, ...(isReversed ? texts.toReversed() : texts)].join('\n');
        const debits = new Set(written.filter(({ isCredit }) => !isCredit).map(({ utr }) => utr));
        for (const { references } of readStatement(text).lines)
          for (const reference of references) expect(debits.has(reference)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
