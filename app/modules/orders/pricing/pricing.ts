import { NOTHING, paise, percentageOf, sum, times, type Paise } from '#app/basics/money.ts';
import { addsGst } from '#app/modules/store/settings/seller.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { shippingFor, type Destination, type ShippingRules } from '#app/modules/store/shipping/shipping.ts';
import { gstOn, taxOrder } from './gst.ts';

export type PricedLine = { price: Paise; quantity: number; gst?: ArtworkGst };

/** `gstRate` is the artwork's own, or null for its medium's. */
export type ArtworkGst = { medium: keyof Settings['gst']; gstRate: number | null; hsn: string };

export function currentGst({ gst }: Pick<Settings, 'gst'>, { medium, gstRate, hsn }: ArtworkGst) {
  return { gst_rate: gstRate ?? gst[medium].rate, hsn: hsn || gst[medium].hsn };
}

export const lineTotal = ({ price, quantity }: PricedLine): Paise => times(price, quantity);

export type Totals = {
  subtotal: Paise;
  discountAmount: Paise;
  shippingCost: Paise;
  codCharge: Paise;
  /** 0 unless prices exclude GST. */
  gstAmount: Paise;
  total: Paise;
};

/** Returns the amount that decides whether shipping is free. */
export const afterDiscount = ({ subtotal, discountAmount }: Totals): Paise => paise(subtotal - discountAmount);

export type PriceRules = ShippingRules & Pick<Settings, 'seller' | 'gst'>;

/**
 * Computes a cart's totals in paise. The discount is rounded half up. Throws RangeError for invalid quantities, prices
 * or discounts.
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
      gstRate: line.gst ? currentGst(settings, line.gst).gst_rate : 0,
    }));
    return gstOn(taxOrder({ lines: taxed, afterDiscount, shippingCost, codCharge, isOnTop: true }));
  }
}
