import { withGst, withoutGst } from '#app/basics/gst-rates.ts';
import type { Paise } from '#app/basics/money.ts';
import { entersNetPrices } from '#app/modules/store/settings/seller.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { type Medium, shownMedium, type StoredMedium } from './medium.ts';

/** The usual GST rate of each medium, if the seller types prices without GST; otherwise undefined. */
export type NetPriceRates = Record<Medium, number> | undefined;

type TaxedArtwork = { medium: Medium; gstRate: number | null };

export const netPriceRates = ({ seller, gst }: Pick<Settings, 'seller' | 'gst'>): NetPriceRates =>
  entersNetPrices(seller)
    ? {
        fabric: gst.fabric.rate,
        oil: gst.oil.rate,
        handcraft: gst.handcraft.rate,
        'skin-care': gst['skin-care'].rate,
      }
    : undefined;

export const taxedArtwork = (row: {
  medium: StoredMedium;
  category: string;
  gstRate: number | null;
}): TaxedArtwork => ({
  medium: shownMedium(row),
  gstRate: row.gstRate,
});

export const typedPrice = (price: Paise, { medium, gstRate }: TaxedArtwork, rates: NetPriceRates): Paise =>
  rates ? withoutGst(price, gstRate ?? rates[medium]) : price;

/** Returns the price to store. If the owner did not change the typed price, the stored price stays exact. */
export function storedPrice(
  typed: Paise,
  { medium, gstRate }: TaxedArtwork,
  rates: NetPriceRates,
  before?: { price: Paise | null; gst: TaxedArtwork },
): Paise {
  if (!rates) return typed;
  const rate = gstRate ?? rates[medium];
  const hadSameRate = before && (before.gst.gstRate ?? rates[before.gst.medium]) === rate;
  if (hadSameRate && before.price !== null && withoutGst(before.price, rate) === typed) return before.price;
  return withGst(typed, rate);
}
