import { NOTHING, paise, type Paise } from '#app/basics/money.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { ShippingZone } from '#app/modules/store/settings/setting-values.ts';

export type ShippingRules = Pick<Settings, 'shippingMode' | 'flatShipping' | 'shippingZones'>;
export type Destination = { zipCode: string };

/**
 * Returns the charge in paise; 0 above the limit for free shipping. Without an address, the zone without prefixes
 * applies.
 */
export function shippingFor(rules: ShippingRules, amountAfterDiscount: Paise, destination?: Destination): Paise {
  return chargeAt(rateFor(rules, destination), amountAfterDiscount);
}

type Rate = { cost: Paise; freeAbove: Paise | null };

const chargeAt = ({ cost, freeAbove }: Rate, amount: Paise): Paise =>
  freeAbove !== null && amount > freeAbove ? NOTHING : cost;

/** The charges and business days of delivery, over all PIN codes that the shop serves. */
export type DeliveryInIndia = {
  rates: Rate[];
  handling: Settings['promises']['processingBusinessDays'];
  transit: Settings['promises']['processingBusinessDays'];
};

/** Returns undefined when the shop delivers nowhere. */
export function deliveryInIndia(rules: ShippingRules & Pick<Settings, 'promises'>): DeliveryInIndia | undefined {
  const served = rules.shippingZones.filter(({ unserved }) => !unserved);
  if (served.length === 0) return undefined;
  const days = served.map(({ businessDays }) => businessDays);
  const rates = rules.shippingMode === 'flat' ? [rules.flatShipping] : served;
  return {
    rates: rates.map(({ cost, freeAbove }) => ({ cost, freeAbove })),
    handling: rules.promises.processingBusinessDays,
    transit: { from: Math.min(...days.map(({ from }) => from)), to: Math.max(...days.map(({ to }) => to)) },
  };
}

/** Returns the highest charge to any PIN code, in paise, because feeds name one charge for the whole country. */
export const highestCharge = ({ rates }: DeliveryInIndia, amount: Paise): Paise =>
  paise(Math.max(...rates.map((rate) => chargeAt(rate, amount))));

/** Returns the missing paise, or undefined when shipping is free or never free. */
export function missingForFreeShipping(
  rules: ShippingRules,
  amountAfterDiscount: Paise,
  destination?: Destination,
): Paise | undefined {
  const { freeAbove } = rateFor(rules, destination);
  return freeAbove === null || amountAfterDiscount > freeAbove ? undefined : paise(freeAbove - amountAfterDiscount);
}

/** Returns the limit for free shipping, or null when there is none or it depends on the PIN code. */
export const freeForAllAbove = ({ shippingMode, flatShipping }: ShippingRules): Paise | null =>
  shippingMode === 'flat' ? flatShipping.freeAbove : null;

export const isServed = (
  { shippingZones, unservedPinPrefixes }: Pick<Settings, 'shippingZones' | 'unservedPinPrefixes'>,
  zipCode: string,
): boolean =>
  !zoneFor(shippingZones, zipCode).unserved && !unservedPinPrefixes.some((prefix) => zipCode.startsWith(prefix));

export const isDecidedByPin = ({
  shippingMode,
  shippingZones,
  unservedPinPrefixes,
}: Pick<Settings, 'shippingMode' | 'shippingZones' | 'unservedPinPrefixes'>): boolean =>
  shippingMode === 'zones' || unservedPinPrefixes.length > 0 || shippingZones.some((zone) => zone.unserved);

/** Returns the zone with the longest matching prefix. The zone without prefixes includes all other PIN codes. */
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

/** Returns the charge and the amount above which shipping is free. */
export function rateFor(rules: ShippingRules, destination?: Destination): Rate {
  return rules.shippingMode === 'flat' ? rules.flatShipping : zoneFor(rules.shippingZones, destination?.zipCode ?? '');
}
