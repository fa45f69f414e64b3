import { type Paise, paise, percentageOf } from './money.ts';

export const GST_RATES = [0, 0.25, 1.5, 3, 5, 12, 18, 28, 40] as const;
export const GST_RATE_WRONG = `Enter a GST rate: ${GST_RATES.slice(0, -1).join(', ')} or ${GST_RATES.at(-1)}`;

export const HSN = /^(\d{4}|\d{6}|\d{8})$/;
export const HSN_WRONG = 'An HSN code has 4, 6 or 8 digits';

/** Returns the price that customers pay. GST is rounded half up to a paisa. */
export const withGst = (net: Paise, rate: number): Paise => paise(net + percentageOf(net, rate));

/** Reverses `withGst` exactly. If no net amount gives this price, returns the nearest one. */
export function withoutGst(price: Paise, rate: number): Paise {
  const whole = 10_000n + BigInt(Math.round(rate * 100));
  return paise(Number((20_000n * BigInt(price) + whole) / (2n * whole)));
}
