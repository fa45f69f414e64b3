import { ToWords } from 'to-words/en-IN';
import type { Paise } from '#app/basics/money.ts';

const CRORE = 10_000_000;
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const english = new ToWords();

/** Writes an amount in words of the Indian system. */
export function amountInWords(amount: Paise): string {
  const [rupees, paise] = [Math.floor(amount / 100), amount % 100];
  return `Rupees ${spell(rupees)}${paise > 0 ? ` and ${spell(paise)} paise` : ''} only`;
}

/** Invoices use neither arab nor kharab, so large amounts are counted in crores. */
function spell(count: number): string {
  if (count >= CRORE) {
    const remainder = count % CRORE;
    return `${spell(Math.floor(count / CRORE))} crore${remainder > 0 ? ` ${spell(remainder)}` : ''}`;
  }
  return english
    .convert(count)
    .toLowerCase()
    .replace(new RegExp(`\\b(${TENS}) (one|two|three|four|five|six|seven|eight|nine)\\b`, 'g'), '$1-$2')
    .replace(/\bhundred (?=\S)/, 'hundred and ');
}
