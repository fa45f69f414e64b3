import { type Paise, paise } from './money.ts';

/** Reads '1,250.50', '₹1,84,265', 'Rs. 500' or '₹1,500/-' as exact paise. Returns undefined for other text. */
export function readRupees(text: string): Paise | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(withoutGroups(text));
  if (!match) return undefined;
  const amount = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? paise(amount) : undefined;
}

/** Removes correct digit groups. Leaves misplaced commas ('1.250,00', '1,25') for the schema to refuse. */
export function withoutGroups(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*\/-$/, '');
  return /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
}

export const rupeesText = (amount: Paise): string =>
  amount % 100 === 0 ? String(amount / 100) : `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
