/** An amount in whole paise. The type is branded, so that rupees cannot be passed by mistake. */
export type Paise = number & { readonly brand: 'paise' };

/** Throws RangeError unless the number is a safe integer. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`);
  return amount as Paise;
}

export const NOTHING = paise(0);

/** Converts rupees, rounding half up: 10.005 becomes 1001. */
export function rupees(amount: number): Paise {
  return paise(Math.round(Number((amount * 100).toFixed(6))));
}

export function sum(amounts: Iterable<Paise>): Paise {
  let total = 0;
  for (const amount of amounts) total += amount;
  return paise(total);
}

export function times(price: Paise, quantity: number): Paise {
  return paise(price * quantity);
}

/**
 * Returns a share of an amount, rounded half up. Calculates in hundredths of a percent, because binary fractions are
 * inexact.
 */
export function percentageOf(amount: Paise, percentage: number): Paise {
  const hundredths = BigInt(Math.round(percentage * 100));
  return paise(Number((BigInt(amount) * hundredths + 5_000n) / 10_000n));
}

/** Returns an amount as machines write it: 1450.00. */
export const toRupeeText = (amount: Paise): string => (amount / 100).toFixed(2);

const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatRupees(amount: Paise): string {
  const sign = amount < 0 ? '−' : '';
  const absolute = Math.abs(amount) / 100;
  return `${sign}₹${(amount % 100 === 0 ? WHOLE : EXACT).format(absolute)}`;
}

export function formatExactRupees(amount: Paise): string {
  return `${amount < 0 ? '−' : ''}₹${EXACT.format(Math.abs(amount) / 100)}`;
}
