import { describe, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { changeLines, LINE_CHANGES, lineCount, readLines, takeLines, typedLines } from './quote-lines.ts';

const typed = typedLines([
  { kind: 'painting', title: 'Two borders', amount: rupees(12_500) },
  { kind: 'shipping', title: '', amount: rupees(350.5) },
]);

describe('the lines of a quote', () => {
  test('are read as they were shown', () => {
    expect(readLines(typed)).toEqual({
      lines: [
        { kind: 'painting', title: 'Two borders', amount: rupees(12_500) },
        { kind: 'shipping', title: '', amount: rupees(350.5) },
      ],
      errors: {},
    });
  });

  test('are added at the end and taken out where they stand, with what was typed in the others', () => {
    const three = changeLines(typed, 'add-line');
    expect(lineCount(three)).toBe(3);
    expect(readLines(three)).toEqual(readLines(typed));
    const one = changeLines(typed, 'remove-line.0');
    expect(readLines(one).lines).toEqual([{ kind: 'shipping', title: '', amount: rupees(350.5) }]);
    expect(lineCount(changeLines(one, 'remove-line.0'))).toBe(1);
  });

  test('are never more than a form can hold', () => {
    let many = typed;
    for (let n = 0; n < 40; n += 1) many = changeLines(many, 'add-line');
    expect(lineCount(many)).toBe(12);
    expect(lineCount({ 'lines.99.kind': 'other' })).toBe(12);
  });

  test('name the field of an amount that is none, and ask for one where nothing is written', () => {
    expect(readLines({ 'lines.0.title': 'Painting', 'lines.0.amount': 'much' }).errors).toEqual({
      'lines.0.amount': 'Enter the amount in rupees',
    });
    expect(readLines({}).errors).toEqual({ 'lines.0.amount': 'Enter at least one line with an amount' });
  });

  test('are taken out of a form, and nothing else with them', () => {
    const form = new FormData();
    form.set('intent', 'quote');
    form.set('lines.0.kind', 'fabric');
    form.set('lines.0.wrong', 'x');
    expect(takeLines(form)).toEqual({ 'lines.0.kind': 'fabric' });
    expect([...form.keys()]).toEqual(['intent']);
    const sent = ['add-line', 'remove-line.3', 'quote', 'remove-line.'];
    expect(sent.map((intent) => LINE_CHANGES.includes(intent))).toEqual([true, true, false, false]);
  });
});
