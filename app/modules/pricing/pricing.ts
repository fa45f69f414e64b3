import { NOTHING, paise, percentageOf, sum, times, type Paise } from '#app/basics/money.ts';
import { shippingFor, type Destination, type ShippingRules } from '#app/modules/shipping/shipping.ts';

export type PricedLine = { price: Paise; quantity: number };

/** What a line comes to. */
export const lineTotal = ({ price, quantity }: PricedLine): Paise => times(price, quantity);

export type Totals = {
  subtotal: Paise;
  discountAmount: Paise;
  shippingCost: Paise;
  /** What it costs to pay on delivery; 0 for every other way. */
  codCharge: Paise;
  /** Always 0. */
  gstAmount: Paise;
  total: Paise;
};

/**
 * The one place that knows what a cart costs, in paise: percentage of the subtotal rounded
 * half up, shipping after discount, then the charge of cash on delivery, if it is paid so; GST 0. It takes prices from the server's own rows only. No lines cost nothing. An order
 * made by hand may have a `discount` that was agreed on in place of a percentage, and no parcel when it is `handedOver`.
 * Throws RangeError for a quantity that isn't a positive whole number, a negative price or charge, a percentage outside 0–100 or
 * a discount outside 0 and the subtotal.
 */
export function price(input: {
  lines: readonly PricedLine[];
  discountPercentage?: number;
  discount?: Paise;
  handedOver?: boolean;
  codCharge?: Paise;
  settings: ShippingRules;
  destination?: Destination;
}): Totals {
  const { lines, discountPercentage = 0, discount, handedOver, settings, destination } = input;
  const codCharge = lines.length === 0 ? NOTHING : (input.codCharge ?? NOTHING);
  if (codCharge < 0) throw new RangeError(`not a charge: ${codCharge}`);
  if (!(discountPercentage >= 0 && discountPercentage <= 100))
    throw new RangeError(`not a percentage: ${discountPercentage}`);
  for (const line of lines) {
    if (!Number.isSafeInteger(line.quantity) || line.quantity < 1)
      throw new RangeError(`not a quantity: ${line.quantity}`);
    if (line.price < 0) throw new RangeError(`not a price: ${line.price}`);
  }
  const subtotal = sum(lines.map(lineTotal));
  if (discount !== undefined && (discount < 0 || discount > subtotal))
    throw new RangeError(`not a discount of ${subtotal}: ${discount}`);
  const discountAmount = discount ?? percentageOf(subtotal, discountPercentage);
  const afterDiscount = paise(subtotal - discountAmount);
  const shippingCost = lines.length === 0 || handedOver ? NOTHING : shippingFor(settings, afterDiscount, destination);
  const total = paise(afterDiscount + shippingCost + codCharge);
  return { subtotal, discountAmount, shippingCost, codCharge, gstAmount: NOTHING, total };
}
