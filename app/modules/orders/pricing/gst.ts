import { NOTHING, type Paise, paise, sum, times } from '#app/basics/money.ts';

/** `tax` is IGST, or the sum of CGST and SGST, which is even. */
export type Taxed = { gstRate: number; taxable: Paise; tax: Paise };

export const grossAmount = ({ taxable, tax }: Pick<Taxed, 'taxable' | 'tax'>): Paise => paise(taxable + tax);

/** Splits an amount by weights, exact to the paisa. Throws RangeError without parts. */
export function distribute(amount: Paise, weights: readonly Paise[]): Paise[] {
  const all = BigInt(sum(weights));
  if (weights.length === 0 && amount !== 0) throw new RangeError(`no part for ${amount} paise`);
  if (all === 0n) return weights.map((_, at) => (at === 0 ? amount : NOTHING));
  let before = 0n;
  let given = 0;
  return weights.map((weight) => {
    before += BigInt(weight);
    const upToHere = Number((BigInt(amount) * before) / all);
    const part = paise(upToHere - given);
    given = upToHere;
    return part;
  });
}

/** Rounds half up. If `halves` is 2, returns half of the tax. */
function taxWithin(gross: Paise, rate: number, halves: 1 | 2): Paise {
  const hundredths = BigInt(Math.round(rate * 100));
  const whole = BigInt(halves) * (10_000n + hundredths);
  return paise(Number((2n * BigInt(gross) * hundredths + whole) / (2n * whole)));
}

function halfTaxOn(net: Paise, rate: number): Paise {
  return paise(Number((BigInt(net) * BigInt(Math.round(rate * 100)) + 10_000n) / 20_000n));
}

/**
 * Rounds CGST and SGST separately, and IGST as a whole. In older orders, the tax on top of the price is the same in
 * every state.
 */
export function taxAmount(
  amount: Paise,
  gstRate: number,
  { isOnTop = false, isInterstate = false }: { isOnTop?: boolean; isInterstate?: boolean } = {},
): Taxed {
  if (isOnTop) return { gstRate, taxable: amount, tax: times(halfTaxOn(amount, gstRate), 2) };
  const tax = isInterstate ? taxWithin(amount, gstRate, 1) : times(taxWithin(amount, gstRate, 2), 2);
  return { gstRate, taxable: paise(amount - tax), tax };
}

export type TaxedOrder = {
  lines: Taxed[];
  shipping: Taxed[];
  codCharge: Taxed[];
};

/** Calculates GST to the paisa, with discount and charges in proportion. `isOnTop` adds tax to the prices. */
export function taxOrder(order: {
  lines: readonly { amount: Paise; gstRate: number }[];
  afterDiscount: Paise;
  shippingCost: Paise;
  codCharge: Paise;
  isOnTop: boolean;
  isInterstate?: boolean;
}): TaxedOrder {
  const { lines, afterDiscount, shippingCost, codCharge, isOnTop, isInterstate = false } = order;
  const options = { isOnTop, isInterstate };
  const left = distribute(
    afterDiscount,
    lines.map(({ amount }) => amount),
  );
  return {
    lines: lines.map(({ gstRate }, at) => taxAmount(left[at]!, gstRate, options)),
    shipping: taxCharge(shippingCost),
    codCharge: taxCharge(codCharge),
  };

  function taxCharge(charge: Paise): Taxed[] {
    const byRate = new Map<number, Paise>();
    for (const [at, part] of distribute(charge, left).entries()) {
      const { gstRate } = lines[at]!;
      byRate.set(gstRate, paise((byRate.get(gstRate) ?? 0) + part));
    }
    return [...byRate].filter(([, part]) => part > 0).map(([gstRate, part]) => taxAmount(part, gstRate, options));
  }
}

export const gstOn = ({ lines, shipping, codCharge }: TaxedOrder): Paise =>
  sum([...lines, ...shipping, ...codCharge].map(({ tax }) => tax));

export const splitTax = ({ tax }: Pick<Taxed, 'tax'>, isInterstate: boolean) =>
  isInterstate
    ? { cgst: NOTHING, sgst: NOTHING, igst: tax }
    : { cgst: paise(tax / 2), sgst: paise(tax / 2), igst: NOTHING };
