import { describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import {
  changeLines,
  kindsWithoutPrice,
  LINE_CHANGES,
  lineCount,
  linesToQuote,
  readLines,
  takeLines,
  typedLines,
} from './quote-lines.ts';

const typed = typedLines([
  { kind: 'painting', title: 'Two borders', amount: rupees(12_500) },
  { kind: 'shipping', title: '', amount: rupees(350.5) },
]);

describe('quote lines', () => {
  test('reads lines as shown', () => {
    expect(readLines(typed)).toEqual({
      lines: [
        { kind: 'painting', title: 'Two borders', amount: rupees(12_500) },
        { kind: 'shipping', title: '', amount: rupees(350.5) },
      ],
      errors: {},
    });
  });

  test('adds and removes lines and keeps the others’ text', () => {
    const three = changeLines(typed, 'add-line');
    expect(lineCount(three)).toBe(3);
    expect(readLines(three)).toEqual(readLines(typed));
    const one = changeLines(typed, 'remove-line.0');
    expect(readLines(one).lines).toEqual([{ kind: 'shipping', title: '', amount: rupees(350.5) }]);
    expect(lineCount(changeLines(one, 'remove-line.0'))).toBe(1);
  });

  test('limits the number of lines', () => {
    let many = typed;
    for (let n = 0; n < 40; n += 1) many = changeLines(many, 'add-line');
    expect(lineCount(many)).toBe(12);
    expect(lineCount({ 'lines.99.kind': 'other' })).toBe(12);
  });

  test('reports an invalid amount and an empty quote', () => {
    expect(readLines({ 'lines.0.title': 'Painting', 'lines.0.amount': 'much' }).errors).toEqual({
      'lines.0.amount': 'Enter the amount in rupees',
    });
    expect(readLines({}).errors).toEqual({ 'lines.0.amount': 'Enter at least one line with an amount' });
  });

  test('reads only line fields from a form', () => {
    const form = new FormData();
    form.set('intent', 'quote');
    form.set('lines.0.kind', 'fabric');
    form.set('lines.0.wrong', 'x');
    expect(takeLines(form)).toEqual({ 'lines.0.kind': 'fabric' });
    expect([...form.keys()]).toEqual(['intent']);
    const sent = ['add-line', 'remove-line.3', 'quote', 'remove-line.'];
    expect(sent.map((intent) => LINE_CHANGES.includes(intent))).toEqual([true, true, false, false]);
  });

  test('begins with a line for everything that was asked for', () => {
    expect(linesToQuote(SAREE, rupees(150))).toEqual([
      { kind: 'painting', title: 'Saree', amount: rupees(4200) },
      { kind: 'fabric', title: '', amount: 0 },
      { kind: 'stitching', title: '', amount: 0 },
      { kind: 'shipping', title: '', amount: rupees(150) },
    ]);
  });

  test('names items without a price, except those that the last quote omitted', () => {
    const painting = { kind: 'painting' as const, title: '', amount: rupees(4200) };
    const fabric = { kind: 'fabric' as const, title: '', amount: rupees(1800) };
    expect(kindsWithoutPrice({ ...SAREE, quotes: [] }, [painting])).toEqual(['fabric', 'stitching']);
    expect(kindsWithoutPrice({ ...SAREE, quotes: [{ lines: [painting, fabric] }] }, [painting])).toEqual(['fabric']);
  });
});

const SAREE = {
  kind: 'custom',
  artwork: { id: '', title: 'Saree', image: '', category: '', medium: 'fabric', price: rupees(4200) },
  asked: {
    message: '',
    fabricSource: 'purchase_for_me',
    fabricNotes: null,
    designStyle: null,
    wantStitching: true,
    measurements: '',
    neededBy: null,
    inspiration: [],
  },
} as const satisfies Parameters<typeof linesToQuote>[0];
