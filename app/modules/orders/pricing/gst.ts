import { NOTHING, type Paise, paise, sum, times } from '#app/basics/money.ts';

/**
 * Part of an amount, with the GST on it. Half of the tax is CGST and half SGST, or both halves are IGST: so the tax is the same
 * wherever the parcel goes.
 */
export type Taxed = { gstRate: number; taxable: Paise; halfTax: Paise };

/** What it comes to, tax included. */
export const grossOf = ({ taxable, halfTax }: Pick<Taxed, 'taxable' | 'halfTax'>): Paise =>
  paise(taxable + 2 * halfTax);

/**
 * An amount in parts that are in proportion to the weights, each to a paisa, and always add up to it. Without any weight all of
 * it is the first part's. Throws RangeError where there is an amount and no part.
 */
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

/** Half of the GST that lies in an amount, rounded half up. */
function halfTaxWithin(gross: Paise, rate: number): Paise {
  const hundredths = BigInt(Math.round(rate * 100));
  const whole = 2n * (10_000n + hundredths);
  return paise(Number((2n * BigInt(gross) * hundredths + whole) / (2n * whole)));
}

/** Half of the GST that comes on top of an amount, rounded half up. */
function halfTaxOn(net: Paise, rate: number): Paise {
  return paise(Number((BigInt(net) * BigInt(Math.round(rate * 100)) + 10_000n) / 20_000n));
}

/** An amount with the GST on top of it, or within it. */
export function taxAmount(amount: Paise, gstRate: number, isOnTop: boolean): Taxed {
  if (isOnTop) return { gstRate, taxable: amount, halfTax: halfTaxOn(amount, gstRate) };
  const halfTax = halfTaxWithin(amount, gstRate);
  return { gstRate, taxable: paise(amount - 2 * halfTax), halfTax };
}

export type TaxedOrder = {
  /** Each line in its order: what is left of it after the discount, and its tax. */
  lines: Taxed[];
  /** Shipping goes with what it brings: a part of it for each rate among the lines. */
  shipping: Taxed[];
  /** And so does what it costs to pay on delivery. */
  codCharge: Taxed[];
};

/**
 * An order's lines and charges with the GST on each: the discount is spread over the lines, shipping and the charge of cash on
 * delivery over what is then left of them. `isOnTop` adds the tax to the prices, else it lies within them. Together they come to
 * subtotal − discount + charges, and the tax where it is on top, to the paisa.
 */
export function taxOrder(order: {
  lines: readonly { amount: Paise; gstRate: number }[];
  /** What the lines come to after the discount. */
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

/** The GST on all of an order. */
export const gstOn = ({ lines, shipping, codCharge }: TaxedOrder): Paise =>
  sum([...lines, ...shipping, ...codCharge].map(({ halfTax }) => times(halfTax, 2)));
