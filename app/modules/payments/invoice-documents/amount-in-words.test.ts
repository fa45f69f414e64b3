import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paise, rupees } from '#app/basics/money.ts';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [rupees(0), 'Rupees zero only'],
  [rupees(8636), 'Rupees eight thousand six hundred and thirty-six only'],
  [rupees(2019), 'Rupees two thousand and nineteen only'],
  [rupees(1_01_000), 'Rupees one lakh one thousand only'],
  [rupees(3_00_00_007), 'Rupees three crore and seven only'],
  [rupees(100_000), 'Rupees one lakh only'],
  [rupees(184_265.5), 'Rupees one lakh eighty-four thousand two hundred and sixty-five and fifty paise only'],
  [rupees(12_34_56_789), 'Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred and eighty-nine only'],
  [rupees(100_00_00_000), 'Rupees one hundred crore only'],
])('%i paise are %s', (amount, spelled) => expect(amountInWords(amount)).toBe(spelled));

test('keeps the words of documents from before edition 2', () => {
  expect(amountInWords(rupees(2019), {})).toBe('Rupees two thousand nineteen only');
});

test('the words of any amount add up to that amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (amount) => {
      expect(read(amountInWords(paise(amount)))).toBe(amount);
    }),
  );
});

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Record<string, number> = { hundred: 100, thousand: 1_000, lakh: 100_000, crore: 10_000_000 };

/** Reads the words back into paise. A scale word multiplies everything smaller before it. */
function read(spelled: string): number {
  const [, rupeePart, , paisePart] = /^Rupees (.+?)( and ([a-z-]+) paise)? only$/.exec(spelled)!;
  return count(rupeePart!) * 100 + (paisePart ? count(paisePart) : 0);
}

function count(spelled: string): number {
  const parts: number[] = [];
  for (const word of spelled.split(/[ -]/).filter((each) => each !== 'and')) {
    const scale = SCALES[word];
    if (scale === undefined) {
      const value = SMALL.includes(word) ? SMALL.indexOf(word) : (TENS.indexOf(word) + 2) * 10;
      if (value < 0 || (value === 10 && word !== 'ten')) throw new Error(`not a number: ${word}`);
      parts.push(value);
      continue;
    }
    let taken = 0;
    while (parts.length > 0 && parts.at(-1)! < scale) taken += parts.pop()!;
    parts.push(taken * scale);
  }
  return parts.reduce((total, part) => total + part, 0);
}
