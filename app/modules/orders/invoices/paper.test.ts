import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayInIndia } from '#app/basics/india.ts';
import { toFinancialYear, DOCUMENT_KINDS, documentNumber } from './paper.ts';

test('the financial year begins on 1 April at midnight in India, not in Greenwich', () => {
  expect(toFinancialYear(new Date('2026-03-31T18:29:59.999Z'))).toBe('2025-26');
  expect(toFinancialYear(new Date('2026-03-31T18:30:00Z'))).toBe('2026-27');
  expect(toFinancialYear(new Date('2027-03-31T18:29:59.999Z'))).toBe('2026-27');
  expect(toFinancialYear(new Date('2099-12-31T12:00:00Z'))).toBe('2099-00');
});

test('an instant lies in the year that begins on the last 1 April before it', () => {
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

test('numbers are written with four digits, or as many as there are, and stay within 16 characters', () => {
  const year = { kind: 'invoice', financialYear: '2026-27' } as const;
  expect(documentNumber({ ...year, number: 1 })).toBe('BV/2026-27/0001');
  expect(documentNumber({ ...year, number: 12_345 })).toBe('BV/2026-27/12345');
  expect(documentNumber({ ...year, number: 100_000 })).toBe('BV/26-27/100000');
});

test('no two papers of a year have one number, whatever their kinds, and none is longer than 16 characters', () => {
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
