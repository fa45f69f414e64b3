import { NOTHING, paise, type Paise } from '#app/basics/money.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { ShippingZone } from '#app/modules/store/settings/setting-values.ts';

/** The part of the settings that decides what a parcel costs. */
export type ShippingRules = Pick<Settings, 'shippingMode' | 'flatShipping' | 'shippingZones'>;
export type Destination = { zipCode: string };

/**
 * What a parcel costs, in paise, for an amount after discount: free strictly above the limit, so
 * exactly ₹2,000 still pays. With zones, a cart that has no address yet is charged as the zone that serves all the rest.
 */
export function shippingFor(rules: ShippingRules, amountAfterDiscount: Paise, destination?: Destination): Paise {
  const rate = rateFor(rules, destination);
  return rate.freeAbove !== null && amountAfterDiscount > rate.freeAbove ? NOTHING : rate.cost;
}

/** The paise still missing until shipping is free: the amount must get *above* the limit by them. Undefined when it is free or never is. */
export function missingForFreeShipping(
  rules: ShippingRules,
  amountAfterDiscount: Paise,
  destination?: Destination,
): Paise | undefined {
  const { freeAbove } = rateFor(rules, destination);
  return freeAbove === null || amountAfterDiscount > freeAbove ? undefined : paise(freeAbove - amountAfterDiscount);
}

/** The amount above which every parcel of the shop is free; null where there is none, or where the PIN code decides. */
export const freeForAllAbove = ({ shippingMode, flatShipping }: ShippingRules): Paise | null =>
  shippingMode === 'flat' ? flatShipping.freeAbove : null;

/** Whether the shop delivers to a PIN code: the owner may leave out a zone, and PIN codes by their first digits. */
export const isServed = (
  { shippingZones, unservedPinPrefixes }: Pick<Settings, 'shippingZones' | 'unservedPinPrefixes'>,
  zipCode: string,
): boolean =>
  !zoneFor(shippingZones, zipCode).unserved && !unservedPinPrefixes.some((prefix) => zipCode.startsWith(prefix));

/** Whether the PIN code decides what is charged, or that nothing is delivered. */
export const isDecidedByPin = ({
  shippingMode,
  shippingZones,
  unservedPinPrefixes,
}: Pick<Settings, 'shippingMode' | 'shippingZones' | 'unservedPinPrefixes'>): boolean =>
  shippingMode === 'zones' || unservedPinPrefixes.length > 0 || shippingZones.some((zone) => zone.unserved);

/** The zone a PIN code lies in: the longest matching prefix decides, the zone without prefixes takes all the rest. */
export function zoneFor(zones: readonly ShippingZone[], zipCode: string): ShippingZone {
  let best: ShippingZone | undefined;
  let longest = -1;
  for (const zone of zones) {
    const matched =
      zone.pinPrefixes.length === 0
        ? 0
        : Math.max(
            -1,
            ...zone.pinPrefixes.filter((prefix) => zipCode.startsWith(prefix)).map((prefix) => prefix.length),
          );
    if (matched > longest) [best, longest] = [zone, matched];
  }
  if (!best) throw new RangeError('no shipping zone serves all the rest');
  return best;
}

/** What is charged, and the amount after discount above which nothing is. */
export function rateFor(rules: ShippingRules, destination?: Destination): { cost: Paise; freeAbove: Paise | null } {
  return rules.shippingMode === 'flat' ? rules.flatShipping : zoneFor(rules.shippingZones, destination?.zipCode ?? '');
}
