import { NOTHING, paise, percentageOf, sum, times, type Paise } from '#app/basics/money.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { shippingFor, type Destination, type ShippingRules } from '#app/modules/store/shipping/shipping.ts';
import { gstOn, taxOrder } from './gst.ts';

export type PricedLine = { price: Paise; quantity: number };

/** `gstRate` is the artwork's own rate; null means the rate of its medium. */
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
  /** Always 0, except in older orders, whose prices exclude GST. */
  gstAmount: Paise;
  total: Paise;
};

export const afterDiscount = ({ subtotal, discountAmount }: Totals): Paise => paise(subtotal - discountAmount);

/**
 * Calculates a cart's totals in paise. The discount is rounded half up. Throws RangeError for invalid quantities,
 * prices or discounts.
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

type TaxedLine = PricedLine & { gst_rate?: number };

const gstOf = (totals: Totals, lines: readonly TaxedLine[], isOnTop: boolean): Paise =>
  gstOn(
    taxOrder({
      lines: lines.map((line) => ({ amount: lineTotal(line), gstRate: line.gst_rate ?? 0 })),
      afterDiscount: afterDiscount(totals),
      shippingCost: totals.shippingCost,
      codCharge: totals.codCharge,
      isOnTop,
    }),
  );

/** Returns the GST in a total, even for an older order that added it to its prices. */
export const includedGst = (totals: Totals, lines: readonly TaxedLine[]): Paise =>
  totals.gstAmount > 0 ? totals.gstAmount : gstOf(totals, lines, false);

/** Returns the GST within the total of a cart, or undefined for a seller who charges none. */
export const gstInCart = (
  settings: Pick<Settings, 'seller' | 'gst'>,
  { lines, totals }: { lines: readonly (PricedLine & { gst: ArtworkGst })[]; totals: Totals },
): Paise | undefined =>
  settings.seller.status === 'regular'
    ? includedGst(
        totals,
        lines.map((line) => ({ ...line, ...currentGst(settings, line.gst) })),
      )
    : undefined;

/** Adds GST to the totals of an older order, whose prices exclude it. */
export function addGst(totals: Totals, lines: readonly TaxedLine[]): Totals {
  const gstAmount = gstOf(totals, lines, true);
  return { ...totals, gstAmount, total: paise(totals.total + gstAmount) };
}
