/** Money as a whole number of paise: 100 paise are a rupee. Branded, so that rupees can't be passed by mistake. */
export type Paise = number & { readonly brand: 'paise' };

/** Takes a whole, safe number of paise; throws RangeError for anything else, so that no fraction gets in. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`);
  return amount as Paise;
}

export const NOTHING = paise(0);

/** Rupees, with at most two decimals, to paise; rounds half up, so 10.005 becomes 1001. */
export function rupees(amount: number): Paise {
  return paise(Math.round(Number((amount * 100).toFixed(6))));
}

/** Sum of amounts in paise; throws RangeError past the safe integers. */
export function sum(amounts: Iterable<Paise>): Paise {
  let total = 0;
  for (const amount of amounts) total += amount;
  return paise(total);
}

/** A price times a whole number of pieces. */
export function times(price: Paise, quantity: number): Paise {
  return paise(price * quantity);
}

/**
 * A percentage of an amount, rounded half up to a paisa. The percentage has at most two decimals and is
 * taken as hundredths of a percent, so that no binary fraction decides the last paisa.
 */
export function percentageOf(amount: Paise, percentage: number): Paise {
  const hundredths = BigInt(Math.round(percentage * 100));
  return paise(Number((BigInt(amount) * hundredths + 5_000n) / 10_000n));
}

const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** '₹1,84,265', with paise only where there are any: Indian grouping, digits 0–9 in every language. */
export function formatRupees(amount: Paise): string {
  const sign = amount < 0 ? '−' : '';
  const absolute = Math.abs(amount) / 100;
  return `${sign}₹${(amount % 100 === 0 ? WHOLE : EXACT).format(absolute)}`;
}

/** '₹1,84,265.00': always two decimals, as Overview shows revenue. */
export function formatExactRupees(amount: Paise): string {
  return `${amount < 0 ? '−' : ''}₹${EXACT.format(Math.abs(amount) / 100)}`;
}
