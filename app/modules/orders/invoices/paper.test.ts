import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { toFinancialYear, DOCUMENT_KINDS, documentNumber } from './paper.ts';

test('the financial year begins on 1 April, midnight in India', () => {
  expect(toFinancialYear(new Date('2026-03-31T18:29:59.999Z'))).toBe('2025-26');
  expect(toFinancialYear(new Date('2026-03-31T18:30:00Z'))).toBe('2026-27');
  expect(toFinancialYear(new Date('2027-03-31T18:29:59.999Z'))).toBe('2026-27');
  expect(toFinancialYear(new Date('2099-12-31T12:00:00Z'))).toBe('2099-00');
});

test('a time belongs to the year that began the previous 1 April', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2098-12-31'), noInvalidDate: true }),
      (instant) => {
        const [first, second] = toFinancialYear(instant).split('-');
        const day = dayInIndia(instant);
        expect(day >= `${first}-04-01`).toBe(true);
        expect(day <= `${Number(first) + 1}-03-31`).toBe(true);
        expect((Number(first) + 1) % 100).toBe(Number(second));
      },
    ),
  );
});

test('numbers have at least four digits and at most 16 characters', () => {
  const year = { kind: 'invoice', financialYear: '2026-27' } as const;
  expect(documentNumber({ ...year, number: 1 })).toBe('BV/2026-27/0001');
  expect(documentNumber({ ...year, number: 12_345 })).toBe('BV/2026-27/12345');
  expect(documentNumber({ ...year, number: 100_000 })).toBe('BV/26-27/100000');
});

test('no two documents of a year share a number of any kind', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999 }), { maxLength: 20 }), (numbers) => {
      const written = DOCUMENT_KINDS.flatMap((kind) =>
        numbers.map((number) => documentNumber({ kind, financialYear: '2026-27', number })),
      );
      expect(new Set(written).size).toBe(written.length);
      for (const number of written) expect(number.length).toBeLessThanOrEqual(16);
    }),
  );
});
