import { formatRange } from '#app/basics/duration.ts';
import { dayAndMonth } from '#app/basics/india.ts';
import { type Paise, formatRupees } from '#app/basics/money.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import type { Holiday, ShippingZone } from '#app/modules/store/settings/setting-values.ts';
import type { ShippingRules } from '#app/modules/store/shipping/shipping.ts';

export const sellerLabel = ({ sellerName, sellerAddress }: Settings['legal']): string | undefined =>
  [sellerName, sellerAddress].filter(Boolean).join(', ') || undefined;

/** Returns undefined until the owner has entered a grievance officer. */
export const grievanceLabel = ({ grievanceName, ...reached }: Settings['legal']): string | undefined =>
  grievanceName === null
    ? undefined
    : `${[grievanceName, reached.grievanceEmail, reached.grievancePhone].filter(Boolean).join(', ')}. We acknowledge complaints within 48 hours and resolve them within a month.`;

/** Returns 'Free above ₹2,000, else ₹100', or only the charge if it is never free. */
export const shippingCharge = ({ cost, freeAbove }: { cost: Paise; freeAbove: Paise | null }): string =>
  freeAbove === null ? formatRupees(cost) : `Free above ${formatRupees(freeAbove)}, else ${formatRupees(cost)}`;

export const zoneRow = (zone: ShippingZone): string[] => [
  zone.name,
  zone.places,
  ...(zone.unserved ? ['–', 'No delivery yet'] : [formatRange(zone.businessDays), shippingCharge(zone)]),
];

export const shippingCharges = ({ shippingMode, flatShipping, shippingZones }: ShippingRules): string =>
  shippingMode === 'flat'
    ? shippingCharge(flatShipping)
    : shippingZones
        .filter((zone) => !zone.unserved)
        .map((zone) => `${zone.name}: ${shippingCharge(zone)}`)
        .join('; ');

export const holidayLabel = ({ from, to, reason }: Holiday): string =>
  `${dayAndMonth(from)}${from === to ? '' : ` to ${dayAndMonth(to)}`}: ${reason}`;
