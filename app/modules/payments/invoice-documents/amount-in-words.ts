import { ToWords } from 'to-words/en-IN';
import type { Paise } from '#app/basics/money.ts';

const CRORE = 10_000_000;
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const BEFORE_LAST = /(?<=thousand|lakh|crore) (?!.*(?:thousand|lakh|crore))/;
const english = new ToWords();

/** Writes an amount in words of the Indian system. Documents from before edition 2 write "two thousand nineteen". */
export function amountInWords(amount: Paise, { edition }: { edition?: 2 } = { edition: 2 }): string {
  const [rupees, paise] = [Math.floor(amount / 100), amount % 100];
  const spelled = spell(rupees);
  const counted =
    edition === 2 && rupees > 100 && rupees % 1000 < 100 ? spelled.replace(BEFORE_LAST, ' and ') : spelled;
  return `Rupees ${counted}${paise > 0 ? ` and ${spell(paise)} paise` : ''} only`;
}

/** Invoices use neither arab nor kharab, so large amounts are in crores. */
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
