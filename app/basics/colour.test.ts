import { expect, test } from 'vitest';
import { contrast, darken } from './colour.ts';

test('computes the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#8c2f1d', '#8c2f1d')).toBe(1);
});

test('darkens a colour towards black', () => {
  expect([darken('#8c2f1d', 1), darken('#8c2f1d', 0.5), darken('#8c2f1d', 0)]).toEqual([
    '#8c2f1d',
    '#46180f',
    '#000000',
  ]);
});
