import { NOTHING, paise, percentageOf, sum, times, type Paise } from '#app/basics/money.ts';
import { addsGst } from '#app/modules/store/settings/seller.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { shippingFor, type Destination, type ShippingRules } from '#app/modules/store/shipping/shipping.ts';
import { gstOn, taxOrder } from './gst.ts';

/** `gst` is what its artwork says of tax; without it there is none on the line. */
export type PricedLine = { price: Paise; quantity: number; gst?: ArtworkGst };

/** What an artwork says of its tax: a rate of its own, or none and then its medium's. */
export type ArtworkGst = { medium: keyof Settings['gst']; gstRate: number | null; hsn: string };

/** The rate and the HSN that stand for an artwork now; an order's items keep them. */
export function gstOf({ gst }: Pick<Settings, 'gst'>, { medium, gstRate, hsn }: ArtworkGst) {
  return { gst_rate: gstRate ?? gst[medium].rate, hsn: hsn || gst[medium].hsn };
}

/** What a line comes to. */
export const lineTotal = ({ price, quantity }: PricedLine): Paise => times(price, quantity);

export type Totals = {
  subtotal: Paise;
  discountAmount: Paise;
  shippingCost: Paise;
  /** What it costs to pay on delivery; 0 for every other way. */
  codCharge: Paise;
  /** What comes on top of the prices: 0 unless the owner says that they exclude GST. */
  gstAmount: Paise;
  total: Paise;
};

/** What is paid for the lines themselves: the amount that decides whether shipping is free. */
export const afterDiscount = ({ subtotal, discountAmount }: Totals): Paise => paise(subtotal - discountAmount);

/** The part of the settings that decides what a cart costs. */
export type PriceRules = ShippingRules & Pick<Settings, 'seller' | 'gst'>;

/**
 * The one place that knows what a cart costs, in paise: percentage of the subtotal rounded
 * half up, shipping after discount, then the charge of cash on delivery, if it is paid so; GST 0 unless prices exclude it. It takes prices from the server's own rows only. No lines cost nothing. An order
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
  settings: PriceRules;
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
  const gstAmount = addsGst(settings.seller) ? gstOnTop() : NOTHING;
  const total = paise(afterDiscount + shippingCost + codCharge + gstAmount);
  return { subtotal, discountAmount, shippingCost, codCharge, gstAmount, total };

  function gstOnTop(): Paise {
    const taxed = lines.map((line) => ({
      amount: lineTotal(line),
      gstRate: line.gst ? gstOf(settings, line.gst).gst_rate : 0,
    }));
    return gstOn(taxOrder({ lines: taxed, afterDiscount, shippingCost, codCharge, isOnTop: true }));
  }
}
