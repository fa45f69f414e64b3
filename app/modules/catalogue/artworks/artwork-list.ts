import { type Paise, paise } from '#app/basics/money.ts';

export const ARTWORK_SORTS = ['-added', 'added', 'title', '-title', 'price', '-price', 'stock', '-stock'] as const;
export type ArtworkSort = (typeof ARTWORK_SORTS)[number];

export const MAX_CHANGED = 500;

export const SET_CHANGES = ['publish', 'draft', 'archive', 'feature', 'unfeature', 'out-of-stock'] as const;
export const ARTWORK_CHANGES = [...SET_CHANGES, 'price', 'stock'] as const;
export type ArtworkChangeType = (typeof ARTWORK_CHANGES)[number];
export type SetChange = (typeof SET_CHANGES)[number];

export const PRICE_STEPS = {
  'raise-percent': 'Raise by %',
  'lower-percent': 'Lower by %',
  raise: 'Raise by ₹',
  lower: 'Lower by ₹',
  set: 'Set to ₹',
} as const;
export type PriceStep = keyof typeof PRICE_STEPS;
export const STOCK_STEPS = { raise: 'Add', lower: 'Reduce by', set: 'Set to' } as const;
export type StockStep = keyof typeof STOCK_STEPS;

/** `amount` is in paise, or in hundredths of a percent. */
export type PriceChange = { step: PriceStep; amount: Paise };
export type StockChange = { step: StockStep; count: number; reason: string };

const RUPEE = 100;

/** Returns the new price; a percentage gives whole rupees. A piece without a price can only get a fixed price. */
export function changedPrice(price: Paise | null, { step, amount }: PriceChange): Paise | null {
  if (step === 'set') return paise(amount);
  if (price === null) return null;
  const by = Number(amount) * (step.startsWith('raise') ? 1 : -1);
  if (!step.endsWith('percent')) return paise(price + by);
  return paise(Math.round((price * (10_000 + by)) / 10_000 / RUPEE) * RUPEE);
}

export const changedCount = (stockCount: number, { step, count }: StockChange): number =>
  step === 'set' ? count : Math.max(0, stockCount + (step === 'raise' ? count : -count));
