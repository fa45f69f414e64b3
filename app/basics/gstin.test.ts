import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigitOf, gstCodeOf, isGstin, stateOfGstin } from './gstin.ts';
import { STATES_AND_TERRITORIES } from './states.ts';

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '33AAACH7409R1Z8'])('%s is a GST number', (gstin) =>
  expect(isGstin(gstin)).toBe(true),
);

test('rejects a number with a wrong check digit, state or shape', () => {
  for (const wrong of ['27AAPFU0939F1ZW', '99AAPFU0939F1ZV', '27aapfu0939f1zv', '27AAPFU0939F1Z', ''])
    expect(isGstin(wrong)).toBe(false);
});

test('the check digit detects any single wrong character', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.constantFrom(...letters.split('')), (place, letter) => {
      const right = '27AAPFU0939F1ZV';
      const typed = right.slice(0, place) + letter + right.slice(place + 1);
      expect(isGstin(typed)).toBe(typed === right);
    }),
  );
  expect(checkDigitOf('27AAPFU0939F1Z')).toBe('V');
});

test('every state has its own code', () => {
  for (const state of STATES_AND_TERRITORIES) expect(stateOfGstin(`${gstCodeOf(state)}AAPFU0939F1ZV`)).toBe(state);
});
