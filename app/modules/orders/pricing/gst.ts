import { NOTHING, type Paise, paise, sum, times } from '#app/basics/money.ts';

/** CGST and SGST are half the tax each, IGST is all of it, so the tax is equal in every state. */
export type Taxed = { gstRate: number; taxable: Paise; halfTax: Paise };

export const grossAmount = ({ taxable, halfTax }: Pick<Taxed, 'taxable' | 'halfTax'>): Paise =>
  paise(taxable + 2 * halfTax);

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

function halfTaxWithin(gross: Paise, rate: number): Paise {
  const hundredths = BigInt(Math.round(rate * 100));
  const whole = 2n * (10_000n + hundredths);
  return paise(Number((2n * BigInt(gross) * hundredths + whole) / (2n * whole)));
}

function halfTaxOn(net: Paise, rate: number): Paise {
  return paise(Number((BigInt(net) * BigInt(Math.round(rate * 100)) + 10_000n) / 20_000n));
}

export function taxAmount(amount: Paise, gstRate: number, isOnTop: boolean): Taxed {
  if (isOnTop) return { gstRate, taxable: amount, halfTax: halfTaxOn(amount, gstRate) };
  const halfTax = halfTaxWithin(amount, gstRate);
  return { gstRate, taxable: paise(amount - 2 * halfTax), halfTax };
}

export type TaxedOrder = {
  lines: Taxed[];
  shipping: Taxed[];
  codCharge: Taxed[];
};

/** Computes GST to the paisa, spreading discount and charges in proportion. `isOnTop` adds tax to the prices. */
export function taxOrder(order: {
  lines: readonly { amount: Paise; gstRate: number }[];
  afterDiscount: Paise;
  shippingCost: Paise;
  codCharge: Paise;
  isOnTop: boolean;
}): TaxedOrder {
  const { lines, afterDiscount, shippingCost, codCharge, isOnTop } = order;
  const left = distribute(
    afterDiscount,
    lines.map(({ amount }) => amount),
  );
  return {
    lines: lines.map(({ gstRate }, at) => taxAmount(left[at]!, gstRate, isOnTop)),
    shipping: taxCharge(shippingCost),
    codCharge: taxCharge(codCharge),
  };

  function taxCharge(charge: Paise): Taxed[] {
    const byRate = new Map<number, Paise>();
    for (const [at, part] of distribute(charge, left).entries()) {
      const { gstRate } = lines[at]!;
      byRate.set(gstRate, paise((byRate.get(gstRate) ?? 0) + part));
    }
    return [...byRate].filter(([, part]) => part > 0).map(([gstRate, part]) => taxAmount(part, gstRate, isOnTop));
  }
}

export const gstOn = ({ lines, shipping, codCharge }: TaxedOrder): Paise =>
  sum([...lines, ...shipping, ...codCharge].map(({ halfTax }) => times(halfTax, 2)));
